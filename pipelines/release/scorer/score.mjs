/**
 * Scores answers to CPopQA ranking items with the metrics of CPopQA (arXiv:2311.07897, "Metrics" and Table 2); README.md
 * says which answers count as parsed. score.py is the twin: the same input gives the same bytes. Node >= 18.3 alone.
 * @typedef {{ id: string, n: number, round: number, target: string, continent: string, options: readonly string[],
 *   answer: readonly string[], aliases?: Readonly<Record<string, readonly string[]>> }} Item  answer: most popular first
 * @typedef {{ item: Item, order: string[] | null | undefined }} Judged  null: unparsed, undefined: missing
 * @typedef {{ indent: number, arrows: number, ranks: Map<number, number> }} Block  a list being read, ranks by option
 * @typedef {{ word: string, exact: string, marks: string, start: number, end: number }} Word  marks: between it and the last
 * @typedef {{ n: number, rank: RegExp, sizes: Map<string, number>, names: Map<string, { option: number, rank: number }> }} Forms
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `usage: score.mjs PREDICTIONS.jsonl [--items FILE] [--json]
A prediction line is {"id": ITEM_ID, "output": "free text" | ["name", ...]}; - reads them from standard input.
  --items FILE  the items (default: ../data/test.jsonl beside this scorer)
  --json        print the whole report as JSON (exit codes: 0 scored, 2 wrong usage or unreadable input)`;
const HINT = `hint: no line has an "output". ${USAGE.split('\n')[1]}\n`;
const NOTE = `Unparsed (no full ranking) and missing answers are wrong in Acc and P@1 and left out of Diff.`;
const SILENT =
  "'`\u00b4\u2018\u2019\u201b\u2032\uff07\u02b9\u02bb-\u02bf\ua78b\ua78c\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufe00-\ufe0f\ufeff\u20e3";
const DROPPED = new RegExp(`[${SILENT}]`, 'gu'); // is part of a word: models write "New Years Day" both ways
const WORD = new RegExp(`&|[\\p{L}\\p{N}\\p{M}${SILENT}]+`, 'gu');
const FOLDED = new Map(Object.entries({ '&': 'and', ß: 'ss', ς: 'σ', ı: 'i', ø: 'o', đ: 'd', ł: 'l', æ: 'ae' }));
const CONNECTOR = /^(?:and|answer|by|finally|followed|is|json|lastly|more|most|popular|ranking|than|then)$/;
const ARROW = /[>\u2192\u2794\u279c\u27a1\u21d2\u27f6\u227b]/;
const BULLET = /^[ \t>]*[-*+\u2022\u2023\u25e6\u25aa\u25cf\u25cb\u00b7\u2013\u2014][ \t]/;
const AFTER_NAME = /^[*_"`'\]) \t]*(?:[:([|=\u2013\u2014]|-[ \t-]|[,;.!?][*_"`' \t,;.!?]*$|$)/;
const MARKS =
  /[\n-\f\x85;:<>|/()[\]{}"\xab\xb7\xbb\u2014\u201c-\u2029\u2039\u203a\u2190-\u2fff\u3001-\u303f\uff08-\uff1e]|[ \t][-*+\u2013](?=[ \t])|,(?! [JS]r$)|(?<![^A-Za-z][DJMS][rt])(?<!^[DJMS][rt])[.!?](?=[ \t])/g;
const SENTENCE = /:|(?<![^A-Za-z][DJMS][rt])(?<!^[DJMS][rt])[.!?](?=[ \t])/g;
const DOUBTS = "(ascending|can ?not|can['\u2019]?t|fewest|least|lowest|unable|(declin|refus|revers)(e[ds]?|ing))[^a-z]";
const [DOUBT, DOUBTFUL] = [new RegExp(`[^a-z]${DOUBTS}`, 'i'), new RegExp(`\\n(?:[^\\n]*[^a-z\\n])?${DOUBTS}`, 'i')];
const RUN_ON = /\n[ \t>*_#]*Q[*_]*:/;
const MARKER =
  /(?:^|\n)[ \t>*_#]*A[*_]*:|(?:[Aa]nswer|ANSWER|[Ff]inal [Rr]anking|FINAL RANKING)[*_"'` \t]*(?:is[*_ \t]*)?[:>]|<\/think>/g;

/** Words of a text in normal form and as spelled, without "the". @param {string} text */
function readWords(text) {
  const words = /** @type {Word[]} */ ([]);
  for (const { 0: run, index } of text.matchAll(WORD)) {
    const bare = run.replace(DROPPED, '').normalize('NFKD').toLowerCase();
    const folded = bare.replace(/[\u0300-\u036f&ßςıøđłæ]/g, (letter) => FOLDED.get(letter) ?? '');
    for (const exact of (folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).filter((one) => one !== 'the')) {
      const word = exact.replace(/^(lab|hon|col)our/, '$1or').replace(/^saint(?=s?$)/, 'st');
      const near = text.slice(Math.max(words.at(-1)?.start ?? 0, (words.at(-1)?.end ?? 0) - 3), index + run.length);
      words.push({ word, exact, marks: near.match(MARKS)?.join('') ?? '', start: index, end: index + run.length });
    }
  }
  return words;
}

