import type { Store } from '../../db/index.js';
import type { Recipe } from './recipe.js';
import { survey } from './survey.js';

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
 * Looks at a workspace without writing to it.
 * @param store - an open workspace
 * @param recipe - the recipe
 * @returns counts by stage, and the last run
 */
export function status(store: Store, recipe: Recipe): Status {
  const { flow, slots, snapshot, counts } = survey(store, recipe);
  const stages = slots.map((slot) => {
    const { done } = counts[slot.slot]!;
    const rejected = flow.rejected(slot.slot, slot.id);
    return { stage: slot.stage.name, done, outputs: flow.outputCount(slot.slot), rejected };
  });
  const run = store.runs.last(recipe.name);
  const lastRun = run === undefined ? null : { started: run.started, finished: run.finished, outcome: run.outcome };
  return { snapshot: snapshot?.hash ?? null, lastRun, stages };
}
