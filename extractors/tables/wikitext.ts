import type { TableGrid } from '../../schemas/table-grid.js';
import { htmlTables } from './html.js';
import { renderWikitext, type LinkTarget } from './wikitext/render.js';

/**
 * Every table of wikitext, by rendering the text to plain HTML and reading that: both sources give the same grids.
 * @param text - wikitext of a page
 * @param linkTarget - reads the target of a link (`A#b` of `[[A#b|c]]`); `undefined` for what is no page of this wiki
 * @returns the grids in document order
 */
export function wikitextTables(text: string, linkTarget: LinkTarget): readonly TableGrid[] {
  return htmlTables(renderWikitext(text, { linkTarget }));
}
