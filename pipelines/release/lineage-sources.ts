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
  const seen = new Set<number>();
  const queue = [...records];
  const lines = new Map<string, SourceLine>();
  while (queue.length > 0) {
    const id = queue.pop()!;
    if (seen.has(id)) continue;
    seen.add(id);
    for (const slot of built.slots) {
      // Only for inputs of this build: an older snapshot may have made the same record of other pages.
      for (const { input, beside } of store.lineage.madeBy(slot.slot, slot.id, id)) {
        const notes = beside === '' ? {} : Beside.parse(JSON.parse(beside));
        if (slot.stage.shape === 'map') queue.push(input);
        else if (slot.stage.shape === 'gather') {
          queue.push(...(notes.parents ?? []).flatMap((hash) => store.records.numberOf(hash) ?? []));
        } else if (notes.provenance?.title) {
          const { title, url = '', revision = 0, timestamp = '', licence = '' } = notes.provenance;
          const used = store.records.get(id).type === ListPageRecord.type ? 'list' : 'article';
          lines.set(`${title}|${used}`, { title, url, revision, timestamp, licence, used_as: [used] });
        }
      }
    }
  }
  return [...lines.values()].sort((a, b) => byCodeUnit(a.title, b.title) || byCodeUnit(a.used_as[0]!, b.used_as[0]!));
}
