// Parts of a dataset card that every benchmark shares. A card is a Markdown template with {{names}}.
import type { Manifest } from '../../schemas/release.js';
import { FatalError } from '../../schemas/errors.js';

/**
 * Fills a card template.
 * @param template - Markdown with `{{names}}`
 * @param values - a text for each name; texts are put in as they are
 * @returns the card
 * @throws FatalError `internal` when the template names a value that is not given
 */
export function fillCard(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined)
      throw new FatalError('internal', `The card template wants {{${name}}}, which nobody gives.`);
    return value;
  });
}

/**
 * A Markdown table.
 * @param header - column names
 * @param rows - cells; what could end a cell is escaped
 * @returns lines joined
 */
export function markdownTable(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(header), `|${header.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/**
 * What each stage took in, put out and dropped, and why.
 * @param manifest - of the release
 * @returns a Markdown table
 */
export function funnelTable(manifest: Manifest): string {
  return markdownTable(
    ['stage', 'in', 'out', 'dropped'],
    manifest.stages.map(({ name, inputs, outputs, rejected }) => [
      name,
      inputs === 0 ? '' : inputs,
      outputs,
      Object.entries(rejected)
        .map(([reason, count]) => `${reason} ${count}`)
        .join(', '),
    ]),
  );
}

/**
 * Hugging Face's size category.
 * @param items - how many there are
 * @returns such as `1K<n<10K`
 */
export function sizeCategory(items: number): string {
  if (items < 1000) return 'n<1K';
  if (items < 10_000) return '1K<n<10K';
  return items < 100_000 ? '10K<n<100K' : '100K<n<1M';
}

function cell(value: string | number): string {
  return String(value)
    .replace(/[\\|]/g, '\\$&')
    .replace(/[\r\n]+/g, ' ');
}
