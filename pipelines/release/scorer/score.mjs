/**
 * Scores answers to CPopQA ranking items: `node score.mjs PREDICTIONS.jsonl [--items FILE] [--json]`. The metrics are
 * those of CPopQA (arXiv:2311.07897, "Metrics" and Table 2); README.md says which answers count as parsed. score.py is
 * the twin of this file: the same input gives the same bytes. No dependencies, Node >= 18.3.
 * @typedef {{ id: string, n: number, round: number, target: string, continent: string, options: readonly string[],
 *   answer: readonly string[], aliases?: Readonly<Record<string, readonly string[]>> }} Item  answer: most popular first
 * @typedef {{ id: string, output?: unknown }} Prediction  output: free text, or names with the most popular first
 * @typedef {{ item: Item, order: string[] | null | undefined }} Judged  null: unparsed, undefined: missing
 * @typedef {{ indent: number, arrows: number, ranks: Map<number, number> }} Block  a list being read, ranks by option
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `usage: score.mjs PREDICTIONS.jsonl [--items FILE] [--json]
A prediction line is {"id": ITEM_ID, "output": "free text" | ["name", ...]}; - reads them from standard input.
  --items FILE  the items (default: ../data/test.jsonl beside this scorer)
  --json        print the whole report as JSON
Exit codes: 0 scored, 2 wrong usage or unreadable input.`;
const NOTE = `Unparsed (no full ranking) and missing answers are wrong in Acc and P@1 and left out of Diff.`;
// Apostrophes and invisible marks belong to a word and are dropped: models write "New Years Day" both ways.
const SILENT =
  "'`\u00b4\u2018\u2019\u201b\u2032\uff07\u02b9\u02bb-\u02bf\ua78b\ua78c\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufe00-\ufe0f\ufeff\u20e3";
const DROPPED = new RegExp(`[${SILENT}]`, 'gu');
const WORD = new RegExp(`&|[\\p{L}\\p{N}\\p{M}${SILENT}]+`, 'gu');
const FOLDED = new Map(Object.entries({ '&': 'and', ß: 'ss', ς: 'σ', ı: 'i', ø: 'o', đ: 'd', ł: 'l', æ: 'ae' }));
const CONNECTOR = /^(?:and|answer|by|finally|followed|is|json|lastly|more|most|popular|ranking|than|then)$/;
const ARROW = /[>\u2192\u2794\u279c\u27a1\u21d2\u27f6\u227b]/;
const BULLET = /^[ \t>]*[-*+\u2022\u2023\u25e6\u25aa\u25cf\u25cb\u00b7\u2013\u2014][ \t]/;
const AFTER_NAME = /^[*_"`'\]) \t]*(?:[:([|=\u2013\u2014]|-[ \t-]|$)/;
const RUN_ON = /\n[ \t>*_#]*Q[*_]*:/;
const MARKER =
  /(?:^|\n)[ \t>*_#]*A[*_]*:|(?:[Aa]nswer|ANSWER|[Ff]inal [Rr]anking|FINAL RANKING)[*_"'` \t]*(?:is[*_ \t]*)?[:>]|<\/think>/g;
class InputError extends Error {}

/** Words of a text in normal form without "the", and the raw span that each came from. @param {string} text */
function readWords(text) {
  const words = /** @type {string[]} */ ([]);
  const [starts, ends] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (const { 0: run, index } of text.matchAll(WORD)) {
    const bare = run.replace(DROPPED, '').normalize('NFKD').toLowerCase();
    const folded = bare.replace(/[\u0300-\u036f&ßςıøđłæ]/g, (letter) => FOLDED.get(letter) ?? '');
    for (const word of folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) {
      if (word === 'the') continue;
      words.push(word);
      starts.push(index);
      ends.push(index + run.length);
    }
  }
  return { words, starts, ends };
}

/** The rank that a word such as "2" or "2nd" states, or 0. @param {string | undefined} word @param {number} n */
function rankOf(word, n) {
  const rank = Number(/^([0-9]{1,2})(?:st|nd|rd|th)?$/.exec(word ?? '')?.[1] ?? 0);
  return rank <= n ? rank : 0;
}

const formOf = (/** @type {string} */ name) => readWords(name).words.join(' ');

/** Options by normal form of name and alias: -1 where two options share one; an alias never hides a name. @param {Item} item */
function readForms({ options, aliases }) {
  const forms = /** @type {Map<string, number>} */ (new Map());
  const [titles, others] = [options.map(formOf), new Map(Object.entries(aliases ?? {}))];
  for (const [option, name] of options.entries()) {
    for (const form of (others.get(name) ?? []).map(formOf))
      forms.set(form, forms.has(form) && forms.get(form) !== option ? -1 : option);
  }
  for (const [option, form] of titles.entries())
    forms.set(form, titles.indexOf(form) === titles.lastIndexOf(form) ? option : -1);
  forms.delete('');
  return forms;
}

