/** A namespace as a dump's header names it. */
export interface DumpNamespace {
  readonly id: number;
  /** Local name, `''` for the main namespace. */
  readonly name: string;
  readonly case: 'first-letter' | 'case-sensitive';
}

/** The header of a dump: what `<mediawiki>` and `<siteinfo>` say of the wiki. */
export interface DumpHeader {
  readonly lang: string;
  readonly sitename: string;
  /** Address of the main page. */
  readonly base: string;
  readonly case: 'first-letter' | 'case-sensitive';
  readonly namespaces: readonly DumpNamespace[];
}

/** A page of a dump with its newest revision. */
export interface DumpPage {
  /** Full title with namespace, as the dump writes it. */
  readonly title: string;
  readonly ns: number;
  readonly pageId: number;
  /** Target of a redirect page, without its section; also where the text is not wikitext. */
  readonly redirectTitle?: string;
  readonly revision: number;
  /** ISO 8601 UTC with seconds, as the dump writes it. */
  readonly timestamp: string;
  /** Content model, `wikitext` where the dump is too old to say. */
  readonly model: string;
  readonly format: string;
  /** The text, unchanged; `''` when it is deleted. */
  readonly text: string;
  /** An administrator has hidden the text: the wiki has one, the dump does not. */
  readonly textDeleted: boolean;
}

/** What a dump held beside the pages that were yielded. */
export interface DumpCounts {
  readonly pages: number;
  /** Revisions that are not the newest of their page. */
  readonly olderRevisions: number;
  /** Contents of further slots (`<content>`), such as structured data of a file. */
  readonly extraSlots: number;
  readonly logItems: number;
  readonly deletedTexts: number;
  /** Page elements without any revision; not yielded. */
  readonly pagesWithoutRevision: number;
}

/** What reading a dump yields: the header, then the pages, then the counts. */
export type DumpEvent =
  | { readonly kind: 'header'; readonly header: DumpHeader }
  | { readonly kind: 'page'; readonly page: DumpPage }
  | { readonly kind: 'end'; readonly counts: DumpCounts };
