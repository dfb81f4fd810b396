// What goes before anything else is read: comments, references, extension tags; nowiki text becomes entities, so that no later step
// takes it for markup.

const DROPPED =
  'ref|references|gallery|math|chem|score|timeline|imagemap|templatestyles|graph|mapframe|maplink|syntaxhighlight|source';
const paired = new RegExp(`<(${DROPPED})(?:\\s[^<>]*?)?(?<!/)>[\\s\\S]*?</\\1\\s*>`, 'gi');
const single = new RegExp(`<(?:${DROPPED})(?:\\s[^<>]*?)?/>`, 'gi');
const WRAPPERS = /<\/?(?:onlyinclude|includeonly|noinclude|section|translate|languages|tvar)(?:\s[^<>]*)?\/?>/gi;

/** Writes every character that wikitext or HTML gives a meaning as an entity. */
export function escapeMarkup(text: string): string {
  return text.replace(/[<>&"'[\]{}|*#:;=!]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/**
 * Removes comments, references and extension tags.
 * @param text - wikitext
 * @returns wikitext in which nothing of them is left
 */
export function stripMarkup(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // A comment alone on its lines takes the line with it, as in MediaWiki.
      .replace(/\n[ \t]*<!--(?:(?!-->)[\s\S])*-->[ \t]*(?=\n)/g, '')
      .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
      .replace(/<nowiki\s*\/>/gi, '')
      .replace(/<(nowiki|pre)(?:\s[^<>]*)?>([\s\S]*?)<\/\1\s*>/gi, (_, _tag: string, inner: string) =>
        escapeMarkup(inner),
      )
      .replace(single, '')
      .replace(text.includes('</') ? paired : /(?!)/g, '')
      .replace(WRAPPERS, '')
      .replace(/__[A-Z]{3,}__/g, '')
      .replace(/-\{(?:[^{}|]*\|)?([^{}]*)\}-/g, (_, inner: string) => variant(inner))
  );
}

/** The first variant of a language-conversion group (`zh-hans:据; zh-hant:據`). */
function variant(inner: string): string {
  return /^\s*[a-z-]+\s*:\s*([^;]*)/i.exec(inner)?.[1] ?? inner;
}
