import { describe, expect, it } from 'vitest';
import { siteDifferences } from '../../../../../extractors/wiki/site/differences.js';
import type { DumpHeader, SiteInfoReply } from '../../../../../extractors/wiki/site/site.js';
import { ownPrefixes, siteFromApi, siteFromDump } from '../../../../../extractors/wiki/site/site.js';
import { languagePrefixes, linkTrailLetters, redirectWordsOf } from '../../../../../extractors/wiki/site/tables.js';
import { FatalError } from '../../../../../schemas/errors.js';
import { SiteRecord } from '../../../../../schemas/site.js';

const header: DumpHeader = {
  lang: 'de',
  base: 'https://de.wikipedia.org/wiki/Wikipedia:Hauptseite',
  case: 'first-letter',
  namespaces: [
    { id: 14, name: 'Kategorie', case: 'first-letter' },
    { id: 0, name: '', case: 'first-letter' },
    { id: 6, name: 'Datei', case: 'first-letter' },
    { id: 2302, name: 'Gadget-Definition', case: 'case-sensitive' },
  ],
};

const reply: SiteInfoReply = {
  query: {
    general: { lang: 'de', base: header.base, case: 'first-letter' },
    namespaces: {
      '0': { id: 0, name: '', case: 'first-letter' },
      '6': { id: 6, name: 'Datei', case: 'first-letter', canonical: 'File' },
      '14': { id: 14, name: 'Kategorie', case: 'first-letter', canonical: 'Category' },
      '2302': { id: 2302, name: 'Gadget-Definition', case: 'case-sensitive', canonical: 'Gadget definition' },
    },
    namespacealiases: [
      { id: 6, alias: 'Bild' },
      { id: 14, alias: 'Schublade' },
    ],
    interwikimap: [
      { prefix: 'en', language: 'English' },
      { prefix: 'xx-new', language: 'New' },
      { prefix: 'commons' },
      { prefix: 'ourwiki' },
      { prefix: 'de', language: 'Deutsch', localinterwiki: true },
    ],
    magicwords: [{ name: 'redirect', aliases: ['#WEITERLEITUNG', '#REDIRECT', '#SPRUNG'] }],
  },
};

describe('a site', () => {
  it('is the same from a dump and from the API, whatever else the API says', () => {
    const fromDump = siteFromDump(header);
    const fromApi = siteFromApi(reply);
    expect(fromApi).toEqual(fromDump);
    expect(JSON.stringify(fromApi)).toBe(JSON.stringify(fromDump));
    expect(SiteRecord.schema.parse(fromDump)).toEqual(fromDump);
  });

  it('has names, case and words filled from the table', () => {
    const site = siteFromDump(header);
    expect(site.namespaces.map((space) => space.id)).toEqual([0, 6, 14, 2302]);
    expect(site.namespaces[1]).toEqual({
      id: 6,
      name: 'Datei',
      canonical: 'File',
      aliases: ['Bild', 'Image'],
      case: 'first-letter',
    });
    expect(site.namespaces[3]).toMatchObject({ case: 'case-sensitive', aliases: [] });
    expect(site.redirectWords).toEqual(['#redirect', '#weiterleitung']);
    expect(site.disambiguationTemplates).toContain('begriffsklärung');
    expect(site.languages).toContain('zh-min-nan');
    expect(site.languages).not.toContain('de');
    expect(site.interwiki).toContain('commons');
  });

  it('takes the case rule of an old dump for all namespaces', () => {
    const old = siteFromDump({ ...header, case: 'case-sensitive', namespaces: [{ id: 0, name: '' }] });
    expect(old.namespaces[0]?.case).toBe('case-sensitive');
  });

  it('is refused where language, address or namespaces are missing', () => {
    const code = (read: () => unknown): string => {
      try {
        read();
      } catch (error) {
        if (error instanceof FatalError) return error.code;
      }
      return 'no error';
    };
    expect(code(() => siteFromDump({ ...header, namespaces: [] }))).toBe('dump-invalid');
    expect(code(() => siteFromDump({ ...header, lang: '' }))).toBe('dump-invalid');
    expect(code(() => siteFromApi({}))).toBe('wiki-error');
    expect(code(() => siteFromApi({ query: { ...reply.query, general: { lang: 'de' } } }))).toBe('wiki-error');
  });

  it('calls itself by its host on Wikimedia, and by nothing elsewhere', () => {
    expect(ownPrefixes({ base: 'https://no.wikipedia.org/wiki/X', lang: 'nb' })).toEqual(['no', 'nb']);
    expect(ownPrefixes({ base: 'https://simple.wikipedia.org/wiki/X', lang: 'en' })).toEqual(['simple']);
    expect(ownPrefixes({ base: 'https://www.wikidata.org/wiki/X', lang: 'en' })).toEqual([]);
    expect(ownPrefixes({ base: 'http://127.0.0.1/wiki/X', lang: 'de' })).toEqual([]);
    expect(ownPrefixes({ base: 'not an address', lang: 'de' })).toEqual([]);
  });
});

describe('siteDifferences', () => {
  it('names what the table lacks, and nothing that it has', () => {
    const found = siteDifferences(siteFromApi(reply), reply);
    expect(found.filter((line) => !line.includes('language prefixes of the table'))).toEqual([
      'interwiki prefix "ourwiki" is not in the table',
      'language prefix "xx-new" is not in the table',
      'name "Gadget definition" of namespace 2302 is not in the table',
      'name "Schublade" of namespace 14 is not in the table',
      'redirect word "#sprung" is not in the table',
    ]);
    expect(found.filter((line) => line.includes('language prefixes of the table'))).toHaveLength(1);
  });

  it('says nothing of a wiki that the table fits', () => {
    const site = siteFromDump(header);
    const interwikimap = site.languages.map((prefix) => ({ prefix, language: prefix }));
    expect(siteDifferences(site, { query: { interwikimap, namespacealiases: [{ id: 6, alias: 'image' }] } })).toEqual(
      [],
    );
  });
});

describe('the table', () => {
  it('has every language of Wikipedia once, in order', () => {
    const languages = languagePrefixes([]);
    expect(languages.length).toBeGreaterThan(340);
    expect([...new Set(languages)].sort()).toEqual(languages);
    for (const code of ['en', 'simple', 'be-tarask', 'roa-rup', 'zh-yue', 'tok']) expect(languages).toContain(code);
  });

  it('has usable trail letters and lower-case redirect words for each', () => {
    for (const code of languagePrefixes([])) {
      const letters = linkTrailLetters(code);
      if (letters !== '') expect(() => new RegExp(`[${letters}]+`, 'uy'), code).not.toThrow();
      const words = redirectWordsOf(code);
      expect(words).toContain('#redirect');
      expect(words).toEqual(words.map((word) => word.toLowerCase()));
    }
  });
});
