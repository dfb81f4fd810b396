import { z } from 'zod';

/** Where a record comes from, stored beside it and never part of its hash: the same text may come from two revisions. */
export const Provenance = z.strictObject({
  /** Permanent address of the page revision, or of the file. */
  url: z.string().optional(),
  /** Title on the wiki. */
  title: z.string().optional(),
  /** Revision id on the wiki it was read from. */
  revision: z.number().int().positive().optional(),
  /** Time of that revision, ISO 8601 UTC. */
  timestamp: z.string().optional(),
  /** Licence of the text. */
  licence: z.string().optional(),
});
/** Where a record comes from. */
export type Provenance = z.infer<typeof Provenance>;

/** What a stage stores beside a record, per producer: evidence for people, provenance, and the records it was made from. */
export const Beside = z.strictObject({
  evidence: z.record(z.string(), z.json()).optional(),
  provenance: Provenance.optional(),
  /** Hashes of the inputs that a gather stage used for this output; a map stage's is its one input and is not repeated here. */
  parents: z.array(z.string()).optional(),
});
/** What is stored beside a record. */
export type Beside = z.infer<typeof Beside>;
