/**
 * Cleans the text of a table cell or infobox field before it is read as a date: markup, footnote marks, invisible characters, digits, dashes.
 * Text over MAX_LENGTH characters is cut, so that every later step has a bounded input.
 * Brackets that are more than a footnote mark stay; notes.ts says what they mean.
 */

/** The longest text that is looked at, in UTF-16 code units. */
export const MAX_LENGTH = 2000;

const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]/g;
const FOOTNOTE =
  /\[\s{0,2}(?:\p{L}{1,2}|\d{1,3}|(?:note|nb|n|fn|lower-alpha|citation needed|when\?|update)\s?\d{0,3})\s{0,2}\]/giu;
const MARKS = /[†‡*§¶#⁂※¹²³⁰⁴-⁹]/g;
const DASHES = /[‐‑‒–—―−﹘﹣－⁃~〜～∼]/g;

/** Every decimal digit block of Unicode starts at a multiple of ten from its zero; a digit's value follows from its neighbours. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  for (let value = 0; value < 10; value += 1) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) return String(value);
  }
  return digit;
}

/** The text with markup, footnote marks and odd characters removed; alternative lines are divided by `;`. */
export function cleanDateText(raw: string): string {
  return raw
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .replace(/<\s?(?:br|\/li|\/p|\/div)\b[^<>]{0,80}>/gi, ' ; ')
    .replace(/<ref\b[^<>]{0,200}>[^<>]{0,400}<\/ref>/gi, ' ')
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/&(?:nbsp|thinsp|ensp);/g, ' ')
    .replace(/&(?:ndash|mdash|#8211|#8212);/g, '-')
    .replace(/&amp;/g, '&')
    .replace(INVISIBLE, '')
    .replace(MARKS, ' ')
    .normalize('NFKC')
    .replace(FOOTNOTE, ' ')
    .replace(/[^\d\P{Nd}]/gu, asciiDigit)
    .replace(DASHES, '-')
    .replace(/[\r\n|•]+/g, ' ; ')
    .replace(/[“”„"«»]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
