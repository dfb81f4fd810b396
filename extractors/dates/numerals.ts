/** Numbers written in Chinese characters (二十三, 廿三, 初一), as Chinese, Japanese and old Korean texts have them, up to 99. */
const DIGITS: Readonly<Record<string, number>> = {
  〇: 0,
  零: 0,
  一: 1,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const NUMERAL = /[〇零一二三四五六七八九十廿卅初]+/y;

/** A numeral at `offset`, with its length in characters; undefined when there is none or it makes no number. */
export function readHanNumeral(text: string, offset: number): { value: number; length: number } | undefined {
  NUMERAL.lastIndex = offset;
  const run = NUMERAL.exec(text)?.[0];
  if (run === undefined || run.length > 4) return undefined;
  const plain = run.replace('廿', '二十').replace('卅', '三十').replace('初', '');
  const [tens, ones, more] = plain.split('十');
  if (more !== undefined || plain === '') return undefined;
  if (ones === undefined) {
    const value = [...plain].reduce((sum, char) => sum * 10 + (DIGITS[char] ?? 0), 0);
    return { value, length: run.length };
  }
  const tensValue = tens === '' ? 1 : DIGITS[tens ?? ''];
  const onesValue = ones === '' ? 0 : DIGITS[ones];
  return tensValue === undefined || onesValue === undefined
    ? undefined
    : { value: tensValue * 10 + onesValue, length: run.length };
}
