import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  MONTH_NAMES,
  WEEKDAY_NAMES,
  isDayOf,
  isNextDay,
  isRealDay,
  weekdayOf,
} from '../../../../extractors/dates/days.js';
import { gregorianDate } from '../../../../extractors/dates/gregorian.js';
import { parseDateText } from '../../../../extractors/dates/parse.js';
import { HolidayDate } from '../../../../schemas/date.js';

const months = JSON.parse(
  readFileSync(new URL('../../../../extractors/dates/data/months.json', import.meta.url), 'utf8'),
) as Record<string, string[][]>;
const name = (lang: string, month: number, form = 0): string => months[lang]?.[month - 1]?.at(form) ?? '';

/** How a day, and a range within one month, is written in each language. */
const WRITE: Record<
  string,
  [day: (m: number, d: number) => string, range: (m: number, a: number, b: number) => string]
> = {
  en: [(m, d) => `${name('en', m)} ${d}`, (m, a, b) => `${name('en', m)} ${a}–${b}`],
  de: [(m, d) => `${d}. ${name('de', m)}`, (m, a, b) => `${a}. bis ${b}. ${name('de', m)}`],
  fr: [(m, d) => `${d === 1 ? '1er' : d} ${name('fr', m)}`, (m, a, b) => `du ${a} au ${b} ${name('fr', m)}`],
  es: [(m, d) => `${d} de ${name('es', m)}`, (m, a, b) => `del ${a} al ${b} de ${name('es', m)}`],
  pt: [(m, d) => `${d} de ${name('pt', m)}`, (m, a, b) => `de ${a} a ${b} de ${name('pt', m)}`],
  it: [(m, d) => `${d} ${name('it', m)}`, (m, a, b) => `dal ${a} al ${b} ${name('it', m)}`],
  nl: [(m, d) => `${d} ${name('nl', m)}`, (m, a, b) => `${a} tot ${b} ${name('nl', m)}`],
  sv: [(m, d) => `den ${d} ${name('sv', m)}`, (m, a, b) => `${a}–${b} ${name('sv', m)}`],
  pl: [(m, d) => `${d} ${name('pl', m, 2)}`.trim(), (m, a, b) => `od ${a} do ${b} ${name('pl', m, 0)}`],
  ru: [(m, d) => `${d} ${name('ru', m)}`, (m, a, b) => `с ${a} по ${b} ${name('ru', m)}`],
  ar: [(m, d) => `${d} ${name('ar', m)}`, (m, a, b) => `من ${a} إلى ${b} ${name('ar', m)}`],
  tr: [(m, d) => `${d} ${name('tr', m)}`, (m, a, b) => `${a}-${b} ${name('tr', m)}`],
  id: [(m, d) => `${d} ${name('id', m)}`, (m, a, b) => `${a} sampai ${b} ${name('id', m)}`],
  vi: [(m, d) => `ngày ${d} tháng ${m}`, (m, a, b) => `${a} - ${b} tháng ${m}`],
  zh: [(m, d) => `${m}月${d}日`, (m, a, b) => `${m}月${a}日至${b}日`],
  ja: [(m, d) => `${m}月${d}日`, (m, a, b) => `${m}月${a}日から${b}日`],
  ko: [(m, d) => `${m}월 ${d}일`, (m, a, b) => `${m}월 ${a}일 ~ ${b}일`],
};

const day = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .filter(([m, d]) => isRealDay(m, d));
const language = fc.constantFrom(...Object.keys(WRITE));

