import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import type { Config, SettingName } from '../../schemas/config.js';
import type { SnapshotChoice } from '../engine/survey.js';
import { kebabName, SETTINGS } from '../../schemas/config.js';
import { loadConfig } from '../config/load-config.js';

// Settings that have a flag, with the placeholder of its value.
const FLAGS = {
  source: 'sample|dump|api',
  dump: 'FILE',
  api: 'URL',
  contact: 'ADDRESS',
  category: 'TITLE',
  rowsFrom: 'wikitext|html',
  preset: 'sample|paper',
  seed: 'TEXT',
  minRatio: 'NUMBER',
  corpusUS: 'FILE',
  corpusGB: 'FILE',
  licence: 'TEXT',
  requestsPerMinute: 'NUMBER',
  concurrency: 'NUMBER',
  workspace: 'FOLDER',
  out: 'FOLDER',
} as const satisfies Partial<Record<SettingName, string>>;

type FlagName = keyof typeof FLAGS;

/** What commander gives a command that has the setting flags. */
export type SettingFlags = Partial<Record<FlagName, string>> & { readonly config?: string; readonly json?: boolean };

/**
 * Adds flags for settings, `--config` and `--json` to a command.
 * @param command - the command
 * @param names - which settings; all that have a flag when absent
 * @returns the command
 */
export function addSettingFlags(
  command: Command,
  names: readonly FlagName[] = Object.keys(FLAGS) as FlagName[],
): Command {
  for (const name of names) {
    const setting = SETTINGS[name];
    const option = new Option(`--${kebabName(name)} <${FLAGS[name]}>`, setting.doc);
    // The name is fixed here, because commander would make corpusUs of --corpus-us.
    option.attributeName = () => name;
    command.addOption('default' in setting ? option.default(undefined, String(setting.default)) : option);
  }
  return command
    .option('--config <FILE>', 'settings as YAML (folkways.yaml in this folder when there is one)')
    .option('--json', 'one JSON object for machines');
}

/**
 * The configuration of a command: flags, then environment, then file, then defaults.
 * @param flags - what commander parsed
 * @returns the configuration
 */
export function configOf(flags: SettingFlags): Config {
  const { config, json: _json, ...rest } = flags;
  const settings = Object.fromEntries(Object.entries(rest).filter(([name]) => name in SETTINGS));
  return loadConfig({ flags: settings, env: process.env, file: config });
}

/**
 * Which snapshot a command means.
 * @param flags - `--snapshot` and `--new-snapshot`
 * @returns the choice, as the engine takes it
 */
export function snapshotChoice(flags: { readonly snapshot?: string; readonly newSnapshot?: boolean }): SnapshotChoice {
  return {
    ...(flags.snapshot === undefined ? {} : { snapshot: flags.snapshot }),
    ...(flags.newSnapshot ? { newSnapshot: true } : {}),
  };
}

/**
 * Reads the value of a flag that counts.
 * @param value - as typed
 * @returns a whole number from 0
 * @throws InvalidArgumentError for anything else
 */
export function wholeNumber(value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('It should be a whole number.');
}
