import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../../schemas/config.js';
import type { SettingFlags } from '../options.js';
import { openStore } from '../../../db/index.js';
import { FolkwaysError } from '../../../schemas/errors.js';
import { openSources } from '../../open-sources.js';
import { EXIT } from '../exit-codes.js';
import { addSettingFlags, configOf } from '../options.js';
import { columns, print } from '../print.js';
import { databasePath } from '../workspace.js';

interface Check {
  readonly name: string;
  readonly state: 'ok' | 'note' | 'failed';
  readonly detail: string;
}

/**
 * `folkways doctor`: is everything here that a build needs?
 * @param program - the command line
 */
export function registerDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .summary('check that everything a build needs is here')
    .description('Checks that everything a build needs is here. A note is something that only some uses need.')
    .addHelpText('after', '\nExample:\n  folkways doctor --source api --api https://en.wikipedia.org/w/api.php');
  addSettingFlags(command).action(async (flags: SettingFlags) => {
    const config = configOf(flags);
    const checks = [
      nodeCheck(),
      folderCheck('workspace', config.workspace),
      databaseCheck(config),
      folderCheck('releases', config.out),
      await sourcesCheck(config),
      contactCheck(config),
      pythonCheck(),
      bzipCheck(),
    ];
    print(
      flags.json,
      { checks },
      columns([['check', 'state', ''], ...checks.map(({ name, state, detail }) => [name, state, detail])]),
    );
    if (checks.some((check) => check.state === 'failed')) process.exitCode = EXIT.prerequisite;
  });
}

function nodeCheck(): Check {
  const major = Number(process.versions.node.split('.')[0]);
  const detail = `Node.js ${process.versions.node}`;
  return {
    name: 'node',
    state: major >= 20 ? 'ok' : 'failed',
    detail: major >= 20 ? detail : `${detail}: 20 or newer is needed`,
  };
}

function folderCheck(name: string, path: string): Check {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
    return { name, state: 'ok', detail: resolve(path) };
  } catch {
    return { name, state: 'failed', detail: `${resolve(path)} cannot be written` };
  }
}

function databaseCheck(config: Config): Check {
  const path = databasePath(config);
  if (!existsSync(path)) return { name: 'database', state: 'ok', detail: 'none yet; the first build makes it' };
  try {
    openStore(path).close();
    return { name: 'database', state: 'ok', detail: path };
  } catch (error) {
    const hint = error instanceof FolkwaysError && error.hint ? ` ${error.hint}` : '';
    return {
      name: 'database',
      state: 'failed',
      detail: `${error instanceof Error ? error.message : String(error)}${hint}`,
    };
  }
}

async function sourcesCheck(config: Config): Promise<Check> {
  try {
    const { wiki, popularity } = await openSources(config);
    const corpora = popularity
      .map(({ region, synthetic }) => `${region}${synthetic ? ' (synthetic sample)' : ''}`)
      .join(', ');
    return { name: 'sources', state: 'ok', detail: `${wiki.kind} ${wiki.location}; corpora ${corpora}` };
  } catch (error) {
    return { name: 'sources', state: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}

function contactCheck(config: Config): Check {
  if (config.contact !== undefined) return { name: 'contact', state: 'ok', detail: config.contact };
  return { name: 'contact', state: 'note', detail: 'not set; Wikimedia wikis want --contact or FOLKWAYS_CONTACT' };
}

function pythonCheck(): Check {
  const found = spawnSync('python3', ['--version'], { encoding: 'utf8' });
  if (found.status === 0) return { name: 'python3', state: 'ok', detail: (found.stdout || found.stderr).trim() };
  return { name: 'python3', state: 'note', detail: 'not found; scorer/score.mjs does the same with node' };
}

function bzipCheck(): Check {
  const found = spawnSync('bzip2', ['--help'], { encoding: 'utf8' });
  if (found.error === undefined) return { name: 'bzip2', state: 'ok', detail: 'found; .bz2 dumps are read with it' };
  return { name: 'bzip2', state: 'note', detail: 'not found; .bz2 dumps are read three times slower' };
}
