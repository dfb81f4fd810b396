/**
 * One text under one lexicon: the dates found in it and what stands around each (brackets, labels, tails), gathered into entries.
 * What a bracket means is decided in notes.ts, which entry is the main date in choose.ts.
 */
import type { SingleDate } from '../../schemas/date.js';
import type { Atom } from './atoms.js';
import { formatMonthDay } from './days.js';
import { findDates } from './find-dates.js';
import type { Found } from './found.js';
import { groupBrackets } from './group.js';
import { lex } from './lex.js';
import type { Lexicon } from './lexicon.js';
import {
  conditionBefore,
  isSubstituteNote,
  labelBefore,
  noteKind,
  qualifierText,
  saysVaries,
  tailQualifier,
} from './notes.js';
import type { Passage } from './notes.js';
import type { Token } from './tokens.js';
import { symbolsOf } from './tokens.js';

/** A date with what was said around it. */
export interface Entry {
  readonly date: SingleDate;
  /** Only near "around", "earliest", "between": gives way to a firm date. */
  readonly approximate: boolean;
  /** Stood in a bracket after another date. */
  readonly inner: boolean;
  /** How it follows the entry before: listed with it, "or", or apart. */
  readonly link: 'and' | 'or' | 'apart';
  /** Year from a bracket, for a date without its own. */
  readonly year?: number;
}
/** All entries of a text. */
export interface Reading {
  readonly entries: readonly Entry[];
  /** The text says in words that the date changes. */
  readonly varies: boolean;
  /** A day was named that does not exist. */
  readonly impossible: boolean;
}
interface Around {
  date: SingleDate;
  extra: readonly Entry[];
  varies: boolean;
  year?: number;
}

const isFixed = (date: SingleDate | undefined): date is Extract<SingleDate, { kind: 'fixed' }> =>
  date?.kind === 'fixed';
const isBracket = (token: Token): boolean => token.sym === 'P' || token.sym === 'B';

function qualify(date: SingleDate, qualifier: string | undefined): SingleDate {
  return qualifier === undefined || date.qualifier !== undefined ? date : { ...date, qualifier };
}

function toOrthodox(date: SingleDate): SingleDate {
  return date.kind === 'movable' && date.rule.startsWith('easter') ? { ...date, rule: `orthodox-${date.rule}` } : date;
}

function addInner(around: Around, bracket: Token, text: string, lang: string): Around {
  const tokens = bracket.inner ?? [];
  const passage: Passage = { text, tokens, start: bracket.start + 1, end: bracket.end - 1, lang, inner: true };
  return { ...around, extra: [...around.extra, ...readPassage(passage).entries] };
}

/** Takes one bracket into account; only a bracket that follows its date directly can qualify it. */
function applyBracket(around: Around, bracket: Token, adjacent: boolean, { text, lang }: Passage): Around {
  const inner = bracket.inner ?? [];
  const found = findDates(inner, lang);
  const { date } = around;
  const first = found[0]?.dates[0];
  switch (noteKind(bracket, found, text)) {
    case 'year':
      return { ...around, year: inner.find((token) => token.sym === 'Y')?.n ?? 0 };
    case 'varies':
      return { ...around, varies: true };
    case 'qualifier':
      return adjacent
        ? { ...around, date: qualify(date, qualifierText(text, bracket.start + 1, bracket.end - 1)) }
        : around;
    case 'orthodox':
      return { ...around, date: toOrthodox(qualify(date, bracket.text.trim())) };
    case 'old-style':
      return isFixed(first) ? { ...around, date: { ...date, old_style: formatMonthDay(first) } } : around;
    case 'substitute':
      // A movable date has no weekend rule: what stands in the bracket are further dates.
      return isFixed(date) ? { ...around, date: { ...date, substitute: true } } : addInner(around, bracket, text, lang);
    case 'dates':
      return addInner(around, bracket, text, lang);
    default:
      return around;
  }
}

function applyBrackets(find: Found, tail: readonly Token[], head: readonly Token[], passage: Passage): Around {
  let around: Around = { date: find.dates[0] ?? { kind: 'unparseable' }, extra: [], varies: false };
  const plain = tail.findIndex((token) => !isBracket(token) && token.sym !== ',');
  for (const token of head.filter(isBracket)) around = applyBracket(around, token, true, passage);
  for (const [index, token] of tail.entries()) {
    if (isBracket(token)) around = applyBracket(around, token, plain < 0 || index < plain, passage);
  }
  return around;
}

