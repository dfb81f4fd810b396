// The name of a holiday out of the words of a cell or list item: brackets read for what they are (country, native name, alias, remark),
// several names told apart, the link that covers the name found. How dates are cut off first is in split-date.ts.
import type { NativeName } from '../../schemas/holiday.js';
import type { CellLink, CellMark } from '../../schemas/table-grid.js';
import { countryByName } from '../countries/countries.js';
import { joinBracketLines, readNatives, splitByScript, type NameContext } from './native.js';
import { isLatin, scriptOf } from './scripts.js';
import { hasWord, isWord } from './words.js';

/** Words with their links and marks; `text` need not be all of a cell. */
export interface NameText {
  readonly lines: readonly string[];
  readonly links: readonly CellLink[];
  readonly marks: readonly CellMark[];
}

/** A name, taken apart. */
export interface ReadName {
  readonly name: string;
  readonly raw: string;
  readonly aliases: readonly string[];
  readonly natives: readonly NativeName[];
  readonly country: string | undefined;
  readonly notes: readonly string[];
  readonly link: CellLink | undefined;
}

const ALSO =
  /^(?:also (?:known as|called)|a\.?k\.?a\.?|known (?:locally )?as|formerly|auch|aussi|también|anche|também|или|также|or|oder|ou|o)\s+/iu;
const BRACKET = /\s*[([（]([^()[\]（）]*(?:\([^()]*\)[^()]*)*)[)\]）]/u;
const WRAPPED = /^(?:the )?(?:start|beginning|end) of (?:the )?/i;
const EARLIEST = /^(?:the )?(?:earliest|latest) (?:possible )?(?:day|date)\b.*?\bon which\s/i;

/** Strips quotes and punctuation from both ends. */
export function trimName(text: string): string {
  return text
    .replace(/^[\s"“”„«»:;,.–—•·*-]+|[\s"“”„«»:;,–—•·-]+$/gu, '')
    .replace(/(?<=\p{L}{4}|[)\d])\.$/u, '')
    .replace(/\s+/g, ' ');
}

function isPlace(text: string, lang: string): string | undefined {
  const words = text.replace(/^(?:in|only in|nur in|en)\s+/i, '');
  const parts = words.split(/,\s*|\s+(?:and|und|et|y|и)\s+/u).filter((part) => part !== '');
  return (countryByName(words, lang) ?? (parts.length > 1 ? countryByName(parts.at(-1) ?? '', lang) : undefined))?.code;
}

interface Found {
  aliases: string[];
  natives: NativeName[];
  notes: string[];
  country: string | undefined;
}

/** Sorts one bracket after a name into what it says. */
function readBracket(text: string, source: NameText, context: NameContext, found: Found): void {
  const inner = text.trim();
  const place = isPlace(inner, context.lang);
  if (place !== undefined) {
    found.country ??= place;
    if (countryByName(inner, context.lang) === undefined) found.notes.push(inner);
  } else if (inner !== '' && !isLatin(inner) && scriptOf(inner) !== undefined && !sameScript(inner, context.lang)) {
    found.natives.push(...readNatives([inner], source.marks, context));
  } else if (source.marks.some((mark) => mark.lang !== undefined && mark.text === inner) || /^\p{L}+:\s/u.test(inner)) {
    const natives = readNatives([inner], source.marks, context);
    if (/^\p{L}+:\s/u.test(inner) && natives[0]?.lang === 'und') found.notes.push(inner);
    else found.natives.push(...natives);
  } else if (ALSO.test(inner)) found.aliases.push(trimName(inner.replace(ALSO, '')));
  else if (source.marks.some((mark) => mark.italic && mark.text === inner))
    found.natives.push(...readNatives([inner], source.marks, context));
  else if (/^\p{Lu}/u.test(inner) && !/\d/.test(inner) && hasWord('dayWords', inner)) found.aliases.push(inner);
  else if (inner !== '') found.notes.push(inner);
}

/** True if the text is in the script of the page's own language. */
function sameScript(text: string, lang: string): boolean {
  const script = scriptOf(text);
  const own: Readonly<Record<string, string>> = {
    ru: 'Cyrillic',
    uk: 'Cyrillic',
    be: 'Cyrillic',
    bg: 'Cyrillic',
    sr: 'Cyrillic',
    mk: 'Cyrillic',
    kk: 'Cyrillic',
    el: 'Greek',
    he: 'Hebrew',
    ar: 'Arabic',
    fa: 'Arabic',
    ur: 'Arabic',
    hi: 'Devanagari',
    bn: 'Bengali',
    th: 'Thai',
    ko: 'Hangul',
    zh: 'Han',
    ka: 'Georgian',
    hy: 'Armenian',
  };
  if (lang === 'ja') return script === 'Hiragana' || script === 'Han';
  return (own[lang] ?? 'Latin') === script;
}

/** Cuts a name from the clause that explains it: "Great Union Day, celebrates the union of ...". */
function cutClause(text: string, links: readonly CellLink[]): readonly [string, string] {
  const first = links.find((link) => text.startsWith(link.text));
  const from = first?.text.length ?? 0;
  const rest = text.slice(from);
  const sentence = /(?<=\p{L}{4}|\)|\d{4})\.\s+(?=\p{Lu})/u.exec(rest);
  const clause =
    /\s*(?:;|\s[–—-]\s|:\s|,\s+(?=\p{Ll}|\d)|(?<=\p{L}),\s+(?=(?:Bischof|Bishop|Marking|Commemorat)))/u.exec(rest);
  // "Election Day is held on ...": only after a link, where the name is known to end.
  const verb =
    first === undefined
      ? null
      : /^\s+(?:is|are|falls?|takes place|held|observed|celebrated|ist|wird|est|es)\s/u.exec(rest);
  const at = Math.min(sentence?.index ?? Infinity, clause?.index ?? Infinity, verb?.index ?? Infinity);
  if (at === Infinity || from + at < 3) return [text, ''];
  return [text.slice(0, from + at), trimName(text.slice(from + at).replace(/^[.\s;:,–—-]+/u, ''))];
}

