// One shape for tables from HTML and from wikitext: a rectangle in which every spanned cell is repeated, so that a column is a
// column. What a cell spans is kept, so that a reader can tell a repeated cell from a second one.

/** A link inside a cell, in order of appearance. */
export interface CellLink {
  /** Full title of the target as written (redirects not followed), normalised; `''` for a link to a section of the same page. */
  readonly title: string;
  readonly fragment?: string;
  /** The words the reader sees. */
  readonly text: string;
  /** True where the source marks the target as missing (HTML `class="new"`). */
  readonly red: boolean;
}

/** A run of the cell in another language or script: `lang` attribute, `{{lang}}`, or italics. */
export interface CellMark {
  readonly text: string;
  readonly lang?: string;
  readonly italic: boolean;
}

/** One cell as read. Footnote markers, hidden sort keys and references are taken out of `text`. */
export interface Cell {
  readonly text: string;
  /** The lines of the cell: split at line breaks, list items and paragraphs; joined with a space they give `text`. */
  readonly lines: readonly string[];
  readonly header: boolean;
  readonly links: readonly CellLink[];
  readonly marks: readonly CellMark[];
  /** Row and column of the cell's own corner; in a spanned repetition these differ from its place in the grid. */
  readonly row: number;
  readonly column: number;
}

/** A table as a rectangle: `rows[r][c]`, spans expanded; a place no cell covers is `null`. */
export interface TableGrid {
  readonly caption: string;
  /** Titles of the sections above the table, outermost first. */
  readonly headings: readonly string[];
  readonly rows: readonly (readonly (Cell | null)[])[];
  /** Number of columns of every row. */
  readonly width: number;
}