/** @param {Word[]} words @param {'exact' | 'word'} spelling @param {boolean} marked with the marks between them */
const keyOf = (words, spelling, marked) =>
  words.map((one, at) => (at > 0 ? ` ${marked ? one.marks : ''}` : '') + one[spelling]).join('');
/** The option that the words name: -1 if two, undefined if none. @param {Forms} forms @param {Word[]} words */
const named = ({ names }, words) =>
  (names.get(keyOf(words, 'exact', true)) ?? names.get(keyOf(words, 'word', true)))?.option;
/** The rank that a word such as "2" or "2nd" states, or 0. @param {Forms} forms @param {string | undefined} word */
const rankOf = (forms, word) => Number(forms.rank.exec(word ?? '')?.[1] ?? 0);

/** Options by the forms of their names: the more exact form wins, then a name over an alias. @param {Item} item @returns {Forms} */
function readForms({ options, aliases }) {
  const [names, sizes] = [/** @type {Forms['names']} */ (new Map()), new Map()];
  const others = new Map(Object.entries(aliases ?? {}));
  for (const [option, name] of options.entries()) {
    for (const [at, words] of [name, ...(others.get(name) ?? [])].map(readWords).entries()) {
      for (const rank of words.length > 0 ? [0, 2, 4, 6].map((form) => form + Number(at === 0)) : []) {
        const form = keyOf(words, rank < 4 ? 'word' : 'exact', rank % 4 > 1);
        const old = names.get(form) ?? { option, rank };
        if (rank >= old.rank) names.set(form, { option: rank > old.rank || option === old.option ? option : -1, rank });
        sizes.set(words[0]?.word, Math.max(words.length, sizes.get(words[0]?.word) ?? 0));
      }
    }
  }
  return { n: options.length, rank: new RegExp(`^0?([1-${options.length}])(?:st|nd|rd|th)?$`), sizes, names };
}

