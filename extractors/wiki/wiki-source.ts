// The one contract for reading a wiki. Two implementations, the Action API and a dump, are proved equal by a parity test: from
// the same wiki they give the same titles, pages, redirects and members. Links, language links and categories are a function of
// a page's text and its site (extractors/wiki/markup), not of the source.
import type { RedirectHop } from '../../schemas/page.js';
import type { Site } from '../../schemas/site.js';

/** A page revision as a source gives it. */
export interface SourcePage {
  /** Full title with namespace, as the wiki writes it. */
  readonly title: string;
  readonly namespace: number;
  readonly revision: number;
  /** Time of the revision, ISO 8601 UTC. */
  readonly timestamp: string;
  readonly model: string;
  readonly text: string;
  /** The page says of itself that it only tells pages of one name apart. */
  readonly disambiguation: boolean;
}

/** What became of an asked title. `chain` holds the redirect steps that were followed. */
export type PageResult =
  | {
      readonly asked: string;
      readonly outcome: 'found';
      readonly chain: readonly RedirectHop[];
      readonly page: SourcePage;
    }
  | {
      readonly asked: string;
      readonly outcome: 'missing' | 'invalid' | 'special' | 'interwiki' | 'redirect-loop';
      readonly chain: readonly RedirectHop[];
      /** What the wiki said, for people. */
      readonly detail: string;
    };

/** How `pages` treats redirects. */
export interface PagesOptions {
  /** Follow redirects to their target (default), or give the redirect pages themselves. */
  readonly followRedirects?: boolean;
}

/** A page that redirects straight to another. */
export interface Redirect {
  readonly from: string;
  /** The target, without its fragment. */
  readonly to: string;
  readonly fragment?: string;
}

/** A member of a category. */
export interface CategoryMember {
  readonly title: string;
  readonly namespace: number;
}

/** A wiki that can be read. Every method may throw FatalError `source-unavailable` and keeps nothing half read. */
export interface WikiSource {
  readonly kind: 'api' | 'dump';
  /** Namespaces, language prefixes and redirect words of the wiki. */
  site(): Promise<Site>;
  /** All titles of a namespace, redirects included, in code-unit order. */
  titles(options: { readonly namespace: number }): AsyncIterable<string>;
  /** The pages of the asked titles, one result for each asked title, in the order of asking. */
  pages(titles: Iterable<string> | AsyncIterable<string>, options?: PagesOptions): AsyncIterable<PageResult>;
  /** The pages that redirect straight to one of the titles, sorted by target, then source. One step only: a double redirect is two. */
  redirectsTo(titles: readonly string[]): Promise<readonly Redirect[]>;
  /** The members of a category (full title, `Category:X`) in code-unit order, pages and subcategories. */
  categoryMembers(category: string): Promise<readonly CategoryMember[]>;
  /** The wiki's own HTML of a page, or undefined where the page is missing. Only the API has it. */
  render?(title: string): Promise<string | undefined>;
}
