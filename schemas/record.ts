import type { z } from 'zod';
import { hashOf } from './canonical.js';

/** A record type: its name, the schema of its content fields, and the stable key of a value. */
export interface RecordType<Schema extends z.ZodType = z.ZodType, Type extends string = string> {
  readonly type: Type;
  readonly schema: Schema;
  /** The stable name of the thing across versions: what choice and released ids use. */
  readonly key: (content: z.infer<Schema>) => string;
}

/** The content of a record type. */
export type Content<T extends RecordType> = z.infer<T['schema']>;

/**
 * Defines a record type; the object is frozen.
 * @param definition - type name, content schema, key function
 * @returns the same, frozen
 */
export function defineRecord<Schema extends z.ZodType, Type extends string>(
  definition: RecordType<Schema, Type>,
): RecordType<Schema, Type> {
  return Object.freeze({ ...definition });
}

/** A value of some record type together with its identity. */
export interface StoredRecord<C = unknown> {
  /** SHA-256 of the canonical JSON of `{type, content}`. */
  readonly hash: string;
  readonly type: string;
  readonly key: string;
  readonly content: C;
}

/**
 * The identity of a record.
 * @param type - record type name
 * @param content - content fields
 * @returns SHA-256 of the canonical JSON of both, in hexadecimal
 */
export function recordHash(type: string, content: unknown): string {
  return hashOf({ content, type });
}
