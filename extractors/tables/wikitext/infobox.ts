// An infobox template as the two-column table that its page shows. Labels follow the documented parameters of Infobox holiday
// (https://en.wikipedia.org/wiki/Template:Infobox_holiday); parameters without a label of their own show their name.
import { readFileSync } from 'node:fs';
import type { TemplateCall } from './template-call.js';

interface Parameters {
  readonly title: readonly string[];
  readonly skip: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

const PARAMETERS = JSON.parse(readFileSync(new URL('../data/infobox.json', import.meta.url), 'utf8')) as Parameters;
const skipped = new Set(PARAMETERS.skip);
const titles = new Set(PARAMETERS.title);

function label(key: string): string {
  const known = PARAMETERS.labels[key];
  if (known !== undefined) return known;
  const year = /^date[_ ]?(\d{4})$/.exec(key)?.[1];
  if (year !== undefined) return `${year} date`;
  const words = key.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Renders an infobox call.
 * @param call - the call with its arguments
 * @returns an HTML table whose first row is the title and each further row a label and a value
 */
export function infobox(call: TemplateCall): string {
  const title = PARAMETERS.title.map((key) => call.named.get(key)).find((value) => value !== undefined && value !== '');
  const rows = [...call.named]
    .filter(
      ([key, value]) =>
        value !== '' &&
        !skipped.has(key) &&
        !titles.has(key) &&
        !/(?:image|caption|width|alt|colou?r|style|size)$/.test(key),
    )
    .map(([key, value]) => `<tr><th scope="row">${label(key)}</th><td>\n${value}\n</td></tr>`);
  if (rows.length === 0) return '';
  const head = title === undefined ? '' : `<tr><th colspan="2">\n${title}\n</th></tr>`;
  return `\n<table class="infobox">${head}${rows.join('')}</table>\n`;
}
