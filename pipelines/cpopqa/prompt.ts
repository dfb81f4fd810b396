import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { keyedOrder } from '../../extractors/choice/keyed.js';
import { CountryCode } from '../../schemas/primitives.js';

const Template = z.strictObject({ id: z.string(), text: z.string().includes('{holidays}').includes('{target}') });

/** A wording of the question. */
export type Template = z.infer<typeof Template>;

/** All wordings. */
export const TEMPLATES: readonly Template[] = z
  .array(Template)
  .min(6)
  .parse(parse(readFileSync(new URL('./data/templates.yaml', import.meta.url), 'utf8')));

const Wording = z.strictObject({ name_only: z.array(CountryCode), with_article: z.array(CountryCode) });
const wording = Wording.parse(parse(readFileSync(new URL('./data/wording.yaml', import.meta.url), 'utf8')));
const NAME_ONLY = new Set(wording.name_only);
const WITH_ARTICLE = new Set(wording.with_article);

/** What fills a template. */
export interface QuestionParts {
  /** Whose holidays are asked: code, usual name, and the word for its people. */
  readonly country: { readonly code: string; readonly name: string; readonly demonym: string | null };
  readonly target: string;
  readonly options: readonly string[];
}

/**
 * Chooses a wording by key and fills it. A wording with the modifier is only taken where the country has one.
 * @param seed - of the build
 * @param key - of the set that is asked
 * @param parts - names to fill in
 * @returns template id and question
 */
export function question(
  seed: string,
  key: string,
  parts: QuestionParts,
): { readonly template: string; readonly question: string } {
  const { code, name, demonym } = parts.country;
  const modifier = NAME_ONLY.has(code) ? null : demonym;
  const usable = TEMPLATES.filter((one) => modifier !== null || !one.text.includes('{modifier}'));
  const template = keyedOrder(seed, ['template', key], usable, (one) => one.id)[0]!;
  const filled: Record<string, string> = {
    country: WITH_ARTICLE.has(code) ? `the ${name}` : name,
    modifier: modifier ?? '',
    target: parts.target,
    holidays: parts.options.join(', '),
  };
  // One pass, so that braces in a name are never filled.
  const text = template.text.replace(/\{(country|modifier|target|holidays)\}/g, (_, part: string) => filled[part]!);
  return { template: template.id, question: text };
}
