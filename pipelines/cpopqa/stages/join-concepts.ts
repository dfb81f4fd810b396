// Names are joined to a concept (Easter Monday in the world) by the page they link to, redirects followed; country splits it into
// holidays (Easter Monday in Fiji). A redirect or link to a section is a concept of its own: the Second Day of Christmas is
// described on the page of Christmas and is not Christmas.
import { z } from 'zod';
import type { HolidayRow } from '../../../schemas/holiday.js';
import type { StageEvent } from '../../engine/stage.js';
import type { StoredRecord } from '../../../schemas/record.js';
import { byCodeUnit } from '../../../schemas/canonical.js';
import { ConceptRecord, DescriptionRecord, HolidayRecord } from '../../../schemas/concept.js';
import { HolidayRowRecord } from '../../../schemas/holiday.js';
import { RedirectRecord } from '../../../schemas/page.js';
import { defineGather, ofType } from '../../engine/stage.js';
import { nameForm, withoutDisambiguator } from '../names.js';

interface Mention {
  readonly row: StoredRecord<HolidayRow>;
  readonly page: string;
  readonly fragment: string | undefined;
  /** Hash of the redirect record that led there, if one did. */
  readonly via: readonly string[];
}

/** Holiday rows, descriptions and redirects -> concepts and holidays. */
export const joinConcepts = defineGather({
  name: 'join-concepts',
  version: 1,
  params: z.strictObject({}),
  inputs: [HolidayRowRecord, DescriptionRecord, RedirectRecord],
  outputs: [ConceptRecord, HolidayRecord],
  *run(inputs, { emit, reject }): Generator<StageEvent> {
    const pages = new Map(ofType(inputs, DescriptionRecord).map((record) => [record.content.title, record]));
    const redirects = new Map(ofType(inputs, RedirectRecord).map((record) => [record.content.from, record]));
    const byConcept = new Map<string, Mention[]>();
    for (const row of ofType(inputs, HolidayRowRecord)) {
      const mention = resolve(row);
      if (!mention) yield reject(row, 'no-valid-page', { detail: row.content.page ?? '' });
      else if (row.content.country === null) yield reject(row, 'no-country', { detail: row.content.name });
      else {
        const concept = conceptKey(mention);
        byConcept.set(concept, [...(byConcept.get(concept) ?? []), mention]);
      }
    }

    const holidays: { mention: Mention; concept: string; names: string[]; sharedBy: number }[] = [];
    for (const [concept, mentions] of [...byConcept].sort(([a], [b]) => byCodeUnit(a, b))) {
      const { page, fragment } = mentions[0]!;
      const titles = [...(fragment === undefined ? [page] : []), ...redirectTitles(page, fragment)];
      const kept = new Map<string, Mention>();
      for (const mention of [...mentions].sort(byPosition)) {
        const country = mention.row.content.country!;
        if (!kept.has(country)) kept.set(country, mention);
        else yield reject(mention.row, 'duplicate', { detail: `${concept} is in the list of ${country} already` });
      }
      const rowNames = [...kept.values()].flatMap(({ row }) => [row.content.name, ...row.content.aliases]);
      yield emit(
        null,
        ConceptRecord,
        {
          concept,
          page,
          ...(fragment === undefined ? {} : { fragment }),
          name: withoutDisambiguator(titles[0] ?? page),
          names: unique([...titles.map(withoutDisambiguator), ...rowNames]),
          countries: [...kept.keys()].sort(byCodeUnit),
        },
        { parents: [...kept.values()].flatMap(parents) },
      );
      for (const mention of kept.values()) {
        const { name, aliases } = mention.row.content;
        const names = unique([name, ...aliases, ...titles.map(withoutDisambiguator)]);
        holidays.push({ mention, concept, names, sharedBy: kept.size });
      }
    }

    const uses = new Map<string, number>();
    for (const { names } of holidays) {
      for (const form of new Set(names.map(nameForm))) uses.set(form, (uses.get(form) ?? 0) + 1);
    }
    for (const { mention, concept, names, sharedBy } of holidays) {
      const { name, country, date, date_text } = mention.row.content;
      yield emit(
        null,
        HolidayRecord,
        {
          concept,
          country: country!,
          name,
          names,
          page: mention.page,
          ...(mention.fragment === undefined ? {} : { fragment: mention.fragment }),
          date_text: date_text ?? '',
          date,
          shared_by: sharedBy,
          homonym: names.some((one) => uses.get(nameForm(one))! > 1),
        },
        { parents: parents(mention) },
      );
    }

    function resolve(row: StoredRecord<HolidayRow>): Mention | undefined {
      const { page, page_fragment } = row.content;
      if (page === null) return undefined;
      if (pages.has(page)) return { row, page, fragment: page_fragment, via: [] };
      const redirect = redirects.get(page);
      if (!redirect || !pages.has(redirect.content.to)) return undefined;
      return {
        row,
        page: redirect.content.to,
        fragment: redirect.content.fragment ?? page_fragment,
        via: [redirect.hash],
      };
    }

    function conceptKey({ page, fragment }: Mention): string {
      return `${pages.get(page)!.content.lang}:${page}${fragment === undefined ? '' : `#${fragment}`}`;
    }

    function redirectTitles(page: string, fragment: string | undefined): string[] {
      return [...redirects.values()]
        .filter(({ content }) => content.to === page && content.fragment === fragment)
        .map(({ content }) => content.from)
        .sort(byCodeUnit);
    }

    function parents(mention: Mention): string[] {
      return [mention.row.hash, pages.get(mention.page)!.hash, ...mention.via];
    }
  },
});

function byPosition(a: Mention, b: Mention): number {
  return (
    byCodeUnit(a.row.content.source_id, b.row.content.source_id) || a.row.content.position - b.row.content.position
  );
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names.filter((name) => name !== ''))].sort(byCodeUnit);
}
