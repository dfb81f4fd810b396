import { z } from 'zod';
import { RecordError } from '../schemas/errors.js';

/**
 * Checks an input line of an extractor.
 * @param schema - what the line should be
 * @param value - the parsed line
 * @returns the checked value
 * @throws RecordError `bad-input` saying what is wrong
 */
export function checkLine<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new RecordError('bad-input', z.prettifyError(parsed.error).replaceAll('\n', ' '));
}
