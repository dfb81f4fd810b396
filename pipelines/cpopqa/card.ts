import { readFileSync } from 'node:fs';
import type { CardInputs } from '../benchmark.js';
import type { CpopqaItem } from './item.js';
import { byCodeUnit } from '../../schemas/canonical.js';
import { fillCard, funnelTable, markdownTable, sizeCategory } from '../release/card.js';
import { licenceId } from '../release/licence.js';

const TEMPLATE = new URL('./card.md', import.meta.url);

interface PopularityEntry {
  readonly name: string;
  readonly region: string;
  readonly data: string;
  readonly window: { readonly from: number; readonly to: number };
  readonly synthetic: boolean;
}

/**
 * The dataset card of a CPopQA release.
 * @param inputs - manifest and items
 * @returns Markdown with the Hugging Face header
 */
export function card({ manifest, items: released }: CardInputs): string {
  const items = released as readonly CpopqaItem[];
  const popularity = manifest.config['popularity'] as unknown as PopularityEntry[];
  const countries = [...new Set(items.map((item) => item.country_name))].sort(byCodeUnit);
  return fillCard(readFileSync(TEMPLATE, 'utf8'), {
    version: manifest.version,
    generator: `${manifest.generator.name} ${manifest.generator.version}`,
    licence: manifest.licence,
    licence_id: licenceId(manifest.licence),
    size_category: sizeCategory(items.length),
    data_files: manifest.files
      .filter((file) => file.path.startsWith('data/'))
      .map(({ path }) => `      - split: ${path.replace(/^data\/|\.jsonl$/g, '')}\n        path: ${path}`)
      .join('\n'),
    synthetic_note: manifest.synthetic_popularity
      ? '> **The popularity values of this release are synthetic.** They were counted in small made-up corpora that show how a ' +
        'build works; the gold orders say nothing about the world. Do not report results on them.\n\n'
      : '',
    counts_table: countsTable(items),
    train_note: items.some((item) => item.split === 'train')
      ? ' The train split holds sets that no test item asks; use it for few-shot examples.'
      : '',
    countries: `${countries.length} (${countries.join(', ')})`,
    funnel_table: funnelTable(manifest),
    popularity_lines: popularity
      .map(({ name, region, window, synthetic, data }) => {
        const what = `${name} for ${region}, mean over ${window.from} to ${window.to}`;
        return `${what}${synthetic ? ', synthetic' : ''} (data \`${data.slice(0, 12)}\`)`;
      })
      .join('; ')
      .concat('.'),
    seed: String(manifest.config['seed']),
    min_ratio: String(manifest.config['min_ratio']),
  });
}

function countsTable(items: readonly CpopqaItem[]): string {
  const splits = [...new Set(items.map((item) => item.split))].sort(byCodeUnit);
  const rows = splits.flatMap((split) =>
    [2, 3, 5].flatMap((n): (string | number)[][] => {
      const some = items.filter((item) => item.split === split && item.n === n);
      const holidays = new Set(some.flatMap((item) => item.holidays.map((holiday) => holiday.key)));
      if (some.length === 0) return [];
      const rounds = new Set(some.map((item) => item.round)).size;
      const sets = new Set(
        some.map((item) =>
          item.holidays
            .map((holiday) => holiday.key)
            .sort(byCodeUnit)
            .join(),
        ),
      ).size;
      return [[split, n, rounds, some.length, sets, new Set(some.map((item) => item.country)).size, holidays.size]];
    }),
  );
  return markdownTable(['split', 'n', 'rounds', 'items', 'distinct sets', 'countries', 'holidays'], rows);
}
