import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack, unpack } from '../../../db/compress.js';
import { FatalError } from '../../../schemas/errors.js';
import { recordHash } from '../../../schemas/record.js';
import { temporaryFolders, temporaryStores } from './temp.js';

const folder = temporaryFolders();
const open = temporaryStores();
const LONG = 'Easter Monday is a public holiday. '.repeat(200);

describe('records', () => {
  it('are addressed by content: the same content is one record, whatever the order of its fields', () => {
    const { records } = open();
    const first = records.put('note', 'k', { a: 1, b: [2, 3] });
    expect(records.put('note', 'k', { b: [2, 3], a: 1 })).toEqual(first);
    expect(records.put('note', 'k', { a: 1, b: [3, 2] }).id).not.toBe(first.id);
    expect(first.hash).toBe(recordHash('note', { a: 1, b: [2, 3] }));
  });

  it('of two types are two, though the content is equal', () => {
    const { records } = open();
    const [note, memo] = [records.put('note', 'k', { a: 1 }), records.put('memo', 'k', { a: 1 })];
    expect(memo.hash).not.toBe(note.hash);
    expect(records.get(memo.id).type).toBe('memo');
  });

  it('come back as they were put, by number and by hash', () => {
    const { records } = open();
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (key, value) => {
        const content = JSON.parse(JSON.stringify({ value })) as unknown;
        const { id, hash } = records.put('note', key, content);
        expect(records.get(id).content).toEqual(content);
        expect(records.find(hash)).toEqual(records.get(id));
      }),
    );
  });

  it('that are big are stored compressed and come back whole', () => {
    const file = join(folder(), 'folkways.db');
    const { records } = open(file);
    const [small, big] = [records.put('note', 's', { text: 'short' }), records.put('note', 'b', { text: LONG })];
    const raw = new Database(file, { readonly: true });
    const row = (id: number) =>
      raw.prepare('SELECT encoding, length(body) AS bytes FROM records WHERE id = ?').get(id) as {
        encoding: number;
        bytes: number;
      };
    expect(row(small.id).encoding).toBe(0);
    expect(row(big.id).encoding).toBe(1);
    expect(row(big.id).bytes).toBeLessThan(LONG.length / 5);
    raw.close();
    expect(records.get(big.id).content).toEqual({ text: LONG });
  });

  it('with one key are the versions of a thing, oldest first', () => {
    const { records } = open();
    for (const text of ['one', 'two', 'three']) records.put('note', 'k', { text });
    records.put('note', 'other', { text: 'four' });
    expect(records.versions('note', 'k').map((record) => record.content)).toEqual([
      { text: 'one' },
      { text: 'two' },
      { text: 'three' },
    ]);
    expect(records.versions('memo', 'k')).toEqual([]);
  });

  it('that are not there: undefined by hash, an error by number', () => {
    const { records } = open();
    expect(records.find('ab'.repeat(32))).toBeUndefined();
    expect(records.find('no hash at all')).toBeUndefined();
    expect(() => records.get(7)).toThrow(FatalError);
  });

  it.each([
    ['cut', (body: Buffer) => body.subarray(0, body.length - 9)],
    ['empty', () => Buffer.alloc(0)],
    ['another kind of data', () => Buffer.from('<html>')],
    ['the text of another record', () => Buffer.from('{"text":"forged"}')],
  ])('whose body is %s are archive-corrupt, by name', (_, tamper) => {
    const file = join(folder(), 'folkways.db');
    const { records } = open(file);
    for (const text of ['short', LONG]) {
      const key = `the key of ${text.length}`;
      const { id, hash } = records.put('note', key, { text });
      const raw = new Database(file);
      const body = raw.prepare('SELECT body FROM records WHERE id = ?').pluck().get(id) as Buffer;
      raw.prepare('UPDATE records SET body = ? WHERE id = ?').run(tamper(body), id);
      raw.close();
      for (const read of [() => records.get(id), () => records.find(hash), () => records.versions('note', key)]) {
        expect(read).toThrow(expect.objectContaining({ code: 'archive-corrupt' }));
        expect(read).toThrow(new RegExp(`${hash}.*${key}`));
      }
    }
  });
});

describe('body columns', () => {
  it('give every text back, short or long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 400 }), (text, times) => {
        const { encoding, body } = pack(text.repeat(times));
        expect(unpack(encoding, body)).toBe(text.repeat(times));
      }),
    );
  });
});
