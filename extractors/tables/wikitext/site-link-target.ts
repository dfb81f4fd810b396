import type { Site } from '../../../schemas/site.js';
import { parseTitle } from '../../wiki/markup/title.js';
import type { LinkTarget } from './inline.js';

/**
 * A reader of link targets for one wiki: namespaces, case and interwiki prefixes as that wiki has them.
 * @param site - the wiki
 * @returns the reader; it gives `undefined` for other wikis' pages and for what is no title
 */
export function siteLinkTarget(site: Site): LinkTarget {
  return (raw) => {
    const parsed = parseTitle(raw, site);
    if (parsed.kind !== 'page') return undefined;
    const { title, namespace, fragment } = parsed;
    return { title, namespace, ...(fragment === undefined ? {} : { fragment }) };
  };
}
