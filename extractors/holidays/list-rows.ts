// Items of bullet and definition lists that name holidays: on pages about one day of the year, on pages that list holidays, and in
// sections whose heading says so. Containing bullets ("Christian feast day:") give the role, the country or the date of what they hold.
import type { HolidayRole } from '../../schemas/holiday.js';
import { countryByName } from '../countries/countries.js';
import { parseDateText } from '../dates/parse.js';
import type { ListItem } from '../tables/blocks.js';
import type { Draft, PageContext } from './holiday-page.js';
import { monthName } from './months.js';
import { readName, trimName } from './names.js';
import { headingKind, sectionKind, type SectionKind } from './sections.js';
import { dateWords, splitDate, trailingDate } from './split-date.js';
import { settleDate, type When } from './when.js';
import { hasWord, isWord } from './words.js';

/** Letters: a longer item is prose, not an entry of a list. */
const MAX_ITEM = 2000;
const SEE_ALSO = /^(?:see also|siehe auch|см\. также|voir aussi|véase también|main article)(?!\p{L})/iu;
const YEAR_ENTRY = /^(?:c\. )?\d{1,4}(?: (?:BC|AD|BCE|CE|v\. Chr\.))?\s*[–—:-]/u;
const HONORIFIC =
  /^(?:saints?|st\.|blessed|venerable|hll?\.|sel\.|ehrw\.|s\.|santa?|san|sainte?|св\.|святого|святой)\s+(?=\p{Lu})/iu;
const POINTER = /\((?:eastern orthodox )?liturgics?\)/i;

/** What stands before a name and a dash: a country, or a place or organisation when the name is clearly what follows. */
function leadingPlace(
  text: string,
  page: PageContext,
): { country: string | undefined; place: string; rest: string } | undefined {
  const cut = /^([^:–—]{2,50}?)\s*(?::|\s[–—-])\s+(.+)$/su.exec(text);
  const place = trimName(cut?.[1] ?? '');
  const rest = cut?.[2] ?? '';
  if (place === '' || rest === '' || /\d/.test(place) || dateWords(place, page.lang, undefined) !== undefined)
    return undefined;
  const country = countryByName(place, page.lang)?.code;
  if (country !== undefined || isWord('organisations', place)) return { country, place, rest };
  const clear = hasWord('dayWords', rest.slice(0, 40)) && !hasWord('dayWords', place) && place.split(' ').length < 4;
  return clear && /^\p{Lu}/u.test(place) ? { country: undefined, place, rest } : undefined;
}

function kindOf(item: ListItem, page: PageContext): SectionKind {
  const above = [...item.headings, ...item.parents.map((parent) => parent.text)];
  const kind = sectionKind(above);
  if (kind !== 'unknown') return kind;
  if (page.kind === 'list') return 'holiday';
  return kind;
}

/** True if the item only groups what stands under it. */
function isContainer(item: ListItem, page: PageContext): boolean {
  if (!item.container) return false;
  const bare = item.text.replace(/:$/, '');
  const [link] = item.links;
  if (link !== undefined && item.text.startsWith(link.text) && /^,/.test(item.text.slice(link.text.length)))
    return false;
  return (
    item.kind === 'term' ||
    item.text.endsWith(':') ||
    headingKind(bare) !== 'unknown' ||
    countryByName(bare, page.lang) !== undefined ||
    monthName(bare, page.lang) !== undefined
  );
}

function roleOf(kind: SectionKind, name: string, page: PageContext): HolidayRole {
  if (kind === 'feast_day' || kind === 'name_day' || kind === 'historical' || kind === 'observance') return kind;
  return /^(?:world|international|internationaler?|welt|всемирный|международный|united nations)(?![a-z])/iu.test(
    name,
  ) && page.country === null
    ? 'observance'
    : 'holiday';
}

/** The date of an item: its own, that of the items above it, or that of the page. */
function whenOf(
  item: ListItem,
  own: string | undefined,
  name: string,
  link: string | undefined,
  page: PageContext,
): When | undefined {
  const names = [name, ...(link === undefined ? [] : [link])];
  const month = monthOf(item, page);
  const above = item.parents
    .map((parent) => dateWords(parent.text.replace(/:$/, ''), page.lang, month))
    .findLast((words) => words !== undefined);
  // On a page about one day, a dated year is when something happened, not when it is kept.
  const kept = own !== undefined && page.kind === 'day' && yearOf(own, page.lang) ? undefined : own;
  const text = kept ?? above;
  if (text !== undefined) return settleDate({ lines: [text], lang: page.lang, names, month });
  if (page.kind === 'day') {
    const date = parseDateText(page.title, page.lang);
    return { date, text: null, flags: ['date_from_title'] };
  }
  const named = settleDate({ lines: [], lang: page.lang, names });
  return named.date.kind === 'unparseable' ? undefined : named;
}

