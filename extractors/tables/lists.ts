import { readBlocks, type ListItem } from './blocks.js';
import { renderWikitext, type RenderOptions } from './wikitext/render.js';

export type { ListItem } from './blocks.js';

/**
 * Every item of the bullet, numbered and definition lists of a page, references and navigation left out.
 * @param html - rendered HTML of a wiki page
 * @returns the items in document order
 */
export function htmlLists(html: string): readonly ListItem[] {
  return readBlocks(html).flatMap((block) => (block.type === 'item' ? [block.item] : []));
}

/**
 * Every list item of wikitext (`*`, `#`, `;`, `:`).
 * @param text - wikitext of a page
 * @param options - how link targets are read
 * @returns the items in document order, as `htmlLists` gives them for the rendered page
 */
export function wikitextLists(text: string, options: RenderOptions): readonly ListItem[] {
  return htmlLists(renderWikitext(text, options));
}
