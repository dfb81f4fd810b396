import { z } from 'zod';
import type { Description, Holiday } from '../../../schemas/concept.js';
import type { PopularitySignal } from '../../../schemas/popularity.js';
import type { StageEvent } from '../../engine/stage.js';
import type { StoredRecord } from '../../../schemas/record.js';
import type { Candidate, ChosenSet } from '../sample-sets.js';
import type { CpopqaItem, Target } from '../item.js';
import { countryByCode } from '../../../extractors/countries/countries.js';
import { keyedOrder } from '../../../extractors/choice/keyed.js';
import { sha256 } from '../../../schemas/canonical.js';
import { DescriptionRecord, HolidayRecord } from '../../../schemas/concept.js';
import { PopularitySignalRecord } from '../../../schemas/popularity.js';
import { defineGather, ofType } from '../../engine/stage.js';
import { CpopqaItemRecord } from '../item.js';
import { nameForm } from '../names.js';
import { SIZES, TARGETS } from '../presets.js';
import { question } from '../prompt.js';
import { sampleSets } from '../sample-sets.js';

const Params = z.strictObject({
  seed: z.string(),
  rounds: z.number().int().positive(),
  sets: z.number().int().positive(),
  train_sets: z.number().int().nonnegative(),
  min_ratio: z.number().min(1),
  /** Name of the popularity source that decides the gold. */
  gold_source: z.string(),
});

interface Asked extends Candidate {
  readonly holiday: StoredRecord<Holiday>;
  readonly description: StoredRecord<Description>;
  readonly signals: Readonly<Record<Target, StoredRecord<PopularitySignal>>>;
}

const TARGET_NAMES = Object.keys(TARGETS) as Target[];

/** Holidays, their popularity and descriptions -> items (CPopQA, "QA Pair Construction"). */
export const buildQuestions = defineGather<z.infer<typeof Params>>({
  name: 'build-questions',
  version: 1,
  params: Params,
  inputs: [HolidayRecord, PopularitySignalRecord, DescriptionRecord],
  outputs: [CpopqaItemRecord],
  *run(inputs, { params, emit, reject }): Generator<StageEvent> {
    const descriptions = new Map(ofType(inputs, DescriptionRecord).map((record) => [record.content.title, record]));
    const signals = new Map(
      ofType(inputs, PopularitySignalRecord)
        .filter(({ content }) => content.source === params.gold_source)
        .map((record) => [`${record.content.subject}|${record.content.region}`, record]),
    );
    const candidates: Asked[] = [];
    for (const holiday of ofType(inputs, HolidayRecord)) {
      const [us, gb] = TARGET_NAMES.map((target) => signals.get(`${holiday.key}|${target}`));
      const worst = [us, gb].find((signal) => signal?.content.status !== 'number');
      if (!us || !gb || worst) {
        yield reject(holiday, `popularity-${worst?.content.status ?? 'unknown'}`, {
          detail: worst?.content.region ?? '',
        });
        continue;
      }
      const country = countryByCode(holiday.content.country);
      if (!country?.continent) {
        yield reject(holiday, 'country-not-in-table', { detail: holiday.content.country });
        continue;
      }
      candidates.push({
        key: holiday.key,
        country: country.code,
        form: nameForm(holiday.content.name),
        concept: holiday.content.concept,
        values: [us.content.value!, gb.content.value!],
        holiday,
        description: descriptions.get(holiday.content.page)!,
        signals: { US: us, GB: gb },
      });
    }
    for (const n of SIZES) {
      const taken = new Set<string>();
      for (let round = 1; round <= params.rounds; round += 1) {
        const sets = sampleSets(candidates, {
          seed: params.seed,
          n,
          round,
          sets: params.sets,
          minRatio: params.min_ratio,
        });
        if (sets.length < params.sets) {
          yield reject(null, 'too-few-sets', {
            key: `n ${n}, round ${round}`,
            detail: `${sets.length} of ${params.sets}`,
          });
        }
        for (const set of sets) {
          taken.add(set.key);
          yield* items(set, n, round, 'test');
        }
      }
      const sets = { seed: params.seed, n, round: 0, sets: params.train_sets, minRatio: params.min_ratio, taken };
      const train = sampleSets(candidates, sets);
      if (train.length < params.train_sets) {
        yield reject(null, 'too-few-sets', { key: `n ${n}, train`, detail: `${train.length} of ${params.train_sets}` });
      }
      for (const set of train) yield* items(set, n, 0, 'train');
    }

    function* items(set: ChosenSet<Asked>, n: CpopqaItem['n'], round: number, split: CpopqaItem['split']) {
      const parents = set.holidays.flatMap(({ holiday, description, signals }) => [
        holiday.hash,
        description.hash,
        signals.US.hash,
        signals.GB.hash,
      ]);
      for (const target of TARGET_NAMES) {
        yield emit(null, CpopqaItemRecord, makeItem(params.seed, set, n, round, split, target), { parents });
      }
    }
  },
});

function makeItem(
  seed: string,
  set: ChosenSet<Asked>,
  n: CpopqaItem['n'],
  round: number,
  split: CpopqaItem['split'],
  target: Target,
): CpopqaItem {
  const country = countryByCode(set.country)!;
  const key = `${n}|${round}|${set.key}`;
  const gold = [...set.holidays].sort((a, b) => valueOf(b, target) - valueOf(a, target));
  const options = keyedOrder(seed, ['options', key], set.holidays, (one) => one.key).map(nameOf);
  const parts = { country, target: TARGETS[target], options };
  const shown = new Set(options.map(nameForm));
  const others = (asked: Asked) => asked.holiday.content.names.filter((name) => !shown.has(nameForm(name)));
  return {
    id: `n${n}-r${round}-${target}-${set.country}-${sha256(set.key).slice(0, 12)}`,
    benchmark: 'cpopqa',
    split,
    n,
    round,
    target,
    country: set.country,
    country_name: country.name,
    continent: country.continent!,
    ...question(seed, key, parts),
    options,
    answer: gold.map(nameOf),
    aliases: Object.fromEntries(gold.map((asked) => [nameOf(asked), others(asked)])),
    holidays: gold.map(describe),
    margin: Math.min(...gold.slice(1).map((asked, index) => valueOf(gold[index]!, target) / valueOf(asked, target))),
  };
}

function describe(asked: Asked): CpopqaItem['holidays'][number] {
  const { name, page, fragment, date_text, date, names, shared_by, homonym } = asked.holiday.content;
  const value = (target: Target) => {
    const { value, source, window, synthetic } = asked.signals[target].content;
    return { value: value!, source, window: window!, synthetic };
  };
  const { description: lead, sections, description_words, article_words } = asked.description.content;
  const description = (fragment === undefined ? undefined : sections[fragment.replaceAll('_', ' ')]) ?? lead;
  const words = { description: description_words, article: article_words };
  const popularity = { US: value('US'), GB: value('GB') };
  return {
    name,
    key: asked.key,
    page,
    date_text,
    date,
    description,
    words,
    names_counted: names,
    shared_by,
    homonym,
    popularity,
  };
}

function nameOf(asked: Asked): string {
  return asked.holiday.content.name;
}

function valueOf(asked: Asked, target: Target): number {
  return asked.signals[target].content.value!;
}
