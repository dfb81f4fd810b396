/**
 * A page title without what tells it apart from others of the name: `Independence Day (Mexico)` -> `Independence Day`.
 * @param title - a page title
 * @returns the name it stands for
 */
export function withoutDisambiguator(title: string): string {
  return title.replace(/\s*\([^()]*\)\s*$/, '') || title;
}

/**
 * The form in which two names are compared: case, apostrophes and punctuation do not matter.
 * @param name - a holiday's name
 * @returns its normal form
 */
export function nameForm(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}
