import { describe, expect, it } from 'vitest';
import { scanWikitext } from '../../../../../extractors/wiki/markup/scan.js';
import { bareSite, dewiki, enwiki, localSite } from './sites.js';

const scan = (text: string, title = 'Lantern Day') => scanWikitext(text, localSite, title);
const texts = (text: string, site = localSite) =>
  scanWikitext(text, site, 'Lantern Day').links.map((link) => link.text);

describe('links', () => {
  it('stand in order of appearance, with their section, those of references and captions at their place', () => {
    const text = [
      'On [[harbour]]<ref>See [[Book]] by [[Author]].</ref> and [[Boat|boats]].',
      '== Food ==',
      '[[File:A.png|thumb|With [[plum cake]]s]] {{box|a=[[Soup]]|[[Soup#Hot|hot soup]]}}',
      '=== [[Drink]]s ===',
      '[[Tea]]',
    ].join('\n');
    expect(scan(text).links.map(({ title, section, text: words }) => [title, words, section])).toEqual([
      ['Harbour', 'harbour', ''],
      ['Book', 'Book', ''],
      ['Author', 'Author', ''],
      ['Boat', 'boats', ''],
      ['Plum cake', 'plum cakes', 'Food'],
      ['Soup', 'Soup', 'Food'],
      ['Soup', 'hot soup', 'Food'],
      ['Drink', 'Drinks', 'Drinks'],
      ['Tea', 'Tea', 'Drinks'],
    ]);
  });

  it('keep what the reader sees', () => {
    expect(
      texts(
        "[[A|''b'' &amp; '''c''']] [[D|{{nowrap|e f}}]] [[G|<span lang=x>h</span>]] [[I|j<ref>k</ref>\n l]] [[M_n]]",
      ),
    ).toEqual(['b & c', 'e f', 'h', 'j l', 'M_n']);
    expect(texts('[[:Category:X]] [[A|b {{lang|de|c}} [x] {{!}} d]]')).toEqual(['Category:X', 'b c [x] | d']);
  });

  it('take the letters behind them, by language', () => {
    expect(texts('[[day]]s [[day]]é [[Tag]]e')).toEqual(['days', 'day', 'Tage']);
    expect(texts('[[Tag]]e [[Gruß]]ößü', dewiki)).toEqual(['Tage', 'Grußößü']);
    expect(texts('[[新年]]s', bareSite('zh'))).toEqual(['新年']);
  });

  it('leave out the page itself, special pages and media, but not a section of the page by its name', () => {
    expect(scan('[[lantern Day]] [[#Food]] [[Special:Search]] [[Media:A.ogg]] [[Lantern Day#Food]]').links).toEqual([
      { title: 'Lantern Day', namespace: 0, fragment: 'Food', text: 'Lantern Day#Food', section: '' },
    ]);
  });

  it('count the target of a picture and of an image map', () => {
    const map = '<imagemap>\nFile:A.png\n# [[not this]]\nrect 0 0 1 1 [[Region]]\n</imagemap>';
    expect(
      scan(`[[File:A.png|link=Harbour]] [[File:B.png|link=https://example.org]] ${map}`).links.map(
        (link) => link.title,
      ),
    ).toEqual(['Harbour', 'Region']);
  });

  it('with the own prefix are links even to categories', () => {
    const { links, categories } = scanWikitext('[[en:Category:X]] [[Category:Y]]', enwiki, 'A');
    expect(links.map((link) => link.title)).toEqual(['Category:X']);
    expect(categories).toEqual([{ title: 'Category:Y' }]);
  });
});

describe('language links and categories', () => {
  it('come once, the first language link and the last sort key', () => {
    expect(
      scan('[[de:neujahr]] [[DE:Zwei]] [[fr:Jour#x]] [[Category:A|b]] [[category:a|c]] [[Category:B]]'),
    ).toMatchObject({
      langlinks: [
        { lang: 'de', title: 'neujahr' },
        { lang: 'fr', title: 'Jour#x' },
      ],
      categories: [{ title: 'Category:A', sortKey: 'c' }, { title: 'Category:B' }],
    });
  });

  it('are plain links to another wiki on a talk page', () => {
    expect(scan('[[de:Neujahr]]', 'Talk:Lantern Day')).toMatchObject({ langlinks: [], links: [] });
  });
});

describe('redirects', () => {
  it('are read with local words, fragment and other wikis', () => {
    expect(scan('#redirect: [[harbour#Old part|x]]\n[[Category:R]]')).toMatchObject({
      redirect: { to: 'Harbour', fragment: 'Old part', namespace: 0 },
      links: [{ title: 'Harbour', fragment: 'Old part' }],
      categories: [{ title: 'Category:R' }],
    });
    expect(scanWikitext('#WEITERLEITUNG [[Hafen]]', dewiki, 'A').redirect).toEqual({ to: 'Hafen', namespace: 0 });
    expect(scanWikitext('#YÖNLENDİR [[Liman]]', bareSite('tr'), 'A').redirect?.to).toBe('Liman');
    expect(scan('#REDIRECT [[de:Neujahr]]')).toMatchObject({
      redirect: { to: 'de:Neujahr', interwiki: 'de' },
      links: [],
    });
  });

  it('are none behind a comment, without a link, or with words of another language', () => {
    for (const text of [
      '<!-- x -->#REDIRECT [[A]]',
      '#REDIRECT A',
      '#REDIRECT x [[A]]',
      '#WEITERLEITUNG [[A]]',
      '#REDIRECT [[A<b]]',
    ]) {
      expect(scan(text).redirect, text).toBeUndefined();
    }
  });
});

describe('disambiguation', () => {
  it.each([
    '__DISAMBIG__',
    '{{disambiguation}}',
    '{{Disambig|place}}',
    '{{template:disambig}}',
    '{{ dis_ambig\n}}'.replace('dis_', 'dis'),
  ])('is told by %s', (mark) => {
    expect(scan(`Text. ${mark}`).disambiguation).toBe(true);
  });

  it.each([
    '<nowiki>{{disambig}}</nowiki>',
    '<!-- __DISAMBIG__ -->',
    '{{disambig needed}}',
    'disambig',
    '{{begriffsklärung}}',
  ])('is not told by %s', (mark) => {
    expect(scan(`Text. ${mark}`).disambiguation).toBe(false);
  });

  it('has local names', () => {
    expect(scanWikitext('{{Begriffsklärung}}', dewiki, 'A').disambiguation).toBe(true);
  });
});
