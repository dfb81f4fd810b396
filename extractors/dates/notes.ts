/**
 * Says what a bracket or a tail beside a date is for: a year note, an old-style date, a weekend rule, other dates, or a qualifier such as a
 * region or a church. Reading the dates in it is the caller's part.
 */
import type { Found } from './found.js';
import type { Token } from './tokens.js';
import { symbolsOf } from './tokens.js';

/** A stretch of text with its tokens; `lang` is the language of the words, `inner` marks the content of a bracket. */
export interface Passage {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly start: number;
  readonly end: number;
  readonly lang: string;
  readonly inner: boolean;
}
/** What a bracket means. */
export type NoteKind =
  'nothing' | 'year' | 'old-style' | 'substitute' | 'dates' | 'varies' | 'orthodox' | 'lunar' | 'qualifier';

const LOOSE = /^[A-Z]$/u;
/** "varies by state" limits where, not when. */
const VARIES_BY_PLACE =
  /\b(?:by|in|across|between|among|per)\s+(?:(?:the|each|every)\s+)?(?:countr|region|state|provinc|island|count|canton|parish|municip|locat|place|communit|district|tradition|denominat|church)/i;

/** Whether a stretch of text says that the day moves when it falls on a weekend. */
export function isSubstituteNote(symbols: string): boolean {
  if (/q.*[eW]/.test(symbols) || /[eW].*q/.test(symbols)) return true;
  return /i[^;]*(?:f?W|e)/.test(symbols) || /^[,;]?\|f?W$/.test(symbols) || /f[We]$/.test(symbols);
}

/** Whether a text says that a date changes from year to year. */
export function saysVaries(tokens: readonly Token[], text: string): boolean {
  return tokens.some(
    (token) => 'zE'.includes(token.sym) && !VARIES_BY_PLACE.test(text.slice(token.end, token.end + 60)),
  );
}

/** The meaning of a bracket token, given the dates found inside. */
export function noteKind(note: Token, dates: readonly Found[], text: string): NoteKind {
  const inner = note.inner ?? [];
  const symbols = symbolsOf(inner);
  if (symbols.includes('J') && dates.length > 0) return 'old-style';
  if (note.sym === 'B') return 'nothing';
  if (/^[Ys,:;&|xn-]*$/.test(symbols) && symbols.includes('Y') && symbols.replace(/[^x]/g, '').length <= 2)
    return 'year';
  if (
    /^[cujM,&|/-]*$/.test(symbols) ||
    /^s[N,Y-]*$/.test(symbols) ||
    /^W?$/.test(symbols) ||
    /^N?d$/.test(symbols) ||
    /^[N,&-]*$/.test(symbols)
  )
    return 'nothing';
  if (/(?:^|[,;])[-bs]Y|Ys/.test(symbols)) return 'year';
  if (dates.length > 0 && /q/.test(symbols) && !isSubstituteNote(symbols)) return 'dates';
  if (isSubstituteNote(symbols)) return 'substitute';
  if (dates.some(({ dates: read }) => read.some((date) => date.kind !== 'movable' || date.rule !== 'varies')))
    return 'dates';
  if (saysVaries(inner, text)) return 'varies';
  if (/^[GJI,]+$/.test(symbols) && symbols.includes('G')) return 'orthodox';
  if (/^U+$/.test(symbols)) return 'lunar';
  const words = note.text.trim();
  return [...words].length < 2 && !LOOSE.test(words) ? 'nothing' : 'qualifier';
}

const WORDS_ONLY = /^[\s,;:.\-–|/()]+|[\s,;:.\-–|/(]+$/g;
const GENERIC =
  /^(?:dates?|(?:next|public|national|official|fixed|legal) .*|observed|holiday|when|day|fecha|data|datum|дата|dia|jour|日期|日付|날짜|التاريخ)$/iu;

/** A qualifier from the text between two offsets; undefined when nothing is said. */
export function qualifierText(text: string, start: number, end: number): string | undefined {
  const words = text.slice(start, end).replace(WORDS_ONLY, '').trim();
  const balanced = words.includes('(') && !words.includes(')') ? `${words})` : words;
  return /\p{L}/u.test(words) && !GENERIC.test(words) && words.length <= 200 ? balanced : undefined;
}

/** Text of a qualifier in the tokens after a date: after a colon or dash, or (`loose`, among several dates) the words that follow. */
export function tailQualifier(tail: readonly Token[], text: string, end: number, loose: boolean): string | undefined {
  const open = tail.findIndex((token) => token.sym !== 'P' && token.sym !== 'B');
  const first = tail[open];
  const second = tail[open + 1];
  if (!first) return undefined;
  const stop = tail.find((token, index) => index > open && token.sym === ';')?.start ?? end;
  if (':-'.includes(first.sym) && second && !'Y-'.includes(second.sym)) return qualifierText(text, first.end, stop);
  const bracket = tail.slice(open).find((token) => token.sym === 'P' || token.sym === 'B');
  const words = first.sym === 'x' || (first.sym === ',' && second?.sym === 'x');
  return loose && words ? qualifierText(text, first.start, Math.min(stop, bracket?.start ?? end)) : undefined;
}

/** "Western: April 21": the words between the date before and the colon. */
export function labelBefore({ text, tokens, start }: Passage, find: Found): string | undefined {
  const colon = tokens[find.start - 1];
  if (colon?.sym !== ':') return undefined;
  let from = find.start - 2;
  while (from >= 0 && !';NTMWYDCFP:'.includes(tokens[from]?.sym ?? ';')) from -= 1;
  return qualifierText(text, tokens[from]?.end ?? start, colon.start);
}

/** "(if on a fast day, then 7 Sivan)": what stands before the comma is the condition. */
export function conditionBefore({ text, tokens }: Passage, find: Found): string | undefined {
  const at = tokens.findIndex((token) => token.sym === 'q');
  const stop = tokens.findIndex((token, index) => index > at && (token.sym === ',' || token.sym === 'x'));
  const last = tokens[stop < 0 ? find.start : stop];
  return at < 0 || at > find.start || stop > find.start
    ? undefined
    : qualifierText(text, tokens[at]?.start ?? 0, last?.start ?? 0);
}
