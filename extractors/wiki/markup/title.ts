// Titles as MediaWiki reads them (MediaWikiTitleCodec::splitTitleString, observed on 1.39): prefix, normal form, what is illegal.
import type { Namespace, Site } from '../../../schemas/site.js';
import { decodeEntities } from './entities.js';
import { upperFirst } from './first-letter.js';
import type { SiteLookup } from './site-lookup.js';
import { lookupOf } from './site-lookup.js';

/** Why a title is none. */
export type TitleFault =
  | 'empty'
  | 'illegal-characters'
  | 'invalid-utf8'
  | 'leading-colon'
  | 'relative-path'
  | 'talk-of-namespace'
  | 'tildes'
  | 'too-long';

/** A title, read. */
export type ParsedTitle =
  | {
      readonly kind: 'page';
      readonly namespace: number;
      /** Full title with the namespace's local name; `''` for a mere `#fragment`. */
      readonly title: string;
      readonly fragment?: string;
    }
  | {
      readonly kind: 'interwiki';
      /** Lower-case prefix. */
      readonly prefix: string;
      /** Title on the other wiki as typed, without fragment; may be empty. */
      readonly title: string;
      readonly fragment?: string;
      /** The prefix makes a language link, where no colon stands before it. */
      readonly language: boolean;
    }
  | { readonly kind: 'invalid'; readonly reason: TitleFault };

/** How to read a title. */
export interface TitleOptions {
  /** Namespace of a title without a prefix; 0 by default. */
  readonly defaultNamespace?: number;
  /** `link` (default) decodes `%41` as links do; `title` leaves it, which makes the title illegal, as the API has it. */
  readonly form?: 'link' | 'title';
}

const MARKS = /[\u200e\u200f\u202a-\u202e]+/g;
const SPACES = /[ _\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

const ILLEGAL = /[\x00-\x1f<>[\]{|}\x7f]|%[0-9A-Fa-f]{2}|&[A-Za-z0-9\u0080-\uffff]+;/;
const RELATIVE = /(^|\/)\.{1,2}(\/|$)/;

/**
 * Reads a title or the target of a link.
 * @param raw - as typed, without brackets
 * @param site - the wiki on which it stands
 * @param options - default namespace; percent signs
 * @returns a page of this wiki, a page of another, or why it is neither
 */
export function parseTitle(raw: string, site: Site, options: TitleOptions = {}): ParsedTitle {
  const lookup = lookupOf(site);
  const typed = options.form === 'title' ? raw : decodePercent(raw);
  const text = normal(decodeEntities(typed));
  if (text.includes('\ufffd')) return invalid('invalid-utf8');
  let namespace = options.defaultNamespace ?? 0;
  let rest = text;
  if (rest.startsWith(':')) {
    namespace = 0;
    rest = rest.slice(1).trim();
  }
  if (rest === '') return invalid('empty');
  for (;;) {
    const { prefix, after } = splitPrefix(rest);
    if (prefix === undefined) break;
    const space = lookup.byName.get(prefix);
    if (space !== undefined) {
      if (space.id === 1 && isPrefixed(after, lookup)) return invalid('talk-of-namespace');
      return finish(after, space, lookup);
    }
    if (lookup.own.has(prefix)) {
      if (after === '') return mainPage(lookup);
      rest = after;
      continue;
    }
    const language = lookup.languages.has(prefix);
    if (language || lookup.interwiki.has(prefix)) return elsewhere(prefix, after, language);
    break;
  }
  return finish(rest, lookup.byId.get(namespace) ?? lookup.byId.get(0), lookup);
}

/**
 * Decodes `%C3%A9` as rawurldecode does; a percent sign without two digits stays.
 * @param text - as typed
 * @returns the text; bytes that are no UTF-8 become U+FFFD
 */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}

function normal(text: string): string {
  // Below U+0300 every text is in NFC already.
  const composed = /[\u0300-\uffff]/.test(text) ? text.normalize('NFC').replace(MARKS, '') : text;
  return composed.replace(SPACES, ' ').replace(/^ | $/g, '');
}

function splitPrefix(text: string): { readonly prefix: string | undefined; readonly after: string } {
  const colon = text.indexOf(':', 1);
  if (colon < 1) return { prefix: undefined, after: text };
  return { prefix: text.slice(0, colon).trimEnd().toLowerCase(), after: text.slice(colon + 1).trimStart() };
}

function isPrefixed(text: string, lookup: SiteLookup): boolean {
  const { prefix } = splitPrefix(text);
  if (prefix === undefined) return false;
  return [lookup.byName, lookup.languages, lookup.interwiki, lookup.own].some((known) => known.has(prefix));
}

function elsewhere(prefix: string, after: string, language: boolean): ParsedTitle {
  const { name, fragment } = cutFragment(after.startsWith(':') ? after.slice(1).trimStart() : after);
  const fault = faultOf(name, 255);
  if (fault !== undefined) return invalid(fault);
  return { kind: 'interwiki', prefix, title: name, ...fragment, language };
}

function finish(text: string, space: Namespace | undefined, lookup: SiteLookup): ParsedTitle {
  const { name, fragment } = cutFragment(text);
  const id = space?.id ?? 0;
  const fault = faultOf(name, id === -1 ? 512 : 255);
  if (fault !== undefined) return invalid(fault);
  if (name === '' && id !== 0) return invalid('empty');
  if (name.startsWith(':')) return invalid('leading-colon');
  const cased =
    space?.case === 'case-sensitive' || name === '' ? name : upperFirst(name, lookup.site.lang, lookup.own.size > 0);
  const local = space === undefined || space.name === '' ? '' : `${space.name}:`;
  return { kind: 'page', namespace: id, title: local + cased, ...fragment };
}

function cutFragment(text: string): { readonly name: string; readonly fragment: { readonly fragment?: string } } {
  const hash = text.indexOf('#');
  if (hash < 0) return { name: text, fragment: {} };
  const fragment = text.slice(hash + 1);
  return { name: text.slice(0, hash).trimEnd(), fragment: fragment === '' ? {} : { fragment } };
}

function faultOf(name: string, limit: number): TitleFault | undefined {
  if (ILLEGAL.test(name)) return 'illegal-characters';
  if (name.includes('.') && RELATIVE.test(name)) return 'relative-path';
  if (name.includes('~~~')) return 'tildes';
  if (name.length * 3 > limit && Buffer.byteLength(name) > limit) return 'too-long';
  return undefined;
}

function mainPage(lookup: SiteLookup): ParsedTitle {
  const { base } = lookup.site;
  const text = normal(decodePercent(base.slice(base.lastIndexOf('/') + 1)));
  const { prefix, after } = splitPrefix(text);
  const space = prefix === undefined ? undefined : lookup.byName.get(prefix);
  return space === undefined ? finish(text, lookup.byId.get(0), lookup) : finish(after, space, lookup);
}

function invalid(reason: TitleFault): ParsedTitle {
  return { kind: 'invalid', reason };
}
