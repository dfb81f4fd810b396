import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { Command } from 'commander';
import type { Rejection } from '../../../schemas/rejection.js';
import type { Rejects } from '../../engine/rejects.js';
import type { SettingFlags } from '../options.js';
import { PrerequisiteError } from '../../../schemas/errors.js';
import { eachReject, rejects } from '../../engine/rejects.js';
import { survey } from '../../engine/survey.js';
import { addSettingFlags, configOf, snapshotChoice, wholeNumber } from '../options.js';
import { columns, plain, print, shorten } from '../print.js';
import { lookAtWorkspace } from '../workspace.js';

interface RejectsFlags extends SettingFlags {
  readonly stage?: string;
  readonly reason?: string;
  readonly samples: number;
  readonly export?: string;
  readonly snapshot?: string;
}

/**
 * `folkways rejects`: what was dropped, by stage and reason.
 * @param program - the command line
 */
export function registerRejects(program: Command): void {
  const command = program
    .command('rejects')
    .summary('list what was dropped, by stage and reason, with samples')
    .description('Lists what the stages dropped for this configuration, by stage and reason, with samples.')
    .argument('[benchmark]', 'which benchmark', 'cpopqa')
    .option('--stage <NAME>', 'of this stage only')
    .option('--reason <REASON>', 'for this reason only')
    .option('--samples <N>', 'samples of each stage and reason', wholeNumber, 3)
    .option('--export <FILE>', 'write all of them as JSON Lines, {stage, reason, key, record, detail} a line')
    .option('--snapshot <ID>', 'look at the build of this snapshot')
    .addHelpText('after', '\nExample:\n  folkways rejects --stage select-holidays --export dropped.jsonl');
  addSettingFlags(command).action((name: string, flags: RejectsFlags) =>
    lookAtWorkspace(name, configOf(flags), ({ store, recipe }) => {
      const seen = survey(store, recipe, snapshotChoice(flags));
      const { stage, reason, samples } = flags;
      const options = {
        ...(stage === undefined ? {} : { stage }),
        ...(reason === undefined ? {} : { reason }),
        samples,
      };
      const found = rejects(store, seen, options);
      const total = found.reduce((sum, one) => sum + one.count, 0);
      if (flags.export !== undefined) writeLines(flags.export, eachReject(store, seen, options));
      print(
        flags.json,
        {
          snapshot: seen.snapshot?.hash ?? null,
          total,
          rejects: found,
          pending: [...seen.busy],
          exported: flags.export ?? null,
        },
        [
          ...(total === 0 ? ['Nothing was dropped.'] : [rejectsText(found), '', `${total} dropped.`]),
          ...(seen.busy.size > 0 ? [`A build with these settings is not finished: ${[...seen.busy].join(', ')}.`] : []),
          ...(flags.export === undefined ? [] : [`Written to ${flags.export}.`]),
        ].join('\n'),
      );
    }),
  );
}

function rejectsText(found: readonly Rejects[]): string {
  const rows = found.flatMap(({ stage, reason, count, samples }) => [
    [stage, reason, count, samples[0] ? sampleText(samples[0]) : ''],
    ...samples.slice(1).map((sample) => ['', '', '', sampleText(sample)]),
  ]);
  return columns([['stage', 'reason', 'count', 'such as'], ...rows]);
}

function sampleText({ key, detail }: Rejection): string {
  return shorten(plain(detail === '' ? key : `${key}: ${detail}`), 120);
}

/** Beside its place, renamed when whole: half an export is none. */
function writeLines(path: string, values: Iterable<unknown>): void {
  const temporary = `${path}.new`;
  try {
    const file = openSync(temporary, 'w');
    try {
      for (const value of values) writeSync(file, `${JSON.stringify(value)}\n`);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (cause) {
    rmSync(temporary, { force: true });
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    throw new PrerequisiteError('bad-input', `${path} cannot be written: ${cause.message}`, { cause });
  }
}
