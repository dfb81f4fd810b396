// Finds records and rejections of a build by what a person calls them: hash, key, or a name in the content. Keys and names are
// compared as they are, then without regard to case, then by parts; scans are fine, since a person waits for one answer.
import type { Connection } from './connection.js';
import { unpack } from './compress.js';

/** How a name must agree: `content` wants a text field, or an element of a list of texts, that equals it but for case. */
export type Agreement = 'exact' | 'case' | 'beginning' | 'containing' | 'content';

/** A record by its names. */
export interface FoundRecord {
  readonly id: number;
  readonly hash: string;
  readonly type: string;
  readonly key: string;
}

/** A rejection as the ledger holds it. */
export interface RejectionRow {
  readonly reason: string;
  readonly key: string;
  readonly record: string | null;
  readonly detail: string;
}

/** Looks in the slots of the last flow that was made. */
export interface Search {
  /** Outputs of a slot whose key or hash agrees, by type, key, then hash. A hash counts from 8 digits on. */
  outputsNamed(slot: number, what: string, how: Agreement): FoundRecord[];
  /** Inputs of a slot, likewise. */
  inputsNamed(slot: number, what: string, how: Agreement): FoundRecord[];
  /** Rejections of a stage for inputs in the slot of which key, detail, or key or hash of the dropped record agrees. */
  rejectionsNamed(slot: number, stage: number, what: string, how: Agreement): RejectionRow[];
  /** Stored records of a key or hash, whether or not a build holds them, the newest first. */
  recordsNamed(what: string): FoundRecord[];
  /** All distinct keys of outputs and rejections of a slot. */
  keys(slot: number, stage: number): IterableIterator<string>;
}

/**
 * The form in which names are compared without regard to case, apostrophes and spaces.
 * @param text - a key or name
 * @returns its form
 */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The search of a workspace.
 * @param db - an open workspace database, with the temporary tables of a flow
 * @returns its search
 */
export function createSearch(db: Connection): Search {
  db.function('fold', { deterministic: true }, (text) => (typeof text === 'string' ? fold(text) : text));
  db.function('has_name', { deterministic: true }, (encoding, body, folded) =>
    hasName(JSON.parse(unpack(encoding as number, body as Buffer)), folded as string) ? 1 : 0,
  );
  const columns = 'r.id, lower(hex(r.hash)) AS hash, r.type, r.key';
  const agrees = (how: Agreement, texts: readonly string[]) => {
    const any = (test: (text: string) => string) => `(${texts.map(test).join(' OR ')})`;
    if (how === 'case') return any((text) => `fold(${text}) = @folded`);
    if (how === 'containing') return any((text) => `instr(fold(${text}), @folded) > 0`);
    if (how === 'content') return 'r.id IS NOT NULL AND has_name(r.encoding, r.body, @folded)';
    const hash = `(length(@what) >= 8 AND substr(lower(hex(r.hash)), 1, length(@what)) = lower(@what))`;
    if (how === 'beginning') return `(${any((text) => `substr(${text}, 1, length(@what)) = @what`)} OR ${hash})`;
    return `(${any((text) => `${text} = @what`)} OR lower(hex(r.hash)) = lower(@what))`;
  };
  const values = (what: string) => ({ what, folded: fold(what) });
  const named = (table: string, what: string, how: Agreement) =>
    db
      .prepare(
        `SELECT ${columns} FROM temp.${table} o JOIN records r ON r.id = o.id WHERE ${agrees(how, ['r.key'])}
         ORDER BY r.type, r.key, r.hash`,
      )
      .all(values(what)) as FoundRecord[];

  return {
    outputsNamed: (slot, what, how) => named(`out_${slot}`, what, how),
    inputsNamed: (slot, what, how) => named(`in_${slot}`, what, how),
    rejectionsNamed: (slot, stage, what, how) =>
      db
        .prepare(
          `SELECT x.reason, x.key, iif(r.id IS NULL, NULL, lower(hex(r.hash))) AS record, x.detail
           FROM temp.in_${slot} i JOIN rejections x ON x.stage = @stage AND x.input = i.id
           LEFT JOIN records r ON r.id = x.record WHERE ${agrees(how, ['x.key', 'x.detail', 'r.key'])}
           ORDER BY x.reason, x.key, x.detail`,
        )
        .all({ stage, ...values(what) }) as RejectionRow[],
    recordsNamed: (what) =>
      db
        .prepare(`SELECT ${columns} FROM records r WHERE ${agrees('exact', ['r.key'])} ORDER BY r.id DESC`)
        .all(values(what)) as FoundRecord[],
    keys: (slot, stage) =>
      db
        .prepare(
          `SELECT r.key FROM temp.out_${slot} o JOIN records r ON r.id = o.id UNION
           SELECT x.key FROM temp.in_${slot} i JOIN rejections x ON x.stage = ? AND x.input = i.id`,
        )
        .pluck()
        .iterate(stage) as IterableIterator<string>,
  };
}

function hasName(content: unknown, folded: string): boolean {
  if (typeof content !== 'object' || content === null) return false;
  return Object.values(content)
    .flatMap((value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .some((value) => typeof value === 'string' && value.length < 1000 && fold(value) === folded);
}
