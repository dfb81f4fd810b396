/** Folds brackets: `(` … `)` becomes one `P` token, `[` … `]` one `B` token, with the tokens between inside. Deeper brackets are flattened. */
import type { Token } from './tokens.js';
import { symbolsOf } from './tokens.js';

/** Glosses that only say a word again, as in "Purnima (full moon) of Pausha". */
const GLOSS = /^[Hpa,]+$/;

/** The tokens with brackets folded; an unclosed bracket reaches to the end, a stray closing one is dropped. */
export function groupBrackets(tokens: readonly Token[], text: string): Token[] {
  const out: Token[] = [];
  let open: Token | undefined;
  let depth = 0;
  let inner: Token[] = [];
  const close = (end: number): void => {
    if (!open) return;
    const sym = open.sym === '(' ? 'P' : 'B';
    if (!GLOSS.test(symbolsOf(inner)))
      out.push({ sym, start: open.start, end, text: text.slice(open.end, Math.max(open.end, end - 1)), inner });
    open = undefined;
    inner = [];
  };
  for (const token of tokens) {
    if (token.sym === '(' || token.sym === '[') {
      if (open) depth += 1;
      else open = token;
    } else if (token.sym === ')' || token.sym === ']') {
      if (depth > 0) depth -= 1;
      else close(token.end);
    } else if (open) inner.push(token);
    else out.push(token);
  }
  close(text.length + 1);
  return out;
}
