import type { PageIndex } from '../../extractors/wiki/page-index.js';
import type { PopularitySource } from '../../extractors/popularity/popularity-source.js';
import type { WikiSource } from '../../extractors/wiki/wiki-source.js';
import type { Site } from '../../schemas/site.js';

/** What a stage may use besides its input. */
export interface Services {
  /** The wiki that the recipe reads; only source stages ask it. */
  readonly wiki: () => WikiSource;
  /** The site record that a page names by hash. */
  readonly site: (hash: string) => Site;
  /** Popularity sources in the order of the stage's params. */
  readonly popularity: readonly PopularitySource[];
}

/** A cache of answers from outside; values are JSON. */
export interface AnswerCache {
  readonly get: (key: string) => unknown;
  readonly put: (key: string, value: unknown) => void;
}

/** What the engine gives to whoever makes the services: its storage, by contract. */
export interface EngineParts {
  /** Answers of the running crawl: one that was cut off replays them and asks only for the rest. */
  readonly answers: AnswerCache;
  /** The page index of a dump, by the hash of its file. */
  readonly pageIndex: (hash: string) => PageIndex;
  readonly site: (hash: string) => Site;
}

/** Makes the services of a build. */
export type ServicesFactory = (parts: EngineParts) => Services;
