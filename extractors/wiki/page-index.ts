// A dump is read in one pass into an index that answers by title. The contract stands here; the engine backs it with SQLite,
// a small in-memory one serves single files and tests.
import type { Site } from '../../schemas/site.js';
import type { CategoryMember, Redirect, SourcePage } from './wiki-source.js';

/** A page as it goes into the index: with its own categories and, for a redirect page, its target. */
export interface IndexedPage extends SourcePage {
  readonly redirect?: Redirect;
  /** Full titles of the categories that the page's own text names. */
  readonly categories: readonly string[];
}

/** What a dump source needs of an index. Of two pages of one title the newer (time, then revision) stays. */
export interface PageIndex {
  /** The site, once the dump was read to its end; undefined before. */
  readonly site: () => Site | undefined;
  /** Stores pages; called with up to some hundred at a time. */
  readonly put: (pages: readonly IndexedPage[]) => void;
  /** Marks the dump as read whole. */
  readonly finish: (site: Site) => void;
  readonly get: (title: string) => IndexedPage | undefined;
  readonly titles: (namespace: number) => Iterable<string>;
  readonly redirectsTo: (title: string) => readonly Redirect[];
  readonly categoryMembers: (category: string) => readonly CategoryMember[];
  readonly pageCount: () => number;
}
