import { readFileSync } from 'node:fs';
import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';

const file = new URL('../../../pipelines/sample/wiki/en.xml', import.meta.url);
const xml = readFileSync(file, 'utf8');
const $ = load(xml, { xml: true });
const pages = $('page')
  .toArray()
  .map((element) => {
    const page = $(element);
    const text = page.find('text');
    return {
      title: page.children('title').text(),
      ns: Number(page.children('ns').text()),
      id: page.children('id').text(),
      revision: page.find('revision > id').text(),
      redirect: page.children('redirect').attr('title'),
      bytes: Number(text.attr('bytes')),
      text: text.text(),
    };
  });
const byTitle = new Map(pages.map((page) => [page.title, page]));
const lists = pages.filter(({ title, ns }) => ns === 0 && title.startsWith('Public holidays in '));
const linksOf = (text: string): string[] =>
  [...text.matchAll(/\[\[([^\]|#]+)[^\]]*\]\]/g)]
    .map((match) => (match[1] ?? '').trim())
    .filter((target) => !/^(?:Category|[a-z]{2}):/.test(target));

/** Follows redirects to the page that holds the text, or nothing. */
function resolve(title: string): (typeof pages)[number] | undefined {
  const page = byTitle.get(title);
  return page?.redirect === undefined ? page : resolve(page.redirect);
}

describe('the sample wiki', () => {
  it('has unique titles, page ids and revision ids', () => {
    for (const key of ['title', 'id', 'revision'] as const) {
      expect(new Set(pages.map((page) => page[key])).size, key).toBe(pages.length);
    }
  });

  it('states the length of each text', () => {
    const wrong = pages.filter(({ text, bytes }) => Buffer.byteLength(text) !== bytes);
    expect(wrong.map(({ title }) => title)).toEqual([]);
  });

  it('defines each template that it uses, and no template adds a category', () => {
    const used = new Set(
      pages.flatMap(({ text }) =>
        [...text.matchAll(/\{\{([A-Z][\w ]+|lang|convert|efn)(?=[|}\n])/g)].map((m) => m[1] ?? ''),
      ),
    );
    used.delete('PAGENAME');
    expect(used.size).toBeGreaterThan(8);
    const missing = [...used].filter(
      (name) => !byTitle.has(`Template:${name.charAt(0).toUpperCase()}${name.slice(1)}`),
    );
    expect(missing).toEqual([]);
    expect(pages.filter(({ ns, text }) => ns === 10 && text.includes('[[Category:'))).toEqual([]);
  });

  it('has a page for each category', () => {
    const used = pages.flatMap(({ text }) =>
      [...text.matchAll(/\[\[(Category:[^\]|]+)/g)].map((match) => match[1] ?? ''),
    );
    expect([...new Set(used)].filter((title) => !byTitle.has(title))).toEqual([]);
  });

  it('has the red links that it means to have, and no other', () => {
    const content = pages.filter(({ ns }) => ns !== 10);
    const red = new Set(content.flatMap(({ text }) => linksOf(text)).filter((title) => resolve(title) === undefined));
    expect([...red].sort()).toEqual([
      'Greenery Day',
      "Isra and Mi'raj",
      'Katiba Day',
      'Transmission of the Federal Executive Power',
    ]);
  });

  it('agrees with itself on redirect targets', () => {
    const redirects = pages.filter(({ redirect }) => redirect !== undefined);
    expect(redirects.length).toBeGreaterThanOrEqual(12);
    for (const { text, redirect } of redirects) {
      expect(/^#REDIRECT \[\[([^#\]]+)(?:#[^\]]+)?\]\]$/.exec(text)?.[1]).toBe(redirect);
    }
    expect(redirects.filter(({ text }) => text.includes('#', 1)).length).toBe(2);
    expect(redirects.filter(({ redirect }) => byTitle.get(redirect ?? '')?.redirect !== undefined)).toHaveLength(1);
  });

  it('lists six countries, each with eight or more linked holiday articles', () => {
    expect(lists).toHaveLength(6);
    for (const { title, text } of lists) {
      expect(text).toContain('[[Category:Lists of public holidays by country]]');
      const articles = new Set(linksOf(text).map((target) => resolve(target)));
      const holidays = [...articles].filter((page) => page?.text.includes('{{Infobox holiday'));
      expect(holidays.length, title).toBeGreaterThanOrEqual(8);
    }
  });

  it('holds articles of 80 to 250 words that open with two to four sentences', () => {
    const articles = pages.filter(({ ns, text, redirect }) => {
      return ns === 0 && redirect === undefined && /^== /m.test(text) && !text.includes('Lists of public holidays');
    });
    expect(articles.length).toBeGreaterThanOrEqual(50);
    for (const { title, text } of articles) {
      const bare = text
        .replace(/\{\{lang\|\w+\|([^}]*)\}\}/g, '$1')
        .replace(/\{\{[^{}]*\}\}/g, '')
        .replace(/<ref[^>]*>.*?<\/ref>|\[\[(?:Category|[a-z]{2}):[^\]]*\]\]/g, '');
      const words = bare.split(/\s+/).filter(Boolean).length;
      expect(words, title).toBeGreaterThanOrEqual(80);
      expect(words, title).toBeLessThanOrEqual(250);
      const sentences = (bare.split('\n== ')[0] ?? '').match(/\.(?=\s|$)/g)?.length ?? 0;
      expect(sentences, title).toBeGreaterThanOrEqual(2);
      expect(sentences, title).toBeLessThanOrEqual(4);
    }
  });

  it('is written one element a line, so that it can be edited by hand', () => {
    expect(xml).not.toMatch(/\r|\t/);
    expect(xml.match(/^ {4}<title>/gm)).toHaveLength(pages.length);
  });
});
