import type { PageIndex } from '../../extractors/wiki/page-index.js';
import type { PopularitySource } from '../../extractors/popularity/popularity-source.js';
import type { WikiSource } from '../../extractors/wiki/wiki-source.js';
import type { StoredRecord } from '../../schemas/record.js';
import type { Site } from '../../schemas/site.js';
import { FatalError } from '../../schemas/errors.js';
import { SiteRecord } from '../../schemas/site.js';

/** What a source stage may use: the world. It runs beside the store, in the process that builds. */
export interface SourceServices {
  readonly wiki: () => WikiSource;
  /** Requests sent so far, for estimates and limits. */
  readonly requests?: () => number;
}

/** What a map or gather stage may use besides its inputs. It may run in any process, so nothing here knows the store. */
export interface Services extends OutsideServices {
  /** The site record that a page names; a stage that asks for it attaches it. */
  readonly site: (hash: string) => Site;
}

/** What a process opens for its stages, on first use. */
export interface OutsideServices {
  readonly popularity: () => Promise<readonly PopularitySource[]>;
}

/** A cache of answers from outside; values are JSON. */
export interface AnswerCache {
  readonly get: (key: string) => unknown;
  readonly put: (key: string, value: unknown) => void;
}

/** What the engine gives to whoever opens sources: its storage, by contract. */
export interface EngineParts {
  /** Answers of the running crawl: one that was cut off replays them and asks only for the rest. */
  readonly answers: AnswerCache;
  /** The page index of a dump, by the hash of its file. */
  readonly pageIndex: (hash: string) => PageIndex;
}

/** Makes the services of a source stage. */
export type SourceServicesFactory = (parts: EngineParts) => SourceServices;

/**
 * The services of one batch.
 * @param outside - what the process has open
 * @param attachments - records that came with the batch
 * @returns the services
 */
export function batchServices(outside: OutsideServices, attachments: readonly StoredRecord[]): Services {
  const byHash = new Map(attachments.map((record) => [record.hash, record]));
  return {
    popularity: outside.popularity,
    site(hash) {
      const record = byHash.get(hash);
      if (record?.type === SiteRecord.type) return SiteRecord.schema.parse(record.content);
      throw new FatalError('internal', `The site record ${hash} was not attached to the batch.`);
    },
  };
}