/** Mentions in a line, longest name first, each with its link to the one before. @param {string} line @param {Forms} forms */
function readLine(line, forms) {
  const words = readWords(line);
  const mentions = [];
  let [from, last, listed, pure, others] = [0, 0, BULLET.test(line), true, ' '];
  const joins = () => words.slice(last, from).every(({ word }) => CONNECTOR.test(word) || rankOf(forms, word) > 0);
  while (from < words.length) {
    let to = Math.min(from + (forms.sizes.get(`${words[from]?.word}`) ?? 0), words.length);
    while (to > from && named(forms, words.slice(from, to)) === undefined) to -= 1;
    const option = named(forms, words.slice(from, to)) ?? -1;
    if (option >= 0) {
      const [gap, raw] = [words.slice(last, from), line.slice(words[last - 1]?.end ?? 0, words[from]?.start)];
      const [opens, plain, said] = [last === 0, joins(), ` ${gap.map((one) => one.word).join(' ')} `];
      listed ||= from === 0 && AFTER_NAME.test(line.slice(words[to - 1]?.end));
      const reversed = !opens && (said.includes(' less ') || (raw.includes('<') && !raw.includes('>')));
      const arrow = ARROW.test(raw) || / (?:then|followed) /.test(said);
      const number = rankOf(forms, gap.at(-1)?.word) || (opens ? rankOf(forms, gap[0]?.word) : 0);
      mentions.push({ option, number, arrow, linked: !opens && !reversed && (arrow || plain) });
      [last, pure, others] = [to, pure && plain, `${others}${reversed ? 'reversed' : '.'} `];
    } else others += `${words[from]?.word} `;
    from = Math.max(to, from + 1);
  }
  pure &&= joins() && mentions.length === forms.n;
  return { indent: words[0] ? line.search(/[^ \t]/) : Infinity, listed, mentions, pure, doubt: DOUBT.test(others) };
}

/** Sentences and what follows a colon as lines, up to a line of doubt; "most to least" is none. @param {string} text */
const readSentences = (text) =>
  `\n${text.replace(/ to (?:the )?(?:least|lowest)/gi, '')}\n`.replace(SENTENCE, '$&\n').split(DOUBTFUL, 1)[0] ?? '';

/** The last list in a text (the first if marked) and the order of first mention. @param {string} text @param {Forms} forms @param {boolean} marked */
function readRanking(text, forms, marked) {
  const [seen, blocks] = [/** @type {Set<number>} */ (new Set()), /** @type {Map<string, Block>} */ (new Map())];
  let [list, doubted] = [/** @type {number[] | null} */ (null), false];
  for (const line of text.split('\n')) {
    const { indent, listed, mentions, pure, doubt } = readLine(line, forms);
    doubted ||= doubt;
    if (!listed && indent <= (blocks.get('item')?.indent ?? -1)) blocks.delete('item');
    for (const [place, { option, number, arrow, linked }] of mentions.entries()) {
      seen.add(option);
      if (!linked) blocks.delete('chain');
      for (const kind of [number > 0 ? 'number' : '', listed && place === 0 ? 'item' : '', 'chain']) {
        const old = blocks.get(kind);
        if (kind === '' || (old && kind === 'item' && indent > old.indent + 1)) continue;
        const taken = kind === 'number' && [...(old?.ranks.values() ?? [])].includes(number);
        const block = old && !taken && !old.ranks.has(option) ? old : { indent, arrows: 0, ranks: new Map() };
        blocks.set(kind, block);
        block.arrows += Number(arrow);
        if (block.ranks.set(option, number).size < forms.n || (kind === 'chain' && !pure && block.arrows === 0))
          continue;
        list = [...block.ranks].sort((a, b) => (kind === 'number' ? a[1] - b[1] : 0)).map(([one]) => one);
        if (marked) return { list, seen: null };
        blocks.clear();
        break;
      }
    }
  }
  return { list, seen: seen.size === forms.n && !doubted ? [...seen] : null };
}

/** One answer as all options, the most popular first, or null (unparsed); says if only first mentions rank.
 * @param {unknown} output text or a list of names @param {Item} item @param {Item[]} [byMention] gets the item then */
