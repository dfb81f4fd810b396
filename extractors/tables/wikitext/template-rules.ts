// What single templates of English Wikipedia put on the page, as far as a table of holidays needs it. Each rule was written from the
// template's documented parameters (https://en.wikipedia.org/wiki/Template:Lang and so on).
import { countryByCode } from '../../countries/countries.js';
import { languageName } from '../languages.js';
import { infobox } from './infobox.js';
import type { TemplateCall } from './template-call.js';

type Rule = (call: TemplateCall) => string;

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

function at(call: TemplateCall, index: number): string {
  return (call.positional[index] ?? '').trim();
}

/** Marks text as being in a language: slanted when it is written in Latin letters, as the template does. */
function inLanguage(code: string, text: string): string {
  const lang = /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(code) ? code : 'und';
  if (text.trim() === '') return '';
  return /\p{Script=Latin}/u.test(text) && !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text)
    ? `<i lang="${lang}">${text}</i>`
    : `<span lang="${lang}">${text}</span>`;
}

function labelled(code: string, call: TemplateCall, index: number): string {
  const text = inLanguage(code, at(call, index));
  const name = call.named.get('label') === 'none' ? '' : `${languageName(code)}: `;
  const romanised = at(call, index + 1) || (call.named.get('translit') ?? '');
  const meaning = call.named.get('lit') ?? at(call, index + 2);
  const extra = [
    romanised === '' ? '' : `<i lang="${code}-Latn">${romanised}</i>`,
    meaning === '' ? '' : `'${meaning}'`,
  ];
  return `${name}${[text, ...extra].filter((part) => part !== '').join(', ')}`;
}

/** Dates from year, month, day in any of the templates' orders: `May 5, 2020`, or `5 May 2020` with df=y. */
function date(call: TemplateCall): string {
  const parts = call.positional
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '--' && part !== '-');
  if (parts.some((part) => /\p{L}/u.test(part)))
    return parts.filter((part) => !/^(y|yes|n|no|dmy|mdy|abbr|link)$/i.test(part)).join(' ');
  const numbers = parts.map(Number);
  const year = numbers.find((n) => n > 31);
  const [month, day] = numbers.filter((n) => n <= 31);
  const name = month === undefined ? '' : (MONTHS[month - 1] ?? '');
  const dayFirst =
    /^y/.test(call.named.get('df') ?? '') || call.named.get('format') === 'dmy' || call.named.get('format') === 'dm';
  const text = day === undefined ? name : dayFirst ? `${day} ${name}` : `${name} ${day}`;
  return year === undefined ? text : `${text}${dayFirst || text === '' ? ' ' : ', '}${year}`.trim();
}

function country(call: TemplateCall): string {
  const name = at(call, 0);
  const full = /^[A-Z]{3}$/.test(name) ? (countryByCode(name)?.name ?? name) : name;
  const shown = call.named.get('name') ?? full;
  return full === '' ? '' : `[[${full}${shown === full ? '' : `|${shown}`}]]`;
}

const bracketed = (parts: readonly string[]): string => {
  const kept = parts.filter((part) => part !== '');
  return kept.length === 0 ? '' : ` (${kept.join(', ')})`;
};

/** `{{nihongo|English|kanji|romaji|extra}}`: English first, the Japanese in brackets. */
function nihongo(call: TemplateCall): string {
  const romaji = at(call, 2);
  const kanji = inLanguage('ja', at(call, 1));
  if (at(call, 0) === '') return `${romaji === '' ? kanji : `<i lang="ja-Latn">${romaji}</i>${bracketed([kanji])}`}`;
  return `${at(call, 0)}${bracketed([kanji, romaji === '' ? '' : `<i lang="ja-Latn">${romaji}</i>`, at(call, 3)])}`;
}

function chinese(call: TemplateCall): string {
  const field = (key: string, label: string, code: string): string => {
    const value = call.named.get(key) ?? '';
    return value === ''
      ? ''
      : `${label}: ${code.endsWith('Latn') ? `<i lang="${code}">${value}</i>` : `<span lang="${code}">${value}</span>`}`;
  };
  const plain = at(call, 0) === '' ? '' : inLanguage('zh', at(call, 0));
  const parts = [
    plain,
    field('c', 'Chinese', 'zh'),
    field('s', 'simplified Chinese', 'zh-Hans'),
    field('t', 'traditional Chinese', 'zh-Hant'),
    field('p', 'pinyin', 'zh-Latn'),
    field('j', 'Jyutping', 'yue-Latn'),
  ];
  return parts.filter((part) => part !== '').join('; ');
}

function interlanguage(call: TemplateCall): string {
  const text = call.named.get('lt') ?? at(call, 0);
  // The link is red on the page until the article is written; what it is here only the wiki knows.
  return `[[${at(call, 0)}|${text}]]`;
}

/** Templates that need more than "keep the n-th argument", by lower-case name. */
export const TEMPLATE_RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['lang', (call) => inLanguage(at(call, 0), at(call, 1) || (call.named.get('text') ?? ''))],
  ['langx', (call) => labelled(at(call, 0), call, 1)],
  ['native name', (call) => inLanguage(at(call, 0), at(call, 1))],
  ['transliteration', (call) => `<i lang="${at(call, 0)}-Latn">${call.positional.at(-1) ?? ''}</i>`],
  ['transl', (call) => `<i lang="${at(call, 0)}-Latn">${call.positional.at(-1) ?? ''}</i>`],
  ['nihongo', nihongo],
  [
    'nihongo3',
    (call) => `<i lang="ja-Latn">${at(call, 2)}</i>${bracketed([inLanguage('ja', at(call, 1)), at(call, 0)])}`,
  ],
  ['korean', (call) => labelled('ko', { ...call, positional: [call.named.get('hangul') ?? at(call, 0)] }, 0)],
  ['zh', chinese],
  ['lang-zh', chinese],
  ['flag', country],
  ['flagcountry', country],
  ['flagdeco', () => ''],
  ['флагификация', country],
  ['флаг', () => ''],
  ['drapeau', () => ''],
  ['dts', date],
  ['date', date],
  ['datetime', date],
  ['date-', date],
  ['1er', (call) => `1er ${at(call, 0)}`],
  ['start date', date],
  ['end date', date],
  ['start-date', date],
  ['date table sorting', date],
  ['calendar date', () => ''],
  ['ill', interlanguage],
  ['interlanguage link', interlanguage],
  ['ill2', interlanguage],
  ['font', (call) => call.named.get('text') ?? at(call, 0)],
  ['ruby', (call) => at(call, 0)],
  ['sortname', (call) => `[[${at(call, 2) || `${at(call, 0)} ${at(call, 1)}`}|${at(call, 0)} ${at(call, 1)}]]`],
]);

/** Rules for families of template names: `lang-ru`, `infobox …`, a country's three-letter code, `cite …`. */
export function patternRule(name: string): Rule | undefined {
  const lang = /^lang-([a-z]{2,3}(?:-[a-z]+)*)$/.exec(name)?.[1];
  if (lang !== undefined) return (call) => labelled(lang, call, 0);
  if (name.startsWith('infobox')) return infobox;
  if (
    /^(?:cite|use|pp-|ipa-|user|css|style|audio-|pic|taxobox|template) ?/.test(name) &&
    !/^(?:pick|style)$/.test(name)
  )
    return () => '';
  if (/^[a-z]{3}$/.test(name)) {
    const found = countryByCode(name);
    if (found !== undefined) return () => `[[${found.name}]]`;
  }
  return undefined;
}
