// Every setting in one table: its schema, environment variable, default and meaning. Precedence: flag, then environment, then
// file, then default. The resolved object is frozen; what decides a release's bytes is written to its manifest.
import { z } from 'zod';

interface Setting {
  readonly schema: z.ZodType;
  readonly default?: unknown;
  readonly doc: string;
}

/** A number, or its digits: flags and the environment give text. Anything else, such as `true`, is no number. */
const numeric = z.union(
  [
    z.number(),
    z
      .string()
      .regex(/^\s*\d+(\.\d+)?\s*$/)
      .transform(Number),
  ],
  { error: 'expected a number' },
);

/** All settings, by their name in the configuration file. */
export const SETTINGS = {
  workspace: {
    schema: z.string().min(1),
    default: '.folkways',
    doc: 'Folder of the database and the page archive.',
  },
  out: {
    schema: z.string().min(1),
    default: 'releases',
    doc: 'Folder that releases are written to.',
  },
  source: {
    schema: z.enum(['sample', 'dump', 'api']),
    doc: 'Where pages come from: the embedded sample wiki, a dump file, or the Action API of a wiki. Follows from dump or api where one is given.',
  },
  dump: { schema: z.string().min(1), doc: 'MediaWiki export XML: plain, .gz or .bz2.' },
  api: { schema: z.url(), doc: 'Address of api.php, such as https://en.wikipedia.org/w/api.php.' },
  contact: {
    schema: z.string().min(3),
    doc: 'Your e-mail address or page for the User-Agent; Wikimedia wants to reach the operator of a crawler.',
  },
  requestsPerMinute: {
    schema: numeric.pipe(z.number().int().positive()),
    default: 200,
    doc: 'Upper limit of requests to the wiki, for your own wikis; 200 is what Wikimedia allows.',
  },
  concurrency: {
    schema: numeric.pipe(z.number().int().min(1).max(50)),
    default: 3,
    doc: 'Requests in flight at once; Wikimedia allows 3.',
  },
  category: {
    schema: z.string().min(1),
    default: 'Category:Lists of public holidays by country',
    doc: 'Category whose member pages list the holidays.',
  },
  rowsFrom: {
    schema: z.enum(['wikitext', 'html']),
    default: 'wikitext',
    doc: "Read holiday tables from wikitext, or from the wiki's own HTML (source api only; expands templates).",
  },
  preset: {
    schema: z.enum(['sample', 'paper']),
    default: 'sample',
    doc: 'How many questions: sample (5 rounds of 20 sets) or paper (5 rounds of 200 sets, for each n in 2, 3, 5).',
  },
  seed: {
    schema: z.union([z.string().min(1), z.number()], { error: 'expected a text or a number' }).transform(String),
    default: 'folkways',
    doc: 'Seed of every choice.',
  },
  minRatio: {
    schema: numeric.pipe(z.number().min(1)),
    default: 1.1,
    doc: 'Least ratio between neighbours in popularity, in both targets; closer ones are not asked.',
  },
  corpusUS: {
    schema: z.string().min(1),
    doc: 'Corpus for US popularity, JSON Lines {year, text}.',
  },
  corpusGB: {
    schema: z.string().min(1),
    doc: 'Corpus for GB popularity, JSON Lines {year, text}.',
  },
  licence: {
    schema: z.string().min(1),
    doc: 'Licence of the pages, written to SOURCES.jsonl (CC BY-SA 4.0 for a Wikimedia wiki, CC0 1.0 for the sample, else not stated).',
  },
} as const satisfies Record<string, Setting>;

/** Name of a setting. */
export type SettingName = keyof typeof SETTINGS;

/** A configuration file: any of the settings, by name. */
export const ConfigFile = z.strictObject(
  Object.fromEntries(
    Object.entries(SETTINGS).map(([name, setting]) => [name, setting.schema.optional().describe(setting.doc)]),
  ),
);

/** Settings that name a file or folder; in a configuration file they are relative to that file. */
export const PATH_SETTINGS: readonly SettingName[] = ['workspace', 'out', 'dump', 'corpusUS', 'corpusGB'];

/**
 * The name of a setting as a flag has it, and a configuration file may.
 * @param name - a setting
 * @returns `min-ratio` for `minRatio`
 */
export function kebabName(name: string): string {
  return name.replace(/([a-z])([A-Z]+)/g, '$1-$2').toLowerCase();
}

/**
 * The environment variable of a setting.
 * @param name - a setting
 * @returns `FOLKWAYS_MIN_RATIO` for `minRatio`
 */
export function envName(name: string): string {
  return `FOLKWAYS_${kebabName(name).replaceAll('-', '_').toUpperCase()}`;
}

type Value<K extends SettingName> = z.infer<(typeof SETTINGS)[K]['schema']>;
type WithDefault = {
  [K in SettingName]: (typeof SETTINGS)[K] extends { readonly default: unknown } ? K : never;
}[SettingName];

/** A resolved configuration. */
export type Config = { readonly [K in WithDefault]: Value<K> } & { readonly source: 'sample' | 'dump' | 'api' } & {
  readonly [K in Exclude<SettingName, WithDefault | 'source'>]?: Value<K>;
};
