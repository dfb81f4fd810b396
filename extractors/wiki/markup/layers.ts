// The first pass over wikitext: comments, inclusion tags and extension tags are taken out, as MediaWiki's preprocessor does before
// it looks for links. What a tag holds becomes a layer of its own, so no bracket pairs across its border. Every step moves
// forward, and a search that failed once is not repeated: time is linear in the length of the text.
import type { TagContent } from './tags.js';
import { INCLUSION_TAGS, asWikitext, tagContent } from './tags.js';

/** Stands where a tag was: no legal character of a title, invisible in a text. */
export const TAG_MARK = '\x7f';

/** A run of wikitext without comments and tags, with the way back to the source. */
export interface Layer {
  readonly text: string;
  /** Where pieces of `text` begin in it, ascending; `sources[i]` is the place of `starts[i]` in the source. */
  readonly starts: readonly number[];
  readonly sources: readonly number[];
}

const NOWHERE = { from: Infinity, to: Infinity };

interface Work {
  readonly source: string;
  readonly layers: Layer[];
  /** The next end of each kind, as last searched: work moves forward only, so what lies ahead stays the next. */
  readonly ahead: Map<string, { readonly from: number; readonly to: number }>;
}

/**
 * Splits wikitext into layers.
 * @param source - wikitext of a page
 * @param from - where to begin: behind the link of a redirect page
 * @returns layers; the first is the page itself, the others are contents of tags in order of their end
 */
export function splitLayers(source: string, from = 0): readonly Layer[] {
  const work: Work = { source, layers: [], ahead: new Map() };
  const own = readLayer(work, from, source.length, 'wikitext');
  return [own, ...work.layers];
}

/**
 * The place in the source of a place in a layer.
 * @param layer - a layer
 * @param at - place in its text
 * @returns place in the source
 */
export function sourceOf(layer: Layer, at: number): number {
  let low = 0;
  let high = layer.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((layer.starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return (layer.sources[low] ?? 0) + at - (layer.starts[low] ?? 0);
}

function readLayer(work: Work, from: number, end: number, content: TagContent): Layer {
  const { source } = work;
  const pieces: string[] = [];
  const starts: number[] = [0];
  const sources: number[] = [from];
  let length = 0;
  let kept = from;
  let at = source.indexOf('<', from);
  const cut = (to: number, resume: number, mark: string): void => {
    const piece = source.slice(kept, to) + mark;
    pieces.push(piece);
    length += piece.length;
    starts.push(length);
    sources.push(resume);
    kept = resume;
  };
  while (at >= 0 && at < end) {
    const next = source.charCodeAt(at + 1);
    let resume = at + 1;
    if (next === 0x21 && source.startsWith('!--', at + 1)) {
      const comment = readComment(work, at, kept, end);
      cut(comment.from, comment.to, '');
      resume = comment.to;
    } else if (isLetter(next) || next === 0x2f) {
      const tag = readTag(work, at, end);
      if (tag !== undefined) {
        cut(at, tag.to, tag.mark);
        resume = tag.to;
      }
    }
    at = source.indexOf('<', resume);
  }
  pieces.push(source.slice(kept, end));
  return { text: asWikitext(pieces.join(''), content), starts, sources };
}

function readComment(
  work: Work,
  at: number,
  floor: number,
  end: number,
): { readonly from: number; readonly to: number } {
  const { source } = work;
  let to = at;
  while (source.startsWith('<!--', to) && to < end) {
    const close = nextEnd(work, '-->', to + 4);
    if (close.to > end) return { from: at, to: end };
    to = close.to;
  }
  // A comment alone on its line takes the line with it.
  let from = at;
  while (from > floor && isBlank(source.charCodeAt(from - 1))) from--;
  let after = to;
  while (after < end && isBlank(source.charCodeAt(after))) after++;
  const alone = from > floor && source[from - 1] === '\n' && source[after] === '\n' && after < end;
  return alone ? { from, to: after + 1 } : { from: at, to };
}

function readTag(work: Work, at: number, end: number): { readonly to: number; readonly mark: string } | undefined {
  const { source } = work;
  const closing = source[at + 1] === '/';
  let stop = closing ? at + 2 : at + 1;
  while (stop < at + 20 && isLetter(source.charCodeAt(stop))) stop++;
  const name = source.slice(closing ? at + 2 : at + 1, stop).toLowerCase();
  const inclusion = INCLUSION_TAGS.has(name);
  const content = closing || inclusion ? undefined : tagContent(name);
  if (!inclusion && content === undefined) return undefined;
  if (!isTagEnd(source, stop)) return undefined;
  const body = nextEnd(work, '>', stop).to;
  if (body > end) return undefined;
  const selfClosed = source[body - 2] === '/';
  if (closing || (inclusion && (name !== 'includeonly' || selfClosed))) return { to: body, mark: '' };
  if (selfClosed) return { to: body, mark: TAG_MARK };
  const close = nextEnd(work, name, body);
  if (close.to > end) return inclusion ? { to: end, mark: '' } : undefined;
  if (content !== undefined && content !== 'opaque') work.layers.push(readLayer(work, body, close.from, content));
  return { to: close.to, mark: inclusion ? '' : TAG_MARK };
}

function nextEnd(work: Work, what: string, from: number): { readonly from: number; readonly to: number } {
  const known = work.ahead.get(what);
  if (known !== undefined && known.from >= from) return known;
  const found = findEnd(work.source, what, from);
  work.ahead.set(what, found);
  return found;
}

function findEnd(source: string, what: string, from: number): { readonly from: number; readonly to: number } {
  if (what.endsWith('>')) {
    const at = source.indexOf(what, from);
    return at < 0 ? NOWHERE : { from: at, to: at + what.length };
  }
  const close = new RegExp(`</${what}\\s{0,99}>`, 'gi');
  close.lastIndex = from;
  const match = close.exec(source);
  return match === null ? NOWHERE : { from: match.index, to: close.lastIndex };
}

function isTagEnd(source: string, at: number): boolean {
  const code = source.charCodeAt(at);
  return code === 0x3e || code === 0x20 || (code >= 0x9 && code <= 0xd) || (code === 0x2f && source[at + 1] === '>');
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x9;
}
