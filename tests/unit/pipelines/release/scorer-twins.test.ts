import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

const at = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const SCRIPTS = { node: at('pipelines/release/scorer/score.mjs'), python3: at('pipelines/release/scorer/score.py') };
const GOLDEN = at('tests/golden/scorer');
type Program = keyof typeof SCRIPTS;

const python = spawnSync('python3', ['--version']).status === 0;
const programs: readonly Program[] = python ? ['node', 'python3'] : ['node'];
const needsPython = python ? '' : ' (SKIPPED: no python3 on this machine, the twins are not compared)';

function run(program: Program, args: readonly string[], input: string | Buffer = '', script = SCRIPTS[program]) {
  const { status, stdout, stderr } = spawnSync(program, [script, ...args], { input, encoding: 'utf8' });
  return { status, stdout, stderr };
}

const made: string[] = [];
function folder(): string {
  made.push(mkdtempSync(join(tmpdir(), 'score twins ')));
  return made.at(-1) ?? '';
}
afterAll(() => made.forEach((path) => rmSync(path, { recursive: true })));

const jsonl = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** A folder with items and predictions; returns the arguments that score them. */
function given(items: readonly unknown[], predictions: readonly unknown[]): string[] {
  const root = folder();
  writeFileSync(join(root, 'items.jsonl'), jsonl(items));
  writeFileSync(join(root, 'predictions.jsonl'), jsonl(predictions));
  return [join(root, 'predictions.jsonl'), '--items', join(root, 'items.jsonl')];
}

const item = (id: string, options: readonly string[], extra: object = {}) => ({
  ...{ id, n: options.length, round: 1, target: 'US', continent: 'Asia', options, answer: options, aliases: {} },
  ...extra,
});

/** Runs both programs, expects equal bytes from them, and gives what they printed. */
function both(args: readonly string[]) {
  const [first, ...others] = programs.map((program) => run(program, args));
  for (const other of others) expect(other).toEqual(first);
  return first ?? { status: null, stdout: '', stderr: '' };
}

