// Pages of a dump by title: the SQLite side of the PageIndex contract in extractors/wiki/page-index.ts. It restates the shapes it
// needs, because the store knows nothing of extractors.
import type { Connection } from './connection.js';
import type { Site } from '../schemas/site.js';
import { compress, decompress } from './compress.js';

/** A page of a dump as stored. */
export interface DumpPage {
  readonly title: string;
  readonly namespace: number;
  readonly revision: number;
  readonly timestamp: string;
  readonly model: string;
  readonly text: string;
  readonly disambiguation: boolean;
  readonly redirect?: { readonly from: string; readonly to: string; readonly fragment?: string };
  readonly categories: readonly string[];
}

interface Row {
  title: string;
  namespace: number;
  revision: number;
  timestamp: string;
  model: string;
  disambiguation: number;
  redirect_to: string | null;
  redirect_fragment: string | null;
  text: Buffer;
}

/**
 * The index of one dump, named by the hash of its file.
 * @param db - an open workspace database
 * @param hash - SHA-256 of the dump file
 * @returns a PageIndex; pages of an unfinished earlier reading are overwritten as the dump is read again
 */
export function createDumpPages(db: Connection, hash: string) {
  db.prepare('INSERT OR IGNORE INTO dumps (hash) VALUES (?)').run(hash);
  const dump = db.prepare('SELECT id FROM dumps WHERE hash = ?').pluck().get(hash) as number;
  const addPage = db.prepare(`INSERT INTO dump_pages VALUES
    (@dump, @title, @namespace, @revision, @timestamp, @model, @disambiguation, @to, @fragment, @text)
    ON CONFLICT (dump, title) DO UPDATE SET namespace = excluded.namespace, revision = excluded.revision,
      timestamp = excluded.timestamp, model = excluded.model, disambiguation = excluded.disambiguation,
      redirect_to = excluded.redirect_to, redirect_fragment = excluded.redirect_fragment, text = excluded.text
    WHERE (excluded.timestamp, excluded.revision) >= (timestamp, revision)`);
  const addCategory = db.prepare('INSERT OR REPLACE INTO dump_categories VALUES (?, ?, ?, ?)');
  const byTitle = db.prepare('SELECT * FROM dump_pages WHERE dump = ? AND title = ?');
  const categoriesOf = db.prepare(
    'SELECT category FROM dump_categories INDEXED BY dump_categories_by_title WHERE dump = ? AND title = ? ORDER BY category',
  );
  // Without statistics SQLite would search the primary key by its first column: every category row of the dump.
  const dropCategories = db.prepare(
    'DELETE FROM dump_categories INDEXED BY dump_categories_by_title WHERE dump = ? AND title = ?',
  );
  const inNamespace = db
    .prepare('SELECT title FROM dump_pages WHERE dump = ? AND namespace = ? AND title > ? ORDER BY title LIMIT 1000')
    .pluck();
  const redirects = db.prepare(
    'SELECT title, redirect_to, redirect_fragment FROM dump_pages WHERE dump = ? AND redirect_to = ? ORDER BY title',
  );
  const members = db.prepare(
    'SELECT title, namespace FROM dump_categories WHERE dump = ? AND category = ? ORDER BY title',
  );

  const put = db.transaction((pages: readonly DumpPage[]) => {
    for (const page of pages) {
      const { changes } = addPage.run({
        dump,
        title: page.title,
        namespace: page.namespace,
        revision: page.revision,
        timestamp: page.timestamp,
        model: page.model,
        disambiguation: page.disambiguation ? 1 : 0,
        to: page.redirect?.to ?? null,
        fragment: page.redirect?.fragment ?? null,
        text: compress(page.text),
      });
      // Of two pages of one title the newer stays, categories and all, whichever comes first in the file.
      if (changes === 0) continue;
      dropCategories.run(dump, page.title);
      for (const category of page.categories) {
        addCategory.run(dump, category, page.title, page.namespace);
      }
    }
  });

  return {
    site(): Site | undefined {
      const site = db.prepare('SELECT site FROM dumps WHERE id = ?').pluck().get(dump) as string | null;
      return site === null ? undefined : (JSON.parse(site) as Site);
    },
    put: (pages: readonly DumpPage[]): void => put.immediate(pages),
    finish(site: Site): void {
      db.prepare('UPDATE dumps SET site = ? WHERE id = ?').run(JSON.stringify(site), dump);
    },
    get(title: string): DumpPage | undefined {
      const row = byTitle.get(dump, title) as Row | undefined;
      if (!row) return undefined;
      const fragment = row.redirect_fragment === null ? {} : { fragment: row.redirect_fragment };
      return {
        title: row.title,
        namespace: row.namespace,
        revision: row.revision,
        timestamp: row.timestamp,
        model: row.model,
        text: decompress(row.text),
        disambiguation: row.disambiguation === 1,
        ...(row.redirect_to === null ? {} : { redirect: { from: row.title, to: row.redirect_to, ...fragment } }),
        categories: categoriesOf.pluck().all(dump, title) as string[],
      };
    },
    // By portions: an open cursor would keep the caller from writing what it finds.
    *titles(namespace: number): Iterable<string> {
      let last: string | undefined = '';
      while (last !== undefined) {
        const portion: string[] = inNamespace.all(dump, namespace, last) as string[];
        yield* portion;
        last = portion.at(-1);
      }
    },
    redirectsTo: (title: string) =>
      (redirects.all(dump, title) as { title: string; redirect_to: string; redirect_fragment: string | null }[]).map(
        (row) => ({
          from: row.title,
          to: row.redirect_to,
          ...(row.redirect_fragment === null ? {} : { fragment: row.redirect_fragment }),
        }),
      ),
    categoryMembers: (category: string) =>
      members.all(dump, category) as { readonly title: string; readonly namespace: number }[],
    pageCount: (): number => db.prepare('SELECT count(*) FROM dump_pages WHERE dump = ?').pluck().get(dump) as number,
  };
}
