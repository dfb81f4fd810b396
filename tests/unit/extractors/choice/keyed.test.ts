import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyedOrder, keyedRank } from '../../../../extractors/choice/keyed.js';

const keys = fc.uniqueArray(fc.string(), { maxLength: 12 });
const order = (list: readonly string[], seed = 'seed', purpose: readonly (string | number)[] = ['set', 1]) =>
  keyedOrder(seed, purpose, list, (key) => key);

describe('keyed order', () => {
  it('holds every candidate once, whatever order they came in, and leaves the list alone', () => {
    fc.assert(
      fc.property(keys, (list) => {
        const given = [...list];
        expect([...order(list)].sort()).toEqual([...list].sort());
        expect(order([...list].reverse())).toEqual(order(list));
        expect(list).toEqual(given);
      }),
    );
  });

  it('moves nobody when a candidate is added or taken away', () => {
    fc.assert(
      fc.property(keys, fc.string(), (list, added) => {
        fc.pre(!list.includes(added));
        expect(order([...list, added]).filter((key) => key !== added)).toEqual(order(list));
      }),
    );
  });

  it('differs by seed, purpose and index', () => {
    const list = Array.from({ length: 20 }, (_, index) => `key ${index}`);
    const orders = [
      order(list),
      order(list, 'other'),
      order(list, 'seed', ['set', 2]),
      order(list, 'seed', ['slot', 1]),
      order(list, 'seed', ['set', '1']),
    ];
    expect(new Set(orders.map((one) => one.join())).size).toBe(orders.length);
  });

  it('puts each candidate first about as often', () => {
    const list = ['a', 'b', 'c', 'd'];
    const firsts = Array.from({ length: 2000 }, (_, round) => order(list, 'seed', ['round', round])[0]);
    for (const key of list) {
      const share = firsts.filter((first) => first === key).length / firsts.length;
      expect(share).toBeGreaterThan(0.2);
      expect(share).toBeLessThan(0.3);
    }
  });

  it('never takes parts of seed, purpose and key for one another', () => {
    const ranks = [
      keyedRank('ab', ['c'], 'd'),
      keyedRank('a', ['bc'], 'd'),
      keyedRank('a', ['b', 'c'], 'd'),
      keyedRank('ab', [], 'cd'),
      keyedRank('ab', ['c', 'd'], ''),
    ];
    expect(new Set(ranks).size).toBe(ranks.length);
  });

  it('is the same on every machine: one rank, written down', () => {
    expect(keyedRank('folkways', ['set', 3, 1], 'en:Easter Monday@FJ')).toBe(
      '70cac042a0eb5943a76098eea14ed8b5d7620d159813411472fe532a58fb2337',
    );
  });
});
