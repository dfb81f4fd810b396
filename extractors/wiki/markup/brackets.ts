// Finds `[[target|text]]` in a layer as MediaWiki's Parser does (handleInternalLinks2, observed on 1.39): the text is cut at every
// `[[`, and a piece is a link only when its target and its `]]` stand inside the piece. So the inner one of two nested links wins,
// and the links in a file's caption are found as any others. One pass, every search remembered.

/** A link as it stands in the text, its target not yet read. */
export interface Bracket {
  /** Place of the first bracket. */
  readonly at: number;
  /** Behind the last bracket; for an unclosed one behind the target. */
  readonly end: number;
  readonly target: string;
  /** The part behind the first `|`, undefined where there is none. For an unclosed one what stands before the next `[[`. */
  readonly text: string | undefined;
  /** False for `[[File:X|caption with a [[link]]...`, whose own end lies behind the next `[[`. */
  readonly closed: boolean;
}

/**
 * The double brackets of a text that could be links.
 * @param text - text of a layer
 * @yields brackets in order
 */
export function* findBrackets(text: string): Generator<Bracket> {
  let close = -1;
  let at = text.indexOf('[[');
  while (at >= 0) {
    const start = at + 2;
    const found = text.indexOf('[[', start);
    const next = found < 0 ? text.length : found;
    const targetEnd = endOfTarget(text, start, next);
    if (targetEnd > start && targetEnd < next) {
      const pipe = pipeAt(text, targetEnd);
      // A link text has at least one character: `[[X|]]` is no link once a page is saved.
      const wanted = targetEnd + (pipe === 0 ? 0 : pipe + 1);
      if (close < wanted) {
        const ahead = text.indexOf(']]', wanted);
        close = ahead < 0 ? text.length : ahead;
      }
      const bracket = makeBracket(text, at, { targetEnd, next, close, pipe });
      if (bracket !== undefined) yield bracket;
    }
    at = found;
  }
}

interface Ends {
  readonly targetEnd: number;
  readonly next: number;
  readonly close: number;
  /** Length of the sign between target and text; 0 where there is none. */
  readonly pipe: number;
}

function makeBracket(text: string, at: number, { targetEnd, next, close, pipe }: Ends): Bracket | undefined {
  const target = text.slice(at + 2, targetEnd);
  if (pipe === 0)
    return close === targetEnd && close + 2 <= next
      ? { at, end: close + 2, target, text: undefined, closed: true }
      : undefined;
  const inner = text.slice(targetEnd + pipe, Math.max(targetEnd + pipe, Math.min(close, next)));
  if (close + 2 > next) return { at, end: targetEnd, target, text: inner, closed: false };
  // `[[X|[http://a b]]]`: the first of three brackets closes the one inside.
  const third = text[close + 2] === ']' && inner.includes('[') && close + 2 < next;
  return { at, end: close + (third ? 3 : 2), target, text: third ? `${inner}]` : inner, closed: true };
}

/** Inside a template's argument a link's `|` may be written `{{!}}`. */
function pipeAt(text: string, at: number): number {
  if (text[at] === '|') return 1;
  return text.startsWith('{{!}}', at) ? 5 : 0;
}

function endOfTarget(text: string, start: number, limit: number): number {
  let at = start;
  while (at < limit && isTargetCharacter(text.charCodeAt(at))) at++;
  return at;
}

/** Legal in a title, or `#` or `%`: no control character, none of `<>[]{}|`. */
function isTargetCharacter(code: number): boolean {
  if (code < 0x20) return false;
  if (code < 0x5b) return code !== 0x3c && code !== 0x3e;
  return code !== 0x5b && code !== 0x5d && (code < 0x7b || code === 0x7e || code > 0x7f);
}