/** Mentions in a line, longest name first, each with its link to the one before. @param {string} line @param {Map<string, number>} forms @param {number} n */
function readLine(line, forms, n) {
  const { words, starts, ends } = readWords(line);
  const longest = Math.max(...[...forms.keys()].map((form) => form.split(' ').length));
  const mentions = [];
  let [from, last, listed, pure] = [0, 0, BULLET.test(line), true];
  const joins = () => words.slice(last, from).every((word) => CONNECTOR.test(word) || rankOf(word, n) > 0);
  while (from < words.length) {
    let to = Math.min(from + longest, words.length);
    while (to > from && !forms.has(words.slice(from, to).join(' '))) to -= 1;
    const option = forms.get(words.slice(from, to).join(' ')) ?? -1;
    if (option >= 0) {
      const [gap, raw] = [words.slice(last, from), line.slice(ends[last - 1] ?? 0, starts[from])];
      const [opens, plain] = [last === 0, joins()];
      listed ||= from === 0 && AFTER_NAME.test(line.slice(ends[to - 1]));
      const reversed = !opens && (gap.includes('less') || (raw.includes('<') && !raw.includes('>')));
      const arrow = ARROW.test(raw) || gap.includes('then') || gap.includes('followed');
      const number = rankOf(gap.at(-1), n) || (opens ? rankOf(gap[0], n) : 0);
      mentions.push({ option, number, arrow, reversed, linked: !opens && !reversed && (arrow || plain) });
      [last, pure] = [to, pure && plain];
    }
    from = Math.max(to, from + 1);
  }
  pure &&= joins() && mentions.length === n;
  return { indent: words.length > 0 ? line.search(/[^ \t]/) : Infinity, listed, mentions, pure };
}

// The ranking that a text states: its last list or ranked line (its first after a marker such as "Answer:"), else the
// order of first mention, unless a comparison is turned round ("X is less popular than Y").
/** @param {string} text @param {Map<string, number>} forms @param {number} n @param {boolean} marked */
function readRanking(text, forms, n, marked) {
  const [seen, blocks] = [/** @type {Set<number>} */ (new Set()), /** @type {Map<string, Block>} */ (new Map())];
  let [found, turned] = [/** @type {number[] | null} */ (null), false];
  for (const line of text.split('\n')) {
    const { indent, listed, mentions, pure } = readLine(line, forms, n);
    if (!listed && indent <= (blocks.get('item')?.indent ?? -1)) blocks.delete('item');
    for (const [place, { option, number, arrow, reversed, linked }] of mentions.entries()) {
      seen.add(option);
      turned ||= reversed;
      if (!linked) blocks.delete('chain');
      for (const list of [number > 0 ? 'number' : '', listed && place === 0 ? 'item' : '', 'chain']) {
        const old = blocks.get(list);
        if (list === '' || (old && list === 'item' && indent > old.indent + 1)) continue;
        const again =
          old?.ranks.has(option) || (list === 'number' && [...(old?.ranks.values() ?? [])].includes(number));
        const block = old && !again ? old : { indent, arrows: 0, ranks: new Map() };
        blocks.set(list, block);
        block.arrows += Number(arrow);
        block.ranks.set(option, number);
        if (block.ranks.size < n || (list === 'chain' && !pure && block.arrows === 0)) continue;
        found = [...block.ranks].sort((a, b) => (list === 'number' ? a[1] - b[1] : 0)).map(([one]) => one);
        if (marked) return found;
        blocks.clear();
        break;
      }
    }
  }
  return found ?? (seen.size === n && !turned ? [...seen] : null);
}

/** Reads one answer, free text or a list of names, as a full ranking of the item's options, most popular first.
 * @param {unknown} output @param {Item} item @returns {string[] | null} null when it is no full ranking (unparsed) */
export function parseAnswer(output, item) {
  const [forms, n] = [readForms(item), item.options.length];
  let order = /** @type {number[] | null} */ (null);
  if (typeof output === 'string') {
    const text = output.replace(/\r\n?/g, '\n').replace(/^[ \t\n]*\n/, '');
    const answer = text.split(RUN_ON, 1)[0] ?? '';
    const marker = [...answer.matchAll(MARKER)].at(-1);
    order = marker ? readRanking(answer.slice(marker.index + marker[0].length), forms, n, true) : null;
    order ??= readRanking(answer, forms, n, false);
  } else if (Array.isArray(output) && output.every((name) => typeof name === 'string')) {
    order = output.map((name) => {
      const { words } = readWords(name);
      while (!forms.has(words.join(' ')) && rankOf(words[0], n) > 0) words.shift();
      return item.options.includes(name) ? item.options.indexOf(name) : (forms.get(words.join(' ')) ?? -1);
    });
  }
  const ranked = (order ?? []).map((option) => item.options[option] ?? '');
  return ranked.length === n && item.options.every((name) => ranked.includes(name)) ? ranked : null;
}

