// The page index for single files and tests: everything in maps. A whole Wikipedia wants the one that the engine keeps in SQLite.
import { byCodeUnit } from '../../../schemas/canonical.js';
import type { Site } from '../../../schemas/site.js';
import type { IndexedPage, PageIndex } from '../page-index.js';
import type { CategoryMember, Redirect } from '../wiki-source.js';

interface Views {
  readonly titles: ReadonlyMap<number, readonly string[]>;
  readonly redirects: ReadonlyMap<string, readonly Redirect[]>;
  readonly members: ReadonlyMap<string, readonly CategoryMember[]>;
}

/**
 * An empty index in memory.
 * @returns the index; titles, redirects and members come in code-unit order, and of two pages of one title the newer stays
 */
export function createMemoryIndex(): PageIndex {
  const pages = new Map<string, IndexedPage>();
  let site: Site | undefined;
  let views: Views | undefined;
  // Built when first asked for, and anew after a put: so a replaced page leaves no trace.
  const view = (): Views => (views ??= buildViews(pages.values()));
  return {
    site: () => site,
    put: (more) => {
      for (const page of more) {
        const known = pages.get(page.title);
        if (known === undefined || isNewer(page, known)) pages.set(page.title, page);
      }
      views = undefined;
    },
    finish: (known) => {
      site = known;
    },
    get: (title) => pages.get(title),
    titles: (namespace) => view().titles.get(namespace) ?? [],
    redirectsTo: (title) => view().redirects.get(title) ?? [],
    categoryMembers: (category) => view().members.get(category) ?? [],
    pageCount: () => pages.size,
  };
}

/** Of equal age the later in the file counts. */
function isNewer(page: IndexedPage, than: IndexedPage): boolean {
  return (byCodeUnit(page.timestamp, than.timestamp) || page.revision - than.revision) >= 0;
}

function buildViews(pages: Iterable<IndexedPage>): Views {
  const titles = new Map<number, string[]>();
  const redirects = new Map<string, Redirect[]>();
  const members = new Map<string, CategoryMember[]>();
  for (const { title, namespace, redirect, categories } of pages) {
    append(titles, namespace, title);
    if (redirect !== undefined) append(redirects, redirect.to, redirect);
    for (const category of new Set(categories)) append(members, category, { title, namespace });
  }
  for (const list of titles.values()) list.sort();
  for (const list of redirects.values()) list.sort((one, other) => byCodeUnit(one.from, other.from));
  for (const list of members.values()) list.sort((one, other) => byCodeUnit(one.title, other.title));
  return { titles, redirects, members };
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