describe.each(programs)('%s score', (program) => {
  const folders = readdirSync(GOLDEN, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  it.each(folders.map(({ name }) => name))('prints the expected bytes for golden case %s', (name) => {
    const items = join(GOLDEN, name, 'items.jsonl');
    const { status, stdout, stderr } = run(program, [
      join(GOLDEN, name, 'predictions.jsonl'),
      '--items',
      items,
      '--json',
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(readFileSync(join(GOLDEN, name, 'expected.json'), 'utf8'));
  });

  it('finds ../data/test.jsonl through a symlink and a path with spaces, and reads predictions from stdin', () => {
    const root = folder();
    for (const name of ['data', 'scorer', 'elsewhere']) mkdirSync(join(root, name));
    copyFileSync(join(GOLDEN, 'mixed', 'items.jsonl'), join(root, 'data', 'test.jsonl'));
    const name = SCRIPTS[program].endsWith('.py') ? 'score.py' : 'score.mjs';
    copyFileSync(SCRIPTS[program], join(root, 'scorer', name));
    symlinkSync(join(root, 'scorer', name), join(root, 'elsewhere', name));
    const predictions = readFileSync(join(GOLDEN, 'mixed', 'predictions.jsonl'));
    const { stdout, status } = run(program, ['-', '--json'], predictions, join(root, 'elsewhere', name));
    expect(status).toBe(0);
    expect(stdout).toBe(readFileSync(join(GOLDEN, 'mixed', 'expected.json'), 'utf8'));
  });

  const line = jsonl([{ id: 'a', output: 'x' }]);
  it.each([
    ['invalid JSON', Buffer.from(`${line}\n{"id": "b", "output": }\n`), /^-:3: not valid JSON\n$/],
    ['NaN', Buffer.from('{"id": "a", "output": NaN}\n'), /^-:1: not valid JSON\n$/],
    ['an array', Buffer.from(`${line}["a"]\n`), /^-:2: not an object with a string id\n$/],
    ['null', Buffer.from('null'), /^-:1: not an object with a string id\n$/],
    ['a number as id', Buffer.from('{"id": 1}'), /^-:1: not an object with a string id\n$/],
    ['one JSON array', Buffer.from('\n [{"id": "a"}]'), /^-:2: one object a line, not one array\n$/],
    ['a JSON array over lines', Buffer.from('[\n{"id": "a"}\n]'), /^-:1: one object a line, not one array\n$/],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /^-: cannot be read as UTF-8 text\n$/],
  ])('exits 2 on predictions with %s', (_, input, message) => {
    const { status, stdout, stderr } = run(program, ['-', '--items', join(GOLDEN, 'mixed', 'items.jsonl')], input);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  const good = item('i', ['A', 'B']);
  it.each([
    ['no items', []],
    ['two items of one id', [good, good]],
    ['a gold order of other names', [item('i', ['A', 'B'], { answer: ['A', 'C'] })]],
    ['a gold order that is too short', [item('i', ['A', 'B'], { answer: ['A'] })]],
    ['a repeated option', [item('i', ['A', 'A'])]],
    ['a wrong n', [item('i', ['A', 'B'], { n: 3 })]],
    ['n as text', [item('i', ['A', 'B'], { n: '2' })]],
    ['round true', [item('i', ['A', 'B'], { round: true })]],
    ['round 0', [item('i', ['A', 'B'], { round: 0 })]],
    ['round 1.5', [item('i', ['A', 'B'], { round: 1.5 })]],
    ['an unknown target', [item('i', ['A', 'B'], { target: 'FR' })]],
    ['no continent', [item('i', ['A', 'B'], { continent: null })]],
    ['aliases that are no lists', [item('i', ['A', 'B'], { aliases: { A: 'a' } })]],
    ['no options', [{ id: 'i' }]],
  ])('exits 2 on %s', (_, items) => {
    const { status, stdout, stderr } = run(program, given(items, []));
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/items\.jsonl(:\d+)?: (not a CPopQA item|no items, or two with one id)/);
  });

  it.each([[[]], [['a', 'b']], [['a', '--bogus']], [['a', '--items']], [['a', '--json=1']]])(
    'shows the usage, exit 2: %j',
    (args) => {
      const { status, stdout, stderr } = run(program, args);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain('usage: score');
    },
  );

  it('exits 2 on a missing file and on a folder', () => {
    const missing = join(tmpdir(), 'no-such-predictions.jsonl');
    expect(run(program, [missing])).toEqual({ status: 2, stdout: '', stderr: `${missing}: no such file\n` });
    const items = ['--items', missing, join(GOLDEN, 'mixed', 'predictions.jsonl')];
    expect(run(program, items)).toEqual({ status: 2, stdout: '', stderr: `${missing}: no such file\n` });
    expect(run(program, [GOLDEN])).toEqual({ status: 2, stdout: '', stderr: `${GOLDEN}: cannot be read\n` });
  });

  it('hints at predictions that hold no output at all', () => {
    const hint = (predictions: readonly object[]) => run(program, given([good], predictions));
    const { status, stderr } = hint([{ id: 'i', text: 'A, B' }]);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^hint: no line has an "output"[^\n]*\n$/);
    expect(
      hint([
        { id: 'i', text: 'A, B' },
        { id: 'i', output: null },
      ]),
    ).toMatchObject({ status: 0, stderr: '' });
    expect(hint([])).toMatchObject({ status: 0, stderr: '' });
  });
});

describe.runIf(python)(`score.mjs and score.py${needsPython}`, () => {
  it.each([['--help'], ['--bogus'], []])('say the same but for their names: %j', (...args) => {
    const said = programs.map((program) => run(program, args));
    const [first, second] = said.map((one) =>
      JSON.parse(JSON.stringify(one).replaceAll(/score\.(?:mjs|py)/g, 'score')),
    );
    expect(second).toEqual(first);
    expect(JSON.stringify(first)).toContain('usage: score PREDICTIONS.jsonl');
    expect(first.status).toBe(args[0] === '--help' ? 0 : 2);
  });

  it('read every answer style alike', () => {
    const styles = JSON.parse(readFileSync(join(GOLDEN, 'styles.json'), 'utf8')) as Record<string, unknown>[];
    const items = styles.map(({ style, options, aliases, order }) =>
      item(String(style), options as string[], { aliases, answer: order ?? options }),
    );
    const args = given(items, styles.map(({ style, output }) => ({ id: style, output }))); // prettier-ignore
    const report = JSON.parse(both([...args, '--json']).stdout);
    expect(report.unparsed.ids).toEqual(styles.filter(({ order }) => order === null).map(({ style }) => style));
    expect(report.by_mention.ids).toEqual(styles.filter((one) => one['by_mention']).map(({ style }) => style));
    const exact = report.by_n.map((row: { items: number; acc: { mean: number } }) => (row.items * row.acc.mean) / 100);
    expect(exact.reduce((sum: number, value: number) => sum + value)).toBeCloseTo(report.parsed, 4);
    expect(both(args).stdout).toContain('unparsed');
  });

  it('print equal bytes for 300 generated items and predictions', () => {
    const name = fc.oneof(
      fc.constantFrom(
        "New Year's Day",
        'New Year',
        'Labour Day',
        'Labor Day',
        'St. Day, Year',
        'International Labour Day',
        'Tết',
        'The Day',
        '1 May',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    );
    const glue = fc.constantFrom(
      '\n',
      ' > ',
      ', ',
      '\n- ',
      '\n2. ',
      ' 1) ',
      ' < ',
      ' less ',
      ' cannot ',
      ' to least ',
      'So: ',
      '. ',
      ' - ',
      '/',
      '\nAnswer: ',
      '\nQ:',
      '</think>',
      '\r\n',
      '\ud800',
      '**',
      ' the ',
      '|',
    );
    const question = fc.uniqueArray(name, { minLength: 2, maxLength: 5 }).chain((options) =>
      fc.record({
        options: fc.constant(options),
        answer: fc.shuffledSubarray(options, { minLength: options.length }),
        aliases: fc.dictionary(fc.constantFrom(...options), fc.array(name, { maxLength: 2 }), {
          noNullPrototype: true,
        }),
        round: fc.integer({ min: 1, max: 4 }),
        target: fc.constantFrom('US', 'GB'),
        continent: fc.constantFrom('Africa', 'Asia', 'Océanie', '\ue000', '😀'),
        output: fc.oneof(
          {
            weight: 4,
            arbitrary: fc
              .array(fc.oneof(fc.constantFrom(...options), glue), { maxLength: 16 })
              .map((parts) => parts.join('')),
          },
          {
            weight: 4,
            arbitrary: fc
              .tuple(glue, fc.shuffledSubarray(options, { minLength: options.length }))
              .map(([sign, names]) => names.join(sign)),
          },
          fc.shuffledSubarray(options, { minLength: options.length }),
          fc.jsonValue(),
        ),
      }),
    );
    const questions = fc.sample(question, { numRuns: 300, seed: 22 });
    const items = questions.map(({ output: _, ...rest }, id) => item(`q${id}`, rest.options, rest));
    const predictions = questions.map(({ output }, id) => ({ id: `q${id}`, output }));
    const args = given(items, [...predictions, predictions[0], { id: '\ud800\u0085\u2028"\\' }]);
    const { status, stdout } = both([...args, '--json']);
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    // Both sides must be exercised for the comparison to mean anything.
    expect(report.parsed).toBeGreaterThan(90);
    expect(report.unparsed.count).toBeGreaterThan(30);
    expect(both(args).status).toBe(0);
  });

  it('fold characters alike', () => {
    const known =
      'import sys,unicodedata as u;print(",".join(str(c) for c in range(33,0x1f000,13) if u.category(chr(c))[0] not in "C"))';
    const codes = spawnSync('python3', ['-c', known], { encoding: 'utf8' }).stdout.trim().split(',').map(Number); // prettier-ignore
    expect(codes.length).toBeGreaterThan(3000);
    const texts = codes.map((code) => String.fromCodePoint(code));
    const items = texts.map((text, id) => item(`c${id}`, [`q${text}w`, 'other']));
    const spelled = (text: string) => `q${text.normalize('NFKC').toUpperCase()}w > other`;
    const report = JSON.parse(both([...given(items, texts.map((text, id) => ({ id: `c${id}`, output: spelled(text) }))), '--json']).stdout); // prettier-ignore
    expect(report.parsed).toBeGreaterThan(3000);
  });
});
