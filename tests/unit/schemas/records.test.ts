import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { byCodeUnit, canonicalJson, hashOf, sha256 } from '../../../schemas/canonical.js';
import { FatalError, PrerequisiteError, RecordError, RetryableError } from '../../../schemas/errors.js';
import { jsonSchemaText } from '../../../schemas/json-schema.js';
import { CountryCode, Kebab, LanguageCode, MonthDay, Sha256 } from '../../../schemas/primitives.js';
import { defineRecord, recordHash } from '../../../schemas/record.js';
import { jsonSchemas } from '../../../pipelines/json-schemas.js';

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);

/** The same value with the members of every object in reverse order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, part]) => [name, turned(part)]),
  );
}

describe('canonical JSON', () => {
  it('is one text for one value, whatever the order of members, and says the value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(turned(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(value);
      }),
    );
  });

  it.each([
    [{ b: 1, a: [true, null] }, '{"a":[true,null],"b":1}'],
    [
      { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5 },
      '{"\\r":2,"1":4,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
    ],
    [[1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0], '[1e+30,4.5,0.002,1e-27,0]'],
    [{ a: undefined, b: 1 }, '{"b":1}'],
  ])('of %j is %s (RFC 8785)', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('refuses what JSON cannot say', () => {
    for (const value of [Number.NaN, Infinity, undefined, () => 1]) expect(() => canonicalJson(value)).toThrow();
  });

  it('is what hashes are of', () => {
    expect(hashOf({ b: 1, a: 2 })).toBe(sha256('{"a":2,"b":1}'));
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('order by code unit', () => {
  it('is a total order that agrees with the one of strings', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (list) => {
        expect([...list].sort(byCodeUnit)).toEqual([...list].sort());
      }),
    );
  });
});

describe('a record', () => {
  const Note = defineRecord({ type: 'note', schema: z.strictObject({ text: z.string() }), key: (note) => note.text });

  it('is its type and content', () => {
    expect(recordHash('note', { text: 'a' })).toBe(sha256('{"content":{"text":"a"},"type":"note"}'));
    expect(recordHash('memo', { text: 'a' })).not.toBe(recordHash('note', { text: 'a' }));
  });

  it('has a type that cannot be changed', () => {
    expect(() => Object.assign(Note, { type: 'other' })).toThrow(TypeError);
  });
});

describe('primitive names', () => {
  it.each([
    [LanguageCode, ['en', 'zh-min-nan', 'be-tarask', 'simple'], ['', 'e', 'en_US', '../en', 'en-', 'en us']],
    [CountryCode, ['KE', 'XK'], ['ke', 'KEN', 'K', 'K1']],
    [Sha256, ['0'.repeat(64)], ['0'.repeat(63), 'A'.repeat(64), `${'0'.repeat(64)}\n`]],
    [MonthDay, ['01-01', '12-31', '02-29'], ['1-1', '13-01', '00-10', '01-32', '01-00']],
    [Kebab, ['no-date', 'a', 'h264-x'], ['No-date', 'no_date', '-a', 'a-', 'a--b', '', 'a b']],
  ])('take what they should and nothing else (%#)', (schema, good, bad) => {
    for (const value of good) expect([value, schema.safeParse(value).success]).toEqual([value, true]);
    for (const value of bad) expect([value, schema.safeParse(value).success]).toEqual([value, false]);
  });
});

describe('errors', () => {
  it('carry code, hint and cause, and are named for what happens next', () => {
    const cause = new Error('disk');
    for (const Kind of [RetryableError, RecordError, FatalError, PrerequisiteError]) {
      const error = new Kind('bad-input', 'message', { cause, hint: 'do this' });
      expect(error).toMatchObject({ name: Kind.name, code: 'bad-input', message: 'message', hint: 'do this', cause });
      expect(error).toBeInstanceOf(Error);
    }
    expect('cause' in new FatalError('internal', 'x')).toBe(false);
    expect(new RetryableError('http-retry', 'x', { retryAfterMs: 5 }).retryAfterMs).toBe(5);
  });
});

describe('JSON Schemas', () => {
  it('are the same bytes for the same schema', () => {
    const make = () => jsonSchemaText('note', z.strictObject({ b: z.string(), a: z.number().optional() }));
    expect(make()).toBe(make());
    const parsed = JSON.parse(make()) as Record<string, unknown>;
    expect(parsed).toMatchObject({ title: 'note', type: 'object', required: ['b'], additionalProperties: false });
    expect(make().endsWith('}\n')).toBe(true);
  });

  it('in schemas/json are those of the types (else: make schemas)', () => {
    const all = jsonSchemas();
    expect(all.size).toBeGreaterThan(10);
    for (const [name, text] of all) {
      const stored = readFileSync(new URL(`../../../schemas/json/${name}`, import.meta.url), 'utf8');
      expect([name, stored]).toEqual([name, text]);
    }
  });
});