/** Counts and metrics of items of one n, summed in file order. @param {readonly Judged[]} judged @param {number} n */
function measure(judged, n) {
  let [parsed, missing, exact, first, squares] = [0, 0, 0, 0, 0];
  for (const { item, order } of judged) {
    missing += Number(order === undefined);
    parsed += Number(Boolean(order));
    exact += Number(order?.every((name, rank) => name === item.answer[rank]) ?? 0);
    first += Number(order?.[0] === item.answer[0]);
    order?.forEach((name, rank) => (squares += (rank - item.answer.indexOf(name)) ** 2));
  }
  const items = judged.length;
  // (1 - rho) / 2 without ties is 3 * squares / (n^3 - n): whole numbers until one division, so both twins agree.
  const diff = n < 3 || parsed === 0 ? null : (3 * squares) / (n * (n * n - 1) * parsed);
  const [unparsed, acc, p1] = [items - parsed - missing, (100 * exact) / items, (100 * first) / items];
  return { items, parsed, unparsed, missing, acc, p1, diff };
}

/** @param {readonly Judged[]} judged items of one n @param {number} n @param {string} of what they have in common */
function row(judged, n, of) {
  const { items, parsed, unparsed, missing } = measure(judged, n);
  const numbers = [...new Set(judged.map(({ item }) => item.round))].sort((a, b) => a - b);
  const partOf = (/** @type {number} */ round) => judged.filter(({ item }) => item.round === round);
  const rounds = numbers.map((round) => ({ round, ...measure(partOf(round), n) }));
  /** @param {'acc' | 'p1' | 'diff'} metric @param {number | null} chance */
  const over = (metric, chance) => {
    const values = rounds.map((round) => round[metric]).filter((value) => value !== null);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
    const sd = values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : null;
    return { mean: values.length > 0 ? mean : null, sd, chance };
  };
  const orders = [1, 1, 2, 6, 24, 120][n] ?? 1;
  const [acc, p1, diff] = [over('acc', 100 / orders), over('p1', 100 / n), over('diff', n < 3 ? null : 0.5)];
  return { n, of, items, parsed, unparsed, missing, acc, p1, diff, rounds };
}

/** Scores predictions: of several for one id the first counts. Acc and P@1 in percent, Diff in 0..1 (0 is perfect).
 * @param {readonly Item[]} items valid items with distinct ids @param {readonly Prediction[]} predictions */
export function scoreItems(items, predictions) {
  const [ids, said] = [new Set(items.map(({ id }) => id)), new Map()];
  const duplicate = predictions.filter((one) => ids.has(one.id) && (said.has(one.id) || !said.set(one.id, one)));
  const orderOf = (/** @type {Item} */ item) => said.get(item.id) && parseAnswer(said.get(item.id).output, item);
  const judged = items.map((item) => ({ item, order: orderOf(item) }));
  const list = (/** @type {readonly { id: string }[]} */ of) => ({ count: of.length, ids: of.map(({ id }) => id) });
  const sizes = [...new Set(items.map(({ n }) => n))].sort((a, b) => a - b);
  /** @param {(item: Item) => string} valueOf @param {readonly string[]} values */
  const rows = (valueOf, values) => {
    const keys = sizes.flatMap((n) => values.map((of) => ({ n, of })));
    const parts = keys.map(({ n, of }) => judged.filter(({ item }) => item.n === n && valueOf(item) === of));
    return keys.map(({ n, of }, at) => row(parts[at] ?? [], n, of)).filter((one) => one.items > 0);
  };
  return {
    ...{ scorer: 'cpopqa-ranking 1', items: items.length, predictions: predictions.length },
    parsed: judged.filter(({ order }) => order).length,
    unparsed: list(judged.filter(({ order }) => order === null).map(({ item }) => item)),
    missing: list(judged.filter(({ order }) => order === undefined).map(({ item }) => item)),
    ...{ duplicate: list(duplicate), unknown: list(predictions.filter(({ id }) => !ids.has(id))) },
    by_target: rows(({ target }) => target, ['US', 'GB']),
    by_n: rows(() => 'all', ['all']),
    by_continent: rows(({ continent }) => continent, [...new Set(items.map(({ continent }) => continent))].sort()),
  };
}