export function parseAnswer(output, item, byMention) {
  const forms = readForms(item);
  let order = /** @type {number[] | null} */ (null);
  if (typeof output === 'string') {
    const text = output.replace(/\r\n?/g, '\n').replace(/^[ \t\n]*\n/, '');
    const answer = text.split(RUN_ON, 1)[0] ?? '';
    const after = [...answer.matchAll(MARKER)].slice(-1).map((marker) => answer.slice(marker.index + marker[0].length));
    for (const part of [...after, answer]) {
      if (order) break;
      const { list, seen } = readRanking(part, forms, part !== answer);
      order = list ?? readRanking(readSentences(part), forms, part !== answer).list ?? seen;
      if (order && order === seen) byMention?.push(item);
    }
  } else if (Array.isArray(output) && output.every((name) => typeof name === 'string')) {
    order = output.map((name) => {
      const words = readWords(name);
      while (named(forms, words) === undefined && rankOf(forms, words[0]?.word) > 0) words.shift();
      return item.options.includes(name) ? item.options.indexOf(name) : (named(forms, words) ?? -1);
    });
  }
  const ranked = (order ?? []).map((option) => item.options[option] ?? '');
  return ranked.length === forms.n && item.options.every((name) => ranked.includes(name)) ? ranked : null;
}

/** Counts and metrics of items of one n, summed in file order. @param {readonly Judged[]} judged @param {number} n */
function measure(judged, n) {
  const [items, missing] = [judged.length, judged.filter(({ order }) => order === undefined).length];
  const read = judged.flatMap(({ item, order }) => (order ? [order.map((name) => item.answer.indexOf(name))] : []));
  const exact = read.filter((ranks) => ranks.every((rank, at) => rank === at)).length;
  const [parsed, first] = [read.length, read.filter(([rank]) => rank === 0).length];
  const squares = read.flatMap((ranks) => ranks.map((rank, at) => (rank - at) ** 2)).reduce((sum, one) => sum + one, 0);
  // (1 - rho) / 2 without ties is 3 * squares / (n^3 - n): whole numbers until one division, so both twins agree.
  const diff = n < 3 || parsed === 0 ? null : (3 * squares) / (n * (n * n - 1) * parsed);
  const [unparsed, acc, p1] = [items - parsed - missing, (100 * exact) / items, (100 * first) / items];
  return { items, parsed, unparsed, missing, acc, p1, diff };
}

/** @param {readonly Judged[]} judged items of one n @param {number} n @param {string} of what they have in common */
function row(judged, n, of) {
  const numbers = [...new Set(judged.map(({ item }) => item.round))].sort((a, b) => a - b);
  const partOf = (/** @type {number} */ round) => judged.filter(({ item }) => item.round === round);
  const rounds = numbers.map((round) => ({ round, ...measure(partOf(round), n) }));
  const over = (/** @type {'acc' | 'p1' | 'diff'} */ metric, /** @type {number | null} */ chance) => {
    const values = rounds.flatMap((round) => round[metric] ?? []);
    const mean = values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
    const squares = values.reduce((sum, value) => sum + (value - (mean ?? 0)) * (value - (mean ?? 0)), 0);
    return { mean, sd: values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : null, chance };
  };
  const acc = over('acc', 100 / ([1, 1, 2, 6, 24, 120][n] ?? 1));
  return { n, of, ...measure(judged, n), acc, p1: over('p1', 100 / n), diff: over('diff', n < 3 ? null : 0.5), rounds };
}

