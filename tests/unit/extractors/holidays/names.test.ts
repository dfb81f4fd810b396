import { describe, expect, it } from 'vitest';
import {
  countryByCode,
  countryByDemonym,
  countryByName,
  COUNTRIES,
} from '../../../../extractors/countries/countries.js';
import { readName } from '../../../../extractors/holidays/names.js';
import { readNatives } from '../../../../extractors/holidays/native.js';
import { pageCountry } from '../../../../extractors/holidays/page-country.js';
import { guessLanguage } from '../../../../extractors/holidays/scripts.js';

const kazakh = { lang: 'en', languages: ['kk', 'ru'] };
const name = (line: string, context = { lang: 'en', languages: [] as string[] }) =>
  readName({ lines: [line], links: [], marks: [] }, context);

describe('readNatives', () => {
  it('pairs names with their transcriptions on one line or the next', () => {
    expect(readNatives(['Жаңа жыл (Jaña jıl)', 'Новый год', '(Novy god / Novyy god)'], [], kazakh)).toEqual([
      { text: 'Жаңа жыл', lang: 'kk', translit: 'Jaña jıl' },
      { text: 'Новый год', lang: 'ru', translit: 'Novy god / Novyy god' },
    ]);
  });

  it('reads language labels before and after, and marks', () => {
    const context = { lang: 'en', languages: ['fi', 'sv'] };
    expect(readNatives(['Finnish: Uudenvuodenpäivä', 'Nyårsdagen (Swedish)'], [], context)).toEqual([
      { text: 'Uudenvuodenpäivä', lang: 'fi' },
      { text: 'Nyårsdagen', lang: 'sv' },
    ]);
    expect(readNatives(['Jour'], [{ text: 'Jour', lang: 'fr', italic: true }], context)).toEqual([
      { text: 'Jour', lang: 'fr' },
    ]);
  });

  it('says und where nothing tells the language', () => {
    expect(guessLanguage('Fest', '', ['de', 'fr'], 'en')).toBe('und');
    expect(guessLanguage('新年', '', ['ja'], 'en')).toBe('ja');
    expect(guessLanguage('Нова година', '', ['sr'], 'en')).toBe('sr-Cyrl');
  });
});

describe('readName', () => {
  it.each([
    ['National Day (Myanmar)', 'National Day', { country: 'MM' }],
    ['May Day / Workers’ Day', 'May Day', { aliases: ['Workers’ Day'] }],
    ['Nowruz نوروز', 'Nowruz', { natives: [{ text: 'نوروز', lang: 'ar' }] }],
    [
      'Mountain Day (山の日, Yama no Hi)',
      'Mountain Day',
      { natives: [{ text: '山の日', lang: 'ja', translit: 'Yama no Hi' }] },
    ],
    ['Great Day, celebrates a union', 'Great Day', { notes: ['celebrates a union'] }],
  ])('reads %s', (line, expected, rest) => {
    expect(name(line)).toMatchObject({ name: expected, ...rest });
  });

  it('is undefined without letters', () => {
    expect(name('—')).toBeUndefined();
  });
});

describe('countries', () => {
  it('has every country once, with a continent outside Antarctica', () => {
    expect(COUNTRIES).toHaveLength(250);
    expect(new Set(COUNTRIES.map((country) => country.code)).size).toBe(250);
    expect(COUNTRIES.filter((country) => country.continent === null).map((country) => country.code)).toEqual([
      'AQ',
      'BV',
      'GS',
      'HM',
      'TF',
    ]);
  });

  it('finds names, aliases, local names and demonyms, and no word that only looks like one', () => {
    expect(countryByName('the United States of America')?.code).toBe('US');
    expect(countryByName('Türkiye')?.code).toBe('TR');
    expect(countryByName('Казахстан', 'ru')?.code).toBe('KZ');
    expect(countryByName('Rumänien', 'de')?.code).toBe('RO');
    expect(countryByName('Man')).toBeUndefined();
    expect(countryByDemonym('Kenyan')?.code).toBe('KE');
    expect(countryByCode('ken')?.name).toBe('Kenya');
  });

  it.each([
    ['Public holidays in Kenya', 'en', 'KE'],
    ['Public holidays in the Democratic Republic of the Congo', 'en', 'CD'],
    ['Holidays of Fiji', 'en', 'FJ'],
    ['Kenyan holidays', 'en', 'KE'],
    ['Georgia (country)', 'en', 'GE'],
    ['Feiertage in Österreich', 'de', 'AT'],
    ['Праздники Казахстана', 'ru', 'KZ'],
    ['日本の祝日', 'ja', 'JP'],
    ['Burning Man', 'en', undefined],
  ])('reads the country of the title %s', (title, lang, code) => {
    expect(pageCountry(title, lang)?.code).toBe(code);
  });
});
