// What a schema lets through and the store cannot write: refused before it gets there, with the stage and the record named.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkEvents } from '../../../../pipelines/engine/collect.js';
import { defineMap } from '../../../../pipelines/engine/stage.js';
import { canonicalJson } from '../../../../schemas/canonical.js';
import { defineRecord } from '../../../../schemas/record.js';

const Any = defineRecord({
  type: 'any',
  schema: z.strictObject({ id: z.string(), value: z.unknown() }),
  key: (one) => one.id,
});
const stage = defineMap({ name: 'odd', version: 1, params: z.unknown(), input: Any, outputs: [Any], run: () => [] });
const check = (value: unknown) =>
  checkEvents(stage, [{ kind: 'output', type: 'any', content: { id: 'x', value }, beside: {} }], () => null);

describe('what a stage yields', () => {
  it.each([
    ['half a character', ['deep', { in: 'a\ud83c' }], /Stage odd yielded a any \("x"\) with half a character/],
    ['no number', { in: Number.NaN }, /the number NaN/],
    ['no end', [[Infinity]], /the number Infinity/],
    ['a function', { in: () => 1 }, /a function/],
    ['a big number', 1n, /a bigint/],
  ])('with %s in it is refused', (_, value, message) => {
    expect(() => check(value)).toThrow(expect.objectContaining({ code: 'schema-mismatch' }));
    expect(() => check(value)).toThrow(message);
  });

  it.each([['🎆 e\u0301 \u0000'], [null], [{ absent: undefined, holes: [null, -0, 1e300] }], [true]])(
    'and can be written is not (%j)',
    (value) => {
      const [output] = check(value).outputs;
      expect(canonicalJson((output as { content: unknown }).content)).toContain('"id":"x"');
    },
  );

  it('as a rejection whose detail was cut in a character is mended', () => {
    const event = {
      kind: 'rejection',
      record: null,
      key: 'a\ud83c',
      reason: 'too-long',
      detail: '🎆'.slice(0, 1),
    } as const;
    expect(checkEvents(stage, [event], () => null).rejections).toMatchObject([{ key: 'a\ufffd', detail: '\ufffd' }]);
  });
});
