// From released items back to the pages they were made of: the ledger is walked against its direction, so SOURCES.jsonl names
// every page that contributed and no other.
import type { Store } from '../../db/index.js';
import type { Built } from '../engine/build.js';
import type { SourceLine } from '../../schemas/release.js';
import { byCodeUnit } from '../../schemas/canonical.js';
import { Beside } from '../../schemas/provenance.js';
import { ListPageRecord } from '../../schemas/page.js';

/**
 * The pages that the given records were made of.
 * @param store - an open workspace
 * @param built - a finished build
 * @param records - numbers of the released records
 * @returns one line for each page, by title
 */
export function sourcesOf(store: Store, built: Built, records: readonly number[]): SourceLine[] {
  const stages = built.slots.map((slot) => slot.id);
  const shapes = new Map(built.slots.map((slot) => [slot.id, slot.stage.shape]));
  const seen = new Set<number>();
  const queue = [...records];
  const lines = new Map<string, SourceLine>();
  while (queue.length > 0) {
    const id = queue.pop()!;
    if (seen.has(id)) continue;
    seen.add(id);
    for (const { stage, input, beside } of store.lineage.producers(id, stages)) {
      const shape = shapes.get(stage);
      const notes = beside === '' ? {} : Beside.parse(JSON.parse(beside));
      if (shape === 'map') queue.push(input);
      if (shape === 'gather')
        queue.push(...(notes.parents ?? []).flatMap((hash) => store.records.find(hash)?.id ?? []));
      if (shape !== 'source' || input !== built.snapshot.id || !notes.provenance?.title) continue;
      const { title, url = '', revision = 0, timestamp = '', licence = '' } = notes.provenance;
      const used = store.records.get(id).type === ListPageRecord.type ? 'list' : 'article';
      lines.set(`${title}|${used}`, { title, url, revision, timestamp, licence, used_as: [used] });
    }
  }
  return [...lines.values()].sort((a, b) => byCodeUnit(a.title, b.title) || byCodeUnit(a.used_as[0]!, b.used_as[0]!));
}
