import type { Benchmark } from '../benchmark.js';
import type { CpopqaItem } from './item.js';
import { card } from './card.js';
import { CpopqaItemRecord } from './item.js';
import { PRESETS } from './presets.js';
import { CPOPQA_STAGES, cpopqaRecipe } from './recipe.js';

/** CPopQA (Jiang and Joshi): rank holidays by popularity. */
export const cpopqa: Benchmark = {
  name: 'cpopqa',
  summary: 'Rank 2, 3 or 5 holidays of a country by their popularity in the United States and the United Kingdom.',
  itemType: CpopqaItemRecord,
  stages: CPOPQA_STAGES,
  recipe: cpopqaRecipe,
  manifestConfig: ({ config, popularity }) => ({
    preset: config.preset,
    rounds: PRESETS[config.preset].rounds,
    sets: PRESETS[config.preset].sets,
    train_sets: PRESETS[config.preset].trainSets,
    seed: config.seed,
    min_ratio: config.minRatio,
    category: config.category,
    rows_from: config.rowsFrom,
    popularity: popularity.map(({ name, region, data, window, synthetic }) => ({
      name,
      region,
      data,
      window: { ...window },
      synthetic,
    })),
  }),
  card,
  gold: (item) => (item as CpopqaItem).answer,
};
