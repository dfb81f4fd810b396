import { parseDateText } from '../dates/parse.js';

const CJK = /^\d{1,2}月$/;

/**
 * The month that a heading or cell names and nothing else ("January", "Январь", "1月").
 * @param text - the heading or cell
 * @param lang - language of the page
 * @returns the word as given; `undefined` for other text
 */
export function monthName(text: string, lang: string): string | undefined {
  const bare = text
    .trim()
    .replace(/[:.]$/, '')
    .replace(/\s+\d{4}$/, '');
  if (CJK.test(bare)) return bare;
  if (!/^\p{L}[\p{L}\p{M}]{2,}$/u.test(bare)) return undefined;
  const date = parseDateText(`2 ${bare}`, lang);
  return date.kind === 'fixed' && date.day === 2 && date.end_day === undefined ? bare : undefined;
}

/** A day number (or range) of a cell and the month of its section as one text. */
export function dayInMonth(day: string, month: string): string {
  const bare = day.trim().replace(/[.\s]+$/, '');
  return CJK.test(month) ? `${month}${bare}${bare.endsWith('日') ? '' : '日'}` : `${bare} ${month}`;
}
