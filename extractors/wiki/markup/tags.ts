// Extension tags that take their content away from the wikitext around it. Names as on Wikipedia; a wiki without one of these
// extensions shows the tag as text, which is not imitated.

/** What the content of a tag is: wikitext of its own, lines of a gallery (`file|caption`) or of an image map, or no wikitext. */
export type TagContent = 'wikitext' | 'gallery' | 'imagemap' | 'opaque';

const CONTENT: Readonly<Record<TagContent, readonly string[]>> = {
  wikitext: ['ref', 'references', 'poem', 'indicator', 'section'],
  gallery: ['gallery'],
  imagemap: ['imagemap'],
  opaque: [
    ...[
      'nowiki',
      'pre',
      'math',
      'chem',
      'ce',
      'syntaxhighlight',
      'source',
      'score',
      'timeline',
      'hiero',
      'graph',
      'templatedata',
    ],
    ...[
      'templatestyles',
      'mapframe',
      'maplink',
      'inputbox',
      'categorytree',
      'charinsert',
      'langconvert',
      'phonos',
      'ipa',
    ],
  ],
};

/** Tags that leave no trace: `onlyinclude` and `noinclude` open and close; the content of `includeonly` is cut. */
export const INCLUSION_TAGS: ReadonlySet<string> = new Set(['noinclude', 'onlyinclude', 'includeonly']);

const contentOf = new Map(
  Object.entries(CONTENT).flatMap(([content, names]) => names.map((name) => [name, content as TagContent] as const)),
);

/**
 * How the content of a tag is read.
 * @param name - lower-case name
 * @returns undefined where the tag is plain HTML or unknown
 */
export function tagContent(name: string): TagContent | undefined {
  return contentOf.get(name);
}

/**
 * The content of a tag as wikitext: what is none (file names of a gallery, comments of an image map) turned into spaces.
 * @param text - content
 * @param content - kind of the tag
 * @returns text of the same length
 */
export function asWikitext(text: string, content: TagContent): string {
  if (content === 'gallery') return text.replace(/^[^|\n]*\|?/gm, (name) => ' '.repeat(name.length));
  if (content === 'imagemap') return text.replace(/^[ \t]*#.*$/gm, (comment) => ' '.repeat(comment.length));
  return text;
}
