import { describe, expect, it } from 'vitest';
import { parseDateText } from '../../../../extractors/dates/parse.js';
import { HolidayDate, type SingleDate } from '../../../../schemas/date.js';

/** Short form of a date: `5-1`, `12-24..12-26`, a rule, `-` when unparseable; alternatives after ` | `. */
function short(date: HolidayDate): string {
  const one = (d: SingleDate): string => {
    if (d.kind === 'unparseable') return '-';
    if (d.kind === 'movable') return d.rule;
    return `${d.month}-${d.day}${d.end_day === undefined ? '' : `..${d.end_month ?? d.month}-${d.end_day}`}`;
  };
  HolidayDate.parse(date);
  return [one(date), ...(date.alternatives ?? []).map(one)].join(' | ');
}

const cases = (rows: string, lang?: string): [string, string, string][] =>
  rows
    .trim()
    .split('\n')
    .map((line) => {
      const [text = '', want = '', own = 'en'] = line.split('=>').map((part) => part.trim());
      return [text, lang ?? own, want];
    });

describe('English fixed dates', () => {
  it.each(
    cases(`
    17 March => 3-17
    March 17th => 3-17
    on the 17th of March => 3-17
    Sept. 3 => 9-3
    Friday, 17 March 2023 => 3-17
    celebrated annually on 5 November. => 11-5
    17 March[b][12]† => 3-17
    november 2 3 => 11-2
    3–5 June => 6-3..6-5
    June 3 to 5 => 6-3..6-5
    28 August—2 September => 8-28..9-2
    from December 27 until January 4 => 12-27..1-4
    4, 5 and 6 June => 6-4..6-6
    4 and 9 June => 6-4 | 6-9
    1, 2 and 9 June => 6-1..6-2 | 6-9
    June 4, June 5 => 6-4..6-5
    2019-06-05 => 6-5
    13/06/2019 => 6-13
    6/13 => 6-13
    6/7 => -
    30 February => -
    June 31 – July 2 => -
    29 February => 2-29
    14 June (since 1976) => 6-14
    14 June (1976–2001) => 6-14
    14 June (Norway), 15 June (Sweden) => 6-14 | 6-15
    around 21 June => varies
    between June 5 and 7 => one-of:06-05,06-06,06-07
    June 5 or 6 => one-of:06-05,06-06
    June 5 or August 6 => 6-5 | 8-6
    2021: 4 June; 2022: 9 June => varies
    2021: 4 June; 2022: 4 June => 6-4
    begins 24 June, ends 3 July => 6-24..7-3
    24 June 2019 – 3 July 2019 => varies
    until 1950: 8 June => 6-8
    tbc => -
    winter => -
    June => -
    changes every year => varies`),
  )('%s', (text, lang, want) => {
    expect(short(parseDateText(text, lang))).toBe(want);
  });
});

