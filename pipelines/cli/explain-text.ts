import type { Explained, ExplainedStage, MadeBy } from '../engine/explain.js';
import { changesText, stalenessText } from './plan-text.js';
import { plain, shorten } from './print.js';

/**
 * Records through the stages, for people.
 * @param explained - what was found
 * @returns a paragraph for each record
 */
export function explainText(explained: readonly Explained[]): string {
  return explained
    .map(({ record, madeBy, stages }) =>
      [
        `${record.type} ${plain(record.key)} [${record.hash.slice(0, 12)}]`,
        ...madeBy.map((one) => `  made by ${madeByText(one)}`),
        ...stages.map((one) => `  ${stageText(one)}`),
        ...(stages.length === 0 ? ['  no stage reads records of this type'] : []),
      ].join('\n'),
    )
    .join('\n\n');
}

function madeByText({ stage, version, fingerprint, current, changes }: MadeBy): string {
  const name = `${stage} v${version} (${fingerprint.slice(0, 12)})`;
  if (current) return name;
  return `${name}, ${changes.length > 0 ? `which has changed: ${changesText(changes)}` : 'but not from the inputs of this build'}`;
}

function stageText({ stage, version, state, awaits, set, outputs, rejected, why }: ExplainedStage): string {
  const name = `${stage} v${version}`;
  const within = set ? ` with the set${set.key === '' ? '' : ` ${plain(set.key)}`} of ${set.size}` : '';
  const after = awaits.length > 0 ? ` (known for sure after ${awaits.join(', ')})` : '';
  if (state === 'absent') return `${name}: no input of it${after}`;
  if (why) return `${name}: to do${within}: ${stalenessText(why)}${after}`;
  const dropped = rejected.map(({ reason, detail }) => `, dropped: ${reason} ${shorten(plain(detail), 80)}`.trimEnd());
  return `${name}: done${within}, ${outputs} ${outputs === 1 ? 'output' : 'outputs'}${dropped.join('')}${after}`;
}
