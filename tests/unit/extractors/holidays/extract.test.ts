import { describe, expect, it } from 'vitest';
import { extractHolidays } from '../../../../extractors/holidays/extract.js';
import { RecordError } from '../../../../schemas/errors.js';

const csv = 'Date;Name;Local name\nvaries;Orthodox Easter;Васкрс, Vaskrs\nmay 1 1;May Day;\n';

describe('extractHolidays', () => {
  it('turns a line into rows that carry its id', () => {
    const rows = extractHolidays({
      id: 'x',
      format: 'csv',
      title: 'Public holidays in Serbia',
      lang: 'en',
      content: csv,
    });
    expect(rows).toEqual([
      {
        source_id: 'x',
        country: 'RS',
        name: 'Orthodox Easter',
        native_names: [{ text: 'Васкрс', lang: 'sr-Cyrl', translit: 'Vaskrs' }],
        page: null,
        date_text: 'varies',
        date: { kind: 'movable', rule: 'orthodox-easter' },
        flags: ['date_from_name', 'denominational'],
        role: 'holiday',
        aliases: [],
      },
      expect.objectContaining({
        name: 'May Day',
        date: { kind: 'fixed', month: 5, day: 1 },
        flags: ['footnote_marker'],
      }),
    ]);
  });

  it.each([
    ['an unknown format', { id: 'x', format: 'docx', title: 't', lang: 'en', content: '' }],
    ['a missing field', { id: 'x', format: 'html', title: 't' }],
    ['no object', 'text'],
    ['a table that is no JSON', { id: 'x', format: 'table-json', title: 't', lang: 'en', content: '{' }],
    ['JSON that is no table', { id: 'x', format: 'table-json', title: 't', lang: 'en', content: '3' }],
  ])('says bad-input for %s', (_, line) => {
    expect(() => extractHolidays(line)).toThrow(RecordError);
    expect(() => extractHolidays(line)).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });

  it('reads JSON tables of every shape', () => {
    const line = { id: 'x', format: 'table-json', title: 'Public holidays in Fiji', lang: 'en' };
    const rows = [
      ['Date', 'Holiday'],
      ['10 October', 'Fiji Day'],
    ];
    for (const content of [rows, { header: rows[0], rows: [rows[1]] }, [{ Date: '10 October', Holiday: 'Fiji Day' }]]) {
      expect(extractHolidays({ ...line, content: JSON.stringify(content) }).map((row) => row.name)).toEqual([
        'Fiji Day',
      ]);
    }
    const box = { Title: ['Fiji Day'], 'Observed by': ['Fiji'], Date: ['10 October'], Frequency: ['Annual'] };
    expect(extractHolidays({ ...line, content: JSON.stringify(box) })).toMatchObject([
      { name: 'Fiji Day', country: 'FJ', date: { month: 10, day: 10 } },
    ]);
  });
});
