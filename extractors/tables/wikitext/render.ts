// Wikitext as the plain HTML that MediaWiki would give for it, so far as tables, lists, headings and running text go
// (https://www.mediawiki.org/wiki/Help:Tables, Help:Lists, Help:Links). Templates are not fetched: templates.ts knows the common ones by
// name. What comes out is only read by blocks.ts, never shown.
import { renderBlocks } from './block.js';
import type { LinkTarget } from './inline.js';
import { stripMarkup } from './strip.js';
import { expandTemplates } from './templates.js';

export type { LinkTarget } from './inline.js';

/** What rendering needs to know of the wiki. */
export interface RenderOptions {
  /** Reads the target of a link. */
  readonly linkTarget: LinkTarget;
  /** Called with the name of each template that is not known by name (its last plain argument is kept). */
  readonly onUnknownTemplate?: (name: string) => void;
}

/**
 * Renders wikitext to simple HTML.
 * @param text - wikitext of a page
 * @param options - how link targets are read
 * @returns HTML for `readBlocks`
 */
export function renderWikitext(text: string, options: RenderOptions): string {
  const expanded = expandTemplates(stripMarkup(text), options.onUnknownTemplate ?? (() => undefined));
  return renderBlocks(expanded.split('\n'), options.linkTarget);
}

/** A reader of link targets that knows no wiki: underscores to spaces, fragment apart, prefixes left as they are. */
export const plainLinkTarget: LinkTarget = (raw) => {
  const [name = '', fragment] = raw.replace(/^:/, '').split('#', 2);
  const title = name.replace(/[_\s]+/g, ' ').trim();
  if (title === '' && !fragment) return undefined;
  return {
    title: title.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
    ...(fragment ? { fragment: fragment.trim() } : {}),
  };
};
