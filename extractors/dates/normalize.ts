/**
 * Brings one word to the form under which the tables list it: lower case, no accents, no apostrophes, one spelling of look-alike letters.
 * Accent removal follows Unicode NFKD; the letters without a decomposition are ours.
 * Cleaning whole texts is left to clean.ts.
 */
const ACCENTS = /[\u0300-\u036f\u064b-\u065f\u0670\u0640\u0591-\u05c7]/g;
const APOSTROPHES = /['’‘ʼʻʿʾʹ`´׳״ˈ]/g;
const PLAIN: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ə: 'e',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
};

/** The table form of a word or phrase. */
export function normalizeWord(word: string): string {
  const bare = word.toLowerCase().normalize('NFKD').replace(ACCENTS, '').normalize('NFKC').replace(APOSTROPHES, '');
  return bare.replace(/[ıłøđßæœəىیک]/g, (letter) => PLAIN[letter] ?? letter);
}

/** Whether a character belongs to a script written without spaces, or with particles glued on (Chinese, Japanese, Korean, Thai). */
export function isUnspaced(char: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー々〇・、]/u.test(char);
}
