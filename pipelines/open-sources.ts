// The one place where a configuration becomes sources: a wiki (the embedded sample, a dump, an API) and popularity sources.
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../schemas/config.js';
import type { PopularitySource } from '../extractors/popularity/popularity-source.js';
import type { HttpClient } from '../extractors/http/http-client.js';
import type { ResponseCache } from '../extractors/http/response-cache.js';
import type { WikiSource } from '../extractors/wiki/wiki-source.js';
import type { EngineParts, SourceServicesFactory } from './engine/services.js';
import type { RecipeInputs, WikiIdentity } from './benchmark.js';
import { hashFile } from '../extractors/files/hash-file.js';
import { createHttpClient } from '../extractors/http/got-client.js';
import { openLocalCorpus } from '../extractors/popularity/local-corpus.js';
import { createApiSource } from '../extractors/wiki/api/api-source.js';
import { createDumpSource } from '../extractors/wiki/dump/dump-source.js';
import { PrerequisiteError } from '../schemas/errors.js';

const SAMPLE = {
  wiki: fileURLToPath(new URL('./sample/wiki/en.xml', import.meta.url)),
  US: fileURLToPath(new URL('./sample/corpora/en-US.jsonl', import.meta.url)),
  GB: fileURLToPath(new URL('./sample/corpora/en-GB.jsonl', import.meta.url)),
};

/** Sources of a build. */
export interface Sources extends RecipeInputs {
  /** Services of the source stage. */
  readonly services: SourceServicesFactory;
}

/**
 * Opens what a configuration names. Files are hashed and corpora read once; a wiki is not asked yet.
 * @param config - the configuration
 * @param limits - ends requests when the user stops or their number is used up
 * @returns what recipes and services are made from
 * @throws PrerequisiteError `bad-config` or `bad-input` when a source is not named or not there
 */
export async function openSources(config: Config, limits: RequestLimits = {}): Promise<Sources> {
  const wiki = await identify(config);
  const popularity = await openPopularity(config)();
  const licence = config.licence ?? (config.source === 'sample' ? 'CC0 1.0' : null);
  return { config, wiki, popularity, licence, services: sourceServices(config, wiki, limits) };
}

/**
 * Popularity sources, opened on first use and once: worker processes use this too.
 * @param config - the configuration
 * @returns a function that gives the sources
 */
export function openPopularity(config: Config): () => Promise<readonly PopularitySource[]> {
  let opened: Promise<readonly PopularitySource[]> | undefined;
  return () => (opened ??= Promise.all([openCorpus(config, 'US'), openCorpus(config, 'GB')]));
}

/** What ends the requests of a build. */
export interface RequestLimits {
  readonly signal?: AbortSignal | undefined;
  readonly maxRequests?: number | undefined;
}

function sourceServices(config: Config, wiki: WikiIdentity, limits: RequestLimits): SourceServicesFactory {
  return (parts) => {
    const http =
      wiki.kind === 'dump'
        ? undefined
        : createHttpClient({
            contact: config.contact,
            concurrency: config.concurrency,
            perMinute: config.requestsPerMinute,
            cache: parts.answers as ResponseCache,
            signal: limits.signal,
            maxRequests: limits.maxRequests,
          });
    let source: WikiSource | undefined;
    return {
      wiki: () => (source ??= openWiki(config, wiki, parts, http, limits.signal)),
      requests: () => http?.stats().requests ?? 0,
    };
  };
}

async function identify(config: Config): Promise<WikiIdentity> {
  if (config.source === 'api') {
    if (config.api === undefined) throw notNamed('api', '--api https://en.wikipedia.org/w/api.php');
    return { kind: 'api', location: config.api, data: null };
  }
  const path = dumpPath(config);
  return { kind: 'dump', location: basename(path), data: await hashFile(path, 'dump') };
}

function openWiki(
  config: Config,
  wiki: WikiIdentity,
  parts: EngineParts,
  http: HttpClient | undefined,
  signal: AbortSignal | undefined,
): WikiSource {
  return http === undefined
    ? createDumpSource({ path: dumpPath(config), index: parts.pageIndex(wiki.data!), signal })
    : createApiSource({ apiUrl: wiki.location, http });
}

function dumpPath(config: Config): string {
  if (config.source === 'sample') return SAMPLE.wiki;
  if (config.dump === undefined) throw notNamed('dump', '--dump pages-articles.xml.bz2');
  return config.dump;
}

function openCorpus(config: Config, region: 'US' | 'GB'): Promise<PopularitySource> {
  if ((config.corpusUS === undefined) !== (config.corpusGB === undefined)) {
    throw new PrerequisiteError('bad-config', 'Only one of the two corpora is named.', {
      hint: 'Give both --corpus-us and --corpus-gb: a real and a made-up corpus cannot be compared.',
    });
  }
  const own = region === 'US' ? config.corpusUS : config.corpusGB;
  return openLocalCorpus({ path: own ?? SAMPLE[region], region, synthetic: own === undefined });
}

function notNamed(source: string, example: string): PrerequisiteError {
  return new PrerequisiteError('bad-config', `The source is ${source}, but none is named.`, {
    hint: `Add ${example}.`,
  });
}
