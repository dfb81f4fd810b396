import { z } from 'zod';
import type { Extractor } from '../extractor.js';
import { checkLine } from '../line-input.js';
import { parseDateText } from './parse.js';

const Line = z.object({ id: z.string(), text: z.string(), lang: z.string().default('en') });

/** Date texts -> date objects. */
export const datesExtractor: Extractor = {
  name: 'dates',
  summary: 'read when a holiday is from free text, in many languages and calendars',
  input: '{"id", "text", "lang"}',
  output: '{"id", "date": {"kind": "fixed" | "movable" | "unparseable", ...}}',
  *run(value) {
    const { id, text, lang } = checkLine(Line, value);
    yield { id, date: parseDateText(text, lang) };
  },
};
