import type { z } from 'zod';
import { ConceptRecord, DescriptionRecord, HolidayRecord } from '../schemas/concept.js';
import { ConfigFile } from '../schemas/config.js';
import { HolidayDate } from '../schemas/date.js';
import { Prediction } from '../schemas/evaluation.js';
import { HolidayRowRecord } from '../schemas/holiday.js';
import { jsonSchemaText, recordSchemaText } from '../schemas/json-schema.js';
import { ArticleRecord, ListPageRecord, RedirectRecord } from '../schemas/page.js';
import { PopularitySignalRecord } from '../schemas/popularity.js';
import { Beside, Provenance } from '../schemas/provenance.js';
import { Rejection } from '../schemas/rejection.js';
import { Manifest, SourceLine } from '../schemas/release.js';
import { SiteRecord } from '../schemas/site.js';
import { BENCHMARKS } from './benchmarks.js';

const RECORDS = [
  SiteRecord,
  ListPageRecord,
  ArticleRecord,
  RedirectRecord,
  HolidayRowRecord,
  DescriptionRecord,
  ConceptRecord,
  HolidayRecord,
  PopularitySignalRecord,
  ...BENCHMARKS.map((benchmark) => benchmark.itemType),
];

const OTHERS: Readonly<Record<string, z.ZodType>> = {
  beside: Beside,
  config: ConfigFile,
  'holiday-date': HolidayDate,
  manifest: Manifest,
  prediction: Prediction,
  provenance: Provenance,
  rejection: Rejection,
  'source-line': SourceLine,
};

/**
 * Every schema that others may want to check our files with.
 * @returns JSON Schema texts by file name in `schemas/json`
 */
export function jsonSchemas(): ReadonlyMap<string, string> {
  return new Map([
    ...RECORDS.map((type) => [`${type.type}.schema.json`, recordSchemaText(type)] as const),
    ...Object.entries(OTHERS).map(([name, schema]) => [`${name}.schema.json`, jsonSchemaText(name, schema)] as const),
  ]);
}
