import { z } from 'zod';
import { wikitextToProse } from '../../../extractors/wiki/prose.js';
import { DescriptionRecord } from '../../../schemas/concept.js';
import { ArticleRecord } from '../../../schemas/page.js';
import { PopularitySignalRecord } from '../../../schemas/popularity.js';
import { defineMap } from '../../engine/stage.js';

/** Article -> first paragraph and lengths (CPopQA, "Valid wiki page": the first paragraph is the description). */
export const describeArticles = defineMap({
  name: 'describe-articles',
  version: 1,
  params: z.strictObject({}),
  input: ArticleRecord,
  outputs: [DescriptionRecord],
  *run(articles, { emit, reject }) {
    for (const article of articles) {
      const { lang, title, text } = article.content;
      const prose = wikitextToProse(text, title);
      const paragraphs = prose.flatMap((section) => section.paragraphs);
      const description = paragraphs[0];
      if (description === undefined) {
        yield reject(article, 'no-description');
        continue;
      }
      const sections = Object.fromEntries(
        prose.flatMap(({ heading, paragraphs: [first] }) => (heading && first ? [[heading, first]] : [])),
      );
      const article_words = paragraphs.reduce((sum, paragraph) => sum + words(paragraph), 0);
      yield emit(article, DescriptionRecord, {
        lang,
        title,
        description,
        sections,
        description_words: words(description),
        article_words,
      });
    }
  },
});

/** Description -> the two lengths as popularity signals (CPopQA appendix E, baseline "wiki len"). */
export const measureLengths = defineMap({
  name: 'measure-lengths',
  version: 1,
  params: z.strictObject({}),
  input: DescriptionRecord,
  outputs: [PopularitySignalRecord],
  *run(descriptions, { emit }) {
    for (const description of descriptions) {
      const { lang, title, description_words, article_words } = description.content;
      for (const [source, value] of [
        ['wiki-description-length', description_words],
        ['wiki-article-length', article_words],
      ] as const) {
        yield emit(description, PopularitySignalRecord, {
          subject: `${lang}:${title}`,
          source,
          region: 'all',
          names: [],
          status: 'number',
          value,
          unit: 'words',
          window: null,
          series: [],
          data: description.hash,
          synthetic: false,
        });
      }
    }
  },
});

// Intl.Segmenter finds words in scripts without spaces too; the paper's "word length" is of English text.
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });

function words(text: string): number {
  let count = 0;
  for (const { isWordLike } of SEGMENTER.segment(text)) if (isWordLike) count += 1;
  return Math.max(1, count);
}
