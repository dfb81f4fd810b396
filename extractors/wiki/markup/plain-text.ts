import { decodeEntities } from './entities.js';

/** Longer pieces are no link texts; their templates are not worth the time that deep nesting would take. */
const LONGEST = 4000;
const WORTH_A_LOOK = /['<{&[\x7f\n\t]| {2}|^ | $/;

/**
 * The words that a reader sees of a short piece of wikitext (link text, heading): quotes, tags and entities resolved, a link shown by
 * its text, a template by its last argument without a name, for that is what `{{nowrap|...}}` and `{{lang|de|...}}` show.
 * @param wikitext - text of a layer, mostly one line
 * @returns text without markup, white space collapsed
 */
export function plainText(wikitext: string): string {
  if (!WORTH_A_LOOK.test(wikitext)) return wikitext;
  const shown = showTemplates(wikitext)
    .replace(/\[\[(?:[^[\]|]*\|)?([^[\]]*)\]\]/g, '$1')
    .replace(/\[(?:https?:)?\/\/[^\s[\]]+ ?([^[\]]*)\]/g, '$1')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/'{2,5}/g, '')
    .replaceAll('\x7f', '');
  return decodeEntities(shown).replace(/\s+/g, ' ').trim();
}

function showTemplates(text: string): string {
  if (!text.includes('{{')) return text;
  if (text.length > LONGEST) return text.replace(/[{}]{2,}/g, ' ');
  const open: string[] = [];
  let shown = '';
  for (const token of text.split(/(\{\{|\}\})/)) {
    if (token === '{{') {
      open.push(shown);
      shown = '';
    } else if (token === '}}' && open.length > 0) {
      shown = (open.pop() ?? '') + lastArgument(shown);
    } else {
      shown += token;
    }
  }
  // Braces that nobody closed are no template.
  return open.length === 0 ? shown : `${open.join('{{')}{{${shown}`;
}

function lastArgument(call: string): string {
  if (call.trim() === '!') return '|';
  const [, ...args] = call.split('|');
  return (
    args
      .filter((arg) => !/^\s*[\w -]+=/.test(arg))
      .at(-1)
      ?.trim() ?? ''
  );
}
