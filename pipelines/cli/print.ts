/**
 * Columns of text, each as wide as its widest cell.
 * @param rows - cells; the first row is the header
 * @returns lines
 */
export function columns(rows: readonly (readonly (string | number)[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          typeof cell === 'number' ? String(cell).padStart(widths[column]!) : cell.padEnd(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * Writes a result to standard output.
 * @param json - as one JSON object
 * @param value - for machines
 * @param text - for people
 */
export function print(json: boolean | undefined, value: unknown, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : text}\n`);
}

/**
 * Text from a wiki in one line and without what could steer a terminal: escape sequences, bidirectional overrides.
 * @param text - any text
 * @returns the text with such characters and line ends as spaces
 */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ');
}

/**
 * A text of limited length.
 * @param text - any text
 * @param length - most code points
 * @returns the text, or its beginning and an ellipsis
 */
export function shorten(text: string, length: number): string {
  const points = [...text];
  return points.length <= length ? text : `${points.slice(0, length - 1).join('')}…`;
}
