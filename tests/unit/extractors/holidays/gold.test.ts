import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { holidayRows } from '../../../../extractors/holidays/rows.js';

const page = new URL('../../../../../shared/gold/sources/html/wtq_pages/204_984_Kazakhstan.html', import.meta.url);

describe.runIf(existsSync(page))(
  `real pages (${existsSync(page) ? 'found' : 'SKIPPED: ../shared/gold is not beside the repo'})`,
  () => {
    it('finds the twelve holidays of a country article with fifty tables, and nothing else', () => {
      const { rows } = holidayRows({
        format: 'html',
        title: 'Kazakhstan',
        lang: 'en',
        content: readFileSync(page, 'utf8'),
      });
      expect(rows).toHaveLength(12);
      expect(rows.every(({ row }) => row.country === 'KZ' && row.date.kind !== 'unparseable')).toBe(true);
      expect(rows.filter(({ row }) => row.native_names.length > 0)).toHaveLength(12);
      expect(rows.flatMap(({ row }) => row.red_link ?? [])).toHaveLength(1);
    });
  },
);
