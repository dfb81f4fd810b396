// The time of day may be wrong, jump or go backwards: it is noted, and nothing follows from it.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../db/index.js';
import { cpopqa } from '../../pipelines/cpopqa/benchmark.js';
import { build } from '../../pipelines/engine/build.js';
import { createInlineExecutor } from '../../pipelines/engine/inline-executor.js';
import { openSources } from '../../pipelines/open-sources.js';
import { writeRelease } from '../../pipelines/release/write-release.js';
import { settings } from '../helpers/build-release.js';
import { temporaryFolders, temporaryStores } from '../unit/db/temp.js';
import { buildToy, forget, toyRecipe, world } from '../unit/pipelines/engine/toy.js';
import { bytesBelow } from './cli.js';

const folder = temporaryFolders();
const open = temporaryStores();

/** A clock that shows each time in turn, then the last for ever. */
function clockOf(times: readonly string[]): () => Date {
  let shown = 0;
  return () => new Date(times[Math.min(shown++, times.length - 1)]!);
}

describe('a clock', () => {
  it('that goes backwards or is far in the future changes no byte of a release', async () => {
    const releases: Record<string, string>[] = [];
    for (const times of [
      ['2026-01-01T00:00:00Z'],
      ['2026-01-01T00:00:00Z', '2019-06-01T00:00:00Z', '1970-01-01T00:00:00Z', '1901-12-13T00:00:00Z'],
      ['9999-12-31T23:59:59Z', '+275760-09-13T00:00:00Z'],
    ]) {
      const config = settings(folder());
      const sources = await openSources(config);
      const store = openStore(join(config.workspace, 'folkways.db'));
      const executor = createInlineExecutor({ popularity: () => Promise.resolve(sources.popularity) });
      const built = await build(store, cpopqa.recipe(sources), {
        executor,
        services: sources.services,
        clock: clockOf(times),
      });
      writeRelease(store, cpopqa, sources, built, { out: config.out });
      store.close();
      releases.push(bytesBelow(config.out));
    }
    expect(Object.keys(releases[0]!).length).toBeGreaterThan(5);
    expect(releases[1]).toEqual(releases[0]);
    expect(releases[2]).toEqual(releases[0]);
  });

  it('that goes backwards between two builds makes neither the old snapshot new nor done work undone', async () => {
    const [store, toy] = [open(), world({ A: 'one', B: 'two' })];
    const first = await buildToy(store, toyRecipe(toy), { clock: clockOf(['2030-01-01T00:00:00Z']) });
    toy.shelf.set('A', 'changed');
    const past = clockOf(['1980-01-01T00:00:00Z', '1970-01-01T00:00:00Z']);
    const second = await buildToy(store, toyRecipe(toy), { clock: past, newSnapshot: true });
    expect(second.built.snapshot.hash).not.toBe(first.built.snapshot.hash);
    forget(toy);
    const third = await buildToy(store, toyRecipe(toy), { clock: clockOf(['2031-01-01T00:00:00Z']) });
    expect([third.built.snapshot.hash, third.built.ran]).toEqual([second.built.snapshot.hash, 0]);
    expect(store.runs.last('toy')).toMatchObject({ id: 3, outcome: 'done' });
  });
});
