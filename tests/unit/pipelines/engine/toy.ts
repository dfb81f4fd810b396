// A small recipe of real stages: pages are read from a shelf that a test may change, split into words, counted over all pages and
// for each page. Every stage writes down what it ran on, so that a test can say what ran again.
import { z } from 'zod';
import type { BuildEvent } from '../../../../pipelines/engine/events.js';
import type { EngineParts, SourceServicesFactory } from '../../../../pipelines/engine/services.js';
import type { Recipe } from '../../../../pipelines/engine/recipe.js';
import type { BuildOptions, Built } from '../../../../pipelines/engine/build.js';
import type { Store } from '../../../../db/index.js';
import { build } from '../../../../pipelines/engine/build.js';
import { createInlineExecutor } from '../../../../pipelines/engine/inline-executor.js';
import { defineRecipe, place } from '../../../../pipelines/engine/recipe.js';
import { defineGather, defineMap, defineSource } from '../../../../pipelines/engine/stage.js';
import type { StoredRecord } from '../../../../schemas/record.js';
import { defineRecord } from '../../../../schemas/record.js';

const page = z.strictObject({ title: z.string(), text: z.string() });
export const PageRecord = defineRecord({ type: 'toy-page', schema: page, key: (one) => one.title });
export const WordRecord = defineRecord({
  type: 'toy-word',
  schema: z.strictObject({ page: z.string(), word: z.string(), place: z.number().int() }),
  key: (one) => `${one.page}#${one.place}`,
});
export const CountRecord = defineRecord({
  type: 'toy-count',
  schema: z.strictObject({ of: z.string(), count: z.number().int() }),
  key: (one) => one.of,
});

/** What a test changes, and what the stages wrote down. */
export interface World {
  readonly shelf: Map<string, string>;
  /** Titles, groups or questions that each stage ran on, in order. */
  readonly ran: Record<'ask' | 'read-shelf' | 'split-words' | 'count-all' | 'count-page', string[]>;
  /** Called before a page is split: throws what the test wants. */
  onSplit: (title: string) => void;
  /** Called before a page is asked for. */
  onAsk: (title: string) => void;
}

/** A world with pages `title: text`. */
export function world(pages: Readonly<Record<string, string>>): World {
  return {
    shelf: new Map(Object.entries(pages)),
    ran: { ask: [], 'read-shelf': [], 'split-words': [], 'count-all': [], 'count-page': [] },
    onSplit: () => undefined,
    onAsk: () => undefined,
  };
}

/** How the toy recipe is set. */
export interface ToyOptions {
  readonly minLength?: number;
  readonly splitVersion?: number;
  readonly countParams?: { readonly unit: string };
  readonly batch?: number;
}

/** The recipe over a world. */
export function toyRecipe(toy: World, options: ToyOptions = {}): Recipe {
  const readShelf = defineSource({
    name: 'read-shelf',
    version: 1,
    params: z.strictObject({}),
    outputs: [PageRecord],
    async *run({ emit, reject, services }) {
      const { answers } = services as unknown as EngineParts;
      toy.ran['read-shelf'].push('whole');
      for (const title of [...toy.shelf.keys()].sort()) {
        let text = answers.get(title) as string | undefined;
        if (text === undefined) {
          toy.onAsk(title);
          toy.ran.ask.push(title);
          text = toy.shelf.get(title)!;
          answers.put(title, text);
        }
        const beside = { provenance: { title, revision: text.length + 1 } };
        if (text === 'missing') yield reject(null, 'page-missing', { key: title });
        else yield emit(null, PageRecord, { title, text }, beside);
      }
    },
  });
  const splitWords = defineMap({
    name: 'split-words',
    version: options.splitVersion ?? 1,
    params: z.strictObject({ minLength: z.number() }),
    input: PageRecord,
    outputs: [WordRecord],
    batch: options.batch ?? 3,
    *run(pages, { params, emit, reject }) {
      for (const one of pages) {
        toy.onSplit(one.content.title);
        toy.ran['split-words'].push(one.content.title);
        for (const [place, word] of one.content.text.split(' ').filter(Boolean).entries()) {
          const { title } = one.content;
          if (word.length < params.minLength)
            yield reject(one, 'word-too-short', { key: `${title}#${place}`, detail: word });
          else yield emit(one, WordRecord, { page: title, word, place });
        }
      }
    },
  });
  const countAll = defineGather({
    name: 'count-all',
    version: 1,
    params: z.strictObject({ unit: z.string() }),
    inputs: [WordRecord],
    outputs: [CountRecord],
    *run(words, { emit }) {
      toy.ran['count-all'].push(`${words.length} words`);
      const counts = new Map<string, StoredRecord[]>();
      for (const one of words) {
        const { word } = one.content as { word: string };
        counts.set(word, [...(counts.get(word) ?? []), one]);
      }
      for (const [word, all] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const parents = all.map((one) => one.hash).sort();
        yield emit(null, CountRecord, { of: word, count: all.length }, { parents });
      }
    },
  });
  const countPage = defineGather({
    name: 'count-page',
    version: 1,
    params: z.strictObject({}),
    inputs: [WordRecord],
    outputs: [CountRecord],
    groupBy: (word) => (word.content as { page: string }).page,
    *run(words, { emit }) {
      const { page } = words[0]!.content as { page: string };
      toy.ran['count-page'].push(page);
      yield emit(null, CountRecord, { of: page, count: words.length });
    },
  });
  return defineRecipe('toy', [
    place(readShelf, {}),
    place(splitWords, { minLength: options.minLength ?? 1 }, ['read-shelf']),
    place(countAll, options.countParams ?? { unit: 'words' }, ['split-words']),
    place(countPage, {}, ['split-words']),
  ]);
}

/** Services that are the engine's own parts: all that the toy asks. */
export const toyServices: SourceServicesFactory = (parts) => parts as unknown as ReturnType<SourceServicesFactory>;

/** What a build did: the build, its events, and its last outputs by stage. */
export interface ToyBuild {
  readonly built: Built;
  readonly ends: Readonly<Record<string, Extract<BuildEvent, { type: 'stage-end' }>>>;
}

/** Builds the toy with inline executor. */
export async function buildToy(store: Store, recipe: Recipe, options: Partial<BuildOptions> = {}): Promise<ToyBuild> {
  const ends: Record<string, Extract<BuildEvent, { type: 'stage-end' }>> = {};
  const built = await build(store, recipe, {
    executor: createInlineExecutor({ popularity: () => Promise.resolve([]) }),
    services: toyServices,
    ...options,
    listen: (event) => {
      if (event.type === 'stage-end') ends[event.stage] = event;
      options.listen?.(event);
    },
  });
  return { built, ends };
}

/** Contents of what a stage put out, by key. */
export function outputsOf(store: Store, { built }: ToyBuild, stage: string): unknown[] {
  const slot = built.slots.find((one) => one.stage.name === stage)!;
  const types = slot.stage.outputs.map((type) => type.type);
  return built.flow.outputs(slot.slot, types).map((id) => store.records.get(id).content);
}

/** Empties what the stages wrote down. */
export function forget(toy: World): void {
  for (const list of Object.values(toy.ran)) list.length = 0;
}
