import type { Plan, PlannedStage } from '../engine/plan.js';
import { columns } from './print.js';

/**
 * A plan for people.
 * @param plan - what a build would do
 * @returns a table and a sentence
 */
export function planText(plan: Plan): string {
  const rows = plan.stages.map((stage) => [
    stage.stage,
    stage.shape,
    stage.counts.inputs,
    stage.counts.done,
    stage.counts.missing,
    why(stage, plan),
  ]);
  const source =
    plan.snapshot === null
      ? 'No snapshot yet: the source is read first.'
      : `Snapshot ${plan.snapshot.slice(0, 12)} is used: no request.`;
  return [
    columns([['stage', 'shape', 'inputs', 'done', 'to do', 'why'], ...rows]),
    '',
    plan.upToDate ? `${source} Nothing to do.` : source,
  ].join('\n');
}

function why({ shape, counts, awaits }: PlannedStage, plan: Plan): string {
  if (shape === 'source') return plan.snapshot === null ? 'no snapshot of this source' : '';
  const { missing, stageChanged, inputChanged } = counts;
  const fresh = missing - stageChanged - inputChanged;
  return [
    stageChanged > 0 && `${stageChanged} stage changed`,
    inputChanged > 0 && `${inputChanged} input changed`,
    fresh > 0 && `${fresh} never done`,
    awaits.length > 0 && `after ${awaits.join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ');
}
