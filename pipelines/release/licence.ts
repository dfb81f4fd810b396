import type { SourceLine } from '../../schemas/release.js';
import { byCodeUnit } from '../../schemas/canonical.js';

/**
 * The licence of a release: that of its pages, since it holds text of theirs.
 * @param sources - the pages
 * @returns their licence, or all of them where they differ
 */
export function releaseLicence(sources: readonly SourceLine[]): string {
  return [...new Set(sources.map((line) => line.licence))].sort(byCodeUnit).join(' and ');
}

/**
 * The identifier that Hugging Face wants in a card's header.
 * @param licence - a licence in words, such as `CC BY-SA 4.0`
 * @returns `cc-by-sa-4.0`; `unknown` where it is not stated
 */
export function licenceId(licence: string): string {
  if (licence.includes('not stated')) return 'unknown';
  return licence.toLowerCase().replace(/\s+/g, '-');
}
