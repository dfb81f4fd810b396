import type { Extractor } from '../extractor.js';
import { extractHolidays } from './extract.js';

/** Pages in any supported format -> holiday rows. */
export const holidaysExtractor: Extractor = {
  name: 'holidays',
  summary: 'read the holidays that a page lists: tables, lists, infoboxes, day pages',
  input:
    '{"id", "format": "html" | "wikitext" | "csv" | "table-json" | "text", "title", "lang", "country"?, "content"}',
  output: '{"source_id", "country", "name", "native_names", "page", "date_text", "date", "flags", "role", "aliases"}',
  run: extractHolidays,
};
