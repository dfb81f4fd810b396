import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Stage } from '../../../../pipelines/engine/stage.js';
import { defineRecipe, fingerprint, inputTypes, place } from '../../../../pipelines/engine/recipe.js';
import { defineGather, defineMap, defineSource, ofType } from '../../../../pipelines/engine/stage.js';
import { FatalError } from '../../../../schemas/errors.js';
import { defineRecord, recordHash } from '../../../../schemas/record.js';

const record = (type: string, schema: z.ZodType = z.strictObject({ text: z.string() })) =>
  defineRecord({ type, schema, key: () => 'k' });
const [A, B, C] = [record('a'), record('b'), record('c')];
const anything = z.record(z.string(), z.json());
const source = (name = 'read', outputs = [A]): Stage =>
  defineSource({ name, version: 1, params: anything, outputs, async *run() {} });
const map = (name: string, input = A, outputs = [B], version = 1): Stage =>
  defineMap({ name, version, params: anything, input, outputs, run: () => [] });
const gather = (name: string, inputs = [B], outputs = [C]): Stage =>
  defineGather({ name, version: 1, params: anything, inputs, outputs, run: () => [] });

describe('a recipe', () => {
  it('is what it was made of, when every input is put out before', () => {
    const recipe = defineRecipe('toy', [
      place(source(), {}),
      place(map('change'), {}, ['read']),
      place(gather('join', [A, B]), {}, ['read', 'change']),
    ]);
    expect(recipe.stages.map(({ stage }) => stage.name)).toEqual(['read', 'change', 'join']);
    expect(recipe.stages.map(({ stage }) => inputTypes(stage))).toEqual([[], ['a'], ['a', 'b']]);
  });

  it.each([
    ['uses a name twice', [place(source(), {}), place(map('read'), {}, ['read'])], /read.*used twice/],
    ['reads a stage that is not there', [place(source(), {}), place(map('m'), {}, ['raed'])], /m: reads raed/],
    [
      'reads a stage that stands after',
      [place(source(), {}), place(map('m'), {}, ['n']), place(map('n'), {}, ['read'])],
      /m: reads n/,
    ],
    ['reads itself', [place(source(), {}), place(map('m'), {}, ['m'])], /m: reads m/],
    ['misses an input type', [place(source(), {}), place(map('m', C), {}, ['read'])], /m: no stage .* c\b/],
    ['misses one of several', [place(source(), {}), place(gather('g', [A, B]), {}, ['read'])], /g: no stage .* b\b/],
    ['does not name the stage that puts it out', [place(source(), {}), place(map('m'), {})], /m: no stage .* a\b/],
    ['has no source', [], /0 source stages/],
    ['has two sources', [place(source('one'), {}), place(source('two', [B]), {})], /2 source stages/],
  ])('that %s is refused, by stage', (_, stages, message) => {
    const make = () => defineRecipe('toy', stages);
    expect(make).toThrow(FatalError);
    expect(make).toThrow(message);
  });

  it('refuses parameters that are not the stage’s', () => {
    const strict = defineMap({
      name: 'm',
      version: 1,
      params: z.strictObject({ limit: z.number() }),
      input: A,
      outputs: [B],
      run: () => [],
    });
    expect(() => place(strict, { limit: 'ten' }, ['read'])).toThrow(z.ZodError);
    expect(() => place(strict, { limit: 10, extra: 1 }, ['read'])).toThrow(z.ZodError);
  });
});

describe('a fingerprint', () => {
  const of = (stage: Stage, params: unknown = {}) => fingerprint(place(stage, params, ['read'])).fingerprint;
  const base = of(map('m'));

  it('is the same for the same stage, defined twice', () => {
    expect(of(map('m'))).toBe(base);
    expect(base).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['name', of(map('n'))],
    ['version', of(map('m', A, [B], 2))],
    ['parameters', of(map('m'), { limit: 1 })],
    ['input type', of(map('m', C))],
    ['output types', of(map('m', A, [B, C]))],
    ['input schema', of(map('m', record('a', z.strictObject({ text: z.string().min(1) }))))],
    ['output schema', of(map('m', A, [record('b', z.strictObject({ text: z.string(), n: z.number() }))]))],
  ])('changes with the %s', (_, changed) => {
    expect(changed).not.toBe(base);
  });

  it('does not change with the order of parameters, and does with any value', () => {
    // No parameter is called __proto__: assigning it sets none.
    const name = fc.string().filter((one) => one !== '__proto__');
    const flat = fc.dictionary(name, fc.oneof(fc.string(), fc.integer(), fc.boolean()), { maxKeys: 6 });
    fc.assert(
      fc.property(flat, name, (params, changed) => {
        const turned = Object.fromEntries(Object.entries(params).reverse());
        expect(of(map('m'), turned)).toBe(of(map('m'), params));
        expect(of(map('m'), { ...params, [changed]: ['changed'] })).not.toBe(of(map('m'), params));
      }),
      { numRuns: 60 },
    );
  });

  it('does not change with batch size or wiring, which decide no output', () => {
    const batched = { ...map('m'), batch: 7 } as Stage;
    expect(of(batched)).toBe(base);
    expect(fingerprint(place(map('m'), {}, ['read', 'other'])).fingerprint).toBe(base);
  });
});

describe('inputs of a gather stage', () => {
  it('are sorted out by type, in their order', () => {
    const stored = ['b', 'a', 'b'].map((type, index) => {
      const content = { text: String(index) };
      return { hash: recordHash(type, content), type, key: 'k', content };
    });
    expect(ofType(stored, B).map((one) => one.content)).toEqual([{ text: '0' }, { text: '2' }]);
  });
});
