// What a benchmark is to the rest: a recipe from a configuration, an item type, and the words of its card. Each lives in a folder
// of its own with the same cast of files; the registry has one line for each.
import type { RecordType } from '../schemas/record.js';
import type { Manifest } from '../schemas/release.js';
import type { Config } from '../schemas/config.js';
import type { PopularitySource } from '../extractors/popularity/popularity-source.js';
import type { Recipe } from './engine/recipe.js';
import type { Stage } from './engine/stage.js';

/** What wiki a build reads, as far as a fingerprint may know it: no path of this machine. */
export interface WikiIdentity {
  readonly kind: 'api' | 'dump';
  readonly location: string;
  /** Hash of the dump file; null for a wiki. */
  readonly data: string | null;
}

/** What a recipe is made from. */
export interface RecipeInputs {
  readonly config: Config;
  readonly wiki: WikiIdentity;
  readonly popularity: readonly PopularitySource[];
  /** Licence of the pages; null where the wiki itself must tell. */
  readonly licence: string | null;
}

/** Item as the release writer needs it. */
export interface ReleasedItem {
  readonly id: string;
  readonly split: string;
}

/** What a card is written from. */
export interface CardInputs {
  readonly manifest: Manifest;
  readonly items: readonly ReleasedItem[];
}

/** A benchmark that Folkways builds. */
export interface Benchmark {
  readonly name: string;
  /** One sentence for `--help` and the card. */
  readonly summary: string;
  readonly itemType: RecordType;
  /** All stages of its recipes: worker processes find them by name. */
  readonly stages: readonly Stage[];
  readonly recipe: (inputs: RecipeInputs) => Recipe;
  /** What of the configuration decides the bytes, for the manifest. */
  readonly manifestConfig: (inputs: RecipeInputs) => Manifest['config'];
  /** The dataset card in Markdown with its Hugging Face header. */
  readonly card: (inputs: CardInputs) => string;
  /** The gold of an item: a release whose gold changed is a new major version. */
  readonly gold: (item: unknown) => unknown;
}
