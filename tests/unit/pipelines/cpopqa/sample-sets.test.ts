import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candidate, ChosenSet, SetOptions } from '../../../../pipelines/cpopqa/sample-sets.js';
import { sampleSets, setKey } from '../../../../pipelines/cpopqa/sample-sets.js';

const COUNTRIES = ['FJ', 'KE', 'PE'];
const holiday = (country: string, number: number, values: readonly number[], concept = number, form = number) => ({
  key: `en:H${number}@${country}`,
  country,
  form: `form ${form}`,
  concept: `en:C${concept}`,
  values,
});

const values = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }));
const small = fc.nat(6);
/** Candidates with unique keys; concepts, forms and values meet often enough to matter. */
const candidates = fc
  .array(fc.tuple(fc.constantFrom(...COUNTRIES), values, small, small), { maxLength: 24 })
  .map((list): Candidate[] =>
    list.map(([country, twoValues, concept, form], number) => holiday(country, number, twoValues, concept, form)),
  );
const options = fc.record({
  seed: fc.constantFrom('folkways', 'other'),
  n: fc.constantFrom(2, 3, 5),
  round: fc.integer({ min: 1, max: 3 }),
  sets: fc.integer({ min: 1, max: 12 }),
  minRatio: fc.constantFrom(1, 1.1, 2),
});
const keys = (sets: readonly ChosenSet<Candidate>[]) => sets.map((set) => set.key);
const ofCountry = (sets: readonly ChosenSet<Candidate>[], is: (country: string) => boolean) =>
  keys(sets.filter((set) => is(set.country)));

describe('chosen sets', () => {
  it('meet every constraint: size, one country, no concept or name twice, least ratio in every target', () => {
    let seen = 0;
    fc.assert(
      fc.property(candidates, options, (all, wanted) => {
        const sets = sampleSets(all, wanted);
        expect(sets.length).toBeLessThanOrEqual(wanted.sets);
        expect(new Set(keys(sets)).size).toBe(sets.length);
        for (const { key, country, holidays } of sets) {
          seen += 1;
          expect(holidays).toHaveLength(wanted.n);
          expect(key).toBe(setKey(holidays));
          expect(holidays.every((one) => one.country === country && all.includes(one))).toBe(true);
          expect(new Set(holidays.map((one) => one.concept)).size).toBe(wanted.n);
          expect(new Set(holidays.map((one) => one.form)).size).toBe(wanted.n);
          for (const target of [0, 1]) {
            const sorted = holidays.map((one) => one.values[target]!).sort((a, b) => a - b);
            for (const [index, value] of sorted.entries()) {
              if (index === 0) continue;
              expect(value).toBeGreaterThan(sorted[index - 1]!);
              expect(value / sorted[index - 1]!).toBeGreaterThanOrEqual(wanted.minRatio);
            }
          }
        }
      }),
      { numRuns: 300 },
    );
    expect(seen).toBeGreaterThan(50);
  });

  it('are the same in every run and for any order of the candidates', () => {
    fc.assert(
      fc.property(candidates, options, fc.infiniteStream(fc.nat()), (all, wanted, random) => {
        const shuffled = all
          .map((candidate) => ({ candidate, at: random.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ candidate }) => candidate);
        expect(sampleSets(shuffled, wanted)).toEqual(sampleSets(all, wanted));
      }),
    );
  });

  it('never repeat a set that is taken', () => {
    fc.assert(
      fc.property(candidates, options, (all, wanted) => {
        const first = sampleSets(all, wanted);
        const taken = new Set(keys(first).slice(0, 2));
        expect(keys(sampleSets(all, { ...wanted, taken })).filter((key) => taken.has(key))).toEqual([]);
      }),
    );
  });

  it('differ by seed, round and size', () => {
    const all = Array.from({ length: 12 }, (_, number) => holiday('KE', number, [2 ** number, 3 ** number]));
    const base: SetOptions = { seed: 's', n: 3, round: 1, sets: 5, minRatio: 1.1 };
    const chosen = [base, { ...base, seed: 't' }, { ...base, round: 2 }, { ...base, n: 2 }].map((wanted) =>
      keys(sampleSets(all, wanted)).join('; '),
    );
    expect(new Set(chosen).size).toBe(4);
  });

  it('give as many as were asked for where there are enough, over all countries that can', () => {
    const all = COUNTRIES.flatMap((country) =>
      Array.from({ length: 12 }, (_, number) => holiday(country, number, [2 ** number, 3 ** number])),
    );
    const sets = sampleSets([...all, holiday('IS', 1, [1, 1])], { seed: 's', n: 3, round: 1, sets: 60, minRatio: 1.1 });
    expect(sets).toHaveLength(60);
    for (const country of COUNTRIES) expect(ofCountry(sets, (one) => one === country).length).toBeGreaterThan(8);
  });

  it('are none where nothing fits', () => {
    const wanted: SetOptions = { seed: 's', n: 2, round: 1, sets: 5, minRatio: 1.1 };
    expect(sampleSets([], wanted)).toEqual([]);
    expect(sampleSets([holiday('KE', 1, [1, 2])], wanted)).toEqual([]);
    expect(sampleSets([holiday('KE', 1, [1, 2]), holiday('FJ', 2, [5, 9])], wanted)).toEqual([]);
    expect(sampleSets([holiday('KE', 1, [1, 2]), holiday('KE', 2, [5, 2])], wanted)).toEqual([]);
  });

  it('take no tie, even where no least ratio is asked', () => {
    const pair = [holiday('KE', 1, [3, 1]), holiday('KE', 2, [3, 2])];
    expect(sampleSets(pair, { seed: 's', n: 2, round: 1, sets: 5, minRatio: 1 })).toEqual([]);
  });
});

describe('one holiday more', () => {
  const added = fc.tuple(candidates, fc.constantFrom(...COUNTRIES), values, small, small);

  it('leaves the sets of other countries as they are: they move up from the tail or drop out there', () => {
    fc.assert(
      fc.property(added, options, ([all, country, twoValues, concept, form], wanted) => {
        const more = [...all, holiday(country, 99, twoValues, concept, form)];
        const other = (one: string) => one !== country;
        const [before, after] = [sampleSets(all, wanted), sampleSets(more, wanted)].map((sets) =>
          ofCountry(sets, other),
        );
        const shared = Math.min(before!.length, after!.length);
        expect(after!.slice(0, shared)).toEqual(before!.slice(0, shared));
      }),
      { numRuns: 300 },
    );
  });

  it('changes in its own country only sets that contain it or that it displaced', () => {
    fc.assert(
      fc.property(added, options, ([all, country, twoValues, concept, form], wanted) => {
        // So many slots that every one is tried before and after: no set drops out at the tail.
        const whole = { ...wanted, sets: 400 };
        const extra = holiday(country, 99, twoValues, concept, form);
        const mine = (one: string) => one === country;
        const own = all.filter((one) => mine(one.country)).slice(0, 6);
        const before = sampleSets(own, whole);
        const after = sampleSets([...own, extra], whole);
        expect(before.length).toBeLessThan(400);
        expect(after.length).toBeLessThan(400);
        const without = after.filter((set) => !set.holidays.includes(extra));
        // A country that had too few holidays had no slots at all.
        if (own.length >= wanted.n) expect(keys(before)).toEqual(expect.arrayContaining(keys(without)));
      }),
      { numRuns: 100 },
    );
  });
});
