import type { Store } from '../../db/index.js';
import type { Recipe } from './recipe.js';
import { fillInputs, findSnapshot, groupInputs, prepare } from './prepare.js';

/** What a workspace holds of a recipe, for the newest snapshot. */
export interface Status {
  readonly snapshot: string | null;
  readonly lastRun: {
    readonly started: string;
    readonly finished: string | null;
    readonly outcome: string | null;
  } | null;
  readonly stages: readonly {
    readonly stage: string;
    readonly done: number;
    readonly outputs: number;
    readonly rejected: Readonly<Record<string, number>>;
  }[];
}

/**
 * Looks at a workspace without changing what it knows.
 * @param store - an open workspace
 * @param recipe - the recipe
 * @returns counts by stage, and the last run
 */
export function status(store: Store, recipe: Recipe): Status {
  const prepared = prepare(store, recipe);
  const { flow, slots } = prepared;
  let snapshot: string | null = null;
  const stages = slots.map((slot) => {
    if (slot.stage.shape === 'source') {
      const found = findSnapshot(store, slot);
      snapshot = found?.hash ?? null;
      flow.setInputs(slot.slot, found ? [found.id] : []);
    } else {
      fillInputs(prepared, slot);
      if (slot.stage.shape === 'gather') groupInputs(store, prepared, slot);
    }
    flow.computeOutputs(slot.slot, slot.id);
    const { done } = flow.counts(slot.slot, slot.id);
    const rejected = flow.rejected(slot.slot, slot.id);
    return { stage: slot.stage.name, done, outputs: flow.outputCount(slot.slot), rejected };
  });
  const run = store.runs.last(recipe.name);
  const lastRun = run === undefined ? null : { started: run.started, finished: run.finished, outcome: run.outcome };
  return { snapshot, lastRun, stages };
}
