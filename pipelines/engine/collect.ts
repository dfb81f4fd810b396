// Between stages and ledger: the context a stage runs with, and the checks on what it yielded. What comes back may have crossed a
// process border, so it is checked here, once, whichever executor ran it.
import { z } from 'zod';
import type { LedgerOutput, LedgerRejection } from '../../db/index.js';
import type { RecordType, StoredRecord } from '../../schemas/record.js';
import type { RawEvent } from './executor.js';
import type { Stage, StageContext } from './stage.js';
import { canonicalJson } from '../../schemas/canonical.js';
import { FatalError } from '../../schemas/errors.js';
import { Kebab } from '../../schemas/primitives.js';
import { Beside } from '../../schemas/provenance.js';

/**
 * The context a stage runs with.
 * @param params - parameters of the placed stage
 * @param services - what it may use
 * @param signal - aborts when the user stops
 * @returns the context with its `emit` and `reject`
 */
export function createContext<S>(params: unknown, services: S, signal: AbortSignal): StageContext<never, S> {
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
 * The place of the input that an event speaks of.
 * @param stage - the stage, for the message
 * @param places - places by hash
 * @param from - the record named by the event
 * @returns place in the batch
 * @throws FatalError `schema-mismatch` when the event names no input of the batch
 */
export function inputOf(stage: Stage, places: ReadonlyMap<string, number>, from: StoredRecord | null): number {
  const place = from === null ? undefined : places.get(from.hash);
  if (place === undefined)
    throw new FatalError('schema-mismatch', `Stage ${stage.name} yielded for a record that is not its input.`);
  return place;
}

/**
 * Checks what a stage yielded and gives it the form the ledger stores.
 * @param stage - the stage
 * @param events - what came of one input
 * @param numberOf - number of a record by hash
 * @returns outputs and rejections
 * @throws FatalError `schema-mismatch` when a type is not declared, a value is not of its type, or a reason is not kebab-case
 */
export function checkEvents(
  stage: Stage,
  events: readonly RawEvent[],
  numberOf: (hash: string) => number | null,
): { readonly outputs: LedgerOutput[]; readonly rejections: LedgerRejection[] } {
  const outputs: LedgerOutput[] = [];
  const rejections: LedgerRejection[] = [];
  for (const event of events) {
    if (event.kind === 'output') outputs.push(checkOutput(stage, event));
    else
      rejections.push({
        ...checkRejection(stage, event),
        record: event.record === null ? null : numberOf(event.record),
      });
  }
  return { outputs, rejections };
}

function checkOutput(stage: Stage, event: RawEvent & { kind: 'output' }): LedgerOutput {
  const type: RecordType | undefined = stage.outputs.find((one) => one.type === event.type);
  if (!type) throw new FatalError('schema-mismatch', `Stage ${stage.name} does not declare ${event.type} as output.`);
  const content = type.schema.safeParse(event.content);
  if (!content.success) {
    throw new FatalError(
      'schema-mismatch',
      `Stage ${stage.name} yielded a wrong ${type.type}: ${z.prettifyError(content.error)}`,
    );
  }
  const odd = notJson(content.data);
  if (odd) {
    const key = JSON.stringify(type.key(content.data));
    throw new FatalError('schema-mismatch', `Stage ${stage.name} yielded a ${type.type} (${key}) with ${odd}.`);
  }
  const beside = Beside.safeParse(event.beside);
  if (!beside.success) {
    const what = z.prettifyError(beside.error);
    throw new FatalError('schema-mismatch', `Stage ${stage.name} put something wrong beside a ${type.type}: ${what}`);
  }
  const notes = Object.keys(beside.data).length === 0 ? '' : canonicalJson(beside.data);
  return { type: type.type, key: type.key(content.data), content: content.data, beside: notes };
}

/** What a value holds that canonical JSON cannot: schemas let it through, and the store would not know whose fault it is. */
function notJson(value: unknown): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : 'half a character (a lone surrogate)';
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `the number ${value}`;
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) {
      const found = notJson(member);
      if (found) return found;
    }
    return undefined;
  }
  return ['boolean', 'object', 'undefined'].includes(typeof value) ? undefined : `a ${typeof value}`;
}

function checkRejection(stage: Stage, event: RawEvent & { kind: 'rejection' }): Omit<LedgerRejection, 'record'> {
  const { reason } = event;
  // Cut to a length they may end in half a character.
  const [key, detail] = [event.key.toWellFormed(), event.detail.toWellFormed()];
  if (Kebab.safeParse(reason).success) return { key, reason, detail };
  throw new FatalError(
    'schema-mismatch',
    `Stage ${stage.name} gave the reason ${JSON.stringify(reason)}: not kebab-case.`,
  );
}
