// Which language a native name is likely in, from its letters and the languages of the country. A guess where several languages of a
// country share a script; `und` rather than a wrong code where nothing speaks for one.
import { fold, SCRIPTS } from './words.js';

const NAMES = Object.keys(SCRIPTS.scripts);
const MATCHERS = NAMES.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const);
// Languages that are not written in Latin letters; the few written in two scripts are taken out again.
const OTHER_SCRIPT = new Set(Object.values(SCRIPTS.scripts).flat());
for (const lang of ['az', 'ku', 'sr', 'tk', 'uz', 'vi']) OTHER_SCRIPT.delete(lang);
const LATIN = /\p{Script=Latin}/u;

/** The first script other than Latin that the text has letters of; `Latin` if only that; `undefined` without letters. */
export function scriptOf(text: string): string | undefined {
  // Kana decide before Han: Japanese text mixes them.
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'Hiragana';
  if (/\p{Script=Hangul}/u.test(text)) return 'Hangul';
  const found = MATCHERS.find(([, pattern]) => pattern.test(text))?.[0];
  return found ?? (LATIN.test(text) ? 'Latin' : undefined);
}

/** True if the text has letters and all of them are Latin. */
export function isLatin(text: string): boolean {
  return scriptOf(text) === 'Latin';
}

function has(text: string, lang: string): boolean {
  return [...(SCRIPTS.letters[lang] ?? '')].some((letter) => text.includes(letter));
}

/** Serbian is written in two scripts, so its code says which. */
function tag(lang: string, script: string): string {
  return lang === 'sr' && script === 'Cyrillic' ? 'sr-Cyrl' : lang;
}

/**
 * Guesses the language of a native name.
 * @param text - the name
 * @param translit - its transcription, `''` if none: some letters tell more there
 * @param candidates - languages of the country, likeliest first
 * @param pageLang - language of the page
 * @returns a language code, `und` if undecided
 */
export function guessLanguage(text: string, translit: string, candidates: readonly string[], pageLang: string): string {
  const script = scriptOf(text);
  if (script === undefined) return 'und';
  if (script === 'Latin') {
    const latin = candidates.filter((lang) => lang !== pageLang && !OTHER_SCRIPT.has(lang));
    return latin.length === 1 ? (latin[0] ?? 'und') : 'und';
  }
  const written = SCRIPTS.scripts[script] ?? [];
  const local = candidates.filter((lang) => written.includes(lang));
  const among = local.length > 0 ? local : written;
  const both = fold(text) + fold(translit);
  const marked = among.find((lang) => SCRIPTS.letters[lang] !== undefined && lang !== 'ru' && has(both, lang));
  if (marked !== undefined) return tag(marked, script);
  if (local.length === 1) return tag(local[0] ?? 'und', script);
  if (local.length > 1)
    return tag(local.find((lang) => lang === 'ru' || SCRIPTS.letters[lang] === undefined) ?? local[0] ?? 'und', script);
  if (script === 'Cyrillic' && has(fold(text), 'ru')) return 'ru';
  return (
    SCRIPTS.sole[script] ??
    (script === 'Devanagari' || script === 'Han' || script === 'Arabic' || script === 'Bengali'
      ? (written[0] ?? 'und')
      : 'und')
  );
}
