import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAUSES, compareSpecs } from '../../../../pipelines/engine/spec-changes.js';

const spec = (more: object) => JSON.stringify({ name: 's', version: 1, params: {}, inputs: {}, outputs: {}, ...more });

describe('two specs', () => {
  it.each([
    ['a version', { version: 2 }, { version: 3 }, [{ cause: 'version', path: '', before: 2, after: 3 }]],
    [
      'a parameter',
      { params: { min_ratio: 1.1, seed: 'a' } },
      { params: { min_ratio: 2, seed: 'a' } },
      [{ cause: 'params', path: 'min_ratio', before: 1.1, after: 2 }],
    ],
    [
      'a parameter inside',
      { params: { sources: [{ data: 'x' }, { data: 'y' }] } },
      { params: { sources: [{ data: 'x' }, { data: 'z' }] } },
      [{ cause: 'params', path: 'sources[1].data', before: 'y', after: 'z' }],
    ],
    [
      'a list of another length',
      { params: { sources: [1] } },
      { params: { sources: [1, 2] } },
      [{ cause: 'params', path: 'sources', before: [1], after: [1, 2] }],
    ],
    ['a new parameter', {}, { params: { top: null } }, [{ cause: 'params', path: 'top', after: null }]],
    [
      'a schema that is read and written, once',
      { inputs: { page: { a: 1 } }, outputs: { page: { a: 1 } } },
      { inputs: { page: { a: 2 } }, outputs: { page: { a: 2 } } },
      [{ cause: 'schema', path: 'page' }],
    ],
    [
      'a model',
      { models: { nli: { revision: 'r1', dtype: 'fp32' } } },
      { models: { nli: { revision: 'r2', dtype: 'fp32' } } },
      [{ cause: 'model', path: 'nli.revision', before: 'r1', after: 'r2' }],
    ],
    ['a key that nobody knew of, as schema', {}, { grammar: 'g' }, [{ cause: 'schema', path: 'grammar' }]],
  ])('differ in %s', (_, before, after, changes) => {
    expect(compareSpecs(spec(before), spec(after))).toEqual(changes);
  });

  it('that differ in much have the most telling first', () => {
    const changes = compareSpecs(
      spec({ params: { a: 1 } }),
      spec({ params: { a: 2 }, version: 2, outputs: { item: {} }, models: { m: 1 } }),
    );
    expect(changes.map(({ cause }) => cause)).toEqual(['version', 'schema', 'model', 'params']);
  });

  it('have a difference exactly when they are not equal, and none with themselves', () => {
    const value = fc.jsonValue({ maxDepth: 3 }).filter((one) => !JSON.stringify(one).includes('-0'));
    const tree = fc.record({ version: fc.nat(2), params: fc.dictionary(fc.string(), value, { maxKeys: 3 }) });
    fc.assert(
      fc.property(tree, tree, (a, b) => {
        const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
        expect(compareSpecs(left, left)).toEqual([]);
        const changes = compareSpecs(left, right);
        const known = changes.map(({ cause }) => CAUSES.indexOf(cause));
        expect(known).toEqual([...known].sort((x, y) => x - y));
        // Order of keys is not a difference: specs are canonical JSON.
        const sorted = (one: typeof a) =>
          JSON.stringify({ v: one.version, p: Object.entries(one.params).sort(([x], [y]) => (x < y ? -1 : 1)) });
        if (changes.length === 0) expect(sorted(a)).toBe(sorted(b));
        if (sorted(a) !== sorted(b)) expect(changes.length).toBeGreaterThan(0);
      }),
    );
  });
});
