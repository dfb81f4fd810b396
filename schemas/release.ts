import { z } from 'zod';
import { Sha256 } from './primitives.js';

const count = z.number().int().nonnegative();

/** A stage as the manifest names it. */
export const ManifestStage = z.strictObject({
  name: z.string(),
  version: z.number().int(),
  /** Absent for the source stage, whose fingerprint names where it read: it stands in `source`. */
  fingerprint: Sha256.optional(),
  inputs: count,
  outputs: count,
  rejected: z.record(z.string(), count),
});
/** A stage as the manifest names it. */
export type ManifestStage = z.infer<typeof ManifestStage>;

/** `manifest.json` of a release: everything that decided its bytes, and no time of day. */
export const Manifest = z.strictObject({
  benchmark: z.string(),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  generator: z.strictObject({ name: z.string(), version: z.string() }),
  licence: z.string(),
  /** The popularity values are made up for demonstration. */
  synthetic_popularity: z.boolean(),
  /** Where pages came from; the only part in which two builds of one wiki by different routes may differ. */
  source: z.strictObject({
    kind: z.enum(['api', 'dump']),
    location: z.string(),
    fingerprint: Sha256,
    snapshot: Sha256,
    pages: count,
  }),
  config: z.record(z.string(), z.json()),
  stages: z.array(ManifestStage),
  files: z.array(z.strictObject({ path: z.string(), lines: count })),
});
/** `manifest.json` of a release. */
export type Manifest = z.infer<typeof Manifest>;

/** One line of `SOURCES.jsonl`: a page that the release was made from. */
export const SourceLine = z.strictObject({
  title: z.string(),
  url: z.string(),
  revision: z.number().int(),
  timestamp: z.string(),
  licence: z.string(),
  /** `list`: holidays were read from it; `article`: descriptions and names were. */
  used_as: z.array(z.enum(['list', 'article'])),
});
/** One line of `SOURCES.jsonl`. */
export type SourceLine = z.infer<typeof SourceLine>;
