// Full-text search with SQLite's FTS5 and BM25: the SQLite side of the contract in extractors/search/full-text-index.ts. It restates the
// shapes it needs, because the store knows nothing of extractors. Only the index is kept, not the texts: they are records already.
import type { Connection } from './connection.js';
import { byCodeUnit, sha256 } from '../schemas/canonical.js';

/** A document that was found; a higher score is better. */
export interface FullTextHit {
  readonly key: string;
  readonly score: number;
}

/** A full-text index over this database. */
export interface FullText {
  put(documents: readonly { readonly key: string; readonly text: string }[]): void;
  search(query: string, limit: number): FullTextHit[];
  count(): number;
}

// Marks are parts of words: Indic vowels are marks. Accents on letters are dropped all the same.
const TOKENIZER = `tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*'"`;
/** Words of a query beyond this many are left out: a page as a query would cost more than it finds. */
const MOST_WORDS = 200;
/** A word as the tokenizer sees it: letters, digits, private use and marks. */
const WORD = /[\p{L}\p{N}\p{Co}\p{M}]+/gu;

/**
 * The full-text index of a name.
 * @param db - an open workspace database
 * @param name - any text; an index of its own for each
 * @returns the index; nothing is written until the first `put`
 */
export function createFullText(db: Connection, name: string): FullText {
  const find = db.prepare('SELECT id FROM full_texts WHERE name = ?').pluck();
  let id = find.get(name) as number | undefined;

  const make = (): number => {
    const made = Number(db.prepare('INSERT INTO full_texts (name) VALUES (?)').run(name).lastInsertRowid);
    db.exec(
      `CREATE VIRTUAL TABLE full_text_${made} USING fts5 (text, content = '', contentless_delete = 1, ${TOKENIZER})`,
    );
    return made;
  };

  const put = db.transaction((documents: readonly { readonly key: string; readonly text: string }[]): number => {
    const index = id ?? (find.get(name) as number | undefined) ?? make();
    const known = db.prepare('SELECT id, hash FROM full_text_documents WHERE full_text = ? AND key = ?');
    const add = db.prepare('INSERT INTO full_text_documents (full_text, key, hash) VALUES (?, ?, ?)');
    const change = db.prepare('UPDATE full_text_documents SET hash = ? WHERE id = ?');
    const drop = db.prepare(`DELETE FROM full_text_${index} WHERE rowid = ?`);
    const write = db.prepare(`INSERT INTO full_text_${index} (rowid, text) VALUES (?, ?)`);
    for (const { key, text } of documents) {
      const hash = Buffer.from(sha256(text), 'hex');
      const old = known.get(index, key) as { id: number; hash: Buffer } | undefined;
      // An index is filled again by each build: what it has costs one look.
      if (old?.hash.equals(hash)) continue;
      if (old) {
        change.run(hash, old.id);
        drop.run(old.id);
      }
      write.run(old?.id ?? add.run(index, key, hash).lastInsertRowid, text);
    }
    return index;
  });

  return {
    put(documents) {
      id = put.immediate(documents);
    },
    search(query, limit) {
      id ??= find.get(name) as number | undefined;
      const words = quoted(query);
      if (id === undefined || words === '' || !(limit >= 1)) return [];
      const hits = db
        .prepare(
          `SELECT d.key, -bm25(full_text_${id}) AS score FROM full_text_${id} f JOIN full_text_documents d ON d.id = f.rowid
           WHERE full_text_${id} MATCH ? ORDER BY score DESC, d.key LIMIT ?`,
        )
        .all(words, Math.floor(Math.min(limit, 2 ** 31))) as FullTextHit[];
      return hits.sort((a, b) => b.score - a.score || byCodeUnit(a.key, b.key));
    },
    count() {
      id ??= find.get(name) as number | undefined;
      if (id === undefined) return 0;
      return db.prepare('SELECT count(*) FROM full_text_documents WHERE full_text = ?').pluck().get(id) as number;
    },
  };
}

/** The words of a query, each a quoted string of FTS5, any of which may be found. */
function quoted(query: string): string {
  const words = new Set(query.toLowerCase().match(WORD));
  return [...words]
    .slice(0, MOST_WORDS)
    .map((word) => `"${word}"`)
    .join(' OR ');
}
