import type { Region, YearValue } from '../../schemas/popularity.js';

/** What a source answers for one set of names. The four states are never mixed: a blocked source is an error, not a state. */
export type PopularityAnswer =
  | { readonly status: 'number'; readonly value: number; readonly series: readonly YearValue[] }
  /** Below what the source reports; the value is under `bound`. */
  | { readonly status: 'absent'; readonly bound: number; readonly series: readonly YearValue[] }
  /** The source cannot take the question (forbidden characters, too long). */
  | { readonly status: 'unanswerable'; readonly detail: string }
  /** The source gave no usable answer. */
  | { readonly status: 'unknown'; readonly detail: string };

/** A source of popularity: values per name and year for one region. */
export interface PopularitySource {
  readonly name: string;
  readonly region: Region;
  readonly unit: 'share-of-tokens' | 'words';
  readonly window: { readonly from: number; readonly to: number };
  /** SHA-256 of the data, or the corpus id of an outside service: part of the stage fingerprint. */
  readonly data: string;
  readonly synthetic: boolean;
  /**
   * One answer for each set of names, in order; the names of a set are counted as one thing, distinct strings summed.
   * @throws FatalError `source-unavailable` when the source blocks or does not answer
   */
  readonly answers: (nameSets: readonly (readonly string[])[]) => Promise<readonly PopularityAnswer[]>;
}
