// Who asks: the User-Agent and the contact in it. Wikimedia throttles or blocks clients whose agent does not name the operator
// (https://foundation.wikimedia.org/wiki/Policy:Wikimedia_Foundation_User-Agent_Policy), so such a run must not even start.
import { readFileSync } from 'node:fs';
import { FatalError, PrerequisiteError } from '../../schemas/errors.js';

const WIKIMEDIA = [
  'mediawiki.org',
  'toolforge.org',
  'wikibooks.org',
  'wikidata.org',
  'wikifunctions.org',
  'wikimedia.org',
  'wikimediafoundation.org',
  'wikinews.org',
  'wikipedia.org',
  'wikiquote.org',
  'wikisource.org',
  'wikiversity.org',
  'wikivoyage.org',
  'wiktionary.org',
  'wmcloud.org',
];

/**
 * Tells whether an address belongs to the Wikimedia Foundation.
 * @param url - an absolute address
 * @returns true for the projects' domains and everything below them
 */
export function isWikimediaHost(url: string): boolean {
  const host = new URL(url).hostname.toLowerCase().replace(/\.$/, '');
  return WIKIMEDIA.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

/**
 * Refuses a Wikimedia address where nobody can be reached.
 * @param url - the address that is to be asked
 * @param contact - the operator's mail or web address
 * @throws PrerequisiteError `contact-required` when the host is Wikimedia's and the contact is missing or holds no address
 */
export function requireContact(url: string, contact: string | undefined): void {
  if (!isWikimediaHost(url)) return;
  if (contact !== undefined && /\S@\S|https?:\/\/\S/i.test(contact)) return;
  const what = contact === undefined || contact.trim() === '' ? 'none is set' : `"${contact}" is neither`;
  throw new PrerequisiteError(
    'contact-required',
    `${new URL(url).hostname} wants a mail or web address of whoever runs this; ${what}.`,
    {
      hint: 'Set FOLKWAYS_CONTACT (or `contact` in the configuration) to a mail or web address where you can be reached.',
    },
  );
}

/**
 * The User-Agent line.
 * @param version - version of this package
 * @param contact - the operator's mail or web address
 * @returns `folkways/0.1.0 (someone@example.org) got/14`
 * @throws FatalError `bad-config` when the contact cannot stand in a header
 */
export function userAgent(version: string, contact: string | undefined): string {
  const named = contact?.trim() ?? '';
  if (!/^[\x20-\x7e]*$/.test(named)) {
    throw new FatalError('bad-config', 'the contact may hold plain ASCII characters only, for it is sent in a header');
  }
  return `folkways/${version}${named === '' ? '' : ` (${named.replace(/[()]/g, ' ')})`} got/14`;
}

/**
 * Version of this package, from the nearest package.json above: the compiled files lie one folder deeper than the sources.
 * @returns the version, such as `0.1.0`
 */
export function packageVersion(): string {
  for (const path of ['../../package.json', '../../../package.json']) {
    try {
      const parsed = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as {
        name?: string;
        version?: string;
      };
      if (parsed.name === 'folkways' && parsed.version !== undefined) return parsed.version;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new FatalError('internal', 'package.json of folkways was not found beside its files');
}
