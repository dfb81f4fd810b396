import type { Site } from '../../../schemas/site.js';
import { canonicalName } from './tables.js';
import { siteFromDump } from './site.js';

const STANDARD = [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/**
 * A Wikipedia by language, for text that comes without its wiki: English namespace names and the aliases that are known.
 * @param lang - language prefix
 * @returns the site
 */
export function wikipediaSite(lang: string): Site {
  return siteFromDump({
    lang,
    base: `https://${lang}.wikipedia.org/wiki/Main_Page`,
    case: 'first-letter',
    namespaces: STANDARD.map((id) => ({ id, name: id === 0 ? '' : (canonicalName(id) ?? '') })),
  });
}
