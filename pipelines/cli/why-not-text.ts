import type { WhyNot } from '../engine/why-not.js';
import { columns, plain, shorten } from './print.js';

const SHOWN = 20;

/**
 * What became of a name, for people.
 * @param found - what is known
 * @returns the answer in a sentence, then what was dropped and what is left
 */
export function whyNotText(found: WhyNot): string {
  const { match, dropped, kept, released, pending, near } = found;
  const name = JSON.stringify(plain(found.what));
  const waiting =
    pending.length > 0 ? `The build is not finished (${pending.join(', ')}): what follows is of what is done.` : '';
  if (match === null) {
    const hint = near.length > 0 ? `Alike: ${near.map((key) => plain(key)).join('; ')}.` : 'Nothing is called alike.';
    const none = found.snapshot === null ? ' The workspace has no snapshot of this source: build first.' : '';
    return `Nothing is known of ${name} in this build. ${hint}${none}`;
  }
  const rows = dropped
    .slice(0, SHOWN)
    .map(({ stage, reason, key, detail }) => [
      `  ${stage}`,
      reason,
      shorten(plain(key), 60),
      shorten(plain(detail), 100),
    ]);
  const more = dropped.length > SHOWN ? [`  ... and ${dropped.length - SHOWN} more (--json has them)`] : [];
  const left = kept.map(({ stage, type, count, samples }) => [
    `  ${stage}`,
    type,
    count,
    shorten(plain(samples.join(', ')), 100),
  ]);
  return [
    ...(waiting === '' ? [] : [waiting]),
    verdict(name, found, released),
    ...(rows.length > 0 ? ['', 'Dropped:', columns(rows), ...more] : []),
    ...(left.length > 0 ? ['', 'Kept:', columns(left)] : []),
  ].join('\n');
}

function verdict(name: string, { dropped, kept }: WhyNot, released: WhyNot['released']): string {
  const also = dropped.length > 0 ? ' Something of it was dropped.' : '';
  if (released.count > 0) {
    const some = released.samples.slice(0, 2).map(plain).join(', ');
    return `${name} is in the release: ${released.count} of ${released.of} outputs of ${released.stage} rest on it, such as ${some}.${also}`;
  }
  const reasons = [...new Set(dropped.map(({ stage, reason }) => `${stage}: ${reason}`))];
  if (reasons.length > 0) return `${name} is not in the release. Dropped by ${reasons.join(', ')}.`;
  return `${name} is not in the release. It came as far as ${kept.at(-1)?.stage}; no stage dropped it, nothing more was made of it.`;
}
