// Links and quotes of one run of wikitext. Link trails and nested brackets (captions of pictures) follow
// https://www.mediawiki.org/wiki/Help:Links; titles are read by the caller's function.
import { readFileSync } from 'node:fs';

/** Reads a link target as written; `undefined` for what is no page of this wiki. `namespace` 6 and 14 (file, category) are dropped. */
export type LinkTarget = (
  raw: string,
) => { readonly title: string; readonly fragment?: string; readonly namespace?: number } | undefined;

const PREFIXES = JSON.parse(readFileSync(new URL('../data/file-prefixes.json', import.meta.url), 'utf8')) as string[];
const unseen = new RegExp(`^\\s*(?:${PREFIXES.join('|')})\\s*:`, 'iu');
const MAX_UNCLOSED = 50;
/** Links stand in links only in captions of pictures. */
const MAX_NESTED = 10;
const TRAIL = /^[\p{Ll}\p{M}]+/u;

/** Text safe inside a double-quoted attribute. */
export function attributeValue(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}

/** Index just past the `]]` that closes the `[[` at `start`, or -1. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length - 1; i += 1) {
    if (text.startsWith('[[', i)) {
      depth += 1;
      i += 1;
    } else if (text.startsWith(']]', i)) {
      depth -= 1;
      i += 1;
      if (depth === 0) return i + 1;
    }
  }
  return -1;
}

function renderLink(inner: string, trail: string, linkTarget: LinkTarget, depth: number): string {
  const bar = inner.indexOf('|');
  const raw = (bar < 0 ? inner : inner.slice(0, bar)).trim();
  const shown = bar < 0 ? raw.replace(/^:/, '') : inner.slice(bar + 1);
  if (unseen.test(raw)) return trail;
  const target = linkTarget(raw);
  const text = (depth > MAX_NESTED ? shown : renderInline(shown, linkTarget, depth + 1)) + trail;
  if (target === undefined) return text;
  if ((target.namespace === 6 || target.namespace === 14) && !raw.startsWith(':')) return trail;
  const fragment = target.fragment === undefined ? '' : ` data-fragment="${attributeValue(target.fragment)}"`;
  return `<a data-title="${attributeValue(target.title)}"${fragment}>${text}</a>`;
}

function renderLinks(text: string, linkTarget: LinkTarget, depth: number): string {
  let out = '';
  let at = 0;
  let unclosed = 0;
  for (;;) {
    const start = text.indexOf('[[', at);
    const end = start < 0 ? -1 : closing(text, start);
    if (start < 0) return out + text.slice(at);
    if (end < 0) {
      // An unclosed bracket is text; what follows it may hold whole links.
      unclosed += 1;
      if (unclosed > MAX_UNCLOSED) return out + text.slice(at);
      out += text.slice(at, start + 2);
      at = start + 2;
      continue;
    }
    const trail = TRAIL.exec(text.slice(end))?.[0] ?? '';
    out += text.slice(at, start) + renderLink(text.slice(start + 2, end - 2), trail, linkTarget, depth);
    at = end + trail.length;
  }
}

function renderQuotes(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      let bold = false;
      let italic = false;
      const out = line.replace(/'{2,}/g, (quotes) => {
        // Four marks are an apostrophe and bold; more than five are apostrophes and five.
        const n = quotes.length === 4 ? 3 : Math.min(5, quotes.length);
        let tags = quotes.slice(n);
        if (n !== 2) tags += (bold = !bold) ? '<b>' : '</b>';
        if (n !== 3) tags += (italic = !italic) ? '<i>' : '</i>';
        return tags;
      });
      return out + (italic ? '</i>' : '') + (bold ? '</b>' : '');
    })
    .join('\n');
}

/**
 * Renders links, external links and quote marks.
 * @param text - wikitext without block structure, templates already expanded
 * @param linkTarget - reads link targets
 * @param depth - how deep in other links the text stands
 * @returns HTML
 */
export function renderInline(text: string, linkTarget: LinkTarget, depth = 0): string {
  const links = renderLinks(text, linkTarget, depth);
  return renderQuotes(
    links.replace(/\[(?:https?:)?\/\/[^\s[\]<>]+ +([^\]]*)\]/gi, '$1').replace(/\[(?:https?:)?\/\/[^\s[\]]+\]/gi, ''),
  );
}
