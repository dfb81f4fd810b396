import { parseTitle } from './title.js';
import type { Site } from '../../../schemas/site.js';

/** The page on which a link stands. */
export interface Context {
  /** Full title. */
  readonly title: string;
  readonly namespace: number;
}

/**
 * The context of a page.
 * @param pageTitle - full title
 * @param site - the wiki
 * @returns title and namespace; the main namespace for a title that is none
 */
export function contextOf(pageTitle: string, site: Site): Context {
  const title = parseTitle(pageTitle, site, { form: 'title' });
  return title.kind === 'page'
    ? { title: title.title, namespace: title.namespace }
    : { title: pageTitle, namespace: 0 };
}

/**
 * Whether pages of a namespace have subpages, by MediaWiki's defaults: not articles, files, categories and special pages.
 * @param namespace - number of the namespace
 * @returns true where `[[/X]]` is relative
 */
export function hasSubpages(namespace: number): boolean {
  return namespace > 0 && namespace !== 6 && namespace !== 14;
}

/**
 * The target of a link relative to its page: `/Sub`, `/Sub/` (shown without slashes), `../Other`.
 * @param target - as typed, trimmed at the left
 * @param context - the page
 * @returns the full target and what is shown where the link has no text; undefined where the target is not relative
 */
export function relativeTarget(
  target: string,
  context: Context,
): { readonly target: string; readonly shown: string } | undefined {
  if (!hasSubpages(context.namespace)) return undefined;
  const hash = target.indexOf('#');
  const path = (hash < 0 ? target : target.slice(0, hash)).trim();
  const suffix = hash < 0 ? '' : target.slice(hash);
  if (path.startsWith('/')) {
    const bare = path.slice(1).replace(/\/+$/, '');
    return { target: `${context.title}/${bare.trim()}${suffix}`, shown: path.endsWith('/') ? bare : path + suffix };
  }
  const ups = /^(?:\.\.\/)+/.exec(path)?.[0].length ?? 0;
  if (ups === 0) return undefined;
  const parts = context.title.split('/');
  if (parts.length <= ups / 3) return undefined;
  const above = parts.slice(0, parts.length - ups / 3).join('/');
  const rest = path.slice(ups).replace(/\/+$/, '');
  if (rest === '') return { target: above + suffix, shown: above };
  return { target: `${above}/${rest.trim()}${suffix}`, shown: path.endsWith('/') ? rest : path + suffix };
}
