// Four classes of error, each named for what happens next. The stable codes are listed in schemas/README.md, which a test
// keeps complete against ERROR_CODES.

/** Every code that a Folkways error may carry, with what it means for the user. */
export const ERROR_CODES = {
  'archive-corrupt': 'A record in the workspace database does not have the content its hash promises.',
  'bad-config': 'The configuration file, an environment variable or a flag has a wrong value.',
  'bad-input': 'A file or line given by the user cannot be read as what it should be.',
  'contact-required': 'A Wikimedia host wants the operator contact in the User-Agent.',
  'database-corrupt': 'The workspace database is not a SQLite database or is damaged.',
  'dump-invalid': 'The dump is not MediaWiki export XML.',
  'dump-truncated': 'The dump ends before its closing tag.',
  'gate-failed': 'A build finished but its result is below what the preset demands.',
  'http-failed': 'A server answered with an error that asking again will not mend.',
  'http-retry': 'A server or the network failed in a way that passes: the request is asked again.',
  internal: 'Folkways itself is wrong; please report it.',
  'limit-reached': 'The number of requests or minutes given on the command line is used up; what was done is kept.',
  'page-missing': 'The asked page does not exist on the wiki.',
  'release-differs': 'The version exists already with other bytes.',
  'schema-mismatch': 'A stage yielded a value that is not of its declared record type.',
  'snapshot-unknown': 'No finished snapshot of that id is in the workspace.',
  'source-unavailable': 'A source blocks, limits or does not answer; what was read so far is kept.',
  'stage-crashed': 'A stage ended its process several times on an input; the input is rejected with this code.',
  'stage-failed': 'A stage threw on an input; the input is rejected with this code.',
  'storage-failed':
    'The workspace or the place of a release cannot be written: full, read-only, not permitted, or failing.',
  'wiki-error': 'The wiki answered with an API error.',
  'workspace-busy': 'Another build holds the workspace.',
} as const;

/** A stable error code: a key of ERROR_CODES. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** What every Folkways error carries beside its message. */
export interface ErrorOptionsWithHint {
  /** The error that led to this one. */
  readonly cause?: unknown;
  /** What the user can do about it, in one or two sentences. */
  readonly hint?: string;
}

/** The common base: a message for people, a code for machines. */
export class FolkwaysError extends Error {
  /** The stable code. */
  readonly code: ErrorCode;
  /** What the user can do. */
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptionsWithHint = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.hint = options.hint;
  }
}

/** Passes by itself: asked again by the HTTP extractor, or by the executor for a crashed batch. */
export class RetryableError extends FolkwaysError {
  /** How long the other side asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptionsWithHint & { readonly retryAfterMs?: number } = {},
  ) {
    super(code, message, options);
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Concerns one record: it is rejected with the reason and the build goes on. */
export class RecordError extends FolkwaysError {}

/** Stops the run; what was committed stays. */
export class FatalError extends FolkwaysError {}

/** Something the user must provide first: printed with its remedy and without a stack. */
export class PrerequisiteError extends FolkwaysError {}
