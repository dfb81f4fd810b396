import type { StageCounts, Store } from '../../db/index.js';
import type { Slot } from './prepare.js';
import type { Recipe } from './recipe.js';
import type { Cause, SpecChange } from './spec-changes.js';
import type { SnapshotChoice, Survey } from './survey.js';
import { CAUSES, compareSpecs } from './spec-changes.js';
import { awaited, survey } from './survey.js';

/** Inputs that are to be done for one reason. */
export interface Staleness {
  /** For a changed stage, the most telling of its changes. */
  readonly cause: Cause;
  readonly count: number;
  /** Fingerprint of the stage that did these very inputs last; null when none did. */
  readonly before: string | null;
  /** What differs between that stage and today's. */
  readonly changes: readonly SpecChange[];
}

/** What a build would do at one stage. */
export interface PlannedStage {
  readonly stage: string;
  readonly shape: 'source' | 'map' | 'gather';
  readonly version: number;
  readonly fingerprint: string;
  readonly counts: StageCounts;
  /** Missing inputs by cause; they add up to `counts.missing`. */
  readonly causes: Readonly<Record<Cause, number>>;
  /** The same with their particulars. For a source that has no snapshot, how it differs from the last one read, with count 0. */
  readonly stale: readonly Staleness[];
  /** Inputs will change because a stage before it has work to do: the counts are of what is known now. */
  readonly awaits: readonly string[];
}

/** What a build would do. */
export interface Plan {
  readonly recipe: string;
  /** Hash of the snapshot that would be used; null when the source would be read first. */
  readonly snapshot: string | null;
  readonly stages: readonly PlannedStage[];
  /** True when a build would run nothing. */
  readonly upToDate: boolean;
}

/** Choices a plan shares with a build. */
export type PlanOptions = SnapshotChoice;

/**
 * Says what a build would do, without doing it, storing anything or asking any source. All counts are joins over the ledger.
 * @param store - an open workspace
 * @param recipe - the recipe
 * @param options - snapshot choices, as for the build
 * @returns counts by stage
 */
export function plan(store: Store, recipe: Recipe, options: PlanOptions = {}): Plan {
  const seen = survey(store, recipe, options);
  const stages = seen.slots.map((slot): PlannedStage => {
    const { stage, spec } = slot;
    const { fingerprint, version } = spec;
    const stale = staleness(store, seen, slot);
    return {
      stage: stage.name,
      shape: stage.shape,
      version,
      fingerprint,
      counts: seen.counts[slot.slot]!,
      causes: countCauses(stale),
      stale: stage.shape === 'source' ? changedSource(store, seen, slot, options) : stale,
      awaits: awaited(slot, seen.busy),
    };
  });
  return { recipe: recipe.name, snapshot: seen.snapshot?.hash ?? null, stages, upToDate: seen.busy.size === 0 };
}

/**
 * Why inputs of a slot are not done.
 * @param store - an open workspace
 * @param seen - the survey of a recipe
 * @param slot - one of its slots
 * @param input - of this input only
 * @returns reasons with counts, each cause and earlier stage once
 */
export function staleness(store: Store, seen: Survey, slot: Slot, input?: number): Staleness[] {
  const { name } = slot.stage;
  return seen.flow.missingBy(slot.slot, { id: slot.id, name }, input).map(({ before, upstream, count }) => {
    if (before === null) return { cause: upstream ? 'upstream' : 'new', count, before: null, changes: [] };
    const { fingerprint, spec } = store.lineage.stage(before);
    const changes = compareSpecs(spec, slot.spec.spec);
    return { cause: changes[0]?.cause ?? 'schema', count, before: fingerprint, changes };
  });
}

function countCauses(stale: readonly Staleness[]): Record<Cause, number> {
  const counts = Object.fromEntries(CAUSES.map((cause) => [cause, 0])) as Record<Cause, number>;
  for (const { cause, count } of stale) counts[cause] += count;
  return counts;
}

function changedSource(store: Store, { snapshot }: Survey, slot: Slot, options: PlanOptions): Staleness[] {
  if (snapshot || options.newSnapshot) return [];
  const last = store.lineage.lastStage(slot.stage.name, slot.id);
  const changes = last ? compareSpecs(last.spec, slot.spec.spec) : [];
  return last && changes[0] ? [{ cause: changes[0].cause, count: 0, before: last.fingerprint, changes }] : [];
}
