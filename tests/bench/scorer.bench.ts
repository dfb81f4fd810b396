// The released scorer on as many items as the paper's preset has.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { keyedOrder } from '../../extractors/choice/keyed.js';
import { temporaryFolder } from '../helpers/build-release.js';
import { report, timed } from './report.js';

const scorer = (name: string) => fileURLToPath(new URL(`../../pipelines/release/scorer/${name}`, import.meta.url));
const folder = temporaryFolder();
afterAll(() => folder.remove());

it('scores 6,000 items', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `Feast of the ${index}th Lantern`);
  const items = Array.from({ length: 6000 }, (_, index) => {
    const n = [2, 3, 5][index % 3]!;
    const options = keyedOrder('bench', [index], names, (name) => name).slice(0, n);
    const round = 1 + (Math.floor(index / 6) % 5);
    return {
      id: `i${index}`,
      n,
      round,
      target: index % 2 ? 'US' : 'GB',
      country: 'KE',
      continent: 'Africa',
      options,
      answer: [...options].reverse(),
      aliases: {},
    };
  });
  const itemsPath = join(folder.path, 'items.jsonl');
  const predictionsPath = join(folder.path, 'predictions.jsonl');
  writeFileSync(itemsPath, items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  writeFileSync(
    predictionsPath,
    items
      .map(
        ({ id, options }) =>
          `${JSON.stringify({ id, output: options.map((name, index) => `${index + 1}. ${name}`).join('\n') })}\n`,
      )
      .join(''),
  );
  for (const [program, file] of [
    [process.execPath, 'score.mjs'],
    ['python3', 'score.py'],
  ] as const) {
    const { seconds, result } = await timed(() =>
      spawnSync(program, [scorer(file), predictionsPath, '--items', itemsPath, '--json']),
    );
    expect(result.status).toBe(0);
    report(`scorer, 6,000 items, ${file}, whole process`, `${seconds.toFixed(2)} s`);
  }
});