describe('rules', () => {
  it.each(
    cases(`
    third Tuesday of March => nth-weekday:3 Tuesday March
    the final Sunday in June => nth-weekday:last Sunday June
    next-to-last Friday of May => nth-weekday:-2 Friday May
    the day after the third Monday in June => nth-weekday:3 Monday June +1
    Saturday preceding the 1st Sunday in October => nth-weekday:1 Sunday October -1
    Monday preceding May 9 => weekday-before:Monday May 9
    second Tuesday after June 3 => weekday-after:Tuesday June 3 +7
    Tuesday on or after June 3 => weekday-on-or-after:Tuesday June 3
    Tuesday nearest to June 10 => weekday-on-or-after:Tuesday June 7
    Saturday between 6 and 12 June => weekday-on-or-after:Saturday June 6
    Ash Wednesday => easter-46
    Orthodox Easter Monday => orthodox-easter+1
    Pentecost (Orthodox) => orthodox-easter+49
    Wednesday after Easter => easter+3
    8 weeks before Easter => easter-56
    sixth Sunday after Easter => easter+42
    Third Sunday of Lent => easter-28
    Thursday and Friday before Palm Sunday => easter-10..-9
    Tuesday after Pentecost => easter+51
    50th day of Easter => easter+49
    second Sunday of Advent => weekday-before:Sunday December 25 -14
    9 Dhul-Hijjah => islamic:9 Dhu al-Hijja
    Zilhaj 9 => islamic:9 Dhu al-Hijja
    3–6 Rabi'-ul-Awwal => islamic:3..6 Rabi al-Awwal
    21 Ramzan => islamic:21 Ramadan
    17 Tammuz => hebrew:17 Tammuz
    the 10th day of the Jewish month of Tevet => hebrew:10 Tevet
    2 Bahman => persian:2 Bahman
    19 Tahsas => ethiopian:19 Tahsas
    7 Pashons => coptic:7 Pashons
    7th day of the 7th lunar month => chinese:7-7
    ninth day of the ninth month (lunar calendar) => chinese:9-9
    Jyeshtha Krishna Ekadashi => hindu:Jyeshtha Krishna 11
    full-moon day of Ashadha => hindu:Ashadha Purnima
    Shukla Tritiya of Vaisakh => hindu:Vaishakha Shukla 3
    Karkidakam => malayalam:Karkidakam
    full moon of the 6th lunar month => full-moon:lunar-6
    June solstice (20 or 21 June) => solar-term:summer-solstice
    Varies (Hijri calendar) => varies
    2nd day of the 9th month of the Islamic calendar => islamic:2 Ramadan
    last ten days of Safar => varies
    49th day of the Omer (5 Sivan) => hebrew:5 Sivan
    Thursday of Holy Week => easter-3
    first Tuesday and third Friday of June => nth-weekday:1 Tuesday June | nth-weekday:3 Friday June
    Sunday after the first full moon of spring => varies
    weekend nearest to June 9 => varies`),
  )('%s', (text, lang, want) => {
    expect(short(parseDateText(text, lang))).toBe(want);
  });
});

describe('languages', () => {
  it.each(
    cases(`
    8. März => 3-8 => de
    7.–9. Juni => 6-7..6-9 => de
    3.6. => 6-3 => de
    dritter Samstag im Juni => nth-weekday:3 Saturday June => de
    Dienstag nach Ostern => easter+2 => de
    1er juin => 6-1 => fr
    du 3 au 5 juin => 6-3..6-5 => fr
    troisième samedi de juin => nth-weekday:3 Saturday June => fr
    Mercredi des Cendres => easter-46 => fr
    8 de junio => 6-8 => es
    8 y 9 de junio => 6-8..6-9 => es
    segundo sábado de junio => nth-weekday:2 Saturday June => es
    1.º de junho => 6-1 => pt
    último sábado de junho => nth-weekday:last Saturday June => pt
    8 e 9 giugno => 6-8..6-9 => it
    terzo sabato di giugno => nth-weekday:3 Saturday June => it
    derde zaterdag van juni => nth-weekday:3 Saturday June => nl
    tredje lördagen i juni => nth-weekday:3 Saturday June => sv
    8 czerwca => 6-8 => pl
    trzecia sobota czerwca => nth-weekday:3 Saturday June => pl
    8 июня => 6-8 => ru
    третья суббота июня => nth-weekday:3 Saturday June => ru
    с 8 по 9 июня => 6-8..6-9 => ru
    8 يونيو => 6-8 => ar
    ٢٢ حزيران => 6-22 => ar
    9 ذي الحجة => islamic:9 Dhu al-Hijja => ar
    السبت الثالث من يونيو => nth-weekday:3 Saturday June => ar
    6月8日 => 6-8 => zh
    六月八日至十日 => 6-8..6-10 => zh
    农历七月初七 => chinese:7-7 => zh
    6月第三个星期六 => nth-weekday:3 Saturday June => zh
    6月第3土曜日 => nth-weekday:3 Saturday June => ja
    旧暦7月7日 => chinese:7-7 => ja
    6월 8일 => 6-8 => ko
    음력 7월 7일 => chinese:7-7 => ko
    6월 셋째 토요일 => nth-weekday:3 Saturday June => ko
    8 Haziran => 6-8 => tr
    9 Nisan => 4-9 => tr
    9 Nisan => hebrew:9 Nisan => en
    Haziran ayının üçüncü cumartesi günü => nth-weekday:3 Saturday June => tr
    8 Juni => 6-8 => id
    Sabtu ketiga bulan Juni => nth-weekday:3 Saturday June => id
    9 Zulhijah => islamic:9 Dhu al-Hijja => id
    ngày 5 tháng 6 => 6-5 => vi
    mùng 5 tháng 5 âm lịch => chinese:5-5 => vi
    8. června => 6-8 => cs
    8 Ιουνίου => 6-8 => el
    8 ביוני => 6-8 => he
    ۸ خرداد => persian:8 Khordad => fa
    8 de junio => 6-8 => qq
    8 июня => 6-8 => en
    segunda terça-feira de junho => nth-weekday:2 Tuesday June => pt
    суббота перед Троицей => orthodox-easter+48 => ru
    Ostern + 60 Tage => easter+60 => de
    8-jun => 6-8 => es
    复活节前的星期四 => easter-3 => zh
    伊斯兰历9月3日 => islamic:3 Ramadan => zh
    復活祭の翌日 => easter+1 => ja
    음력 7월 6일 ~ 7월 8일 => chinese:7-6..7-8 => ko`),
  )('%s', (text, lang, want) => {
    expect(short(parseDateText(text, lang))).toBe(want);
  });
});

