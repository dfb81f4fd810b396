import { siteFromDump } from '../../../../../extractors/wiki/site/site.js';
import type { Site } from '../../../../../schemas/site.js';

const ENGLISH: readonly (readonly [number, string])[] = [
  ...([
    [-2, 'Media'],
    [-1, 'Special'],
    [0, ''],
    [1, 'Talk'],
    [2, 'User'],
    [3, 'User talk'],
  ] as const),
  ...([
    [6, 'File'],
    [7, 'File talk'],
    [8, 'MediaWiki'],
    [9, 'MediaWiki talk'],
    [10, 'Template'],
    [11, 'Template talk'],
  ] as const),
  ...([
    [12, 'Help'],
    [13, 'Help talk'],
    [14, 'Category'],
    [15, 'Category talk'],
    [828, 'Module'],
    [829, 'Module talk'],
  ] as const),
];

function english(project: string, base: string): Site {
  return siteFromDump({
    lang: 'en',
    base,
    namespaces: [...ENGLISH, [4, project] as const, [5, `${project} talk`] as const].map(([id, name]) => ({
      id,
      name,
    })),
  });
}

/** A wiki outside Wikimedia, as a fresh English MediaWiki sets it up. */
export const localSite = english('LocalWiki', 'http://127.0.0.1:8080/wiki/Main_Page');

/** A wiki as the English Wikipedia sets it up. */
export const enwiki = english('Wikipedia', 'https://en.wikipedia.org/wiki/Main_Page');

/** A German wiki of Wikimedia, with the names that matter here. */
export const dewiki = siteFromDump({
  lang: 'de',
  base: 'https://de.wikipedia.org/wiki/Wikipedia:Hauptseite',
  namespaces: [
    { id: 0, name: '' },
    { id: 1, name: 'Diskussion' },
    { id: 2, name: 'Benutzer' },
    { id: 4, name: 'Wikipedia' },
    { id: 6, name: 'Datei' },
    { id: 10, name: 'Vorlage' },
    { id: 14, name: 'Kategorie' },
  ],
});

/** A site of one language with only the main namespace. */
export function bareSite(lang: string, base = 'http://127.0.0.1/wiki/Main'): Site {
  return siteFromDump({ lang, base, namespaces: [{ id: 0, name: '' }] });
}
