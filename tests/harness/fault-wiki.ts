// The replies of a small MediaWiki held in memory, with the habits that a crawler stumbles over: pages by id and not as asked,
// titles in the wiki's own spelling, redirect steps apart from pages, texts that come only with a later continuation, a limit
// on titles that refuses the whole request. Its shapes were read off a real MediaWiki 1.39; no more is answered than tests need.

/** What the wiki holds and how stingy it is. */
export interface FaultWikiOptions {
  /** Texts by title, in order of page ids; `#REDIRECT [[Target#Section]]` makes a redirect. */
  readonly pages: Readonly<Record<string, string>>;
  /** Most titles in a request (50). */
  readonly titleLimit?: number;
  /** Most texts in a reply; the rest comes by `rvcontinue` (50). */
  readonly textLimit?: number;
}

type Params = Readonly<Record<string, string>>;

/** Answers a query as the Action API does in format version 2. */
export function answerQuery({ pages, titleLimit = 50, textLimit = 50 }: FaultWikiOptions, params: Params): object {
  if (params['meta'] === 'siteinfo') return siteinfo();
  const raw = params['titles'] ?? '';
  const titles = raw.startsWith('\x1f') ? raw.slice(1).split('\x1f') : raw.split('|');
  if (titles.length > titleLimit) {
    return apiError('toomanyvalues', `Too many values supplied for parameter "titles". The limit is ${titleLimit}.`, {
      limit: titleLimit,
    });
  }
  const ids = Object.keys(pages);
  const normalized = [];
  const redirects = [];
  const interwiki = [];
  const found = new Map<string, object>();
  const pending = [...titles];
  const seen = new Set<string>();
  for (let asked = pending.shift(); asked !== undefined; asked = pending.shift()) {
    const title = normal(asked);
    const encoded = asked !== asked.normalize('NFC');
    if (asked !== title)
      normalized.push({ fromencoded: encoded, from: encoded ? encodeURIComponent(asked) : asked, to: title });
    if (seen.has(title)) continue;
    seen.add(title);
    const target =
      params['redirects'] === undefined ? undefined : /^#REDIRECT \[\[([^\]#]*)(?:#([^\]]*))?/.exec(pages[title] ?? '');
    if (target?.[1] !== undefined) {
      redirects.push({ from: title, to: target[1], ...(target[2] !== undefined && { tofragment: target[2] }) });
      pending.push(target[1]);
    } else if (/^de:/i.test(title)) interwiki.push({ title, iw: 'de' });
    else if (/[<>[\]{}|]/.test(title))
      found.set(title, { title, invalidreason: 'The title holds a character that is not allowed.', invalid: true });
    else if (title.startsWith('Special:')) found.set(title, { ns: -1, title, special: true });
    else found.set(title, pageOf(title, ids.indexOf(title), pages[title]));
  }
  const from = Number(params['rvcontinue'] ?? 0);
  const texts = ids.filter((title) => found.has(title));
  texts
    .slice(from, from + textLimit)
    .forEach((title) => found.set(title, withText(found.get(title), pages[title] ?? '', ids.indexOf(title))));
  const rest = from + textLimit < texts.length;
  const listed = [...found.values()].sort(
    (a, b) => ((a as { pageid?: number }).pageid ?? 0) - ((b as { pageid?: number }).pageid ?? 0),
  );
  return {
    ...(rest
      ? { continue: { rvcontinue: String(from + textLimit), continue: '||pageprops' } }
      : { batchcomplete: true }),
    query: { normalized, interwiki, redirects, pages: listed },
  };
}

/** The error body of the Action API; it comes with status 200. */
export function apiError(code: string, info: string, more: object = {}): object {
  return { error: { code, info, ...more, docref: 'See the help of the API.' }, servedby: 'mw-test' };
}

function pageOf(title: string, id: number, text: string | undefined): object {
  if (text === undefined) return { ns: 0, title, missing: true };
  return { pageid: id + 1, ns: 0, title, ...(text.includes('__DISAMBIG__') && { pageprops: { disambiguation: '' } }) };
}

function withText(page: object | undefined, content: string, id: number): object {
  const main =
    content === 'HIDDEN' ? { texthidden: true } : { contentmodel: 'wikitext', contentformat: 'text/x-wiki', content };
  return {
    ...page,
    revisions: [{ revid: 1000 + id, parentid: 0, timestamp: '2024-05-01T10:00:00Z', slots: { main } }],
  };
}

function normal(asked: string): string {
  const title = asked.normalize('NFC').replace(/#.*/s, '').replaceAll('_', ' ').trim();
  return title.slice(0, 1).toUpperCase() + title.slice(1);
}

function siteinfo(): object {
  const namespaces = { '-1': 'Special', '0': '', '1': 'Talk', '4': 'Project', '10': 'Template', '14': 'Category' };
  return {
    batchcomplete: true,
    query: {
      general: { lang: 'en', base: 'http://127.0.0.1/wiki/Main_Page', case: 'first-letter' },
      namespaces: Object.fromEntries(
        Object.entries(namespaces).map(([id, name]) => [
          id,
          { id: Number(id), case: 'first-letter', name, canonical: name },
        ]),
      ),
      namespacealiases: [],
      interwikimap: [{ prefix: 'de', language: 'Deutsch', url: 'https://de.wikipedia.org/wiki/$1' }],
      magicwords: [{ name: 'redirect', aliases: ['#REDIRECT'] }],
    },
  };
}
