import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { keyedOrder } from '../../extractors/choice/keyed.js';

const Template = z.strictObject({ id: z.string(), text: z.string().includes('{holidays}').includes('{target}') });

/** A wording of the question. */
export type Template = z.infer<typeof Template>;

/** All wordings. */
export const TEMPLATES: readonly Template[] = z
  .array(Template)
  .min(6)
  .parse(parse(readFileSync(new URL('./data/templates.yaml', import.meta.url), 'utf8')));

/** What fills a template. */
export interface QuestionParts {
  readonly country: string;
  readonly modifier: string;
  readonly target: string;
  readonly options: readonly string[];
}

/**
 * Chooses a wording by key and fills it.
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
  const template = keyedOrder(seed, ['template', key], TEMPLATES, (one) => one.id)[0]!;
  const filled: Record<string, string> = {
    country: withArticle(parts.country),
    modifier: parts.modifier,
    target: parts.target,
    holidays: parts.options.join(', '),
  };
  // One pass, so that braces in a name are never filled.
  const text = template.text.replace(/\{(country|modifier|target|holidays)\}/g, (_, name: string) => filled[name]!);
  return { template: template.id, question: text };
}

const WITH_ARTICLE =
  /^(United |Democratic Republic|Republic of|Isle of)|(Islands|Republic|Territories)$|^(Netherlands|Philippines|Bahamas|Gambia|Maldives|Comoros)$/;

/** `the Philippines`, but `Kenya`. */
function withArticle(country: string): string {
  return WITH_ARTICLE.test(country) ? `the ${country}` : country;
}
