import type { Plan, PlannedStage, Staleness } from '../engine/plan.js';
import type { SpecChange } from '../engine/spec-changes.js';
import { columns, plain, shorten } from './print.js';

const CHANGES_SHOWN = 4;
const VALUE = 40;

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

function why({ shape, stale, awaits }: PlannedStage, plan: Plan): string {
  if (shape === 'source') {
    if (plan.snapshot !== null) return '';
    return `no snapshot of this source${stale[0] ? `: ${changesText(stale[0].changes)}` : ''}`;
  }
  return [
    ...stale.map((one) => `${one.count} ${stalenessText(one)}`),
    ...(awaits.length > 0 ? [`after ${awaits.join(', ')}`] : []),
  ].join('; ');
}

/**
 * Why inputs are to be done.
 * @param stale - a cause with its particulars
 * @returns such as `params changed (min_ratio 1.1 -> 2)`
 */
export function stalenessText({ cause, changes }: Staleness): string {
  if (cause === 'new') return 'never done';
  if (cause === 'upstream') return 'input changed';
  return `${cause} changed${changes.length > 0 ? ` (${changesText(changes)})` : ''}`;
}

/**
 * What differs between two versions of a stage.
 * @param changes - differences
 * @returns such as `min_ratio 1.1 -> 2, seed "a" -> "b"`
 */
export function changesText(changes: readonly SpecChange[]): string {
  const more = changes.length > CHANGES_SHOWN ? [`${changes.length - CHANGES_SHOWN} more`] : [];
  return [...changes.slice(0, CHANGES_SHOWN).map(changeText), ...more].join(', ');
}

function changeText(change: SpecChange, index: number): string {
  const { cause, path, before, after } = change;
  if (cause === 'schema') return `schema of ${path}`;
  const arrow = `${value(before)} -> ${value(after)}`;
  if (cause === 'version') return index === 0 ? arrow : `version ${arrow}`;
  return path === '' ? arrow : `${path} ${arrow}`;
}

function value(json: unknown): string {
  if (json === undefined) return 'none';
  // Hashes are told apart by their beginnings.
  if (typeof json === 'string' && /^[0-9a-f]{64}$/.test(json)) return json.slice(0, 12);
  return shorten(plain(JSON.stringify(json)), VALUE);
}