/** JSON with numbers at 6 decimals and control characters escaped. @param {unknown} value @param {number} [indent] */
function toJson(value, indent) {
  const text = JSON.stringify(value, (_, v) => (typeof v === 'number' ? Number(v.toFixed(6)) : v), indent);
  return text.replace(/[\x7f-\x9f]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`);
}

/** @param {ReturnType<typeof scoreItems>} report @returns {string} */
function toText(report) {
  const table = ['n|of|items|unparsed|missing|Acc (%)|chance|P@1 (%)|chance|Diff|chance'.split('|')];
  for (const { n, of, items, unparsed, missing, ...row } of report.by_target.concat(report.by_n, report.by_continent)) {
    const cells = [n, toJson(of).slice(1, -1), items, unparsed, missing].map(String);
    const show = (/** @type {number | null} */ value) => value?.toFixed(cells.length < 9 ? 2 : 3) ?? '-';
    for (const { mean, sd, chance } of [row.acc, row.p1, row.diff]) {
      cells.push(show(mean) + (sd === null ? '' : ` ± ${show(sd)}`), show(chance));
    }
    table.push(cells);
  }
  const pad = (/** @type {string} */ cell, width = 0) => cell.padStart(width + cell.length - [...cell].length);
  const widths = [1, 13, 5, 8, 7, 14, 6, 14, 6, 13, 6];
  const lines = table.map((cells) => cells.map((cell, at) => pad(cell, widths[at])).join('  '));
  for (const name of /** @type {const} */ (['unparsed', 'missing', 'duplicate', 'unknown'])) {
    const { count, ids } = report[name];
    const some = ids.slice(0, 10).map((id) => toJson([...id].slice(0, 60).join('')));
    lines.push(`${name}: ${[count, ...some, ...(count > 10 ? ['...'] : [])].join(' ')}`);
  }
  const totals = `${report.items} items, ${report.predictions} predictions, ${report.parsed} parsed`;
  return [...lines, totals, NOTE].join('\n');
}

const isItem = (/** @type {any} */ one) => {
  const { n, round, options, answer } = one ?? {};
  const lists = [options, answer, ...Object.values(one?.aliases ?? {}), [one?.id, one?.continent]];
  if (!lists.every((list) => Array.isArray(list) && list.every((name) => typeof name === 'string'))) return false;
  const sizes = [options, answer, new Set(options), new Set(answer), new Set(options.concat(answer))];
  const counts = Number.isSafeInteger(round) && round > 0 && n > 1 && n < 6 && ['US', 'GB'].includes(one.target);
  return counts && sizes.every((names) => (names.size ?? names.length) === n);
};

/** @param {string} file @param {(one: any) => boolean} isValid @param {string} wanted @returns {Promise<any[]>} */
async function readJsonl(file, isValid, wanted) {
  const values = /** @type {any[]} */ ([]);
  let [at, problem] = [0, 'cannot be read as UTF-8 text'];
  try {
    const bytes = file === '-' ? await buffer(process.stdin) : readFileSync(file);
    for (const line of new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\n')) {
      [at, problem] = [at + 1, 'not valid JSON'];
      if (/^[ \t\r]*$/.test(line)) continue;
      values.push(JSON.parse(line));
      problem = `not ${wanted}`;
      if (!isValid(values.at(-1))) throw new InputError();
    }
  } catch {
    throw new InputError(`${file}${at > 0 ? `:${at}` : ''}: ${problem}`);
  }
  return values;
}

/** Runs the command line and sets the exit code. @param {string[]} args */
async function main(args) {
  const [text, flag] = /** @type {const} */ ([{ type: 'string' }, { type: 'boolean' }]);
  try {
    const given = parseArgs({ args, options: { items: text, json: flag, help: flag }, allowPositionals: true });
    const [path = '', ...more] = given.positionals;
    if (given.values.help) return process.stdout.write(`${USAGE}\n`);
    if (path === '' || more.length > 0) throw new InputError(USAGE);
    const predictions = await readJsonl(path, (one) => typeof one?.id === 'string', 'an object with a string id');
    const file = given.values.items ?? fileURLToPath(new URL('../data/test.jsonl', import.meta.url));
    const items = await readJsonl(file, isItem, 'a CPopQA item (see README.md)');
    const distinct = new Set(items.map(({ id }) => id)).size;
    if (distinct === 0 || distinct < items.length) throw new InputError(`${file}: no items, or two with one id`);
    const report = scoreItems(items, predictions);
    return process.stdout.write(`${given.values.json ? toJson(report, 2) : toText(report)}\n`);
  } catch (error) {
    process.exitCode = 2;
    return process.stderr.write(`${error instanceof InputError ? error.message : `${error}\n${USAGE}`}\n`);
  }
}

const path = process.argv[1] ?? '';
if (existsSync(path) && realpathSync(path) === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
