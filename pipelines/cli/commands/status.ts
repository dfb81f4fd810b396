import { join } from 'node:path';
import type { Command } from 'commander';
import type { SettingFlags } from '../options.js';
import { status } from '../../engine/status.js';
import { releasedVersions } from '../../release/version.js';
import { addSettingFlags, configOf } from '../options.js';
import { columns, print } from '../print.js';
import { lookAtWorkspace } from '../workspace.js';

/**
 * `folkways status`: what a workspace holds.
 * @param program - the command line
 */
export function registerStatus(program: Command): void {
  const command = program
    .command('status')
    .summary('say what the workspace holds: last run, stages, what was dropped and why')
    .description(
      'Says what the workspace holds for this configuration: the last run, stages, releases, what was dropped and why.',
    )
    .argument('[benchmark]', 'which benchmark', 'cpopqa')
    .addHelpText('after', '\nExample:\n  folkways status --json');
  addSettingFlags(command).action((name: string, flags: SettingFlags) => {
    const config = configOf(flags);
    return lookAtWorkspace(name, config, ({ store, recipe }) => {
      const found = status(store, recipe);
      const releases = releasedVersions(join(config.out, name));
      const rows = found.stages.map((stage) => [
        stage.stage,
        stage.done,
        stage.outputs,
        Object.entries(stage.rejected)
          .map(([reason, count]) => `${reason} ${count}`)
          .join(', '),
      ]);
      const { lastRun: run } = found;
      const ended = run === null ? '' : `started ${run.started}, ${run.outcome ?? 'not finished (running, or killed)'}`;
      print(
        flags.json,
        { ...found, releases },
        [
          columns([['stage', 'done', 'out', 'dropped'], ...rows]),
          '',
          run === null ? `No build of ${name} yet: folkways build ${name}` : `Last run: ${ended}.`,
          releases.length === 0 ? 'No release yet.' : `Releases in ${join(config.out, name)}: ${releases.join(', ')}.`,
        ].join('\n'),
      );
    });
  });
}
