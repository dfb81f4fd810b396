import { describe, expect, it } from 'vitest';
import type { Store } from '../../../db/index.js';
import { entry, stageOf, temporaryStores } from './temp.js';

const open = temporaryStores();

/** What a stage put out and dropped for some inputs, as the flow sees it. */
function seen(store: Store, stage: number, inputs: readonly number[]) {
  const flow = store.flow(1);
  flow.setInputs(0, inputs);
  flow.computeOutputs(0, stage);
  return {
    done: flow.counts(0, stage).done,
    outputs: flow.outputs(0, ['note']).map((id) => store.records.get(id).key),
    rejected: flow.rejected(0, stage),
  };
}

describe('a commit', () => {
  it('gives how many inputs were new, and stores their outputs and rejections', () => {
    const store = open();
    const stage = stageOf(store, 'read');
    const inputs = ['a', 'b'].map((key) => store.records.put('page', key, { key }).id);
    const entries = [entry(inputs[0]!, ['x', 'y']), entry(inputs[1]!, [], ['no-date', 'no-date', 'no-page'])];
    expect(store.ledger.commit(stage, 1, entries)).toBe(2);
    expect(seen(store, stage, inputs)).toEqual({
      done: 2,
      outputs: ['x', 'y'],
      rejected: { 'no-date': 2, 'no-page': 1 },
    });
  });

  it('that is delivered twice changes nothing the second time, even with another result', () => {
    const store = open();
    const stage = stageOf(store, 'read');
    const input = store.records.put('page', 'a', {}).id;
    store.ledger.commit(stage, 1, [entry(input, ['x'])]);
    const before = seen(store, stage, [input]);
    expect(store.ledger.commit(stage, 2, [entry(input, ['x'])])).toBe(0);
    expect(store.ledger.commit(stage, 2, [entry(input, ['y', 'z'], ['late'])])).toBe(0);
    expect(seen(store, stage, [input])).toEqual(before);
  });

  it('that names an input twice counts it once', () => {
    const store = open();
    const stage = stageOf(store, 'read');
    const input = store.records.put('page', 'a', {}).id;
    expect(store.ledger.commit(stage, 1, [entry(input, ['x']), entry(input, ['y'])])).toBe(1);
    expect(seen(store, stage, [input]).outputs).toEqual(['x']);
  });

  it('that throws half-way leaves nothing: no mark, no output, no record', () => {
    const store = open();
    const stage = stageOf(store, 'read');
    const inputs = ['a', 'b'].map((key) => store.records.put('page', key, { key }).id);
    const broken = { type: 'note', key: 'bad', content: { value: Number.NaN }, beside: '' };
    const commit = () =>
      store.ledger.commit(stage, 1, [
        entry(inputs[0]!, ['whole'], ['dropped']),
        { input: inputs[1]!, outputs: [broken], rejections: [] },
      ]);
    expect(commit).toThrow();
    expect(seen(store, stage, inputs)).toEqual({ done: 0, outputs: [], rejected: {} });
    expect(store.records.versions('note', 'whole')).toEqual([]);
    // The same batch, mended, goes in whole.
    expect(store.ledger.commit(stage, 1, [entry(inputs[0]!, ['whole']), entry(inputs[1]!, ['mended'])])).toBe(2);
  });

  it('remembers one result for each stage as configured', () => {
    const store = open();
    const [old, current] = [stageOf(store, 'read', 1), stageOf(store, 'read', 2)];
    const input = store.records.put('page', 'a', {}).id;
    store.ledger.commit(old, 1, [entry(input, ['old'])]);
    store.ledger.commit(current, 2, [entry(input, ['new'])]);
    expect(seen(store, old, [input]).outputs).toEqual(['old']);
    expect(seen(store, current, [input]).outputs).toEqual(['new']);
  });

  it('may put out a record that is in the store already, by its number', () => {
    const store = open();
    const stage = stageOf(store, 'read');
    const input = store.records.put('page', 'a', {}).id;
    const record = store.records.put('note', 'known', { text: 'known' }).id;
    store.ledger.commit(stage, 1, [{ input, outputs: [{ record, beside: '{"parents":[]}' }], rejections: [] }]);
    store.flow(1).setInputs(0, [input]);
    expect(store.lineage.madeBy(0, stage, record)).toEqual([{ stage, input, beside: '{"parents":[]}' }]);
  });
});

