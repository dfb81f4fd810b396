/** An extractor as a filter: one JSON value in, any number out. It knows nothing of stages and stores. */
export interface Extractor {
  readonly name: string;
  /** One sentence for `--help`. */
  readonly summary: string;
  /** Shape of an input line. */
  readonly input: string;
  /** Shape of an output line. */
  readonly output: string;
  /** Throws RecordError `bad-input` for a line it cannot use. */
  readonly run: (value: unknown) => Iterable<unknown>;
}
