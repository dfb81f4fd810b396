import type { Command } from 'commander';
import type { SettingFlags } from '../options.js';
import { explainRecord } from '../../engine/explain.js';
import { survey } from '../../engine/survey.js';
import { explainText } from '../explain-text.js';
import { addSettingFlags, configOf, snapshotChoice } from '../options.js';
import { print } from '../print.js';
import { showPlan } from '../show-plan.js';
import { lookAtWorkspace } from '../workspace.js';

interface PlanFlags extends SettingFlags {
  readonly snapshot?: string;
  readonly newSnapshot?: boolean;
  readonly explain?: string;
}

/**
 * `folkways plan`: what a build would do, and why.
 * @param program - the command line
 */
export function registerPlan(program: Command): void {
  const command = program
    .command('plan')
    .summary('say what a build would do, and why')
    .description(
      'Says for each stage how many inputs are done and how many a build would run, and why. Asks no source.',
    )
    .argument('[benchmark]', 'which benchmark', 'cpopqa')
    .option('--snapshot <ID>', 'as for build')
    .option('--new-snapshot', 'as for build')
    .option('--explain <RECORD>', 'one record, by key or hash, stage by stage: done by which version, to do why')
    .addHelpText(
      'after',
      '\nExample:\n  folkways plan cpopqa --min-ratio 1.5\n  folkways plan --explain "en:Easter Monday@KE"',
    );
  addSettingFlags(command).action((name: string, flags: PlanFlags) => {
    const { explain } = flags;
    if (explain === undefined) return showPlan(name, configOf(flags), snapshotChoice(flags), flags.json);
    return lookAtWorkspace(name, configOf(flags), ({ store, recipe }) => {
      const explained = explainRecord(store, survey(store, recipe, snapshotChoice(flags)), explain);
      print(flags.json, { records: explained }, explainText(explained));
    });
  });
}
