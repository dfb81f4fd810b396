import { z } from 'zod';
import { canonicalJson } from './canonical.js';
import type { RecordType } from './record.js';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * The JSON Schema (draft 2020-12) of a zod schema, as a file's text: the same bytes for the same schema.
 * @param title - name of what it describes
 * @param schema - the zod schema
 * @returns JSON text, two spaces, with a final newline
 */
export function jsonSchemaText(title: string, schema: z.ZodType): string {
  const { $schema: _, ...body } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
  const ordered = JSON.parse(canonicalJson(body)) as object;
  return `${JSON.stringify({ $schema: DIALECT, title, ...ordered }, null, 2)}\n`;
}

/**
 * The JSON Schema of a record type's content.
 * @param type - a record type
 * @returns JSON text
 */
export function recordSchemaText(type: RecordType): string {
  return jsonSchemaText(type.type, type.schema);
}
