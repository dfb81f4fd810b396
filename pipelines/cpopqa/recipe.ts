import type { RecipeInputs } from '../benchmark.js';
import type { Recipe } from '../engine/recipe.js';
import type { Stage } from '../engine/stage.js';
import { defineRecipe, place } from '../engine/recipe.js';
import { buildQuestions } from './stages/build-questions.js';
import { crawlHolidays } from './stages/crawl.js';
import { describeArticles, measureLengths } from './stages/describe.js';
import { joinConcepts } from './stages/join-concepts.js';
import { measurePopularity } from './stages/measure-popularity.js';
import { parseHolidays } from './stages/parse-holidays.js';
import { selectHolidays } from './stages/select-holidays.js';
import { PRESETS } from './presets.js';

/** Every stage of the recipe. */
export const CPOPQA_STAGES: readonly Stage[] = [
  crawlHolidays,
  parseHolidays,
  selectHolidays,
  describeArticles,
  measureLengths,
  joinConcepts,
  measurePopularity,
  buildQuestions,
];

/**
 * CPopQA from list pages to questions (paper section 2 and appendix B).
 * @param inputs - configuration, wiki and popularity sources
 * @returns the recipe
 */
export function cpopqaRecipe({ config, wiki, popularity, licence }: RecipeInputs): Recipe {
  const { rounds, sets, trainSets: train_sets } = PRESETS[config.preset];
  const { seed, minRatio: min_ratio, rowsFrom: rows_from, category } = config;
  const sources = popularity.map(({ name, region, data, synthetic }) => ({ name, region, data, synthetic }));
  return defineRecipe('cpopqa', [
    place(crawlHolidays, { ...wiki, category, rows_from, licence }),
    place(parseHolidays, { rows_from }, ['crawl-holidays']),
    place(selectHolidays, {}, ['parse-holidays']),
    place(describeArticles, {}, ['crawl-holidays']),
    place(measureLengths, {}, ['describe-articles']),
    place(joinConcepts, {}, ['select-holidays', 'describe-articles', 'crawl-holidays']),
    place(measurePopularity, { sources }, ['join-concepts']),
    place(buildQuestions, { seed, rounds, sets, train_sets, min_ratio, gold_source: 'local-corpus' }, [
      'join-concepts',
      'measure-popularity',
      'measure-lengths',
      'describe-articles',
    ]),
  ]);
}