describe('what stands beside a date', () => {
  it('keeps qualifiers of brackets, colons and labels', () => {
    expect(parseDateText('8 June (Bavaria only)', 'en')).toEqual({
      kind: 'fixed',
      month: 6,
      day: 8,
      qualifier: 'Bavaria only',
    });
    expect(parseDateText('8 June: northern parishes', 'en')).toMatchObject({
      month: 6,
      day: 8,
      qualifier: 'northern parishes',
    });
    expect(parseDateText('Latin rite: 8 June; Greek rite: 9 June', 'en')).toMatchObject({
      day: 8,
      qualifier: 'Latin rite',
      alternatives: [{ day: 9, qualifier: 'Greek rite' }],
    });
  });
  it('reads old style', () => {
    expect(parseDateText('June 21 [O.S. June 8]', 'en')).toMatchObject({ month: 6, day: 21, old_style: '06-08' });
    expect(parseDateText('8 (21) июня 1905', 'ru')).toEqual({
      kind: 'fixed',
      month: 6,
      day: 21,
      year: 1905,
      old_style: '06-08',
    });
  });
  it('reads weekend rules', () => {
    for (const text of [
      '8 June (next Monday if on a Sunday)',
      '8 June, or the following Monday when it falls on a weekend',
      '8 June (9 June if 8 June is a Sunday)',
    ]) {
      expect(parseDateText(text, 'en')).toEqual({ kind: 'fixed', month: 6, day: 8, substitute: true });
    }
  });
  it('keeps dates of single years beside a rule', () => {
    expect(parseDateText('Third Sunday in June; 2021: June 20', 'en')).toEqual({
      kind: 'movable',
      rule: 'nth-weekday:3 Sunday June',
      year_dates: { 2021: '06-20' },
    });
  });
});

describe('hostile input', () => {
  it.each([
    ['digits and commas', '1,'.repeat(5000)],
    ['open brackets', '('.repeat(5000)],
    ['months', 'May 1 - '.repeat(1000)],
    ['tags', '<ref '.repeat(1000)],
    ['lone surrogates', '\ud800\udc00\ud800 5 June'],
    ['Han run', '第一月'.repeat(900)],
  ])('never throws and gives a valid object: %s', (_, text) => {
    for (const lang of ['en', 'zh', '', '💥']) expect(() => HolidayDate.parse(parseDateText(text, lang))).not.toThrow();
  });
});
