// A thin layer over saxes that speaks in paths (`/mediawiki/page/title`) and hands out the text of leaves. It refuses what a
// dump never has and an attacker may: document types (entity bombs), deep nesting, endless tokens.
import { SaxesParser } from 'saxes';
import { FatalError } from '../../../schemas/errors.js';

/** Attributes of an element. */
export type Attributes = Readonly<Record<string, string>>;

/** What the reader of a format wants to hear of. */
export interface ElementHandler {
  /** Paths of the elements whose text is wanted. */
  readonly leaves: ReadonlySet<string>;
  readonly open: (path: string, attributes: Attributes, selfClosing: boolean) => void;
  /** `text` is the text of a leaf, `''` for other elements. */
  readonly close: (path: string, text: string) => void;
}

/** A push parser for one document. */
export interface ElementParser {
  readonly write: (piece: string) => void;
  /** True once the root element is closed. */
  readonly complete: () => boolean;
  readonly close: () => void;
  /** An error `dump-invalid` with the place that the parser has reached. */
  readonly invalid: (what: string, hint?: string) => FatalError;
}

const DEEPEST = 20;
/** Longest stretch without a tag, in UTF-16 units: 16 times what MediaWiki allows a page by default. */
const LONGEST = 32 * 1024 * 1024;

/**
 * A parser that calls `handler` for each element.
 * @param file - name of the file, for messages
 * @param handler - receives the elements
 * @returns the parser; its functions throw FatalError `dump-invalid` with line and column
 */
export function createElementParser(file: string, handler: ElementHandler): ElementParser {
  const parser = new SaxesParser({});
  const paths: string[] = [''];
  let rootClosed = false;
  let leaf: string[] | undefined;
  let lastTag = 0;
  const invalid = (what: string, hint?: string): FatalError =>
    new FatalError('dump-invalid', `${file}: line ${parser.line}: ${what}`, hint === undefined ? {} : { hint });

  parser.on('error', (error) => {
    throw invalid(
      `not well-formed XML: ${error.message.replace(/^[\d:]+\s*/, '')}`,
      'The file is damaged: download it again.',
    );
  });
  parser.on('doctype', () => {
    throw invalid(
      'a document type declaration stands here',
      'MediaWiki writes none; entities of a document type are not read.',
    );
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding === undefined || /^utf-?8$/i.test(encoding)) return;
    throw invalid(`the file says its encoding is ${encoding}`, 'Convert the file to UTF-8 and correct its first line.');
  });
  parser.on('opentag', (tag) => {
    lastTag = parser.position;
    const path = `${paths[paths.length - 1] ?? ''}/${tag.name}`;
    if (leaf !== undefined)
      throw invalid(`<${tag.name}> stands inside of <${paths[paths.length - 1]?.split('/').pop()}>`);
    if (paths.length > DEEPEST) throw invalid(`elements are nested deeper than ${DEEPEST}`);
    paths.push(path);
    if (handler.leaves.has(path)) leaf = [];
    handler.open(path, tag.attributes, tag.isSelfClosing);
  });
  parser.on('text', (text) => leaf?.push(text));
  parser.on('cdata', (text) => leaf?.push(text));
  parser.on('closetag', () => {
    lastTag = parser.position;
    const path = paths.pop() ?? '';
    const text = leaf?.join('') ?? '';
    leaf = undefined;
    handler.close(path, text);
    if (paths.length === 1) rootClosed = true;
  });

  return {
    invalid,
    complete: () => rootClosed,
    close: () => void parser.close(),
    write: (piece) => {
      parser.write(piece);
      if (parser.position - lastTag > LONGEST) throw invalid(`more than ${LONGEST} characters without a tag`);
    },
  };
}
