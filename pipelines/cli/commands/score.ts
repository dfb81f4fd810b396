import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { SettingFlags } from '../options.js';
import { PrerequisiteError } from '../../../schemas/errors.js';
import { releasedVersions } from '../../release/version.js';
import { addSettingFlags, configOf } from '../options.js';

const SCORER = fileURLToPath(new URL('../../release/scorer/score.mjs', import.meta.url));

interface ScoreFlags extends SettingFlags {
  readonly items?: string;
  readonly benchmark: string;
}

/**
 * `folkways score`: runs the scorer that releases carry, as it is.
 * @param program - the command line
 */
export function registerScore(program: Command): void {
  const command = program
    .command('score')
    .summary("score a model's predictions")
    .description(
      "Scores a model's predictions with the scorer that every release carries; the latest release is scored against.",
    )
    .argument('<PREDICTIONS.jsonl>', 'one {"id", "output"} a line; - for standard input')
    .option('--items <FILE>', 'items to score against, such as releases/cpopqa/0.1.0/data/test.jsonl')
    .option('--benchmark <NAME>', 'whose latest release to score against', 'cpopqa')
    .addHelpText(
      'after',
      '\nExample:\n  folkways score predictions.jsonl --items releases/cpopqa/0.1.0/data/test.jsonl',
    );
  addSettingFlags(command, ['out']).action((predictions: string, flags: ScoreFlags) => {
    const items = flags.items ?? latestItems(configOf(flags).out, flags.benchmark);
    const args = [SCORER, predictions, '--items', items, ...(flags.json ? ['--json'] : [])];
    process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
  });
}

function latestItems(out: string, benchmark: string): string {
  const version = releasedVersions(join(out, benchmark)).at(-1);
  const path = version === undefined ? undefined : join(out, benchmark, version, 'data', 'test.jsonl');
  if (path !== undefined && existsSync(path)) return path;
  throw new PrerequisiteError('bad-input', `There is no release of ${benchmark} in ${out}.`, {
    hint: `Build one with "folkways build ${benchmark}", or name the items with --items.`,
  });
}
