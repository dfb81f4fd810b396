// From an asked title to what the wiki says of it. A reply lists pages by id and speaks of titles in its own spelling, so the way
// back goes: asked -> normalised -> redirect steps -> page. Redirect steps come in any order and may go in a circle.
import type { RedirectHop } from '../../../schemas/page.js';
import type { Query, ReplyPage } from './reply-shapes.js';

/** What the replies to one batch of titles said, put together. */
export interface BatchReply {
  readonly normalized: Map<string, string>;
  readonly redirects: Map<string, RedirectHop & { readonly interwiki?: string }>;
  readonly interwiki: Map<string, string>;
  readonly pages: Map<string, ReplyPage>;
}

/** Where an asked title leads. */
export type Destination =
  | { readonly kind: 'page'; readonly chain: readonly RedirectHop[]; readonly page: ReplyPage }
  | { readonly kind: 'interwiki'; readonly chain: readonly RedirectHop[]; readonly prefix: string }
  | { readonly kind: 'loop' | 'absent'; readonly chain: readonly RedirectHop[] };

/**
 * An empty batch.
 * @returns a BatchReply to be filled by mergeReply
 */
export function emptyBatch(): BatchReply {
  return { normalized: new Map(), redirects: new Map(), interwiki: new Map(), pages: new Map() };
}

/**
 * Adds a reply to a batch. Continued replies list every page again, with only what is new: lists are added, nothing replaced.
 * @param batch - changed in place
 * @param query - one reply
 */
export function mergeReply(batch: BatchReply, query: Query): void {
  for (const { from, fromencoded, to } of query.normalized ?? [])
    batch.normalized.set(fromencoded ? decode(from) : from, to);
  for (const { from, to, tofragment, tointerwiki } of query.redirects ?? []) {
    const fragment = tofragment === undefined || tofragment === '' ? {} : { fragment: tofragment };
    batch.redirects.set(from, { from, to, ...fragment, ...(tointerwiki !== undefined && { interwiki: tointerwiki }) });
  }
  for (const { title, iw } of query.interwiki ?? []) batch.interwiki.set(title, iw);
  for (const page of query.pages ?? []) {
    const known = batch.pages.get(page.title);
    batch.pages.set(page.title, known === undefined ? page : mergePage(known, page));
  }
}

/**
 * Follows an asked title to its page.
 * @param batch - all replies of its batch
 * @param title - the title as it was sent
 * @returns the destination, with the redirect steps that led there
 */
export function destination(batch: BatchReply, title: string): Destination {
  let at = batch.normalized.get(title) ?? title;
  const chain: RedirectHop[] = [];
  const seen = new Set([at]);
  for (let step = batch.redirects.get(at); step !== undefined; step = batch.redirects.get(at)) {
    const { interwiki, ...hop } = step;
    chain.push(hop);
    at = hop.to;
    if (interwiki !== undefined) return { kind: 'interwiki', chain, prefix: interwiki };
    if (seen.has(at)) return { kind: 'loop', chain };
    seen.add(at);
  }
  const prefix = batch.interwiki.get(at);
  if (prefix !== undefined) return { kind: 'interwiki', chain, prefix };
  const page = batch.pages.get(at);
  return page === undefined ? { kind: 'absent', chain } : { kind: 'page', chain, page };
}

function mergePage(known: ReplyPage, more: ReplyPage): ReplyPage {
  const revisions = [...(known.revisions ?? []), ...(more.revisions ?? [])];
  const redirects = [...(known.redirects ?? []), ...(more.redirects ?? [])];
  return {
    ...known,
    ...more,
    ...(revisions.length > 0 && { revisions }),
    ...(redirects.length > 0 && { redirects }),
    ...((known.pageprops || more.pageprops) && { pageprops: { ...known.pageprops, ...more.pageprops } }),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
