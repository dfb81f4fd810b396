import { existsSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { GcResult } from '../../engine/gc.js';
import type { SettingFlags } from '../options.js';
import { explainDatabaseError, lockWorkspace, openStore } from '../../../db/index.js';
import { size } from '../../engine/estimate.js';
import { collectGarbage } from '../../engine/gc.js';
import { addSettingFlags, configOf } from '../options.js';
import { columns, print } from '../print.js';
import { databasePath } from '../workspace.js';

interface GcFlags extends SettingFlags {
  readonly keepSnapshots: number;
  readonly dryRun?: boolean;
}

/**
 * `folkways gc`: free the disk of what no build reaches any more.
 * @param program - the command line
 */
export function registerGc(program: Command): void {
  const command = program
    .command('gc')
    .summary('free the disk of what no kept snapshot reaches')
    .description(
      'Removes older snapshots with all that was made from them alone, results of earlier versions of a stage, and what crawls that were ' +
        'cut off left (their answers stay). A build of a kept snapshot runs nothing again, whatever its configuration. Releases are not ' +
        'touched, but items of releases from removed snapshots can no longer be traced to their pages.',
    )
    .option('--keep-snapshots <N>', 'newest snapshots of each source that stay', atLeastOne, 3)
    .option('--dry-run', 'count what would be removed, and remove nothing')
    .addHelpText('after', '\nExample:\n  folkways gc --dry-run --keep-snapshots 1');
  addSettingFlags(command, ['workspace']).action((flags: GcFlags) => {
    const config = configOf(flags);
    const path = databasePath(config);
    if (!existsSync(path)) {
      print(flags.json, null, `No workspace in ${config.workspace}: nothing to remove.`);
      return;
    }
    const unlock = lockWorkspace(config.workspace);
    try {
      const store = openStore(path);
      try {
        const result = collectGarbage(store, { keepSnapshots: flags.keepSnapshots, dryRun: flags.dryRun === true });
        print(flags.json, result, gcText(result));
      } finally {
        store.close();
      }
    } catch (error) {
      throw explainDatabaseError(error, path);
    } finally {
      unlock();
    }
  });
}

function gcText({ dryRun, snapshots, removed, before, after, free }: GcResult): string {
  const found = removed.filter(({ rows }) => rows > 0);
  const kept = `${snapshots} ${snapshots === 1 ? 'snapshot stays' : 'snapshots stay'}`;
  if (found.length === 0) return `Nothing to remove: ${kept}, and all else is reached from there.`;
  const total = found.reduce((sum, { bytes }) => sum + bytes, 0);
  const end = dryRun
    ? `Nothing was removed. It would free about ${size(total)} of ${size(before)}.`
    : `The database had ${size(before)} and has ${size(after)}${free > after / 20 ? `, ${size(free)} of it free for new work` : ''}.`;
  return [
    columns([
      [dryRun ? 'would go from' : 'gone from', 'rows', 'bytes'],
      ...found.map((one) => [one.table, one.rows, size(one.bytes)]),
    ]),
    '',
    `${kept[0]!.toUpperCase()}${kept.slice(1)}. ${end}`,
  ].join('\n');
}

function atLeastOne(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new InvalidArgumentError('It should be a whole number, 1 or more.');
}
