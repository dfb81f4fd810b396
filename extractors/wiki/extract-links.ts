import { z } from 'zod';
import type { Extractor } from '../extractor.js';
import { checkLine } from '../line-input.js';
import { scanWikitext } from './markup/scan.js';
import { wikipediaSite } from './site/wikipedia.js';

const Line = z.object({ id: z.string(), title: z.string(), text: z.string(), lang: z.string().default('en') });

/** Wikitext -> own links, language links, categories. */
export const linksExtractor: Extractor = {
  name: 'links',
  summary: "read a page's own links, language links and categories from its wikitext",
  input: '{"id", "title", "text", "lang"}',
  output:
    '{"id", "links": [{"title", "namespace", "text", "section"}], "langlinks", "categories", "redirect"?, "disambiguation"}',
  *run(value) {
    const { id, title, text, lang } = checkLine(Line, value);
    yield { id, ...scanWikitext(text, wikipediaSite(lang), title) };
  },
};
