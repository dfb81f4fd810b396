import { relative } from 'node:path';
import type { Command } from 'commander';
import type { Release } from '../../release/write-release.js';
import type { SettingFlags } from '../options.js';
import { build } from '../../engine/build.js';
import { createInlineExecutor } from '../../engine/inline-executor.js';
import { lockWorkspace } from '../../engine/lock.js';
import { plan } from '../../engine/plan.js';
import { writeRelease } from '../../release/write-release.js';
import { addSettingFlags, configOf } from '../options.js';
import { planText } from '../plan-text.js';
import { print } from '../print.js';
import { createProgress } from '../progress.js';
import { withWorkspace } from '../workspace.js';

interface BuildFlags extends SettingFlags {
  readonly snapshot?: string;
  readonly newSnapshot?: boolean;
  readonly dryRun?: boolean;
  readonly version?: string;
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
    .option('--dry-run', 'print what would be done, and do nothing')
    .option('--version <X.Y.Z|next>', 'version of the release (the latest again, or 0.1.0)')
    .addHelpText(
      'after',
      '\nExample:\n  folkways build cpopqa --source dump --dump pages-articles.xml.bz2 --preset paper',
    );
  addSettingFlags(command).action(runBuild);
}

async function runBuild(name: string, flags: BuildFlags): Promise<void> {
  const config = configOf(flags);
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const choices = {
    ...(flags.snapshot === undefined ? {} : { snapshot: flags.snapshot }),
    ...(flags.newSnapshot ? { newSnapshot: true } : {}),
  };
  try {
    await withWorkspace(name, config, controller.signal, async ({ benchmark, sources, recipe, store }) => {
      if (flags.dryRun) {
        const planned = plan(store, recipe, choices);
        print(flags.json, planned, planText(planned));
        return;
      }
      const unlock = lockWorkspace(config.workspace);
      const progress = createProgress(recipe, process.stderr, flags.json === true);
      try {
        const built = await build(store, recipe, {
          executor: createInlineExecutor(),
          services: sources.services,
          listen: progress.listen,
          signal: controller.signal,
          ...choices,
        });
        await progress.end();
        const release = writeRelease(store, benchmark, sources, built, { out: config.out, version: flags.version });
        print(flags.json, { ...release, snapshot: built.snapshot.hash, ran: built.ran }, releaseText(release));
      } catch (error) {
        await progress.end(error);
        throw error;
      } finally {
        unlock();
      }
    });
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
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