/** Scores predictions, the first for an id. Acc, P@1 in percent, Diff 0..1. @param {readonly Item[]} items of distinct ids @param {readonly { id: string, output?: unknown }[]} predictions */
export function scoreItems(items, predictions) {
  const [ids, said, mentioned] = [new Set(items.map(({ id }) => id)), new Map(), /** @type {Item[]} */ ([])];
  const duplicate = predictions.filter((one) => ids.has(one.id) && (said.has(one.id) || !said.set(one.id, one)));
  const given = items.map((item) => ({ item, one: said.get(item.id) }));
  const judged = given.map(({ item, one }) => ({ item, order: one && parseAnswer(one.output, item, mentioned) }));
  const list = (/** @type {readonly { id: string }[]} */ of) => ({ count: of.length, ids: of.map(({ id }) => id) });
  const rows = (/** @type {(item: Item) => string} */ valueOf, /** @type {readonly string[]} */ values) => {
    const keys = [2, 3, 4, 5].flatMap((n) => values.map((of) => ({ n, of })));
    const parts = keys.map(({ n, of }) => judged.filter(({ item }) => item.n === n && valueOf(item) === of));
    return keys.map(({ n, of }, at) => row(parts[at] ?? [], n, of)).filter((one) => one.items > 0);
  };
  return {
    ...{ scorer: 'cpopqa-ranking 1', items: items.length, predictions: predictions.length },
    ...{ parsed: judged.filter(({ order }) => order).length, by_mention: list(mentioned) },
    unparsed: list(judged.filter(({ order }) => order === null).map(({ item }) => item)),
    missing: list(judged.filter(({ order }) => order === undefined).map(({ item }) => item)),
    ...{ duplicate: list(duplicate), unknown: list(predictions.filter(({ id }) => !ids.has(id))) },
    ...{ by_target: rows(({ target }) => target, ['US', 'GB']), by_n: rows(() => 'all', ['all']) },
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
    for (const { mean, sd, chance } of [row.acc, row.p1, row.diff])
      cells.push(show(mean) + (sd === null ? '' : ` ± ${show(sd)}`), show(chance));
    table.push(cells);
  }
  const pad = (/** @type {string} */ cell, width = 0) => cell.padStart(width + cell.length - [...cell].length);
  const widths = [1, 13, 5, 8, 7, 14, 6, 14, 6, 13, 6];
  const lines = table.map((cells) => cells.map((cell, at) => pad(cell, widths[at])).join('  '));
  for (const name of /** @type {const} */ (['by_mention', 'unparsed', 'missing', 'duplicate', 'unknown'])) {
    const { count, ids } = report[name];
    const some = ids.slice(0, 10).map((id) => toJson([...id].slice(0, 60).join('')));
    lines.push(`${name}: ${[count, ...some, ...(count > 10 ? ['...'] : [])].join(' ')}`);
  }
  lines.push(`${report.items} items, ${report.predictions} predictions, ${report.parsed} parsed`, NOTE);
  return lines.join('\n');
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
  let [at, problem] = [0, ''];
  try {
    const bytes = file === '-' ? await buffer(process.stdin) : readFileSync(file);
    problem = 'cannot be read as UTF-8 text';
    for (const line of new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\n')) {
      [at, problem] = [at + 1, 'not valid JSON'];
      if (/^[ \t\r]*$/.test(line)) continue;
      if (!values[0] && /^[ \t]*\[/.test(line)) throw new Error((problem = 'one object a line, not one array'));
      values.push(JSON.parse(line));
      problem = `not ${wanted}`;
      if (!isValid(values.at(-1))) throw new Error();
    }
  } catch (error) {
    problem ||= /** @type {any} */ (error).code === 'ENOENT' ? 'no such file' : 'cannot be read';
    throw new Error(`${file}${at > 0 ? `:${at}` : ''}: ${problem}`);
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
    if (path === '' || more.length > 0) throw new Error(USAGE);
    const predictions = await readJsonl(path, (one) => typeof one?.id === 'string', 'an object with a string id');
    const file = given.values.items ?? fileURLToPath(new URL('../data/test.jsonl', import.meta.url));
    const items = await readJsonl(file, isItem, 'a CPopQA item (see README.md)');
    if (new Set(items.map(({ id }) => id)).size < (items.length || 1))
      throw new Error(`${file}: no items, or two with one id`);
    if (predictions.length > 0 && !predictions.some((one) => 'output' in one)) process.stderr.write(HINT);
    const report = scoreItems(items, predictions);
    return process.stdout.write(`${given.values.json ? toJson(report, 2) : toText(report)}\n`);
  } catch (/** @type {any} */ error) {
    process.exitCode = 2;
    return process.stderr.write(`${`${error.code}`.startsWith('ERR_PARSE_ARGS') ? USAGE : error.message}\n`);
  }
}

const path = process.argv[1] ?? '';
if (existsSync(path) && realpathSync(path) === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
