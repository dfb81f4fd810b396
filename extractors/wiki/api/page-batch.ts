// The pages of one batch: text, revision and page properties of up to 50 titles in one request, and what the wiki says of titles
// that are no page.
import { FatalError } from '../../../schemas/errors.js';
import { sendable } from './title-query.js';
import { destination } from './title-map.js';
import type { RedirectHop } from '../../../schemas/page.js';
import type { PageResult, SourcePage } from '../wiki-source.js';
import type { ApiParams } from './api-caller.js';
import type { ReplyPage } from './reply-shapes.js';
import type { Destination } from './title-map.js';
import type { TitleQuery } from './title-query.js';

const CONTENT: ApiParams = {
  action: 'query',
  prop: 'revisions|pageprops',
  rvprop: 'ids|timestamp|content',
  rvslots: 'main',
  ppprop: 'disambiguation',
};

/** What must be known of the wiki to read its replies. */
export interface PageJudge {
  /** Tells from a page's text whether it only tells pages of one name apart. */
  readonly saysDisambiguation: (text: string, title: string) => boolean;
  /** Whether an asked title is one of the pages that the wiki makes by itself. */
  readonly isSpecial: (title: string) => boolean;
}

/**
 * Fetches titles that fit in one request.
 * @param query - asks about titles
 * @param asked - titles as the user gave them; equal ones are asked once
 * @param followRedirects - whether the wiki resolves redirects
 * @param judge - what is known of the wiki
 * @returns one result for each asked title, in order
 * @throws FatalError `wiki-error` when the wiki's reply leaves a title out
 */
export async function fetchBatch(
  query: TitleQuery,
  asked: readonly string[],
  followRedirects: boolean,
  judge: PageJudge,
): Promise<PageResult[]> {
  const sent = new Map(asked.map((title) => [title, sendable(title)]));
  const params = followRedirects ? { ...CONTENT, redirects: '1' } : CONTENT;
  const real = [...sent.entries()].filter(([title]) => !judge.isSpecial(title)).map(([, asTitle]) => asTitle);
  const batch = await query.ask(params, [...new Set(real.filter((title) => title !== undefined))]);
  return asked.map((title) => {
    const asTitle = sent.get(title);
    if (asTitle === undefined)
      return { asked: title, outcome: 'invalid', chain: [], detail: 'the title is empty or holds control characters' };
    // Special:MyPage would be answered with the page of whoever asks.
    if (judge.isSpecial(title)) return special(title);
    return toResult(title, destination(batch, asTitle), judge);
  });
}

function toResult(asked: string, end: Destination, judge: PageJudge): PageResult {
  const { chain } = end;
  if (end.kind === 'loop')
    return { asked, outcome: 'redirect-loop', chain, detail: chain.map((hop) => hop.to).join(' -> ') };
  if (end.kind === 'interwiki') return { asked, outcome: 'interwiki', chain, detail: `on the wiki ${end.prefix}` };
  if (end.kind !== 'page') throw new FatalError('wiki-error', `the wiki's reply leaves out the title "${asked}"`);
  const { page } = end;
  if (page.invalid) return { asked, outcome: 'invalid', chain, detail: page.invalidreason ?? 'not a title' };
  if (page.special) return special(asked, chain);
  if (page.missing)
    return {
      asked,
      outcome: 'missing',
      chain,
      detail: page.known ? 'known to the software but has no text' : 'no such page',
    };
  const read = readPage(page, judge);
  return typeof read === 'string'
    ? { asked, outcome: 'missing', chain, detail: read }
    : { asked, outcome: 'found', chain, page: read };
}

function special(asked: string, chain: readonly RedirectHop[] = []): PageResult {
  return { asked, outcome: 'special', chain, detail: 'a page that the wiki makes by itself' };
}

function readPage(page: ReplyPage, judge: PageJudge): SourcePage | string {
  const revision = page.revisions?.[0];
  const main = revision?.slots?.main;
  if (revision === undefined) return 'the wiki gives no revision of the page';
  if (main?.content === undefined) {
    return `the text of revision ${revision.revid} is ${main?.texthidden ? 'hidden' : 'not given by the wiki'}`;
  }
  return {
    title: page.title,
    namespace: page.ns ?? 0,
    revision: revision.revid,
    timestamp: revision.timestamp ?? '',
    model: main.contentmodel ?? 'wikitext',
    text: main.content,
    disambiguation:
      page.pageprops?.['disambiguation'] !== undefined || judge.saysDisambiguation(main.content, page.title),
  };
}
