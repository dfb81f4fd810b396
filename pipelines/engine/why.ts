// `why`: from a record back to the pages it was made of. The ledger is walked against its direction, inside one build: only inputs that
// the build's snapshot and configuration have, only stages that the recipe names as sources of the one that read the record.
import type { NumberedRecord, FoundRecord, Store } from '../../db/index.js';
import type { Slot } from './prepare.js';
import type { Survey } from './survey.js';
import { PrerequisiteError } from '../../schemas/errors.js';
import { Beside } from '../../schemas/provenance.js';

/** A record on the way. */
export interface WhyRecord {
  readonly hash: string;
  readonly type: string;
  readonly key: string;
}

/** One act of a stage: an edge from a record to those it was made from. */
export interface WhyStep {
  /** Hash of the record that was put out. */
  readonly record: string;
  readonly stage: string;
  readonly version: number;
  readonly fingerprint: string;
  /** Hashes of the records it was made from; a stage that kept its input as it was names the record itself; empty for a source. */
  readonly inputs: readonly string[];
  /** Present when a stage that sees a whole set named no parents: `inputs` are then all members of the set of this key. */
  readonly group?: string;
  /** Models by which the stage works, from its fingerprint. */
  readonly models?: unknown;
  readonly evidence?: Beside['evidence'];
  readonly provenance?: Beside['provenance'];
}

/** All that some records rest on, flat: each record once, each act once, later stages first. */
export interface Why {
  readonly snapshot: string | null;
  /** Hashes of the records that were asked about; none of them is part of what another rests on. */
  readonly roots: readonly string[];
  readonly records: readonly WhyRecord[];
  readonly steps: readonly WhyStep[];
}

/**
 * What a record rests on.
 * @param store - an open workspace
 * @param seen - the survey of a recipe
 * @param what - key or hash of a record, or a beginning that fits one key only
 * @returns records and the acts between them
 * @throws PrerequisiteError `bad-input` when no record of the build is called so, or several are
 */
export function why(store: Store, seen: Survey, what: string): Why {
  const found = findOutputs(store, seen, what);
  const steps = new Map<string, WhyStep[]>();
  const records = new Map<string, WhyRecord>();
  const visited = new Set<string>();
  const roots: string[] = [];

  const visit = (id: number, slots: readonly Slot[]): string => {
    const record = store.records.get(id);
    const { hash, type, key } = record;
    if (!records.has(hash)) records.set(hash, { hash, type, key });
    const mine = steps.get(hash) ?? [];
    steps.set(hash, mine);
    for (const slot of [...slots].reverse()) {
      if (visited.has(`${slot.slot} ${hash}`)) continue;
      visited.add(`${slot.slot} ${hash}`);
      for (const { input, beside } of store.lineage.madeBy(slot.slot, slot.id, id)) {
        const notes = beside === '' ? {} : Beside.parse(JSON.parse(beside));
        const from = sourcesOf(store, seen, slot, input, notes);
        // In place before its inputs are visited: a kept record adds its earlier acts behind this one.
        const inputs: string[] = [];
        mine.push({ record: hash, ...stageOf(slot), inputs, ...from.more, ...notesOf(notes) });
        const before = slot.sources.map((source) => seen.slots[source]!);
        for (const parent of from.ids) inputs.push(visit(parent, before));
      }
    }
    return hash;
  };

  // From the last stage to the first: what a later record rests on is not told a second time.
  for (const slot of [...seen.slots].reverse()) {
    for (const { id, hash } of found.filter((one) => store.lineage.holds(slot.slot, 'out', one.id))) {
      const told = records.has(hash);
      visit(id, [slot]);
      if (!told) roots.push(hash);
    }
  }
  return {
    snapshot: seen.snapshot?.hash ?? null,
    roots,
    records: [...records.values()],
    steps: [...steps.values()].flat(),
  };
}

/**
 * The outputs of a build that are called so: by key or hash, else by a beginning that fits one key only.
 * @param store - an open workspace
 * @param seen - the survey of a recipe
 * @param what - key, hash, or a beginning
 * @returns one or more records, all of one key
 * @throws PrerequisiteError `bad-input` when there is none, or the beginning fits several keys
 */
export function findOutputs(store: Store, seen: Survey, what: string): FoundRecord[] {
  for (const how of ['exact', 'beginning'] as const) {
    const all = seen.slots.flatMap((slot) => (what === '' ? [] : store.lineage.outputsNamed(slot.slot, what, how)));
    const found = [...new Map(all.map((one) => [one.id, one])).values()];
    const keys = [...new Set(found.map((one) => one.key))].sort();
    if (keys.length === 1) return found;
    if (keys.length > 1) {
      const some = keys.slice(0, 8).join(', ');
      throw new PrerequisiteError('bad-input', `${JSON.stringify(what)} is the beginning of ${keys.length} keys.`, {
        hint: `Say more of it: ${some}${keys.length > 8 ? ', ...' : ''}.`,
      });
    }
  }
  const elsewhere = store.lineage.recordsNamed(what).length > 0;
  throw new PrerequisiteError('bad-input', `This build has no record ${JSON.stringify(what)}.`, {
    hint: elsewhere
      ? 'Another build of this workspace made it: ask with the settings (or --snapshot) of that build.'
      : '`folkways why-not` says what is known of a title, holiday or key; `folkways status` what the build holds.',
  });
}

function sourcesOf(store: Store, seen: Survey, slot: Slot, input: number, notes: Beside) {
  const { shape } = slot.stage;
  if (shape === 'source') return { ids: [], more: {} };
  if (shape === 'map') return { ids: [input], more: {} };
  if (notes.parents) {
    const parents = [...new Set(notes.parents)].map((hash) => store.records.find(hash));
    return { ids: parents.filter((one): one is NumberedRecord => one !== undefined).map((one) => one.id), more: {} };
  }
  const group = seen.groups.get(slot.slot)?.find((one) => one.id === input);
  return { ids: group?.members ?? [], more: { group: group?.key ?? '' } };
}

function stageOf({ stage, spec }: Slot) {
  const { models } = JSON.parse(spec.spec) as { readonly models?: unknown };
  return {
    stage: stage.name,
    version: spec.version,
    fingerprint: spec.fingerprint,
    ...(models === undefined ? {} : { models }),
  };
}

function notesOf({ evidence, provenance }: Beside) {
  return { ...(evidence ? { evidence } : {}), ...(provenance ? { provenance } : {}) };
}
