import type { Layer } from './layers.js';
import { sourceOf } from './layers.js';
import { plainText } from './plain-text.js';

/** A heading line. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  /** Its words, without markup. */
  readonly heading: string;
  /** Place of its line in the source. */
  readonly at: number;
}

/**
 * The headings of a page: lines that begin and end with `=`. A heading with more signs on one side takes the smaller number, the
 * rest belongs to its words.
 * @param layer - the page's own layer
 * @returns headings in order
 */
export function findHeadings(layer: Layer): readonly Heading[] {
  const { text } = layer;
  const found: Heading[] = [];
  let at = text.startsWith('=') ? 0 : nextLine(text, 0);
  while (at >= 0) {
    const stop = text.indexOf('\n', at);
    const heading = readHeading(text.slice(at, stop < 0 ? text.length : stop));
    if (heading !== undefined) found.push({ ...heading, at: sourceOf(layer, at) });
    at = stop < 0 ? -1 : nextLine(text, stop);
  }
  return found;
}

function nextLine(text: string, from: number): number {
  const at = text.indexOf('\n=', from);
  return at < 0 ? -1 : at + 1;
}

function readHeading(line: string): { readonly level: number; readonly heading: string } | undefined {
  const text = line.trimEnd();
  let left = 0;
  while (left < text.length && text[left] === '=') left++;
  if (left === text.length) {
    // A line of nothing but signs: the middle one or two are its words.
    const level = Math.min(6, (left - 1) >> 1);
    return level === 0 ? undefined : { level, heading: text.slice(level, left - level) };
  }
  let right = 0;
  while (text[text.length - 1 - right] === '=') right++;
  const level = Math.min(left, right, 6);
  return level === 0 ? undefined : { level, heading: plainText(text.slice(level, text.length - level).trim()) };
}