describe('work done atomically', () => {
  it('is kept whole, or not at all when it throws', () => {
    const store = open();
    const stage = stageOf(store, 'read');
    const input = store.records.put('page', 'a', {}).id;
    const work = (fail: boolean) =>
      store.atomically(() => {
        const fresh = store.ledger.commit(stage, 1, [entry(input, ['x'])]);
        store.runs.addSnapshot(stage, input, 'now');
        if (fail) throw new Error('half-way');
        return fresh;
      });
    expect(() => work(true)).toThrow('half-way');
    expect(seen(store, stage, [input])).toEqual({ done: 0, outputs: [], rejected: {} });
    expect(store.runs.snapshots(stage)).toEqual([]);
    expect(work(false)).toBe(1);
    expect(store.runs.snapshots(stage)).toHaveLength(1);
  });
});

describe('a stage', () => {
  it('has one number for one fingerprint', () => {
    const store = open();
    expect(stageOf(store, 'read', 1)).toBe(stageOf(store, 'read', 1));
    expect(stageOf(store, 'read', 2)).not.toBe(stageOf(store, 'read', 1));
  });
});

describe('lineage', () => {
  it('finds who put a record out, for the inputs of this build and no other', () => {
    const store = open();
    const read = stageOf(store, 'read');
    const [a, b] = ['a', 'b'].map((key) => store.records.put('page', key, { key }).id) as [number, number];
    store.ledger.commit(read, 1, [entry(b, ['x']), entry(a, ['x', 'y'])]);
    const x = store.records.versions('note', 'x')[0]!.id;
    const flow = store.flow(1);
    const found = (inputs: number[]) => {
      flow.setInputs(0, inputs);
      return store.lineage.madeBy(0, read, x).map(({ input }) => input);
    };
    expect(found([b, a])).toEqual([a, b]);
    expect(found([b])).toEqual([b]);
    expect(found([])).toEqual([]);
  });

  it('counts as fresh what the stage never put out before, in any version', () => {
    const store = open();
    const [one, two] = [stageOf(store, 'join', 1), stageOf(store, 'join', 2)];
    const other = stageOf(store, 'sample', 1);
    const [a, b] = ['a', 'b'].map((key) => store.records.put('set', key, { key }).id) as [number, number];
    store.ledger.commit(one, 1, [entry(a, ['x', 'y'])]);
    expect(store.lineage.freshOutputs(one, a)).toBe(2);
    store.ledger.commit(one, 2, [entry(b, ['x', 'y', 'z'])]);
    expect(store.lineage.freshOutputs(one, b)).toBe(1);
    store.ledger.commit(two, 3, [entry(b, ['y', 'new'])]);
    expect(store.lineage.freshOutputs(two, b)).toBe(1);
    store.ledger.commit(other, 4, [entry(b, ['x', 'y'])]);
    expect(store.lineage.freshOutputs(other, b)).toBe(2);
  });

  it('lists rejections with the hash of what was dropped', () => {
    const store = open();
    const stage = stageOf(store, 'read');
    const { id, hash } = store.records.put('page', 'a', {});
    const rejections = [
      { record: null, key: 'Missing page', reason: 'page-missing', detail: '' },
      { record: id, key: 'a', reason: 'no-date', detail: 'the first Monday' },
    ];
    store.ledger.commit(stage, 1, [{ input: id, outputs: [], rejections }]);
    store.flow(1).setInputs(0, [id]);
    expect(store.lineage.rejections(0, stage)).toEqual([
      { reason: 'no-date', key: 'a', record: hash, detail: 'the first Monday' },
      { reason: 'page-missing', key: 'Missing page', record: null, detail: '' },
    ]);
  });
});
