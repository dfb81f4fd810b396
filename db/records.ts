import { createHash } from 'node:crypto';
import type { Connection } from './connection.js';
import type { StoredRecord } from '../schemas/record.js';
import { canonicalJson, sha256 } from '../schemas/canonical.js';
import { FatalError } from '../schemas/errors.js';
import { pack, packBytes, unpack } from './compress.js';

/** A record by its number and hash. */
export interface RecordName {
  readonly id: number;
  readonly hash: string;
}

/** A record with the small number that stands for it in the store. */
export interface NumberedRecord extends StoredRecord, RecordName {
  /** Length of its canonical JSON in UTF-16 units. */
  readonly length: number;
}

/** Content-addressed records. */
export interface Records {
  /** Stores a record unless it is there; gives its number and hash. */
  put(type: string, key: string, content: unknown): RecordName;
  /**
   * Stores a record whose key is its hash, from its canonical JSON in parts, which are made twice: for contents of which there is
   * room for one copy only.
   */
  putParts(type: string, parts: () => Iterable<string>): RecordName;
  /** Number and hash of a record, its content unread. */
  name(id: number): RecordName;
  /** A record by number. */
  get(id: number): NumberedRecord;
  /** The number of a record, or null where it is not stored. */
  numberOf(hash: string): number | null;
  /** A record by hash, or undefined. */
  find(hash: string): NumberedRecord | undefined;
  /** Records of a type with a key, oldest first: the versions of one thing. */
  versions(type: string, key: string): NumberedRecord[];
}

interface Row {
  id: number;
  hash: Buffer;
  type: string;
  key: string;
  encoding: number;
  body: Buffer;
}

/**
 * The record table of a workspace.
 * @param db - an open workspace database
 * @returns its records
 */
export function createRecords(db: Connection): Records {
  const insert = db.prepare('INSERT INTO records (hash, type, key, encoding, body) VALUES (?, ?, ?, ?, ?)');
  const idOf = db.prepare('SELECT id FROM records WHERE hash = ?').pluck();
  const hashOfId = db.prepare('SELECT hash FROM records WHERE id = ?').pluck();
  const byId = db.prepare('SELECT * FROM records WHERE id = ?');
  const byHash = db.prepare('SELECT * FROM records WHERE hash = ?');
  const byKey = db.prepare('SELECT * FROM records WHERE type = ? AND key = ? ORDER BY id');

  const add = (type: string, key: string, hash: string, packed: () => ReturnType<typeof pack>): RecordName => {
    const bytes = Buffer.from(hash, 'hex');
    const known = idOf.get(bytes) as number | undefined;
    if (known !== undefined) return { id: known, hash };
    const { encoding, body } = packed();
    return { id: Number(insert.run(bytes, type, key, encoding, body).lastInsertRowid), hash };
  };
  const missing = (id: number) =>
    new FatalError('archive-corrupt', `Record number ${id} is named in the ledger but not stored.`);

  return {
    put(type, key, content) {
      const text = canonicalJson(content);
      return add(type, key, hashOfText(type, text), () => pack(text));
    },
    putParts(type, parts) {
      const [before, after] = around(type);
      const digest = createHash('sha256').update(before);
      let length = 0;
      for (const part of parts()) {
        digest.update(part);
        length += Buffer.byteLength(part);
      }
      const hash = digest.update(after).digest('hex');
      return add(type, hash, hash, () => {
        const bytes = Buffer.allocUnsafe(length);
        let end = 0;
        for (const part of parts()) end += bytes.write(part, end);
        return packBytes(bytes);
      });
    },
    name(id) {
      const hash = hashOfId.get(id) as Buffer | undefined;
      if (!hash) throw missing(id);
      return { id, hash: hash.toString('hex') };
    },
    numberOf: (hash) => (idOf.get(Buffer.from(hash, 'hex')) as number | undefined) ?? null,
    get(id) {
      const row = byId.get(id) as Row | undefined;
      if (!row) throw missing(id);
      return read(row);
    },
    find(hash) {
      const row = byHash.get(Buffer.from(hash, 'hex')) as Row | undefined;
      return row && read(row);
    },
    versions: (type, key) => (byKey.all(type, key) as Row[]).map(read),
  };
}

function read(row: Row): NumberedRecord {
  const hash = row.hash.toString('hex');
  const { id, type, key } = row;
  let cause: unknown;
  try {
    const text = unpack(row.encoding, row.body);
    if (hashOfText(type, text) === hash) {
      return { id, hash, type, key, length: text.length, content: JSON.parse(text) as unknown };
    }
  } catch (error) {
    cause = error;
  }
  throw new FatalError('archive-corrupt', `Record ${hash} (${type} ${key}) does not hold what its hash promises.`, {
    cause,
    hint: 'The workspace database is damaged: move it away and build again.',
  });
}

/** `recordHash` for a content that is canonical JSON already: the canonical form of both is this text with the type after it. */
function hashOfText(type: string, text: string): string {
  const [before, after] = around(type);
  return sha256(before + text + after);
}

function around(type: string): readonly [before: string, after: string] {
  return ['{"content":', `,"type":${JSON.stringify(type)}}`];
}
