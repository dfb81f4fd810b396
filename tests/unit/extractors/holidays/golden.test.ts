import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { holidayRows } from '../../../../extractors/holidays/rows.js';
import { HolidayRowRecord } from '../../../../schemas/holiday.js';

const folder = new URL('../../../golden/holidays/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

describe('golden holiday pages', () => {
  for (const name of readdirSync(folder).sort()) {
    const page = JSON.parse(read(`${name}/page.json`)) as { title: string; lang: string };
    const expected = JSON.parse(read(`${name}/expected.json`)) as { red_links?: string[]; rows: unknown[] };
    for (const [format, file] of [
      ['html', 'input.html'],
      ['wikitext', 'input.wiki'],
    ] as const) {
      if (!existsSync(new URL(`${name}/${file}`, folder))) continue;
      it(`${name}: ${format} gives the expected rows`, () => {
        const { rows } = holidayRows({ ...page, format, content: read(`${name}/${file}`) });
        for (const { row } of rows) HolidayRowRecord.schema.parse(row);
        // Which links are red only the wiki knows: in wikitext a red link looks like any other.
        const red = new Set(expected.red_links ?? []);
        const seen = rows.map(({ row: { red_link, ...row } }) => ({ ...row, page: red_link ?? row.page }));
        expect(seen).toEqual(expected.rows);
        if (format === 'html') expect(rows.flatMap(({ row }) => row.red_link ?? [])).toEqual([...red]);
      });
    }
  }
});
