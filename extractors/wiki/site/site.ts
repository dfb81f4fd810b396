// A wiki's description, from a dump's header or from the Action API's siteinfo. Both readers use only what both sources say
// (language, address, names and case of namespaces) and fill the rest from one table, so that the same text gives the same links.
import type { ErrorCode } from '../../../schemas/errors.js';
import { FatalError } from '../../../schemas/errors.js';
import type { Namespace, Site } from '../../../schemas/site.js';
import { SiteRecord } from '../../../schemas/site.js';
import {
  aliasesOf,
  canonicalName,
  disambiguationTemplatesOf,
  interwikiPrefixes,
  languagePrefixes,
  redirectWordsOf,
} from './tables.js';

/** What the `<siteinfo>` of a dump says. */
export interface DumpHeader {
  /** `xml:lang` of the `<mediawiki>` element. */
  readonly lang: string;
  readonly base: string;
  /** Case rule of the wiki, for namespaces that state none; `first-letter` where absent. */
  readonly case?: string | undefined;
  readonly namespaces: readonly { readonly id: number; readonly name: string; readonly case?: string | undefined }[];
}

/** The part of a siteinfo answer (formatversion=2) that is read: `meta=siteinfo&siprop=general|namespaces|namespacealiases|interwikimap|magicwords`. */
export interface SiteInfoReply {
  readonly query?: {
    readonly general?: { readonly lang?: string; readonly base?: string; readonly case?: string };
    readonly namespaces?: Readonly<
      Record<
        string,
        { readonly id: number; readonly name: string; readonly case?: string; readonly canonical?: string }
      >
    >;
    readonly namespacealiases?: readonly { readonly id: number; readonly alias: string }[];
    readonly interwikimap?: readonly {
      readonly prefix: string;
      readonly language?: string;
      readonly extralanglink?: boolean;
      readonly localinterwiki?: boolean;
    }[];
    readonly magicwords?: readonly { readonly name: string; readonly aliases: readonly string[] }[];
  };
}

/**
 * The site of a dump.
 * @param header - what `<siteinfo>` says
 * @returns the site, in an order that does not depend on the header's
 * @throws {FatalError} `dump-invalid` where language, address or namespaces are missing or ill-formed
 */
export function siteFromDump(header: DumpHeader): Site {
  return makeSite(header, { code: 'dump-invalid', what: 'the dump header' });
}

/**
 * The site of a wiki behind the Action API.
 * @param reply - the siteinfo answer, formatversion=2
 * @returns the same object that the header of the wiki's dump gives
 * @throws {FatalError} `wiki-error` where language, address or namespaces are missing or ill-formed
 */
export function siteFromApi(reply: SiteInfoReply): Site {
  const { general, namespaces } = reply.query ?? {};
  return makeSite(
    {
      lang: general?.lang ?? '',
      base: general?.base ?? '',
      case: general?.case,
      namespaces: Object.values(namespaces ?? {}),
    },
    { code: 'wiki-error', what: 'the siteinfo answer' },
  );
}

/**
 * Prefixes that mean the wiki itself, as Wikimedia sets them up: the first label of the host and the language.
 * @param site - address and language of the wiki
 * @returns lower-case prefixes; none for a wiki outside Wikimedia
 */
export function ownPrefixes(site: { readonly base: string; readonly lang: string }): readonly string[] {
  const code = /^([a-z-]+)\.wik[a-z]+\.org$/.exec(hostOf(site.base))?.[1];
  if (code === undefined || code === 'www') return [];
  return code === 'simple' ? [code] : [...new Set([code, site.lang])];
}

function makeSite(header: DumpHeader, where: { readonly code: ErrorCode; readonly what: string }): Site {
  if (header.namespaces.length === 0 || header.base === '') {
    throw new FatalError(where.code, `${where.what} lacks ${header.base === '' ? 'an address' : 'namespaces'}`);
  }
  const host = hostOf(header.base);
  const own = ownPrefixes(header);
  const parsed = SiteRecord.schema.safeParse({
    lang: header.lang,
    base: header.base,
    namespaces: header.namespaces
      .map((entry) => namespaceOf(entry, header, host))
      .sort((left, right) => left.id - right.id),
    languages: languagePrefixes(own),
    interwiki: interwikiPrefixes().filter((prefix) => !own.includes(prefix)),
    redirectWords: redirectWordsOf(header.lang),
    disambiguationTemplates: disambiguationTemplatesOf(host.startsWith('simple.') ? 'simple' : header.lang),
  });
  if (parsed.success) return parsed.data;
  throw new FatalError(where.code, `${where.what} gives no site: ${parsed.error.message}`);
}

function namespaceOf(entry: DumpHeader['namespaces'][number], header: DumpHeader, host: string): Namespace {
  const canonical = canonicalName(entry.id);
  const taken = [entry.name, canonical];
  return {
    id: entry.id,
    name: entry.name,
    ...(canonical === undefined ? {} : { canonical }),
    aliases: aliasesOf(entry.id, header.lang, host).filter((name) => !taken.includes(name)),
    case: (entry.case ?? header.case ?? 'first-letter') === 'case-sensitive' ? 'case-sensitive' : 'first-letter',
  };
}

function hostOf(base: string): string {
  try {
    return new URL(base).hostname;
  } catch {
    return '';
  }
}