/** Words that make the dates near them rough: before a date up to three tokens away, or right after it. */
function isApproximate(tokens: readonly Token[], find: Found, inner: boolean): boolean {
  const before = symbolsOf(tokens.slice(inner ? 0 : Math.max(0, find.start - 3), find.start));
  return /[cj][^;]*$/.test(before) || /^c/.test(symbolsOf(tokens.slice(find.end, find.end + 1)));
}

function linkOf(gap: string, previous: Found | undefined): Entry['link'] {
  if (!previous || !/^[,&|/;]*$/.test(gap)) return 'apart';
  return gap.includes('|') ? 'or' : gap.includes(';') ? 'apart' : 'and';
}

/** The length in tokens of a clause after a date that says it moves when it falls on a weekend; 0 when there is none. */
function substituteClause(tokens: readonly Token[], find: Found): number {
  const rest = symbolsOf(tokens.slice(find.end));
  const clause = (/^[PB]*;q[^;]*/.exec(rest) ?? /^[^;]*/.exec(rest) ?? [''])[0];
  const plain = clause.replace(/[PB]/g, '');
  return isSubstituteNote(plain) && /^[,;]?[|&i]?[NTOM,iqf|d]*[qifeW]/.test(plain) ? clause.length : 0;
}

/** "3 June or 3 July (Kyoto)": the bracket holds for both. */
function shareQualifier(entries: readonly Entry[]): Entry[] {
  return entries.map((entry, index) => {
    const next = entries[index + 1];
    return next?.link === 'or' && isFixed(entry.date)
      ? { ...entry, date: qualify(entry.date, next.date.qualifier) }
      : entry;
  });
}

/** Reads the dates of a passage with what is said about each. */
export function readPassage(passage: Passage): Reading {
  const { text, tokens, lang, end, inner } = passage;
  const finds = findDates(tokens, lang);
  const entries: Entry[] = [];
  const labelFirst = finds[0] !== undefined && tokens[finds[0].start - 1]?.sym === ':';
  const severalFromStart = finds.length > 1 && finds[0]?.start === 0;
  let varies = saysVaries(tokens, text) || (finds.length === 0 && tokens.some((token) => 'UzEA'.includes(token.sym)));
  let consumed = 0;
  for (const [index, find] of finds.entries()) {
    if (find.start < consumed) continue;
    const next = finds[index + 1];
    const previous = finds[index - 1];
    const tail = tokens.slice(find.end, next?.start ?? tokens.length);
    const around = applyBrackets(find, tail, index === 0 ? tokens.slice(0, find.start) : [], passage);
    const clause = isFixed(around.date) ? substituteClause(tokens, find) : 0;
    if (clause > 0) {
      around.date = { ...around.date, substitute: true };
      consumed = find.end + clause;
    } else {
      const label = labelFirst
        ? labelBefore(passage, find)
        : inner && index === 0
          ? conditionBefore(passage, find)
          : undefined;
      const stop = next ? (tokens[next.start]?.start ?? end) : end;
      around.date = qualify(
        around.date,
        label ?? (labelFirst ? undefined : tailQualifier(tail, text, stop, inner || severalFromStart)),
      );
    }
    varies ||= around.varies;
    const common = { approximate: isApproximate(tokens, find, inner), inner };
    const link = linkOf(symbolsOf(tokens.slice(previous?.end ?? 0, find.start)), previous);
    const year = around.year === undefined ? {} : { year: around.year };
    if (find.dates.length > 0) entries.push({ date: around.date, link, ...common, ...year });
    for (const other of find.dates.slice(1))
      entries.push({ date: qualify(other, around.date.qualifier), link: 'apart', ...common });
    entries.push(...around.extra);
  }
  // "33rd day of the Omer (18 Iyar)": only the bracket has a date.
  if (entries.length === 0 && !inner) {
    for (const bracket of tokens.filter(isBracket))
      entries.push(...addInner({ date: { kind: 'unparseable' }, extra: [], varies }, bracket, text, lang).extra);
  }
  return { entries: shareQualifier(entries), varies, impossible: finds.some((find) => find.dates.length === 0) };
}

/** Reads a cleaned text with one lexicon; `numericLang` sets the order of numeric dates. */
export function readText(
  text: string,
  atoms: readonly Atom[],
  lexicon: Lexicon,
  numericLang: string,
  lang: string,
): Reading {
  const tokens = groupBrackets(lex(text, atoms, lexicon, numericLang), text);
  return readPassage({ text, tokens, start: 0, end: text.length, lang, inner: false });
}
