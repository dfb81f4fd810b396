import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { inspect } from 'node:util';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import type { Config, SettingName } from '../../schemas/config.js';
import { envName, kebabName, PATH_SETTINGS, SETTINGS } from '../../schemas/config.js';
import { PrerequisiteError } from '../../schemas/errors.js';

/** Name of the configuration file looked for in the current folder. */
export const CONFIG_FILE = 'folkways.yaml';

const NAMES = Object.keys(SETTINGS) as SettingName[];

/** Where settings come from, strongest first. */
export interface ConfigSources {
  readonly flags: Readonly<Partial<Record<SettingName, unknown>>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Named file; must exist. Without it `folkways.yaml` is read where there is one. */
  readonly file?: string | undefined;
}

/**
 * Resolves the configuration: flag, then environment, then file, then default.
 * @param sources - flags, environment, file
 * @returns the frozen configuration
 * @throws PrerequisiteError `bad-config` naming the setting, where it was set and what was expected
 */
export function loadConfig(sources: ConfigSources): Config {
  const path = sources.file ?? CONFIG_FILE;
  const file = sources.file !== undefined || existsSync(path) ? readFile(path) : {};
  refuseUnknownVariables(sources.env);
  const config: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(SETTINGS) as [SettingName, (typeof SETTINGS)[SettingName]][]) {
    const env = envName(name);
    const fromEnv = sources.env[env];
    const [value, origin] =
      sources.flags[name] !== undefined
        ? [sources.flags[name], 'the command line']
        : fromEnv !== undefined && fromEnv !== ''
          ? [fromEnv, `the environment variable ${env}`]
          : file[name] !== undefined
            ? [file[name], path]
            : ['default' in setting ? setting.default : undefined, 'the defaults'];
    if (value === undefined) continue;
    const parsed = setting.schema.safeParse(value);
    if (!parsed.success) {
      throw badConfig(
        `Setting ${name} from ${origin} is ${shown(value)}: ${z.prettifyError(parsed.error)}`,
        setting.doc,
      );
    }
    config[name] = parsed.data;
  }
  return Object.freeze(withImpliedSource(config)) as unknown as Config;
}

function readFile(path: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    // A pipe or device may never end.
    if (!statSync(path).isFile()) throw new Error('not an ordinary file');
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw badConfig(`The configuration file ${path} cannot be read.`, 'Check the name given with --config.', cause);
  }
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: true });
  const problem = document.errors[0];
  if (problem)
    throw badConfig(
      `The configuration file ${path} is not YAML: ${problem.message}`,
      'Settings are lines of "name: value".',
    );
  let value: unknown;
  try {
    value = document.toJS();
  } catch (cause) {
    // An alias without its anchor, or a heap of them, shows only here.
    const why = cause instanceof Error ? cause.message : String(cause);
    throw badConfig(
      `The configuration file ${path} is not YAML: ${why}`,
      'Settings are lines of "name: value".',
      cause,
    );
  }
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw badConfig(`The configuration file ${path} holds no settings.`, 'Settings are lines of "name: value".');
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, given]: [string, unknown]) => {
      const name = NAMES.find((one) => key === one || key === kebabName(one));
      if (name === undefined) {
        throw badConfig(
          `The configuration file ${path} has an unknown setting ${JSON.stringify(key)}.`,
          `Known: ${NAMES.map(kebabName).join(', ')}.`,
        );
      }
      // A path in a file is meant from where the file lies, wherever the command is run.
      const isPath = PATH_SETTINGS.includes(name) && typeof given === 'string';
      return [name, isPath && dirname(path) !== '.' ? resolve(dirname(path), given) : given];
    }),
  );
}

/** A variable with a typing error would else be ignored without a word. */
function refuseUnknownVariables(env: ConfigSources['env']): void {
  const known = new Set(NAMES.map(envName));
  for (const variable of Object.keys(env)) {
    // FOLKWAYS_REQUIRE_... is for the tests.
    if (!variable.startsWith('FOLKWAYS_') || variable.startsWith('FOLKWAYS_REQUIRE_') || known.has(variable)) continue;
    throw badConfig(
      `There is no setting for the environment variable ${variable}.`,
      `Known: ${[...known].join(', ')}.`,
    );
  }
}

/** A dump or an API that is named is meant to be read. */
function withImpliedSource(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { source, dump, api } = config;
  if (source !== undefined) {
    const unused =
      source !== 'dump' && dump !== undefined ? 'dump' : source !== 'api' && api !== undefined ? 'api' : undefined;
    if (unused === undefined) return { ...config };
    throw badConfig(
      `The source is ${String(source)}, but ${unused} is given too.`,
      `Leave ${unused} out, or set source to ${unused}.`,
    );
  }
  if (dump !== undefined && api !== undefined)
    throw badConfig('Both dump and api are given.', 'Set source to the one to read.');
  return { ...config, source: dump !== undefined ? 'dump' : api !== undefined ? 'api' : 'sample' };
}

/** A YAML anchor can hold itself, which JSON cannot show. */
function shown(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return inspect(value, { depth: 1 });
  }
}

function badConfig(message: string, hint: string, cause?: unknown): PrerequisiteError {
  return new PrerequisiteError('bad-config', message, { hint, cause });
}
