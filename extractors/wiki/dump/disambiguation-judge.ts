// The shipped table names the disambiguation templates of large wikis only. A dump holds the templates themselves, so those whose
// text sets the page property, __DISAMBIG__, are found in it, as the wiki finds them when it renders. Conditions around the word
// are not evaluated, and templates that only call such a template are not followed: on English Wikipedia that would mark lists.
import type { Site } from '../../../schemas/site.js';
import { isDisambiguation } from '../markup/disambiguation.js';
import { splitLayers } from '../markup/layers.js';
import { lookupOf, type SiteLookup } from '../markup/site-lookup.js';
import type { IndexedPage, PageIndex } from '../page-index.js';

const TEMPLATE = 10;

/**
 * A function that tells whether a page only tells pages of one name apart. The first question that the page's own text does not
 * settle reads all templates of the index.
 * @param index - the index of a dump that was read whole
 * @param site - its wiki
 * @returns true for a page that says so itself or calls a template of the dump that says it
 */
export function createDisambiguationJudge(index: PageIndex, site: Site): (page: IndexedPage) => boolean {
  let lookup: SiteLookup | undefined;
  return ({ disambiguation, model, text }) => {
    if (disambiguation || model !== 'wikitext' || !text.includes('{{')) return disambiguation;
    lookup ??= lookupOf({ ...site, disambiguationTemplates: markingTemplates(index, site) });
    const own = splitLayers(text, 0)[0];
    return own !== undefined && lookup.disambiguation.size > 0 && isDisambiguation(own.text, lookup);
  };
}

/** Lower-case names of the templates with the magic word in the part that they give to a page, and of the redirects to them. */
function markingTemplates(index: PageIndex, site: Site): string[] {
  const wordOnly = lookupOf({ ...site, disambiguationTemplates: [] });
  const found: string[] = [];
  for (const title of index.titles(TEMPLATE)) {
    const text = index.get(title)?.text ?? '';
    if (!text.includes('__') || !isDisambiguation(includedPart(text), wordOnly)) continue;
    found.push(title, ...index.redirectsTo(title).map(({ from }) => from));
  }
  return found.map((title) => title.slice(title.indexOf(':') + 1).toLowerCase());
}

function includedPart(text: string): string {
  const stretches = [
    ['<!--', '-->'],
    ['<nowiki>', '</nowiki>'],
    ['<noinclude>', '</noinclude>'],
  ] as const;
  return stretches.reduce((rest, [open, close]) => without(rest, open, close), text);
}

function without(text: string, open: string, close: string): string {
  let kept = '';
  let at = 0;
  const lower = text.toLowerCase();
  // A letter whose lower case is longer moves all places behind it; then tags in capitals are not found.
  const searched = lower.length === text.length ? lower : text;
  for (let start = searched.indexOf(open); start >= 0; start = searched.indexOf(open, at)) {
    const end = searched.indexOf(close, start);
    kept += text.slice(at, start);
    if (end < 0) return kept;
    at = end + close.length;
  }
  return kept + text.slice(at);
}
