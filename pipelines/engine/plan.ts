import type { StageCounts, Store } from '../../db/index.js';
import type { Recipe } from './recipe.js';
import { fillInputs, findSnapshot, groupInputs, prepare } from './prepare.js';

/** What a build would do at one stage. */
export interface PlannedStage {
  readonly stage: string;
  readonly shape: 'source' | 'map' | 'gather';
  readonly version: number;
  readonly fingerprint: string;
  readonly counts: StageCounts;
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
export interface PlanOptions {
  readonly snapshot?: string;
  readonly newSnapshot?: boolean;
}

/**
 * Says what a build would do, without doing it or asking any source. All counts are joins over the ledger.
 * @param store - an open workspace
 * @param recipe - the recipe
 * @param options - snapshot choices, as for the build
 * @returns counts by stage
 */
export function plan(store: Store, recipe: Recipe, options: PlanOptions = {}): Plan {
  const prepared = prepare(store, recipe);
  const { flow, slots } = prepared;
  let snapshot: string | null = null;
  const busy = new Set<string>();
  const stages = slots.map((slot): PlannedStage => {
    const { stage } = slot;
    if (stage.shape === 'source') {
      const found = options.newSnapshot ? undefined : findSnapshot(store, slot, options.snapshot);
      snapshot = found?.hash ?? null;
      flow.setInputs(slot.slot, found ? [found.id] : []);
    } else {
      fillInputs(prepared, slot);
      if (stage.shape === 'gather') groupInputs(store, prepared, slot);
    }
    flow.computeOutputs(slot.slot, slot.id);
    const counts = flow.counts(slot.slot, slot.id);
    const awaits = slot.from.filter((name) => busy.has(name));
    if (counts.missing > 0 || awaits.length > 0 || (stage.shape === 'source' && snapshot === null))
      busy.add(stage.name);
    const { fingerprint, version } = slot.spec;
    return { stage: stage.name, shape: stage.shape, version, fingerprint, counts, awaits };
  });
  return { recipe: recipe.name, snapshot, stages, upToDate: busy.size === 0 };
}
