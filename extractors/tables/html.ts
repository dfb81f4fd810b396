import type { TableGrid } from '../../schemas/table-grid.js';
import { readBlocks } from './blocks.js';

/**
 * Every table of a page that is not navigation or layout, nested tables apart from the one that holds them.
 * @param html - rendered HTML of a wiki page (old or new MediaWiki, Parsoid)
 * @returns the grids in document order
 */
export function htmlTables(html: string): readonly TableGrid[] {
  return readBlocks(html).flatMap((block) => (block.type === 'table' ? [block.grid] : []));
}
