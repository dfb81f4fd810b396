import type { Why, WhyRecord, WhyStep } from '../engine/why.js';
import { plain, shorten } from './print.js';

/** Records of a set that are written out; `--json` has them all. */
const SHOWN = 12;
const CELLS = 200;

/**
 * What a record rests on, as a tree: a record, below it the stages that put it out, below each what it was made from.
 * @param why - records and acts
 * @returns lines; a record that was told above is named only
 */
export function whyText({ roots, records, steps }: Why): string {
  const byHash = new Map(records.map((record) => [record.hash, record]));
  const acts = new Map<string, WhyStep[]>();
  for (const step of steps) acts.set(step.record, [...(acts.get(step.record) ?? []), step]);
  const told = new Set<string>();
  const lines: string[] = [];
  const tell = (hash: string, depth: number) => {
    const again = told.has(hash);
    told.add(hash);
    lines.push(`${'  '.repeat(depth)}${nameOf(byHash.get(hash)!)}${again ? ' (see above)' : ''}`);
    for (const step of again ? [] : (acts.get(hash) ?? [])) {
      const inputs = step.inputs.filter((input) => input !== hash);
      lines.push(`${'  '.repeat(depth + 1)}${actOf(step, inputs.length)}`);
      for (const input of inputs.slice(0, SHOWN)) tell(input, depth + 2);
      if (inputs.length > SHOWN)
        lines.push(`${'  '.repeat(depth + 2)}... and ${inputs.length - SHOWN} more (--json has them)`);
    }
  };
  for (const root of roots) tell(root, 0);
  return lines.join('\n');
}

function nameOf({ type, key, hash }: WhyRecord): string {
  return `${type} ${plain(key)} [${hash.slice(0, 12)}]`;
}

function actOf(step: WhyStep, inputs: number): string {
  const { stage, version, fingerprint, group, models, evidence, provenance } = step;
  const notes = [
    inputs === 0 && step.inputs.length > 0 && 'kept as it was',
    group !== undefined && `the whole set${group === '' ? '' : ` ${plain(group)}`} of ${inputs}`,
    models !== undefined && `models ${valueOf(models)}`,
    // Numbers (table, row) say where, texts what: where comes first.
    ...Object.entries(evidence ?? {})
      .sort(([, a], [, b]) => Number(typeof a !== 'number') - Number(typeof b !== 'number'))
      .map(([name, value]) => `${name} ${valueOf(value)}`),
    provenance?.title !== undefined && `page "${plain(provenance.title)}"`,
    provenance?.revision !== undefined && `revision ${provenance.revision}`,
    provenance?.timestamp !== undefined && `of ${plain(provenance.timestamp)}`,
    provenance?.url !== undefined && plain(provenance.url),
  ].filter(Boolean);
  return `${stage} v${version} (${fingerprint.slice(0, 12)})${notes.length > 0 ? `: ${notes.join(', ')}` : ''}`;
}

function valueOf(value: unknown): string {
  if (typeof value === 'string') return `"${shorten(plain(value), CELLS)}"`;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return `"${shorten(plain(value.join(' | ')), CELLS)}"`;
  return shorten(plain(JSON.stringify(value)), CELLS);
}
