/**
 * The alphabet of the date grammar. A text becomes tokens, each with a one-letter symbol, and the grammar is regular expressions over
 * the string of symbols: small, linear, and the same for every language.
 * Words that carry no meaning for a date (articles, "of", "celebrated on") have no symbol and are dropped by the lexer.
 */
export interface Token {
  /**
   * `N` number, `T` ordinal number (4th, 4.), `O` ordinal word, `X` from the end (last = -1), `Y` year, `M` month, `W` weekday (Monday = 1),
   * `D` numeric date, `C` month of another calendar, `K` tithi, `Q` paksha, `p` purnima, `a` amavasya, `H` full moon, `F` named feast, `S` solar term,
   * `U` lunar calendar, `A` Thai lunar calendar, `E` Islamic calendar, `b` before, `f` after, `g` on or after, `h` on or before, `r` nearest, `j` between, `d` day, `w` week, `m` month,
   * `v` eve, `k` next day, `l` day before (after the anchor), `G` orthodox, `J` old style, `I` new style, `q` if, `e` weekend, `i` moved, `s` since, `c` around, `u` usually, `z` varies, `n` unknown date,
   * `&` and, `|` or, `-` to, `,` `;` `:` `/` themselves, `P` (…), `B` […], `x` any other word.
   */
  readonly sym: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Value of a number, ordinal, year, month, weekday or tithi. */
  readonly n?: number;
  /** Calendar of a `C` token, paksha of a `Q` token, rule of an `F` or `S` token. */
  readonly name?: string;
  readonly calendar?: string;
  /** Month, day and year of a `D` token. */
  readonly date?: { readonly month: number; readonly day: number; readonly year?: number };
  /** Word from a lunar reckoning even without the word for it (正月, 初一). */
  readonly lunar?: boolean;
  readonly inner?: readonly Token[];
}

/** The symbols of a run of tokens. */
export function symbolsOf(tokens: readonly Token[]): string {
  return tokens.map((token) => token.sym).join('');
}
