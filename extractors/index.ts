import type { Extractor } from './extractor.js';
import { PrerequisiteError } from '../schemas/errors.js';
import { datesExtractor } from './dates/extract.js';
import { holidaysExtractor } from './holidays/filter.js';
import { linksExtractor } from './wiki/extract-links.js';

/** Every extractor that runs as a filter, one line each. */
export const EXTRACTORS: readonly Extractor[] = [datesExtractor, holidaysExtractor, linksExtractor];

/**
 * An extractor by name.
 * @param name - as on the command line
 * @returns the extractor
 * @throws PrerequisiteError `bad-input` when there is none
 */
export function extractorByName(name: string): Extractor {
  const found = EXTRACTORS.find((one) => one.name === name);
  if (found) return found;
  throw new PrerequisiteError('bad-input', `There is no extractor ${JSON.stringify(name)}.`, {
    hint: `Known: ${EXTRACTORS.map((one) => one.name).join(', ')}.`,
  });
}
