import { describe, expect, it } from 'vitest';
import { entry, stageOf, temporaryStores } from './temp.js';

const open = temporaryStores();

describe('the record of work', () => {
  it('adds up within a run and gives the last run of a name, in any version', () => {
    const store = open();
    const [one, two] = [stageOf(store, 'read', 1), stageOf(store, 'read', 2)];
    expect(store.work.last('read')).toBeUndefined();
    store.work.add(one, 1, { inputs: 100, seconds: 2, requests: 5 });
    store.work.add(one, 1, { inputs: 50, seconds: 1.5, requests: 0 });
    expect(store.work.last('read')).toEqual({ inputs: 150, seconds: 3.5, requests: 5 });
    store.work.add(two, 3, { inputs: 10, seconds: 1, requests: 0 });
    store.work.add(one, 2, { inputs: 20, seconds: 1, requests: 0 });
    expect(store.work.last('read')).toEqual({ inputs: 10, seconds: 1, requests: 0 });
    expect(store.work.last('write')).toBeUndefined();
  });

  it('does not take a run without inputs for history', () => {
    const store = open();
    const stage = stageOf(store, 'read');
    store.work.add(stage, 1, { inputs: 4, seconds: 1, requests: 0 });
    store.work.add(stage, 2, { inputs: 0, seconds: 9, requests: 0 });
    expect(store.work.last('read')).toEqual({ inputs: 4, seconds: 1, requests: 0 });
  });

  it('says what the database holds for how many inputs and pages', () => {
    const store = open();
    expect(store.work.spent().inputs).toBe(0);
    const [source, read] = [stageOf(store, 'source'), stageOf(store, 'read')];
    const snapshot = store.records.put('snapshot', 's', {}).id;
    const before = store.work.spent().bytes;
    store.ledger.commit(source, 1, [entry(snapshot, ['a', 'b', 'c'])]);
    store.runs.addSnapshot(source, snapshot, 'now');
    const page = store.records.versions('note', 'a')[0]!.id;
    store.ledger.commit(read, 1, [entry(page, [`long ${'x'.repeat(1000)}`.repeat(3)])]);
    // The snapshot, its three pages, and one of them read.
    expect(store.work.spent().inputs).toBe(5);
    expect(store.work.spent().bytes).toBeGreaterThanOrEqual(before);
  });
});