/** The link that covers the name, or the most of it. */
function coveringLink(name: string, raw: string, links: readonly CellLink[], lang: string): CellLink | undefined {
  const inside = links.filter(
    (link) =>
      link.title !== '' &&
      (name.includes(link.text) || (link.text.includes(name) && raw.includes(link.text))) &&
      // "[[Romania]]'s national day": the country is no article about the day.
      (link.text === name || countryByName(link.title, lang) === undefined),
  );
  return inside.reduce<CellLink | undefined>(
    (best, link) => (best === undefined || link.text.length > best.text.length ? link : best),
    undefined,
  );
}

/**
 * Reads a name.
 * @param source - the words, links and marks of the cell or item, dates already cut off
 * @param context - language of the page, languages of the country
 * @returns the name and what stood with it; `undefined` when no letters are left
 */
export function readName(source: NameText, context: NameContext): ReadName | undefined {
  const lines = joinBracketLines(source.lines);
  const raw = lines.join(' ');
  const found: Found = { aliases: [], natives: [], notes: [], country: undefined };
  const names: string[] = [];
  for (const [i, line] of lines.entries()) {
    const text = readLine(line, source, context, found, i === 0);
    if (text === '') continue;
    if (i > 0 && names.length > 0 && !sameScript(text, context.lang))
      found.natives.push(...readNatives([text], source.marks, context));
    else if (
      i > 0 &&
      names.length > 0 &&
      source.marks.some((mark) => mark.lang !== undefined && mark.text.includes(text))
    ) {
      found.natives.push(...readNatives([text], source.marks, context));
    } else if (i > 0 && names.length > 0 && /^\p{Ll}/u.test(text)) found.notes.push(text);
    else names.push(text);
  }
  // A foreign-script line before the Latin one is the native name.
  const main = names.find((name) => sameScript(name, context.lang)) ?? names[0];
  if (main === undefined || !/[\p{L}\p{N}]/u.test(main)) return undefined;
  for (const other of names) {
    if (other === main) continue;
    if (sameScript(other, context.lang)) found.aliases.push(other);
    else found.natives.push(...readNatives([other], source.marks, context));
  }
  const [name = main, ...more] = splitNames(main, source, context, found);
  const aliases = [...more, ...found.aliases].filter(
    (alias, i, all) => alias !== '' && alias !== name && all.indexOf(alias) === i,
  );
  const natives = found.natives.filter(
    (native, i, all) => all.findIndex((other) => other.text === native.text) === i && native.text !== name,
  );
  return {
    name,
    raw,
    aliases,
    natives,
    country: found.country,
    notes: found.notes,
    link: coveringLink(name, raw, source.links, context.lang),
  };
}

function readLine(line: string, source: NameText, context: NameContext, found: Found, first: boolean): string {
  let text = line;
  if (first && EARLIEST.test(text)) {
    const link = source.links.find((candidate) => text.replace(EARLIEST, '').startsWith(candidate.text));
    const rest = text.replace(EARLIEST, '');
    const end = link?.text.length ?? rest.search(/\s(?:can|may|could) (?:fall|be)\b/);
    if (end > 0) {
      for (const bracket of rest.matchAll(new RegExp(BRACKET, 'gu')))
        readBracket(bracket[1] ?? '', source, context, found);
      return trimName(rest.slice(0, end));
    }
  }
  for (let bracket = BRACKET.exec(text); bracket !== null; bracket = BRACKET.exec(text)) {
    readBracket(bracket[1] ?? '', source, context, found);
    text = text.slice(0, bracket.index) + text.slice(bracket.index + bracket[0].length);
  }
  text = trimName(text);
  if (first && WRAPPED.test(text) && source.links.some((link) => text.replace(WRAPPED, '').startsWith(link.text)))
    text = text.replace(WRAPPED, '');
  const [name, clause] = cutClause(text, source.links);
  const place = countryByName(clause, context.lang)?.code;
  if (place !== undefined) found.country ??= place;
  else if (clause !== '') found.notes.push(clause);
  const split = sameScript('a', context.lang) ? splitByScript(name) : undefined;
  if (split !== undefined) {
    found.natives.push(...readNatives([split.other], source.marks, context));
    return split.latin;
  }
  return trimName(name);
}

/** Several names in one: "May Day / Labour Day", "X or Y", "X, also known as Y". */
function splitNames(text: string, source: NameText, context: NameContext, found: Found): readonly string[] {
  const parts = text
    .split(/\s+\/\s+|\s+(?:or|oder|ou|или)\s+(?=\p{Lu})|,?\s+(?:also known as|also called|a\.?k\.?a\.?)\s+(?:the\s+)?/u)
    .map(trimName);
  if (parts.length === 1 || parts.some((part) => part.length < 3 || isWord('organisations', part))) return [text];
  return parts.filter((part, i) => {
    const foreign =
      i > 0 && source.marks.some((mark) => (mark.italic || mark.lang !== undefined) && mark.text.includes(part));
    if (foreign) found.natives.push(...readNatives([part], source.marks, context));
    return !foreign;
  });
}
