// HTML as a tree: cheerio in htmlparser2 mode, the fastest of five parsers measured on real pages (see README.md of this folder).
// Only the few fields that the readers need are typed here; nothing is executed and nothing is fetched.
import { load } from 'cheerio';

/** A node of the parsed tree, as htmlparser2 builds it. */
export interface DomNode {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly DomNode[];
  readonly parent?: DomNode | null;
}

/** Deeper than any real page: what lies below is cut off, so that no reader runs out of stack. */
const MAX_DEPTH = 250;

/**
 * Parses HTML, whole page or fragment, however broken.
 * @param html - the markup
 * @returns the root node; elements nested more than 250 deep are empty
 */
export function parseHtml(html: string): DomNode {
  const root = load(html, { xml: { xmlMode: false, decodeEntities: true } }).root()[0] as unknown as DomNode;
  let level: readonly DomNode[] = [root];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1)
    level = level.flatMap((node) => node.children ?? []);
  for (const node of level) (node as { children?: readonly DomNode[] }).children = [];
  return root;
}

/** The children of a node that are elements. */
export function elements(node: DomNode): readonly DomNode[] {
  return (node.children ?? []).filter((child) => child.name !== undefined);
}

/** The value of an attribute, `''` when absent. */
export function attribute(node: DomNode, name: string): string {
  return node.attribs?.[name] ?? '';
}

/** True if the class attribute holds one of the names. */
export function hasClass(node: DomNode, names: ReadonlySet<string>): boolean {
  const value = attribute(node, 'class');
  return value !== '' && value.split(/\s+/).some((name) => names.has(name));
}

/** True if a descendant has one of the element names. */
export function contains(node: DomNode, names: ReadonlySet<string>): boolean {
  return elements(node).some((child) => names.has(child.name ?? '') || contains(child, names));
}

const HIDDEN_CLASSES = new Set([
  'sortkey',
  'mw-editsection',
  'editsection',
  'reference',
  'mw-ref',
  'Inline-Template',
  'navbar',
  'nv-view',
  'noexcerpt',
  'Z3988',
  'mw-cite-backlink',
  'geo-nondefault',
  'error',
  'mw-ext-cite-error',
]);
const HIDDEN_ELEMENTS = new Set(['style', 'script', 'link', 'meta', 'rt', 'rp', 'noscript', 'head', 'title', 'math']);

/** True for what a reader does not see, or sees only as apparatus: styles, sort keys, references, edit links. */
export function isHidden(node: DomNode): boolean {
  if (node.name === undefined) return node.type === 'comment' || node.type === 'directive';
  return (
    HIDDEN_ELEMENTS.has(node.name) ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribute(node, 'style')) ||
    'hidden' in (node.attribs ?? {}) ||
    hasClass(node, HIDDEN_CLASSES)
  );
}
