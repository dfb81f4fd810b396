import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerEntry, StageCounts, Store } from '../../../db/index.js';
import { entry, stageOf, temporaryStores } from './temp.js';

const open = temporaryStores();
const put = (store: Store, type: string, key: string, version = 0) => store.records.put(type, key, { key, version }).id;

describe('the flow', () => {
  it('joins outputs of several stages, each record once, of the wanted types only', () => {
    const store = open();
    const [one, two] = [stageOf(store, 'one'), stageOf(store, 'two')];
    const page = put(store, 'page', 'p');
    const memo = { type: 'memo', key: 'm', content: { memo: true }, beside: '' };
    store.ledger.commit(one, 1, [entry(page, ['a', 'b'])]);
    store.ledger.commit(two, 1, [{ ...entry(page, ['b', 'c']), outputs: [...entry(page, ['b', 'c']).outputs, memo] }]);
    const flow = store.flow(3);
    for (const [slot, stage] of [one, two].entries()) {
      flow.setInputs(slot, [page]);
      flow.computeOutputs(slot, stage);
    }
    const keys = (from: number[], types: string[]) => {
      flow.joinInputs(2, from, types);
      return flow.inputs(2).map(({ id }) => store.records.get(id).key);
    };
    expect(keys([0, 1], ['note'])).toEqual(['a', 'b', 'c']);
    expect(keys([1], ['memo', 'note'])).toEqual(['m', 'b', 'c']);
    expect(keys([0], ['memo'])).toEqual([]);
    expect(flow.outputCount(1)).toBe(3);
  });

  it('gives inputs with their hashes, and outputs by key', () => {
    const store = open();
    const stage = stageOf(store, 'one');
    const pages = ['b', 'a'].map((key) => store.records.put('page', key, { key }));
    store.ledger.commit(stage, 1, [entry(pages[0]!.id, ['z', 'm']), entry(pages[1]!.id, ['n'])]);
    const flow = store.flow(1);
    flow.setInputs(
      0,
      pages.map(({ id }) => id),
    );
    flow.computeOutputs(0, stage);
    expect(flow.inputs(0)).toEqual([pages[1], pages[0]]);
    expect(flow.outputs(0, ['note']).map((id) => store.records.get(id).key)).toEqual(['m', 'n', 'z']);
  });

  it('forgets what stood in a slot before', () => {
    const store = open();
    const stage = stageOf(store, 'one');
    const [a, b] = [put(store, 'page', 'a'), put(store, 'page', 'b')];
    store.ledger.commit(stage, 1, [entry(a, ['x']), entry(b, ['y'])]);
    const flow = store.flow(1);
    flow.setInputs(0, [a]);
    flow.computeOutputs(0, stage);
    flow.setInputs(0, [b]);
    flow.computeOutputs(0, stage);
    expect(flow.outputs(0, ['note']).map((id) => store.records.get(id).key)).toEqual(['y']);
    expect(store.flow(1).outputCount(0)).toBe(0);
  });
});

describe('counts', () => {
  it('tell why an input is missing: a new stage, a new version of the input, or simply new', () => {
    const store = open();
    const [old, current] = [stageOf(store, 'read', 1), stageOf(store, 'read', 2)];
    const [kept, redone, edited, fresh] = ['kept', 'redone', 'edited', 'fresh'].map((key) => put(store, 'page', key));
    store.ledger.commit(old, 1, [entry(kept!, []), entry(redone!, [])]);
    store.ledger.commit(current, 2, [entry(kept!, []), entry(edited!, [])]);
    const flow = store.flow(1);
    flow.setInputs(0, [kept!, redone!, put(store, 'page', 'edited', 1), fresh!]);
    expect(flow.counts(0, current)).toEqual({ inputs: 4, done: 1, missing: 3, stageChanged: 1, inputChanged: 1 });
    expect(flow.missing(0, current).map((id) => store.records.get(id).key)).toEqual(['edited', 'fresh', 'redone']);
  });

  it('agree with a plain model, whatever was done before', () => {
    const done = fc.record({
      name: fc.constantFrom('read', 'pick'),
      version: fc.integer({ min: 1, max: 2 }),
      type: fc.constantFrom('page', 'list'),
      key: fc.constantFrom('a', 'b', 'c'),
      content: fc.integer({ min: 0, max: 2 }),
    });
    const input = fc.record({
      type: fc.constantFrom('page', 'list'),
      key: fc.constantFrom('a', 'b', 'c'),
      content: fc.integer({ min: 0, max: 2 }),
    });
    type Thing = { readonly type: string; readonly key: string; readonly content: number };
    const same = (a: Thing, b: Thing) => a.type === b.type && a.key === b.key && a.content === b.content;
    fc.assert(
      fc.property(fc.array(done, { maxLength: 15 }), fc.array(input, { maxLength: 10 }), (history, wanted) => {
        const store = open();
        for (const { name, version, type, key, content } of history) {
          const stage = stageOf(store, name, version);
          store.ledger.commit(stage, 1, [entry(put(store, type, key, content), [])]);
        }
        const stage = stageOf(store, 'read', 2);
        const flow = store.flow(1);
        flow.setInputs(
          0,
          wanted.map(({ type, key, content }) => put(store, type, key, content)),
        );

        const inputs = wanted.filter((one, index) => wanted.findIndex((other) => same(one, other)) === index);
        const mine = history.filter(({ name, version }) => name === 'read' && version === 2);
        const others = history.filter(({ name, version }) => name === 'read' && version !== 2);
        const missing = inputs.filter((one) => !mine.some((past) => same(past, one)));
        const restaged = missing.filter((one) => others.some((past) => same(past, one)));
        const edited = missing.filter(
          (one) =>
            !restaged.includes(one) &&
            [...mine, ...others].some((past) => past.type === one.type && past.key === one.key && !same(past, one)),
        );
        const expected: StageCounts = {
          inputs: inputs.length,
          done: inputs.length - missing.length,
          missing: missing.length,
          stageChanged: restaged.length,
          inputChanged: edited.length,
        };
        expect(flow.counts(0, stage)).toEqual(expected);
        expect(flow.missing(0, stage)).toHaveLength(missing.length);
      }),
      { numRuns: 150 },
    );
  });

  it('of rejections are of the inputs in the slot only', () => {
    const store = open();
    const stage = stageOf(store, 'read');
    const [a, b] = [put(store, 'page', 'a'), put(store, 'page', 'b')];
    const entries: LedgerEntry[] = [entry(a, [], ['no-date', 'no-page']), entry(b, [], ['no-date'])];
    store.ledger.commit(stage, 1, entries);
    const flow = store.flow(1);
    flow.setInputs(0, [a]);
    expect(flow.rejected(0, stage)).toEqual({ 'no-date': 1, 'no-page': 1 });
    flow.setInputs(0, [a, b]);
    expect(flow.rejected(0, stage)).toEqual({ 'no-date': 2, 'no-page': 1 });
  });
});
