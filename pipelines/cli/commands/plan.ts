import type { Command } from 'commander';
import type { SettingFlags } from '../options.js';
import { plan } from '../../engine/plan.js';
import { addSettingFlags, configOf } from '../options.js';
import { planText } from '../plan-text.js';
import { print } from '../print.js';
import { withWorkspace } from '../workspace.js';

interface PlanFlags extends SettingFlags {
  readonly snapshot?: string;
  readonly newSnapshot?: boolean;
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
    .addHelpText('after', '\nExample:\n  folkways plan cpopqa --min-ratio 1.5');
  addSettingFlags(command).action((name: string, flags: PlanFlags) =>
    withWorkspace(name, configOf(flags), undefined, ({ store, recipe }) => {
      const planned = plan(store, recipe, {
        ...(flags.snapshot === undefined ? {} : { snapshot: flags.snapshot }),
        ...(flags.newSnapshot ? { newSnapshot: true } : {}),
      });
      print(flags.json, planned, planText(planned));
    }),
  );
}
