const DOTTED = new Set(['az', 'crh', 'kaa', 'kk', 'tr']);
const TITLE_CASE: Readonly<Record<string, string>> = {
  ß: 'ß',
  ǆ: 'ǅ',
  ǅ: 'ǅ',
  ǉ: 'ǈ',
  ǈ: 'ǈ',
  ǌ: 'ǋ',
  ǋ: 'ǋ',
  ǳ: 'ǲ',
  ǲ: 'ǲ',
};

/**
 * The first letter of a title in upper case. MediaWiki 1.39 has full upper case (`ß` gives `SS`, `ǆ` gives `Ǆ`); Wikimedia's wikis
 * have title case (`ǅ`, Georgian letters as they are) and leave `ß`. Turkic languages dot their capital i in both.
 * @param title - title without namespace
 * @param lang - language of the wiki
 * @param wikimedia - the wiki is one of Wikimedia's
 * @returns the title
 */
export function upperFirst(title: string, lang: string, wikimedia: boolean): string {
  const code = title.charCodeAt(0);
  if (code < 0x80) {
    if (code < 0x61 || code > 0x7a) return title;
    if (code === 0x69 && DOTTED.has(lang)) return `İ${title.slice(1)}`;
    return String.fromCharCode(code - 32) + title.slice(1);
  }
  const point = title.codePointAt(0);
  if (point === undefined) return title;
  const first = String.fromCodePoint(point);
  const upper = wikimedia ? titleCase(first, point) : first.toUpperCase();
  return upper === first ? title : upper + title.slice(first.length);
}

function titleCase(first: string, point: number): string {
  if (point >= 0x10d0 && point <= 0x10ff) return first;
  const special = TITLE_CASE[first];
  if (special !== undefined) return special;
  const [capital = first, ...more] = first.toUpperCase();
  return capital + more.join('').toLowerCase();
}
