// One page at a glance, through wikijs: four requests a page and lost error codes are no matter for a single look-up.
import type { Command } from 'commander';
import wikijs from 'wikijs';
import type { SettingFlags } from '../options.js';
import { requireContact, userAgent } from '../../../extractors/http/user-agent.js';
import { FatalError, PrerequisiteError } from '../../../schemas/errors.js';
import { PACKAGE } from '../../package-info.js';
import { addSettingFlags, configOf } from '../options.js';
import { print } from '../print.js';

const WIKIPEDIA = 'https://en.wikipedia.org/w/api.php';

/**
 * `folkways peek`: summary, infobox and links of one page.
 * @param program - the command line
 */
export function registerPeek(program: Command): void {
  const command = program
    .command('peek')
    .summary('look at one page of a wiki: summary, infobox, links')
    .description(
      'Shows summary, infobox and links of one page. For more than a few pages use build: it asks 200 times less.',
    )
    .argument('<TITLE>', 'title of the page')
    .addHelpText('after', '\nExample:\n  folkways peek "Easter Monday" --contact you@university.edu');
  addSettingFlags(command, ['api', 'contact']).action(async (title: string, flags: SettingFlags) => {
    const config = configOf(flags);
    const apiUrl = config.api ?? WIKIPEDIA;
    requireContact(apiUrl, config.contact);
    const headers = { 'User-Agent': userAgent(PACKAGE.version, config.contact) };
    const page = await lookUp(title, apiUrl, headers);
    const { summary, info, links } = page;
    const fields = Object.entries(info).map(
      ([name, value]) => `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    const text = [
      page.title,
      '',
      summary,
      '',
      ...(fields.length > 0 ? ['Infobox:', ...fields, ''] : []),
      `${links.length} links: ${links.join('; ')}`,
    ];
    print(flags.json, page, text.join('\n'));
  });
}

/** The part of wikijs that is used; its own types leave the default export out. */
type OpenWiki = (options: { readonly apiUrl: string; readonly headers: Readonly<Record<string, string>> }) => {
  readonly page: (title: string) => Promise<{
    readonly raw: { readonly title: string };
    readonly summary: () => Promise<string>;
    readonly info: () => Promise<object>;
    readonly links: () => Promise<string[]>;
  }>;
};

interface Peek {
  readonly title: string;
  readonly summary: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly links: readonly string[];
}

async function lookUp(title: string, apiUrl: string, headers: Record<string, string>): Promise<Peek> {
  // wikijs is CommonJS with a default export that is itself the function, or holds it, depending on who loads it.
  const loaded = wikijs as unknown as { readonly default?: OpenWiki };
  const open = loaded.default ?? (wikijs as unknown as OpenWiki);
  try {
    const page = await open({ apiUrl, headers }).page(title);
    const [summary, info, links] = await Promise.all([
      page.summary(),
      // A page without an infobox, or with one that wikijs cannot read, is no failure of the look-up.
      page.info().catch(() => ({})),
      page.links(),
    ]);
    return { title: page.raw.title, summary, info: info as Record<string, unknown>, links };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/no article found/i.test(message)) {
      throw new PrerequisiteError('page-missing', `${apiUrl} has no page ${JSON.stringify(title)}.`, {
        hint: 'Titles are exact: "Easter Monday", not "easter monday day".',
      });
    }
    throw new FatalError('source-unavailable', `${apiUrl} gave no page: ${message}`, { cause: error });
  }
}
