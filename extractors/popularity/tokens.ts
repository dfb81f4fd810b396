// Words and punctuation of a text, for counting phrases. Case is kept, as Google Books Ngram keeps it; a hyphen or apostrophe
// inside a word belongs to the word, so "New Year's Day" holds no "New Year"; other punctuation is a token of its own, so that
// no phrase is found across the end of a sentence.
const TOKEN = /[\p{L}\p{N}\p{M}]+(?:['-][\p{L}\p{N}\p{M}]+)*|[^\s\p{L}\p{N}\p{M}]/gu;
const WORD = /^[\p{L}\p{N}\p{M}]/u;

/**
 * Tokens of a text.
 * @param text - any text; curly apostrophes and the several hyphens count as plain ones
 * @returns tokens in order
 */
export function tokens(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .replace(/[\u2018\u2019\u02bc]/g, "'")
      .replace(/[\u2010\u2011]/g, '-')
      .match(TOKEN) ?? []
  );
}

/**
 * Whether a token is a word rather than punctuation.
 * @param token - one of `tokens`
 * @returns true for words and numbers
 */
export function isWord(token: string): boolean {
  return WORD.test(token);
}
