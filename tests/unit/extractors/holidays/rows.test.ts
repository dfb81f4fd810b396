import { describe, expect, it } from 'vitest';
import { holidayRows } from '../../../../extractors/holidays/rows.js';

const wiki = (title: string, content: string, lang = 'en') => holidayRows({ format: 'wikitext', title, lang, content });
const brief = (title: string, content: string, lang = 'en') =>
  wiki(title, content, lang).rows.map(({ row }) => [
    row.country,
    row.name,
    row.date.kind === 'fixed' ? `${row.date.month}-${row.date.day}` : row.date.kind === 'movable' ? row.date.rule : '',
    row.role,
  ]);

describe('lists', () => {
  it('finds the date before, after, in brackets and in a clause', () => {
    const text =
      "== Holidays ==\n* April 1: [[April Fools' Day]]\n* [[Valentine's Day]], February 14\n* '''Labour Day''' (May 1), a day off\n* [[Election Day]] is held on the first Tuesday in March.\n* [[Eid al-Fitr]] (''Bayram'') — 1 Shawwal";
    expect(brief('Malta', text)).toEqual([
      ['MT', "April Fools' Day", '4-1', 'holiday'],
      ['MT', "Valentine's Day", '2-14', 'holiday'],
      ['MT', 'Labour Day', '5-1', 'holiday'],
      ['MT', 'Election Day', 'nth-weekday:1 Tuesday March', 'holiday'],
      ['MT', 'Eid al-Fitr', 'islamic:1 Shawwal', 'holiday'],
    ]);
  });

  it('reads day pages: countries in brackets, feast days, containers, movable days, no events', () => {
    const text = `== Events ==
* [[1804]] – A thing happens.
== Holidays and observances ==
* Christian [[feast day]]:
** [[Basil]] (Eastern Church)
* [[Some Day (Haiti)|Some Day]], celebrates a thing in 1804. ([[Haiti]])
* Earliest day on which [[Tree Day]] can fall, while January 7 is the latest; celebrated on the first Monday in January. ([[Fiji]])
* Unity-related observances:
** [[Unity Day]] (the [[Czech Republic]])`;
    expect(brief('January 1', text)).toEqual([
      [null, 'Basil', '1-1', 'feast_day'],
      ['HT', 'Some Day', '1-1', 'holiday'],
      ['FJ', 'Tree Day', 'nth-weekday:1 Monday January', 'holiday'],
      ['CZ', 'Unity Day', '1-1', 'observance'],
    ]);
  });

  it('takes the date and the country of the items above', () => {
    expect(brief('Festivals', '== Festivals ==\n* Kenya\n** 1 June: Lake Day\n* 2 June\n** Hill Day')).toEqual([
      ['KE', 'Lake Day', '6-1', 'holiday'],
      [null, 'Hill Day', '6-2', 'holiday'],
    ]);
  });

  it('keeps the reason of what it leaves out', () => {
    const { rejected } = wiki('Public holidays in Malta', '* Shops close early.\n* 1 May: X Day\n* 1 May: X Day');
    expect(rejected.map((one) => one.reason)).toEqual(['no-date', 'duplicate-row']);
  });
});

describe('tables', () => {
  it('reads month rows, section rows, repeated headers and rows without a name', () => {
    const text = `{| class="wikitable"
! Day !! Holiday
|-
! colspan=2 | January
|-
| 1 || New Year's Day
|-
! Day !! Holiday
|-
! colspan=2 | Observances
|-
| 26 || Duty Day
|-
| 27 ||
|}`;
    const { rows, rejected } = wiki('Public holidays in Fiji', text);
    expect(rows.map(({ row }) => [row.name, row.date, row.role])).toEqual([
      ["New Year's Day", { kind: 'fixed', month: 1, day: 1 }, 'holiday'],
      ['Duty Day', { kind: 'fixed', month: 1, day: 26 }, 'observance'],
    ]);
    expect(rejected).toHaveLength(1);
  });

  it('takes the link that covers the name, and none from the remarks', () => {
    const text =
      '== Public holidays ==\n{|\n! Date !! Name !! Notes\n|-\n| 7 January || Eastern [[Christmas]] || see [[Julian calendar]]\n|-\n| 8 March || Spring Day || [[Spring]]\n|}';
    expect(wiki('Chad', text).rows.map(({ row }) => row.page)).toEqual(['Christmas', null]);
  });

  it('reads dates of single years, languages of columns and literal meanings', () => {
    const text =
      '{|\n! English name !! Chinese name !! Pinyin !! Literal !! Date !! 2030 date\n|-\n| Spring Festival || 春节 || Chūnjié || spring feast || varies || 3 February\n|}';
    const [first] = wiki('Public holidays in China', text).rows;
    expect(first?.row.native_names).toEqual([{ text: '春节', lang: 'zh', translit: 'Chūnjié' }]);
    expect(first?.row.date).toMatchObject({ kind: 'movable', year_dates: { '2030': '02-03' } });
  });

  it('takes no list of editions, battles or seasons for holidays', () => {
    const editions =
      '== Festivals ==\n{|\n! Year !! Location !! Date\n|-\n| 1972 || Suva || 6–20 May\n|-\n| 1976 || Rotorua || 6–13 March\n|}';
    expect(wiki('Festival of Arts', editions).rows).toEqual([]);
    expect(wiki('War', '{|\n! Date !! Event\n|-\n| 1 May 1801 || Attack\n|}').rows).toEqual([]);
  });

  it('reads other languages by their header words', () => {
    expect(
      brief(
        'Jours fériés en France',
        '{|\n! Remarques !! Nom !! Date\n|-\n| || [[Fête nationale]] || 14 juillet\n|}',
        'fr',
      ),
    ).toEqual([['FR', 'Fête nationale', '7-14', 'holiday']]);
    expect(brief('日本の祝日', '{|\n! 名称 !! 月日\n|-\n| [[元日]] || 1月1日\n|}', 'ja')).toEqual([
      ['JP', '元日', '1-1', 'holiday'],
    ]);
  });
});