describe('writing and reading', () => {
  it('reads back a day written in any language', () => {
    fc.assert(
      fc.property(language, day, (lang, [m, d]) => {
        expect(parseDateText(WRITE[lang]?.[0](m, d) ?? '', lang)).toEqual({ kind: 'fixed', month: m, day: d });
      }),
      { numRuns: 400 },
    );
  });
  it('reads back a day written with any form of a month name', () => {
    const forms = Object.entries(months).flatMap(([lang, names]) =>
      lang === 'source' ? [] : names.flatMap((all, index) => all.map((form) => [lang, index + 1, form] as const)),
    );
    for (const [lang, month, form] of forms.filter(([, , form]) => !/[.॰׳]/.test(form))) {
      const date = parseDateText(`17 ${form}`, lang);
      expect([lang, form, date]).toEqual([lang, form, { kind: 'fixed', month, day: 17 }]);
    }
  });
  it('reads back a range written in any language', () => {
    fc.assert(
      fc.property(language, day, day, (lang, [m, a], [, b]) => {
        fc.pre(a < b && isRealDay(m, b));
        expect(parseDateText(WRITE[lang]?.[1](m, a, b) ?? '', lang)).toEqual({
          kind: 'fixed',
          month: m,
          day: a,
          end_month: m,
          end_day: b,
        });
      }),
      { numRuns: 400 },
    );
  });
  it('reads back a range across months, whatever the dash', () => {
    fc.assert(
      fc.property(day, day, fc.constantFrom('-', ' – ', '—', ' to ', ' − '), ([m, a], [k, b], dash) => {
        fc.pre(m !== k);
        const text = `${a} ${MONTH_NAMES[m - 1]}${dash}${b} ${MONTH_NAMES[k - 1]}`;
        expect(parseDateText(text, 'en')).toEqual({ kind: 'fixed', month: m, day: a, end_month: k, end_day: b });
      }),
    );
  });
  it('turns two listed days into a range exactly when they are neighbours', () => {
    fc.assert(
      fc.property(day, day, ([m, a], [k, b]) => {
        fc.pre(m !== k || a !== b);
        const date = parseDateText(`${MONTH_NAMES[m - 1]} ${a} and ${MONTH_NAMES[k - 1]} ${b}`, 'en');
        const neighbours = isNextDay({ month: m, day: a }, { month: k, day: b });
        expect(date.kind === 'fixed' && date.end_day !== undefined).toBe(neighbours);
        expect(date.alternatives === undefined).toBe(neighbours);
      }),
    );
  });
  it('gives a valid object for any text', () => {
    const word = fc.constantFrom('1', '31', 'May', 'first', 'Monday', 'Easter', 'after', 'before', 'or', 'and', '-', '(', ')', ',', ';', ':', 'if', 'Ramadan', 'lunar', 'month', 'day', '2024', 'x'); // prettier-ignore
    const text = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.array(word, { maxLength: 14 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(text, language, (input, lang) => {
        expect(HolidayDate.safeParse(parseDateText(input, lang)).error).toBeUndefined();
      }),
      { numRuns: 1500 },
    );
  });
});

const year = fc.integer({ min: 1583, max: 4099 });
const weekday = fc.integer({ min: 1, max: 7 });

describe('the day of a rule', () => {
  it('falls on the nth weekday', () => {
    fc.assert(
      fc.property(year, weekday, fc.integer({ min: 1, max: 12 }), fc.constantFrom(-2, -1, 1, 2, 3, 4), (y, w, m, n) => {
        const ordinal = { '-2': 'second-to-last', '-1': 'last', 1: 'first', 2: 'second', 3: 'third', 4: 'fourth' }[n];
        const date = parseDateText(`${ordinal} ${WEEKDAY_NAMES[w - 1]} of ${MONTH_NAMES[m - 1]}`, 'en');
        const found = gregorianDate(date, y);
        expect(found?.month).toBe(m);
        expect(found && weekdayOf(y, found)).toBe(w);
        const week = n > 0 ? Math.ceil((found?.day ?? 0) / 7) : n;
        const beyond = { month: m, day: (found?.day ?? 0) + 7 * -n };
        const within = { month: m, day: (found?.day ?? 0) + 7 * (-n - 1) };
        expect(week).toBe(n);
        if (n < 0) expect([isDayOf(y, within), isDayOf(y, beyond)]).toEqual([true, false]);
      }),
    );
  });
  it('is at most a week from the day it is counted from', () => {
    const relation = fc.constantFrom(['before', -7, -1], ['after', 1, 7], ['on-or-after', 0, 6]) as fc.Arbitrary<
      [string, number, number]
    >;
    fc.assert(
      fc.property(year, weekday, day, relation, (y, w, [m, d], [word, low, high]) => {
        fc.pre(isDayOf(y, { month: m, day: d }));
        const found = gregorianDate(`weekday-${word}:${WEEKDAY_NAMES[w - 1]} ${MONTH_NAMES[m - 1]} ${d}`, y);
        const days = [y - 1, y, y + 1].map(
          (at) => (Date.UTC(at, (found?.month ?? 0) - 1, found?.day) - Date.UTC(y, m - 1, d)) / 86_400_000,
        );
        expect(days.filter((count) => count >= low && count <= high)).toHaveLength(1);
      }),
    );
  });
  it('puts Easter on known Sundays', () => {
    const easters: Record<number, [string, string]> = { 2000: ['4-23', '4-30'], 2008: ['3-23', '4-27'], 2011: ['4-24', '4-24'], 2024: ['3-31', '5-5'], 2025: ['4-20', '4-20'], 2038: ['4-25', '4-25'] }; // prettier-ignore
    for (const [y, want] of Object.entries(easters)) {
      const got = ['easter', 'orthodox-easter'].map((rule) => gregorianDate(rule, Number(y)));
      expect(got.map((found) => `${found?.month}-${found?.day}`)).toEqual(want);
    }
    fc.assert(
      fc.property(year, (y) => {
        for (const rule of ['easter', 'orthodox-easter'])
          expect(weekdayOf(y, gregorianDate(rule, y) ?? { month: 0, day: 0 })).toBe(7);
      }),
    );
  });
  it('agrees with the offset arithmetic of phrases', () => {
    fc.assert(
      fc.property(year, weekday, fc.constantFrom('before', 'after'), (y, w, relation) => {
        const found = gregorianDate(parseDateText(`${WEEKDAY_NAMES[w - 1]} ${relation} Ash Wednesday`, 'en'), y);
        expect(found && weekdayOf(y, found)).toBe(w);
      }),
    );
  });
  it('is undefined for what cannot be computed', () => {
    for (const rule of ['varies', 'islamic:1 Shawwal', 'one-of:03-20,03-21', 'nth-weekday:5 Monday Smarch', '']) {
      expect(gregorianDate(rule, 2024)).toBeUndefined();
    }
    expect(gregorianDate({ kind: 'fixed', month: 2, day: 29 }, 2023)).toBeUndefined();
    expect(gregorianDate({ kind: 'fixed', month: 2, day: 29 }, 2024)).toEqual({ month: 2, day: 29 });
    expect(gregorianDate('nth-weekday:5 Monday February', 2023)).toBeUndefined();
  });
});
