import type { HolidayRole, HolidayRow, NativeName } from '../../schemas/holiday.js';
import type { CellLink } from '../../schemas/table-grid.js';
import type { LinkTarget } from '../tables/wikitext/render.js';
import type { When } from './when.js';

/** A page, table or text that may list holidays. */
export interface HolidayPage {
  readonly format: 'html' | 'wikitext' | 'csv' | 'table-json' | 'text';
  readonly title: string;
  /** Language of the page. */
  readonly lang: string;
  /** ISO alpha-2; read from the title when absent. */
  readonly country?: string | undefined;
  readonly content: string;
}

/** How rows are read. */
export interface HolidayOptions {
  /** Stands in every row; `lang:title` when absent. */
  readonly sourceId?: string;
  /** Reads link targets of wikitext; a reader that knows no namespaces when absent. */
  readonly linkTarget?: LinkTarget;
}

/** Where a row was read, for people who check it; not part of the record. */
export interface RowEvidence {
  /** Place of the table, infobox or list among the blocks of its kind on the page, from 0; -1 for list items. */
  readonly table: number;
  /** Row in the table, or place of the list item on the page, from 0. */
  readonly row: number;
  /** Texts of the cells, or of the item. */
  readonly cells: readonly string[];
}

/** A table, row or item that gave nothing, with the reason. */
export interface RejectedRow {
  /** Kebab-case. */
  readonly reason: string;
  readonly text: string;
  /** `table 2, row 5` or `item 12`. */
  readonly where: string;
}

/** What a page gives. */
export interface HolidayRows {
  readonly rows: readonly { readonly row: HolidayRow; readonly evidence: RowEvidence }[];
  readonly rejected: readonly RejectedRow[];
}

/** A row before it has a place and a source. */
export interface Draft {
  readonly name: string;
  readonly raw: string;
  readonly aliases: readonly string[];
  readonly natives: readonly NativeName[];
  readonly link: CellLink | undefined;
  readonly country: string | null;
  readonly when: When;
  readonly notes: string;
  readonly role: HolidayRole;
  readonly flags: readonly HolidayRow['flags'][number][];
  readonly evidence: RowEvidence;
}

/** What is known of the page while its parts are read. */
export interface PageContext {
  readonly title: string;
  readonly lang: string;
  /** ISO alpha-2 or `null`. */
  readonly country: string | null;
  /** Languages of the country. */
  readonly languages: readonly string[];
  /** `day`: a page about one day of the year; `list`: a page that lists holidays; `other`. */
  readonly kind: 'day' | 'list' | 'other';
  /** Footnote markers and capitals were lost (CSV, JSON). */
  readonly plain: boolean;
  readonly reject: (reason: string, text: string, where: string) => void;
}
