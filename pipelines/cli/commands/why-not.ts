import type { Command } from 'commander';
import type { SettingFlags } from '../options.js';
import { survey } from '../../engine/survey.js';
import { whyNot } from '../../engine/why-not.js';
import { EXIT } from '../exit-codes.js';
import { addSettingFlags, configOf, snapshotChoice } from '../options.js';
import { print } from '../print.js';
import { whyNotText } from '../why-not-text.js';
import { lookAtWorkspace } from '../workspace.js';

interface WhyNotFlags extends SettingFlags {
  readonly snapshot?: string;
  readonly benchmark: string;
}

/**
 * `folkways why-not`: which stage dropped something, and why.
 * @param program - the command line
 */
export function registerWhyNot(program: Command): void {
  const command = program
    .command('why-not')
    .summary('say which stage dropped a page, holiday or record, and why')
    .description(
      'Says which stage dropped a page, holiday or record, and why, or how far it came. Exits with 1 when nothing is known of it.',
    )
    .argument('<WHAT>', 'title of a page, name of a holiday, key or hash of a record; a part of it will do')
    .option('--benchmark <NAME>', 'which benchmark', 'cpopqa')
    .option('--snapshot <ID>', 'look at the build of this snapshot')
    .addHelpText('after', '\nExample:\n  folkways why-not "Katiba Day"');
  addSettingFlags(command).action((what: string, flags: WhyNotFlags) =>
    lookAtWorkspace(flags.benchmark, configOf(flags), ({ store, recipe }) => {
      const found = whyNot(store, survey(store, recipe, snapshotChoice(flags)), what);
      print(flags.json, found, whyNotText(found));
      if (found.match === null) process.exitCode = EXIT.failed;
    }),
  );
}
