// What each double bracket of a layer is: link, language link, category, or nothing that counts (file, media, special page, other
// wiki, the page itself).
import type { Bracket } from './brackets.js';
import { findBrackets } from './brackets.js';
import { decodeEntities } from './entities.js';
import type { Layer } from './layers.js';
import { plainText } from './plain-text.js';
import type { SiteLookup } from './site-lookup.js';
import type { Context } from './subpage.js';
import { relativeTarget } from './subpage.js';
import type { ParsedTitle } from './title.js';
import { parseTitle } from './title.js';

/** A bracket that counts; `place` is its place in the layer's text. */
export type FoundLink = { readonly place: number } & (
  | {
      readonly kind: 'link';
      readonly title: string;
      readonly namespace: number;
      readonly fragment?: string;
      readonly text: string;
    }
  | { readonly kind: 'language'; readonly prefix: string; readonly title: string }
  | { readonly kind: 'category'; readonly title: string; readonly sortKey?: string }
);

const PROTOCOL =
  /^(?:(?:https?|ftps?|ssh|sftp|irc|ircs|xmpp|sips?|gopher|telnet|nntp|worldwind|svn|git|mms|redis):)?\/\/|^(?:mailto|tel|sms|news|magnet|urn|geo|bitcoin|xmpp|sip|sips):/i;

/**
 * The links of a layer.
 * @param layer - a layer of a page
 * @param lookup - the wiki
 * @param context - the page
 * @returns links in order
 */
export function readLayerLinks(layer: Layer, lookup: SiteLookup, context: Context): readonly FoundLink[] {
  const found: FoundLink[] = [];
  for (const bracket of findBrackets(layer.text)) {
    const link = readBracket(bracket, layer, lookup, context);
    if (link !== undefined) found.push(link);
  }
  return found;
}

function readBracket(bracket: Bracket, layer: Layer, lookup: SiteLookup, context: Context): FoundLink | undefined {
  const typed = bracket.target.replace(/^ +/, '');
  if (PROTOCOL.test(typed)) return undefined;
  const relative = typed.startsWith('/') || typed.startsWith('../') ? relativeTarget(typed, context) : undefined;
  const title = parseTitle(relative?.target ?? typed, lookup.site);
  const escaped = typed.startsWith(':');
  const place = bracket.at;
  if (title.kind === 'invalid') return undefined;
  if (title.kind === 'interwiki') {
    // On talk pages a language link is an ordinary link to another wiki.
    if (!bracket.closed || escaped || !title.language || context.namespace % 2 !== 0) return undefined;
    return { place, kind: 'language', prefix: title.prefix, title: title.title + hashed(title.fragment) };
  }
  if (!escaped && (title.namespace === 6 || title.namespace === 14) && !viaOwnPrefix(typed, lookup)) {
    if (title.namespace === 6) return fileLink(bracket, lookup);
    return bracket.closed ? category(bracket, title.title) : undefined;
  }
  if (!bracket.closed || title.title === '' || title.namespace < 0) return undefined;
  if (title.title === context.title && title.fragment === undefined) return undefined;
  const shown = relative?.shown ?? (escaped ? typed.slice(1) : typed);
  return { place, ...ownLink(title), text: linkText(bracket, shown, layer.text, lookup) };
}

function ownLink(
  title: Extract<ParsedTitle, { kind: 'page' }>,
): Omit<Extract<FoundLink, { kind: 'link' }>, 'place' | 'text'> {
  const fragment = title.fragment === undefined ? {} : { fragment: title.fragment };
  return { kind: 'link', title: title.title, namespace: title.namespace, ...fragment };
}

function category(bracket: Bracket, title: string): FoundLink {
  const { at: place, text } = bracket;
  if (text === undefined) return { place, kind: 'category', title };
  return { place, kind: 'category', title, sortKey: decodeEntities(text).replaceAll('\n', '') };
}

/** `[[File:X|link=Page]]`: a picture that leads to a page. */
function fileLink(bracket: Bracket, lookup: SiteLookup): FoundLink | undefined {
  if (bracket.text?.includes('link') !== true) return undefined;
  const option = bracket.text.split('|').find((part) => /^\s*link\s*=/.test(part));
  const target = option?.slice(option.indexOf('=') + 1).trim() ?? '';
  if (target === '' || PROTOCOL.test(target)) return undefined;
  const title = parseTitle(target, lookup.site);
  if (title.kind !== 'page' || title.title === '' || title.namespace < 0) return undefined;
  return { place: bracket.at, ...ownLink(title), text: '' };
}

function linkText(bracket: Bracket, shown: string, text: string, lookup: SiteLookup): string {
  const words = bracket.text ?? shown;
  if (lookup.trail === undefined) return plainText(words);
  lookup.trail.lastIndex = bracket.end;
  const trail = lookup.trail.exec(text)?.[0] ?? '';
  return plainText(words + trail);
}

function viaOwnPrefix(typed: string, lookup: SiteLookup): boolean {
  if (lookup.own.size === 0) return false;
  const colon = typed.indexOf(':');
  return colon > 0 && lookup.own.has(typed.slice(0, colon).trim().toLowerCase());
}

function hashed(fragment: string | undefined): string {
  return fragment === undefined ? '' : `#${fragment}`;
}
