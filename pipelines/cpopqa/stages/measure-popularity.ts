import { z } from 'zod';
import type { Holiday } from '../../../schemas/concept.js';
import type { PopularityAnswer, PopularitySource } from '../../../extractors/popularity/popularity-source.js';
import type { PopularitySignal } from '../../../schemas/popularity.js';
import { FatalError } from '../../../schemas/errors.js';
import { HolidayRecord, holidayKey } from '../../../schemas/concept.js';
import { PopularitySignalRecord, Region } from '../../../schemas/popularity.js';
import { defineMap } from '../../engine/stage.js';

/** What identifies a popularity source in a fingerprint. */
export const SourceParam = z.strictObject({
  name: z.string(),
  region: Region,
  /** Hash of the corpus, or corpus id of a service. */
  data: z.string(),
  synthetic: z.boolean(),
});

/** Holiday -> one signal for each popularity source (CPopQA, "Holiday Popularity Collection"). */
export const measurePopularity = defineMap({
  name: 'measure-popularity',
  version: 1,
  params: z.strictObject({ sources: z.array(SourceParam) }),
  input: HolidayRecord,
  outputs: [PopularitySignalRecord],
  batch: 2000,
  async *run(holidays, { params, services, emit }) {
    const sources = await services.popularity();
    for (const wanted of params.sources) {
      const source = sources.find((one) => one.name === wanted.name && one.region === wanted.region);
      if (source?.data !== wanted.data) {
        throw new FatalError(
          'internal',
          `Popularity source ${wanted.name} (${wanted.region}) is not the one the recipe names.`,
        );
      }
      const answers = await source.answers(holidays.map((holiday) => holiday.content.names));
      for (const [index, holiday] of holidays.entries()) {
        yield emit(holiday, PopularitySignalRecord, signal(holiday.content, source, answers[index]!));
      }
    }
  },
});

function signal(holiday: Holiday, source: PopularitySource, answer: PopularityAnswer): PopularitySignal {
  return {
    subject: holidayKey(holiday),
    source: source.name,
    region: source.region,
    names: holiday.names,
    status: answer.status,
    value: answer.status === 'number' ? answer.value : null,
    ...(answer.status === 'absent' ? { bound: answer.bound } : {}),
    unit: source.unit,
    window: source.window,
    series: 'series' in answer ? [...answer.series] : [],
    data: source.data,
    synthetic: source.synthetic,
  };
}
