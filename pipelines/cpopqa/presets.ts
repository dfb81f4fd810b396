/** How many questions a build asks. */
export interface Preset {
  readonly rounds: number;
  /** Holiday sets for each n and round; each set is asked for both targets. */
  readonly sets: number;
  /** Sets for each n in the train split, kept apart from every test set: examples for few-shot prompts. */
  readonly trainSets: number;
}

/** `paper`: 3 n x 5 rounds x 200 sets x 2 targets = 6,000 questions (CPopQA, "QA Pair Construction"). */
export const PRESETS: Readonly<Record<'sample' | 'paper', Preset>> = {
  sample: { rounds: 5, sets: 20, trainSets: 4 },
  paper: { rounds: 5, sets: 200, trainSets: 20 },
};

/** The set sizes of the paper. */
export const SIZES = [2, 3, 5] as const;
/** The targets of the paper, with the words questions use. */
export const TARGETS = { US: 'the United States', GB: 'the United Kingdom' } as const;
