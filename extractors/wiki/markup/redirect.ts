// A redirect page: white space, a redirect word, perhaps a colon, a link. Nothing else may stand before it, not even a comment.
import type { Site } from '../../../schemas/site.js';
import { parseTitle } from './title.js';
import type { ParsedTitle } from './title.js';

/** Where a redirect page leads. */
export interface RedirectTarget {
  /** Full title; with its prefix (`de:Neujahr`) for a page of another wiki. */
  readonly to: string;
  readonly fragment?: string;
  /** Namespace of the target; undefined on another wiki. */
  readonly namespace?: number;
  /** Prefix of the other wiki. */
  readonly interwiki?: string;
}

/**
 * Reads the redirect at the start of a page.
 * @param text - wikitext
 * @param site - the wiki
 * @returns the target and the place behind its link, or undefined for a page that is no redirect
 */
export function readRedirect(
  text: string,
  site: Site,
): { readonly target: RedirectTarget; readonly end: number } | undefined {
  const start = /^\s*/.exec(text)?.[0].length ?? 0;
  if (text[start] !== '#' && text[start] !== '＃') return undefined;
  const head = text.slice(start, start + 60).toLowerCase();
  const word = site.redirectWords
    .filter((entry) => head.startsWith(entry))
    .sort((left, right) => right.length - left.length)[0];
  if (word === undefined) return undefined;
  const opening = /\s*:?\s*\[\[/y;
  // Lower case may be longer than what was typed (the Turkish dotted I), so the length is found again in the text.
  opening.lastIndex = start + typedLength(text.slice(start, start + 60), word);
  if (!opening.test(text)) return undefined;
  const from = opening.lastIndex;
  const close = text.indexOf(']]', from);
  const inner = close < 0 ? '\n' : text.slice(from, close);
  if (inner.includes('\n')) return undefined;
  const target = asTarget(parseTitle(inner.split('|', 1)[0] ?? '', site));
  return target === undefined ? undefined : { target, end: close + 2 };
}

function asTarget(title: ParsedTitle): RedirectTarget | undefined {
  if (title.kind === 'invalid') return undefined;
  const fragment = title.fragment === undefined ? {} : { fragment: title.fragment };
  if (title.kind === 'interwiki') return { to: `${title.prefix}:${title.title}`, ...fragment, interwiki: title.prefix };
  return { to: title.title, ...fragment, namespace: title.namespace };
}

function typedLength(text: string, word: string): number {
  let length = 0;
  for (let seen = ''; seen.length < word.length && length < text.length; length++)
    seen += text.charAt(length).toLowerCase();
  return length;
}
