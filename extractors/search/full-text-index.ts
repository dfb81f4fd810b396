/** A text to be found, under a key of the caller's. */
export interface SearchDocument {
  readonly key: string;
  readonly text: string;
}

/** A document that was found. */
export interface SearchHit {
  readonly key: string;
  /** BM25 relevance: higher is better; comparable within one search only. */
  readonly score: number;
}

/**
 * Finds texts by their words. Words are runs of letters, marks and digits, without regard to case and accents; texts in scripts that put no
 * space between words are found by whole runs only. db/full-text.ts implements it over SQLite.
 */
export interface FullTextIndex {
  /** Adds documents; one of a known key replaces the text under it. */
  readonly put: (documents: readonly SearchDocument[]) => void;
  /**
   * The documents that have any of the query's words, best first, equal ones by key. A query is plain text: nothing in it is an operator,
   * and one without a word finds nothing.
   */
  readonly search: (query: string, limit: number) => readonly SearchHit[];
  /** Number of documents. */
  readonly count: () => number;
}
