import { findHeadings } from './headings.js';
import { splitLayers } from './layers.js';

/** A piece of a page from one heading to the next, of whichever level. */
export interface Section {
  /** Level of the heading, 1 to 6; 0 for the lead. */
  readonly level: number;
  /** Words of the heading; `''` for the lead. */
  readonly heading: string;
  /** Place of the heading's line in the text; 0 for the lead. */
  readonly start: number;
  /** Place behind the last character. */
  readonly end: number;
}

/**
 * Cuts a page at its headings. Headings in comments and in `<nowiki>` are none.
 * @param text - wikitext
 * @returns the lead, which may be empty, then one section for each heading; put together they are the text
 */
export function splitSections(text: string): readonly Section[] {
  const [own] = splitLayers(text);
  const headings = own === undefined ? [] : findHeadings(own);
  const lead = { level: 0, heading: '', start: 0, end: headings[0]?.at ?? text.length };
  return [
    lead,
    ...headings.map(({ level, heading, at }, index) => ({
      level,
      heading,
      start: at,
      end: headings[index + 1]?.at ?? text.length,
    })),
  ];
}

/**
 * The text above the first heading.
 * @param text - wikitext
 * @returns wikitext of the lead
 */
export function leadText(text: string): string {
  return text.slice(0, splitSections(text)[0]?.end);
}