function yearOf(text: string, lang: string): boolean {
  const date = parseDateText(text, lang);
  return date.kind === 'fixed' && date.year !== undefined;
}

function monthOf(item: ListItem, page: PageContext): string | undefined {
  return [...item.headings, ...item.parents.map((parent) => parent.text)]
    .map((text) => monthName(text, page.lang))
    .findLast((name) => name !== undefined);
}

/** The country linked from within the name, if it is one alone: "[[Romania]]'s national day". */
function linkedCountry(item: ListItem, name: string, page: PageContext): string | null {
  const codes = item.links
    .filter((link) => name.includes(link.text))
    .flatMap((link) => countryByName(link.title, page.lang)?.code ?? []);
  return new Set(codes).size === 1 ? (codes[0] ?? null) : null;
}

function draftOf(
  item: ListItem,
  text: string,
  place: { country: string | undefined; place: string } | undefined,
  kind: SectionKind,
  index: number,
  page: PageContext,
): Draft | string {
  const split = splitDate(text, page.lang, monthOf(item, page));
  let { date } = split;
  let rest = split.rest;
  if (date === undefined) {
    const link = item.links.find(
      (candidate) =>
        rest.includes(candidate.text) &&
        trailingDate(rest.slice(rest.indexOf(candidate.text) + candidate.text.length), page.lang) !== undefined,
    );
    if (link !== undefined) {
      const end = rest.indexOf(link.text) + link.text.length;
      date = rest.slice(end).trim();
      rest = rest.slice(0, end);
    }
  }
  const [first] = item.links;
  const titled =
    kind === 'feast_day' && !(first !== undefined && HONORIFIC.test(first.text) && rest.startsWith(first.text));
  const plain = titled ? rest.replace(HONORIFIC, '') : rest;
  const read = readName({ lines: [plain], links: item.links, marks: item.marks }, page);
  if (read === undefined) return 'no-name';
  const when = whenOf(item, date, read.name, read.link?.title, page);
  if (when === undefined) return 'no-date';
  const parentCountry = item.parents
    .map((parent) => countryByName(parent.text.replace(/:$/, ''), page.lang)?.code)
    .findLast((code) => code !== undefined);
  const notes = [
    ...(place !== undefined && place.country === undefined ? [place.place] : []),
    ...read.notes,
    ...(split.after === '' ? [] : [trimName(split.after)]),
  ];
  const religious = hasWord('religious', item.text) || kind === 'feast_day';
  return {
    name: read.name,
    raw: rest,
    aliases: read.aliases,
    natives: read.natives,
    link: read.link,
    country: place?.country ?? read.country ?? parentCountry ?? page.country ?? linkedCountry(item, read.name, page),
    when,
    notes: notes.join('; '),
    role: POINTER.test(item.text) ? 'not_holiday' : roleOf(kind, read.name, page),
    flags: religious ? ['denominational'] : [],
    evidence: { table: -1, row: index, cells: [item.text] },
  };
}

/**
 * Reads one list item.
 * @param item - the item
 * @param index - its place among the items of the page
 * @param page - what is known of the page
 * @returns drafts, several for a list of names ("Bianca, Natalie"); none, with a rejection where the item stood in a list of holidays
 */
export function listRows(item: ListItem, index: number, page: PageContext): readonly Draft[] {
  const where = `item ${index}`;
  const kind = kindOf(item, page);
  if (kind === 'excluded') return [];
  if (
    kind === 'unknown' &&
    !(page.kind === 'day' && !YEAR_ENTRY.test(item.text) && hasWord('holidaySection', item.text))
  ) {
    if (page.kind !== 'other') page.reject('not-in-a-holiday-list', item.text, where);
    return [];
  }
  if (isContainer(item, page) || SEE_ALSO.test(item.text)) return [];
  if (item.text.length > MAX_ITEM) {
    page.reject('too-long', item.text.slice(0, 200), where);
    return [];
  }
  if (YEAR_ENTRY.test(item.text) && (page.kind === 'day' || /^(?:c\. )?\d{3}/.test(item.text))) {
    page.reject('dated-event', item.text, where);
    return [];
  }
  const place = leadingPlace(item.text, page);
  const text = place?.rest ?? item.text;
  const parts =
    kind === 'name_day'
      ? text
          .replace(/^[^:,]{3,40}(?::|\s[–—-])\s*/u, '')
          .split(/\s*[,;]\s*|\s+(?:och|og|and|und|et|i)\s+(?=\p{Lu})/u)
          .filter((part) => part !== '')
      : [text];
  return parts.flatMap((part) => {
    const draft = draftOf(item, part, place, kind, index, page);
    if (typeof draft !== 'string') return [draft];
    // A remark in a section of holidays is no loss; on other pages most items are remarks.
    page.reject(draft, part, where);
    return [];
  });
}
