import type { StageCounts } from '../../db/index.js';

/** What a build tells while it runs. Counts are of inputs; a source stage counts the pages it has read. */
export type BuildEvent =
  | { readonly type: 'stage-start'; readonly stage: string; readonly slot: number; readonly counts: StageCounts | null }
  | { readonly type: 'progress'; readonly stage: string; readonly done: number; readonly total: number | null }
  | {
      readonly type: 'stage-end';
      readonly stage: string;
      readonly slot: number;
      /** Inputs run now; the rest was remembered. */
      readonly ran: number;
      readonly inputs: number;
      readonly outputs: number;
      readonly rejected: Readonly<Record<string, number>>;
      /** Outputs of a gather stage that none of its earlier runs had; null for other stages. */
      readonly changed: number | null;
    };

/** Listens to a build. */
export type BuildListener = (event: BuildEvent) => void;
