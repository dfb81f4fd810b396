import { readFileSync } from 'node:fs';

const NAMES = JSON.parse(readFileSync(new URL('./data/languages.json', import.meta.url), 'utf8')) as Record<
  string,
  string[]
>;
const byName = new Map(
  Object.entries(NAMES).flatMap(([code, names]) => names.map((name) => [name.toLowerCase(), code] as const)),
);

/** English name of a language code (`ru` gives `Russian`), the code itself when unknown. */
export function languageName(code: string): string {
  return NAMES[code]?.[0] ?? NAMES[code.split('-')[0] ?? '']?.[0] ?? code;
}

/** Code of an English language name (`Russian`, `Sinhalese`), any case. */
export function languageCode(name: string): string | undefined {
  return byName.get(name.trim().toLowerCase());
}
