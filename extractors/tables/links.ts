// The page a link in rendered HTML leads to. Addresses come in several styles (old and new MediaWiki, Parsoid, saved copies);
// see https://www.mediawiki.org/wiki/Specs/HTML. Redirects are not followed and titles are not looked up.
import type { CellLink } from '../../schemas/table-grid.js';
import { attribute, hasClass, type DomNode } from './dom.js';

const FOREIGN = new Set(['external', 'extiw', 'image', 'internal', 'mw-file-description']);
const RED = new Set(['new']);

/** A link being read: its words are added while its content is walked. */
export type OpenLink = { -readonly [K in keyof CellLink]: CellLink[K] };

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function titleOf(path: string): string {
  return decode(path).replace(/_/g, ' ').trim();
}

function fromHref(href: string): { title: string; fragment?: string } | undefined {
  const [address = '', fragment] = href.split('#', 2);
  const part = fragment === undefined || fragment === '' ? {} : { fragment: decode(fragment) };
  if (address === '')
    return fragment === undefined || /^cite_(note|ref)/.test(fragment) ? undefined : { title: '', ...part };
  const query = /[?&]title=([^&]+)/.exec(address)?.[1];
  if (query !== undefined) return { title: titleOf(query), ...part };
  const wiki = /^(?:(?:https?:)?\/\/[a-z0-9-]+(?:\.m)?\.wikipedia\.org)?\/wiki\/([^?]+)$/.exec(address)?.[1];
  if (wiki !== undefined) return { title: titleOf(wiki), ...part };
  const parsoid = /^\.\/([^?]+)/.exec(address)?.[1];
  return parsoid === undefined ? undefined : { title: titleOf(parsoid), ...part };
}

/**
 * The link an `<a>` element makes to a page of its wiki.
 * @param node - the element
 * @returns title, fragment and whether it is red, text still empty; `undefined` for links that leave the wiki, files, plain anchors
 */
export function linkOf(node: DomNode): OpenLink | undefined {
  const rel = attribute(node, 'rel');
  if (hasClass(node, FOREIGN) || rel.includes('mw:ExtLink') || rel.includes('mw:WikiLink/Interwiki')) return undefined;
  const red = hasClass(node, RED);
  const own = node.attribs?.['data-title'];
  if (own !== undefined) {
    const fragment = attribute(node, 'data-fragment');
    return { title: own, ...(fragment === '' ? {} : { fragment }), text: '', red };
  }
  const target = fromHref(attribute(node, 'href'));
  if (target !== undefined) return { ...target, text: '', red: red || /[?&]redlink=1/.test(attribute(node, 'href')) };
  const title = attribute(node, 'title').replace(/ \([^()]*\)$/, (end) => (red ? '' : end));
  return title === '' ? undefined : { title, text: '', red };
}
