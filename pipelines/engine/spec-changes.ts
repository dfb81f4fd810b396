// Why a stage is another than it was: its spec (what the fingerprint is the hash of) against the spec of the stage that did the same input
// last. Compared once for each pair of stages, however many inputs it concerns.

/** Why an input is to be done: by the most telling thing that changed. */
export type Cause = 'version' | 'schema' | 'model' | 'params' | 'upstream' | 'new';

/** All causes, the most telling first. */
export const CAUSES: readonly Cause[] = ['version', 'schema', 'model', 'params', 'upstream', 'new'];

/** One thing that differs between two specs. */
export interface SpecChange {
  readonly cause: 'version' | 'schema' | 'model' | 'params';
  /** Where: `min_ratio`, `sources[0].data`, the name of a record type; `''` for the version. */
  readonly path: string;
  /** JSON values; left out of schemas. Absent where the thing was not there. */
  readonly before?: unknown;
  readonly after?: unknown;
}

const KEYS: Readonly<Record<string, SpecChange['cause']>> = { version: 'version', models: 'model', params: 'params' };

/**
 * What differs between two specs of a stage.
 * @param before - JSON text of the earlier spec
 * @param after - JSON text of today's
 * @returns changes, the most telling cause first; what is neither version, model nor parameter counts as schema
 */
export function compareSpecs(before: string, after: string): SpecChange[] {
  const [old, now] = [JSON.parse(before) as Tree, JSON.parse(after) as Tree];
  const changes = unionOfKeys(old, now).flatMap((key): SpecChange[] => {
    const cause = KEYS[key] ?? 'schema';
    const depth = cause === 'schema' ? 1 : Infinity;
    return differences(old[key], now[key], '', depth).map((change) =>
      cause === 'schema' ? { cause, path: change.path || key } : { cause, ...change },
    );
  });
  // A record type that a stage reads and writes is one change.
  const once = new Map(changes.map((change) => [`${change.cause} ${change.path}`, change]));
  return [...once.values()].sort((a, b) => CAUSES.indexOf(a.cause) - CAUSES.indexOf(b.cause));
}

type Tree = Readonly<Record<string, unknown>>;
type Difference = Omit<SpecChange, 'cause'>;

function differences(before: unknown, after: unknown, path: string, depth: number): Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (depth > 0 && Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((value, index) => differences(value, after[index], `${path}[${index}]`, depth - 1));
  }
  if (depth > 0 && isTree(before) && isTree(after)) {
    return unionOfKeys(before, after).flatMap((key) =>
      differences(before[key], after[key], path === '' ? key : `${path}.${key}`, depth - 1),
    );
  }
  return [{ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unionOfKeys(a: Tree, b: Tree): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
}
