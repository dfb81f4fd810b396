import { describe, expect, it } from 'vitest';
import type { Store } from '../../../db/index.js';
import { hashOf } from '../../../schemas/canonical.js';
import { entry, stageOf, temporaryStores } from './temp.js';

const open = temporaryStores();
const rows = (store: Store, keep: number) =>
  Object.fromEntries(
    store.gc
      .clear(keep, false)
      .removed.filter((one) => one.rows > 0)
      .map((one) => [one.table, one.rows]),
  );

/** A source stage whose snapshot put out one page. */
function snapshotOf(store: Store, source: number, page: string): { readonly snapshot: number; readonly page: number } {
  const { id: snapshot } = store.records.put('snapshot', page, { page });
  const { id } = store.records.put('page', page, { page });
  store.ledger.commit(source, 1, [{ input: snapshot, outputs: [{ record: id, beside: '' }], rejections: [] }]);
  store.runs.addSnapshot(source, snapshot, 'now');
  return { snapshot, page: id };
}

describe('clearing the store', () => {
  it('follows outputs through any number of stages', () => {
    const store = open();
    const { page } = snapshotOf(store, stageOf(store, 'source'), 'p');
    let input = page;
    for (let depth = 0; depth < 5; depth += 1) {
      store.ledger.commit(stageOf(store, `stage ${depth}`), 1, [entry(input, [`out ${depth}`])]);
      input = store.records.versions('note', `out ${depth}`)[0]!.id;
    }
    expect(rows(store, 1)).toEqual({});
    expect(store.records.get(input).key).toBe('out 4');
  });

  it('counts snapshots for each source by itself, and of a shared one each source’s own entry', () => {
    const store = open();
    const [dump, api] = [stageOf(store, 'source', 1), stageOf(store, 'source', 2)];
    const old = snapshotOf(store, dump, 'old');
    snapshotOf(store, api, 'old');
    snapshotOf(store, dump, 'new');
    expect(rows(store, 1)).toEqual({ ledger: 1, outputs: 1, snapshots: 1 });
    expect(store.records.get(old.page).key).toBe('old');
    expect(store.runs.snapshots(api)).toHaveLength(1);
  });

  it('keeps a set that a kept snapshot had or that nothing is known of, and removes one of removed snapshots only', () => {
    const store = open();
    const [source, gather] = [stageOf(store, 'source'), stageOf(store, 'gather')];
    const past = snapshotOf(store, source, 'old');
    const kept = snapshotOf(store, source, 'new');
    const sets = ['past', 'both', 'kept', 'unknown'].map((key) => store.records.put('set', key, { key }).id);
    store.ledger.commit(
      gather,
      1,
      sets.map((set, place) => entry(set, [`of ${place}`])),
    );
    const flow = store.flow(1);
    for (const [snapshot, had] of [
      [past.snapshot, sets.slice(0, 2)],
      [kept.snapshot, sets.slice(1, 3)],
    ] as const) {
      flow.setInputs(0, had);
      store.gc.noteSets(snapshot, gather, 0);
      store.gc.noteSets(snapshot, gather, 0);
    }
    expect(rows(store, 1)).toEqual({ gathered: 2, ledger: 2, outputs: 2, records: 4, snapshots: 1 });
    flow.setInputs(0, sets);
    expect(flow.counts(0, gather)).toMatchObject({ done: 3, missing: 1 });
    flow.computeOutputs(0, gather);
    expect(flow.outputs(0, ['note']).map((id) => store.records.get(id).key)).toEqual(['of 1', 'of 2', 'of 3']);
  });

  it('keeps a record that a kept rejection names, and removes one that nothing names', () => {
    const store = open();
    const { page } = snapshotOf(store, stageOf(store, 'source'), 'p');
    const [named, loose] = ['named', 'loose'].map((key) => store.records.put('page', key, { key }));
    const rejection = { record: named!.id, key: 'named', reason: 'no-date', detail: '' };
    store.ledger.commit(stageOf(store, 'read'), 1, [{ input: page, outputs: [], rejections: [rejection] }]);
    expect(rows(store, 1)).toEqual({ records: 1 });
    expect(store.records.find(named!.hash)).toBeDefined();
    expect(store.records.find(loose!.hash)).toBeUndefined();
  });

  it('keeps the page index of a dump that a kept source names', () => {
    const store = open();
    const [mine, other] = ['mine', 'other'].map((name) => hashOf(name)) as [string, string];
    const spec = { fingerprint: hashOf('spec'), name: 'crawl', version: 1, spec: JSON.stringify({ data: mine }) };
    snapshotOf(store, store.ledger.stageId(spec), 'p');
    const page = { title: 'T', namespace: 0, revision: 1, timestamp: '', model: 'wikitext', text: 'text' };
    for (const hash of [mine, other])
      store.dumpPages(hash).put([{ ...page, disambiguation: false, categories: ['C'] }]);
    expect(rows(store, 1)).toEqual({ dump_categories: 1, dump_pages: 1, dumps: 1 });
    expect(store.dumpPages(mine).get('T')).toMatchObject({ categories: ['C'] });
    expect(store.dumpPages(other).pageCount()).toBe(0);
  });

  it('keeps answers of a crawl whose stage is known, and no others', () => {
    const store = open();
    const spec = { fingerprint: hashOf('crawl'), name: 'crawl', version: 1, spec: '{}' };
    store.ledger.stageId(spec);
    for (const scope of [spec.fingerprint, hashOf('nobody')]) store.responses.scope(scope).put('question', 42);
    expect(rows(store, 1)).toEqual({ responses: 1 });
    expect(store.responses.scope(spec.fingerprint).get('question')).toBe(42);
  });

  it('keeps the history that estimates are made from', () => {
    const store = open();
    const [first, second] = [stageOf(store, 'read', 1), stageOf(store, 'read', 2)];
    store.work.add(first, 1, { inputs: 1, seconds: 1, requests: 0 });
    store.work.add(second, 2, { inputs: 2, seconds: 4, requests: 3 });
    store.gc.clear(1, false);
    expect(store.work.last('read')).toEqual({ inputs: 2, seconds: 4, requests: 3 });
  });

  it('changes nothing on a dry run', () => {
    const store = open();
    const { hash } = store.records.put('page', 'loose', {});
    const { removed } = store.gc.clear(1, true);
    expect(removed.find((one) => one.table === 'records')).toMatchObject({ rows: 1 });
    expect(store.records.find(hash)).toBeDefined();
  });
});
