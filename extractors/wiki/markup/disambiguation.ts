import type { SiteLookup } from './site-lookup.js';

const WORD = /__(?:DISAMBIG|동음이의|ПОЈАСНУВАЊЕ)__/;

/**
 * Whether a text says that it only tells pages of one name apart: by the magic word of the Disambiguator extension or by one of the
 * site's templates, called with or without arguments.
 * @param text - the page's own layer
 * @param lookup - the wiki
 * @returns true for a disambiguation page
 */
export function isDisambiguation(text: string, lookup: SiteLookup): boolean {
  if (text.includes('__') && WORD.test(text)) return true;
  for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', at + 2)) {
    if (lookup.disambiguation.has(templateName(text, at + 2, lookup))) return true;
  }
  return false;
}

function templateName(text: string, start: number, lookup: SiteLookup): string {
  // The longest title has 255 bytes; what goes on longer is no name.
  const limit = Math.min(text.length, start + 300);
  let end = start;
  while (end < limit && !'|}{<#['.includes(text.charAt(end))) end++;
  const name = text.slice(start, end).replaceAll('_', ' ').trim().toLowerCase();
  const colon = name.indexOf(':');
  if (colon < 0) return name;
  return lookup.byName.get(name.slice(0, colon).trim())?.id === 10 ? name.slice(colon + 1).trim() : name;
}
