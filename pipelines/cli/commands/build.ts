import { relative } from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { Release } from '../../release/write-release.js';
import type { SnapshotChoice } from '../../engine/survey.js';
import type { SettingFlags } from '../options.js';
import type { Opened } from '../workspace.js';
import { build } from '../../engine/build.js';
import { lockWorkspace } from '../../../db/index.js';
import { estimatePlan, estimateText, isLong, requireDisk } from '../../engine/estimate.js';
import { plan } from '../../engine/plan.js';
import { isVersion } from '../../release/version.js';
import { writeRelease } from '../../release/write-release.js';
import { EXIT } from '../exit-codes.js';
import { addSettingFlags, configOf, snapshotChoice, wholeNumber } from '../options.js';
import { print } from '../print.js';
import { createExecutor } from '../executor.js';
import { createProgress } from '../progress.js';
import { showPlan } from '../show-plan.js';
import { withWorkspace } from '../workspace.js';

interface BuildFlags extends SettingFlags {
  readonly snapshot?: string;
  readonly newSnapshot?: boolean;
  readonly dryRun?: boolean;
  readonly version?: string;
  readonly workers?: number;
  readonly maxRequests?: number;
  readonly maxMinutes?: number;
}

/**
 * `folkways build`: crawl, clean, measure, ask, and write a release.
 * @param program - the command line
 */
export function registerBuild(program: Command): void {
  const command = program
    .command('build')
    .summary('build a benchmark and write its release')
    .description(
      'Builds a benchmark and writes its release. What an earlier build did is reused; a stopped build goes on.',
    )
    .argument('[benchmark]', 'which benchmark', 'cpopqa')
    .option('--snapshot <ID>', 'replay this snapshot of the source, without a request')
    .option('--new-snapshot', 'ask the source what is new, even when there is a snapshot')
    .option(
      '--workers <N>',
      'processes for the work (as many as there are cores); 0 works in this process',
      wholeNumber,
    )
    .option('--max-requests <N>', 'stop after so many requests to the wiki', wholeNumber)
    .option('--max-minutes <N>', 'stop after so many minutes, at the end of a batch', wholeNumber)
    .option('--dry-run', 'print what would be done, and do nothing')
    .option('--version <X.Y.Z|next>', 'version of the release (the latest again, or 0.1.0)', versionOption)
    .addHelpText(
      'after',
      '\nExample:\n  folkways build cpopqa --source dump --dump pages-articles.xml.bz2 --preset paper',
    );
  addSettingFlags(command).action(runBuild);
}

const SYNTHETIC =
  'Note: popularity was counted in the made-up sample corpora, so the gold says nothing about the world. ' +
  'Give your own with --corpus-us and --corpus-gb.';

async function runBuild(name: string, flags: BuildFlags): Promise<void> {
  const config = configOf(flags);
  const choice = snapshotChoice(flags);
  if (flags.dryRun) return showPlan(name, config, choice, flags.json);
  const controller = new AbortController();
  const stop = () => {
    // The second Ctrl-C is from somebody who will not wait for the batch: the ledger is whole at any moment.
    if (controller.signal.aborted) process.exit(EXIT.stopped);
    controller.abort();
    if (!flags.json) process.stderr.write('Stopping at the end of the running batch; Ctrl-C again stops at once.\n');
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    const limits = { signal: controller.signal, maxRequests: flags.maxRequests };
    await withWorkspace(name, config, limits, async (opened) => {
      const unlock = lockWorkspace(config.workspace);
      try {
        await buildAndRelease(opened, flags, choice, controller.signal);
      } finally {
        unlock();
      }
    });
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

async function buildAndRelease(
  opened: Opened,
  flags: BuildFlags,
  choice: SnapshotChoice,
  signal: AbortSignal,
): Promise<void> {
  const { config, benchmark, sources, recipe, store } = opened;
  const estimate = estimatePlan(store, plan(store, recipe, choice));
  requireDisk(estimate);
  if (isLong(estimate) && !flags.json) process.stderr.write(`${estimateText(estimate)}\n`);
  const progress = createProgress(recipe, process.stderr, flags.json === true);
  const executor = createExecutor(config, sources, flags.workers);
  const { listen } = progress;
  const limit = flags.maxMinutes === undefined ? {} : { maxMinutes: flags.maxMinutes };
  try {
    const built = await build(store, recipe, {
      executor,
      services: sources.services,
      listen,
      signal,
      ...limit,
      ...choice,
    });
    await progress.end();
    const release = writeRelease(store, benchmark, sources, built, { out: config.out, version: flags.version });
    if (!flags.json && sources.popularity.some((one) => one.synthetic)) process.stderr.write(`${SYNTHETIC}\n`);
    print(flags.json, { ...release, snapshot: built.snapshot.hash, ran: built.ran }, releaseText(release));
  } catch (error) {
    await progress.end(error);
    throw error;
  } finally {
    await executor.close();
  }
}

function versionOption(value: string): string {
  if (value === 'next' || isVersion(value)) return value;
  throw new InvalidArgumentError('It should be like 1.2.3, or next.');
}

function releaseText({ folder, version, outcome, items }: Release): string {
  const path = relative(process.cwd(), folder) || folder;
  const counts = Object.entries(items)
    .map(([split, count]) => `${count} ${split}`)
    .join(', ');
  return [
    `${outcome === 'written' ? 'Release' : 'Unchanged:'} ${version} ${outcome === 'written' ? 'written to' : 'is in'} ${path} (${counts} items).`,
    `Read ${path}/README.md first. Score a model's answers with`,
    `  python3 ${path}/scorer/score.py PREDICTIONS.jsonl      (or: node ${path}/scorer/score.mjs PREDICTIONS.jsonl)`,
    'where each line is {"id": ITEM_ID, "output": "the answer as text, or a list of names"}.',
  ].join('\n');
}
