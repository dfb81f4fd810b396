// What a page's own text says: links, language links, categories, redirect target, disambiguation. The rules are those by which
// MediaWiki 1.39 fills pagelinks, langlinks and categorylinks, without what templates add. Sections and layers have own files.
import type { Site } from '../../../schemas/site.js';
import { isDisambiguation } from './disambiguation.js';
import { findHeadings } from './headings.js';
import type { Heading } from './headings.js';
import type { Layer } from './layers.js';
import { sourceOf, splitLayers } from './layers.js';
import type { FoundLink } from './layer-links.js';
import { readLayerLinks } from './layer-links.js';
import type { RedirectTarget } from './redirect.js';
import { readRedirect } from './redirect.js';
import { lookupOf } from './site-lookup.js';
import { contextOf } from './subpage.js';

/** A link that stands in the page's own text: an article, a file's page, a category's page, but no file use and no membership. */
export interface OwnLink {
  /** Full title of the target, normalised; redirects not followed. */
  readonly title: string;
  readonly namespace: number;
  readonly fragment?: string;
  /** The words that the reader sees; `''` for the target of an image map or of a file's `link=`. */
  readonly text: string;
  /** Words of the nearest heading above; `''` in the lead. */
  readonly section: string;
}

/** What a scan finds. All lists are in order of appearance. */
export interface WikitextScan {
  /** Not deduplicated. Links of the page to itself and to special pages are left out, as pagelinks has none either. */
  readonly links: readonly OwnLink[];
  /** The first link of each language; `lang` is the prefix in lower case, `title` as typed, with its fragment. */
  readonly langlinks: readonly { readonly lang: string; readonly title: string }[];
  /** Each category once, with its last sort key. */
  readonly categories: readonly { readonly title: string; readonly sortKey?: string }[];
  readonly redirect?: RedirectTarget;
  readonly disambiguation: boolean;
}

/**
 * Reads the wikitext of a page.
 * @param text - wikitext of the current revision
 * @param site - the wiki it is from
 * @param pageTitle - full title of the page
 * @returns what the page's own text says; never throws
 */
export function scanWikitext(text: string, site: Site, pageTitle: string): WikitextScan {
  const lookup = lookupOf(site);
  const context = contextOf(pageTitle, site);
  const redirect = readRedirect(text, site);
  const layers = splitLayers(text, redirect?.end ?? 0);
  const found = layers.flatMap((layer) => placed(layer, readLayerLinks(layer, lookup, context)));
  if (layers.length > 1) found.sort((left, right) => left.at - right.at);
  const own = layers[0];
  return {
    links: [...redirectLink(redirect?.target), ...ownLinks(found, own === undefined ? [] : findHeadings(own))],
    langlinks: languageLinks(found),
    categories: categoriesOf(found),
    ...(redirect === undefined ? {} : { redirect: redirect.target }),
    disambiguation: own !== undefined && isDisambiguation(own.text, lookup),
  };
}

type Placed = FoundLink & { readonly at: number };

function placed(layer: Layer, links: readonly FoundLink[]): readonly Placed[] {
  return links.map((link) => ({ ...link, at: sourceOf(layer, link.place) }));
}

function redirectLink(target: RedirectTarget | undefined): readonly OwnLink[] {
  if (target?.namespace === undefined || target.namespace < 0 || target.to === '') return [];
  const fragment = target.fragment === undefined ? {} : { fragment: target.fragment };
  return [{ title: target.to, namespace: target.namespace, ...fragment, text: target.to, section: '' }];
}

function ownLinks(found: readonly Placed[], headings: readonly Heading[]): readonly OwnLink[] {
  const links: OwnLink[] = [];
  let next = 0;
  let section = '';
  for (const link of found) {
    for (let heading = headings[next]; heading !== undefined && heading.at <= link.at; heading = headings[next]) {
      section = heading.heading;
      next++;
    }
    if (link.kind !== 'link') continue;
    const fragment = link.fragment === undefined ? {} : { fragment: link.fragment };
    links.push({ title: link.title, namespace: link.namespace, ...fragment, text: link.text, section });
  }
  return links;
}

function languageLinks(found: readonly Placed[]): WikitextScan['langlinks'] {
  const first = new Map<string, string>();
  for (const link of found) if (link.kind === 'language' && !first.has(link.prefix)) first.set(link.prefix, link.title);
  return [...first].map(([lang, title]) => ({ lang, title }));
}

function categoriesOf(found: readonly Placed[]): WikitextScan['categories'] {
  const last = new Map<string, string | undefined>();
  for (const link of found) if (link.kind === 'category') last.set(link.title, link.sortKey);
  return [...last].map(([title, sortKey]) => (sortKey === undefined ? { title } : { title, sortKey }));
}
