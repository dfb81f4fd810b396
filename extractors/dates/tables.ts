/**
 * Loads the word tables of `data/` and widens the compact forms in them.
 * Sources stand in each file under `source`.
 * What the words mean for the parser is decided in lexicon.ts.
 */
import { readFileSync } from 'node:fs';

/** Word lists of one language: class name -> phrases, `ordinals` -> phrases for 1, 2, 3 ... */
export interface LanguageWords {
  readonly ordinals?: readonly (readonly string[])[];
  readonly [wordClass: string]: readonly string[] | readonly (readonly string[])[] | undefined;
}

/** Month names, weekday names and function words per language, and names of other calendars. */
export interface DateTables {
  readonly months: Readonly<Record<string, readonly (readonly string[])[]>>;
  readonly weekdays: Readonly<Record<string, readonly (readonly string[])[]>>;
  readonly words: Readonly<Record<string, LanguageWords>>;
  readonly feasts: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly calendars: {
    readonly months: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
    readonly hindu: {
      readonly tithi: readonly (readonly string[])[];
      readonly shukla: readonly string[];
      readonly krishna: readonly string[];
      readonly purnima: readonly string[];
      readonly amavasya: readonly string[];
    };
  };
  readonly solarTerms: { readonly names: Readonly<Record<string, readonly string[]>> };
}

function readTable(name: string): Record<string, unknown> {
  const table = JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), 'utf8')) as Record<
    string,
    unknown
  >;
  delete table['source'];
  return table;
}

/** Reads all tables from disk. */
export function loadTables(): DateTables {
  return {
    months: readTable('months') as DateTables['months'],
    weekdays: readTable('weekdays') as DateTables['weekdays'],
    words: readTable('words') as DateTables['words'],
    feasts: readTable('feasts') as DateTables['feasts'],
    calendars: readTable('calendars') as unknown as DateTables['calendars'],
    solarTerms: readTable('solar-terms') as unknown as DateTables['solarTerms'],
  };
}

/** `[a|b] [c|d]` -> `a c`, `a d`, `b c`, `b d`. */
export function expandChoices(pattern: string): string[] {
  const choice = /\[([^\]]*)\]/.exec(pattern);
  if (!choice) return [pattern];
  const head = pattern.slice(0, choice.index);
  const tail = pattern.slice(choice.index + choice[0].length);
  return (choice[1] ?? '').split('|').flatMap((option) => expandChoices(head + option.trim() + tail));
}
