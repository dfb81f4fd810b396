// Turns what a stage yields into ledger rows: checks every record against its declared type, and every event against the inputs.
import { z } from 'zod';
import type { LedgerOutput } from '../../db/index.js';
import type { RecordType, StoredRecord } from '../../schemas/record.js';
import type { RejectionOut } from './executor.js';
import type { Services } from './services.js';
import type { Stage, StageContext, StageEvent } from './stage.js';
import { canonicalJson } from '../../schemas/canonical.js';
import { FatalError } from '../../schemas/errors.js';
import { Beside } from '../../schemas/provenance.js';
import { Kebab } from '../../schemas/primitives.js';

/**
 * The context a stage runs with.
 * @param params - parameters of the placed stage
 * @param services - what it may use
 * @param signal - aborts when the user stops
 * @returns the context with its `emit` and `reject`
 */
export function createContext(params: unknown, services: Services, signal: AbortSignal): StageContext<never> {
  return {
    params: params as never,
    services,
    signal,
    emit: (from, type, content, beside = {}) => ({ kind: 'output', from, type, content, beside }),
    reject: (from, reason, more = {}) => ({
      kind: 'rejection',
      from,
      reason,
      key: more.key ?? from?.key ?? '',
      detail: more.detail ?? '',
    }),
  };
}

/**
 * Checks an output and gives it the form the ledger stores.
 * @param stage - the stage that yielded it
 * @param event - the output
 * @returns type, key, content and the JSON of what stands beside it
 * @throws FatalError `schema-mismatch` when the stage did not declare the type or the value is not of it
 */
export function checkOutput(stage: Stage, event: StageEvent & { kind: 'output' }): LedgerOutput {
  const type: RecordType | undefined = stage.outputs.find((one) => one.type === event.type.type);
  if (!type)
    throw new FatalError('schema-mismatch', `Stage ${stage.name} does not declare ${event.type.type} as output.`);
  const content = type.schema.safeParse(event.content);
  if (!content.success) {
    throw new FatalError(
      'schema-mismatch',
      `Stage ${stage.name} yielded a wrong ${type.type}: ${z.prettifyError(content.error)}`,
    );
  }
  const parsed = Beside.safeParse(event.beside);
  if (!parsed.success) {
    throw new FatalError(
      'schema-mismatch',
      `Stage ${stage.name} set wrong evidence beside a ${type.type}: ${z.prettifyError(parsed.error)}`,
    );
  }
  const beside = parsed.data;
  return {
    type: type.type,
    key: type.key(content.data),
    content: content.data,
    beside: Object.keys(beside).length === 0 ? '' : canonicalJson(beside),
  };
}

/**
 * Checks a rejection and gives it the form the ledger stores.
 * @param stage - the stage that yielded it
 * @param event - the rejection
 * @returns hash of the dropped record or null, key, reason, detail
 * @throws FatalError `schema-mismatch` when the reason is not kebab-case
 */
export function checkRejection(stage: Stage, event: StageEvent & { kind: 'rejection' }): RejectionOut {
  if (!Kebab.safeParse(event.reason).success) {
    throw new FatalError(
      'schema-mismatch',
      `Stage ${stage.name} gave the reason ${JSON.stringify(event.reason)}: not kebab-case.`,
    );
  }
  return { record: event.from?.hash ?? null, key: event.key, reason: event.reason, detail: event.detail.slice(0, 500) };
}

/**
 * The hash of the input that an event speaks of.
 * @param stage - the stage, for the message
 * @param inputs - the batch
 * @param from - the record named by the event
 * @returns position in the batch
 * @throws FatalError `schema-mismatch` when the event names no input of the batch
 */
export function inputOf(stage: Stage, inputs: readonly StoredRecord[], from: StoredRecord | null): number {
  const position = inputs.findIndex((input) => input.hash === from?.hash);
  if (position < 0)
    throw new FatalError('schema-mismatch', `Stage ${stage.name} yielded for a record that is not its input.`);
  return position;
}
