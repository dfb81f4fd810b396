import type { Command } from 'commander';
import type { SettingFlags } from '../options.js';
import { survey } from '../../engine/survey.js';
import { why } from '../../engine/why.js';
import { addSettingFlags, configOf, snapshotChoice } from '../options.js';
import { print } from '../print.js';
import { whyText } from '../why-text.js';
import { lookAtWorkspace } from '../workspace.js';

interface WhyFlags extends SettingFlags {
  readonly snapshot?: string;
  readonly benchmark: string;
}

/**
 * `folkways why`: what an item rests on, back to page revisions.
 * @param program - the command line
 */
export function registerWhy(program: Command): void {
  const command = program
    .command('why')
    .summary('say what an item rests on: stages, rows, page revisions')
    .description(
      'Says what an item, or any record, rests on: the stages that made it, rows with their cells, pages with their revisions.',
    )
    .argument('<ITEM>', 'id of an item, key or hash of a record, or a beginning that fits one only')
    .option('--benchmark <NAME>', 'which benchmark', 'cpopqa')
    .option('--snapshot <ID>', 'look at the build of this snapshot')
    .addHelpText(
      'after',
      `
Example:
  folkways why n2-r1-GB-KE-

--json gives {snapshot, roots, records, steps}: records are {hash, type, key}; a step is one act of a stage, {record, stage, version,
fingerprint, inputs} by hash, with evidence and provenance where it has them. Give the settings of the build that made the item.`,
    );
  addSettingFlags(command).action((item: string, flags: WhyFlags) =>
    lookAtWorkspace(flags.benchmark, configOf(flags), ({ store, recipe }) => {
      const found = why(store, survey(store, recipe, snapshotChoice(flags)), item);
      print(flags.json, found, whyText(found));
    }),
  );
}
