import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAnswer, scoreItems } from '../../../../pipelines/release/scorer/score.mjs';

type Item = Parameters<typeof parseAnswer>[1];
interface Style {
  readonly style: string;
  readonly options: string[];
  readonly aliases: Record<string, string[]>;
  readonly output: unknown;
  readonly order: string[] | null;
  readonly by_mention?: true;
}

const styles = JSON.parse(
  readFileSync(new URL('../../../golden/scorer/styles.json', import.meta.url), 'utf8'),
) as Style[];

const NAMES = ["New Year's Day", 'New Year', 'Labour Day', 'International Labour Day', 'Eid al-Fitr', 'Día de Reyes'];

function itemOf(options: readonly string[], extra: Partial<Item> = {}): Item {
  return {
    ...{ id: 'i', n: options.length, round: 1, target: 'US', continent: 'Africa', options, answer: options },
    ...extra,
  };
}

/** Every order of the names. */
function orders(names: readonly string[]): string[][] {
  if (names.length < 2) return [[...names]];
  return names.flatMap((name, at) => orders(names.filter((_, other) => other !== at)).map((rest) => [name, ...rest]));
}

describe('parseAnswer', () => {
  it.each(styles)('reads: $style', ({ options, aliases, output, order, by_mention }) => {
    const item = itemOf(options, { aliases });
    const mentioned: Item[] = [];
    expect(parseAnswer(output, item, mentioned)).toEqual(order);
    expect(mentioned).toEqual(by_mention ? [item] : []);
    // The order of the question must not leak into the answer.
    expect(parseAnswer(output, { ...item, options: [...options].reverse() })).toEqual(order);
  });

  const renderings: Record<string, (names: readonly string[]) => unknown> = {
    list: (names) => names,
    numbered: (names) => names.map((name, at) => `${at + 1}. ${name}`).join('\n'),
    'numbered inline': (names) => names.map((name, at) => `${at + 1}) ${name}`).join(' '),
    bullets: (names) => names.map((name) => `* ${name}`).join('\n'),
    'bold with notes': (names) => names.map((name, at) => `${at + 1}. **${name}** - a note`).join('\n\n'),
    commas: (names) => names.join(', '),
    chain: (names) => `I would say ${names.join(' > ')}.`,
    then: (names) => names.join(', then the '),
    json: (names) => `\`\`\`json\n${JSON.stringify(names, null, 2)}\n\`\`\``,
    ordinals: (names) => names.map((name, at) => `${['1st', '2nd', '3rd', '4th', '5th'][at]}: ${name}`).join('\n'),
    shuffled: (names) => [...names.entries()].reverse().map(([at, name]) => `${at + 1}. ${name}`).join('\n'), // prettier-ignore
    answer: (names) => `${[...names].reverse().join(', ')} are all known.\n**Answer:** ${names.join('; ')}`,
  };
  const casings = [
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => text.replace(/'/g, '’'),
  ];

  it('gives back any order in any rendering', () => {
    const ranking = fc.shuffledSubarray(NAMES, { minLength: 2, maxLength: 5 });
    const property = fc.property(
      ranking.chain((names) => fc.tuple(fc.constant(names), fc.shuffledSubarray(names, { minLength: names.length }))),
      fc.constantFrom(...Object.keys(renderings)),
      fc.constantFrom(...casings),
      ([names, options], rendering, casing) => {
        expect(parseAnswer(renderings[rendering]?.(names.map(casing)), itemOf(options))).toEqual(names);
      },
    );
    fc.assert(property, { numRuns: 500, seed: 20 });
  });

  const joined: Record<string, (names: readonly string[]) => unknown> = {
    comma: (names) => names.join(', '),
    semicolon: (names) => names.join('; '),
    chain: (names) => names.join(' > '),
    slash: (names) => names.join('/'),
    bar: (names) => names.join(' | '),
    hyphen: (names) => names.join(' - '),
    lines: (names) => names.join('\n'),
    bullets: (names) => names.map((name) => `- ${name}`).join('\n'),
    JSON: (names) => JSON.stringify(names),
    'pretty JSON': (names) => JSON.stringify(names, null, 2),
    'an answer': (names) => `I thought about it.\nAnswer: ${names.join(', ')}`,
  };

  it('reads names of overlapping words in any separator, as ranked and never by mention', () => {
    const words = "Day Christmas of the Dead Saint St. Labour Labor New Year's Eve Peter Paul May 1 and Jr. least less";
    const name = fc.array(fc.constantFrom(...words.split(' ')), { minLength: 1, maxLength: 4 }).map((all) => all.join(' ')); // prettier-ignore
    const bare = (text: string) => text.toLowerCase().replace(/['.]/g, '').split(' ').filter((word) => word !== 'the').join(' '); // prettier-ignore
    // No holiday is a list number, begins with "Jr." (a comma before it parts nothing) or ends in a word that is not compared.
    const usable = (text: string) => !/^(?:1?$|jr)/.test(bare(text)) && !text.endsWith(' the');
    const items = fc
      .uniqueArray(name.filter(usable), { minLength: 2, maxLength: 5, selector: bare })
      .chain((answer) => {
        const aliases = fc.dictionary(fc.constantFrom(...answer), fc.array(name, { maxLength: 3 }));
        return fc.record({ answer: fc.constant(answer), aliases });
      });
    for (const { answer, aliases } of fc.sample(items, { numRuns: 6000, seed: 23 })) {
      const [item, mentioned] = [itemOf([...answer].sort(), { answer, aliases }), [] as Item[]];
      const read = Object.values(joined).map((join) => parseAnswer(join(answer), item, mentioned));
      const wrong = read.findIndex((order) => JSON.stringify(order) !== JSON.stringify(answer));
      expect(Object.keys(joined)[wrong], JSON.stringify({ answer, aliases })).toBeUndefined();
      expect(mentioned).toEqual([]);
    }
  });

  it('never throws and never invents an option', () => {
    const pieces = fc.constantFrom(
      ...NAMES,
      '\n',
      '1.',
      '- ',
      ' > ',
      'Answer:',
      '\nQ:',
      '<',
      'then',
      '\0',
      '\ud800',
      '(((',
      '***',
    );
    const text = fc.oneof(fc.array(pieces).map((parts) => parts.join(' ')), fc.string({ unit: 'binary' })); // prettier-ignore
    const property = fc.property(fc.oneof(text, fc.array(text), fc.jsonValue()), (output) => {
      const order = parseAnswer(output, itemOf(NAMES.slice(0, 3)));
      if (order) expect([...order].sort()).toEqual(NAMES.slice(0, 3).sort());
    });
    fc.assert(property, { numRuns: 500, seed: 21 });
  });

  it('reads a megabyte of hostile text', () => {
    for (const piece of [
      'New Year ',
      '\n',
      ' ',
      '*',
      '\n*',
      'answer',
      'A:',
      '\nA:',
      '1.',
      '<',
      '> ',
      '\ud800',
      '\0',
      "'",
      '½',
      'New: ',
      '. ',
      'least ',
    ]) {
      expect(
        parseAnswer(piece.repeat(1e6 / piece.length), itemOf(NAMES.slice(0, 3))),
        JSON.stringify(piece),
      ).toBeNull();
    }
  });
});

describe('scoreItems', () => {
  const [A, B, C] = ['Alpha', 'Beta', 'Gamma'] as [string, string, string];

  it('gives the means, deviations and Diff computed by hand', () => {
    const rounds = [1, 1, 2, 2];
    const items = rounds.map((round, at) => itemOf([A, B, C], { id: `i${at}`, round }));
    const outputs = [[A, B, C], `${C} > ${B} > ${A}`, [B, A, C], 'no idea'];
    const report = scoreItems(items, outputs.map((output, at) => ({ id: `i${at}`, output }))); // prettier-ignore
    const row = report.by_target[0];
    expect(report.by_target).toHaveLength(1);
    expect(row?.rounds.map(({ acc, p1, diff }) => [acc, p1, diff])).toEqual([
      [50, 50, 0.5], // rho 1 and -1
      [0, 0, 0.25], // rho 0.5; the unparsed answer is wrong, and left out of Diff
    ]);
    expect(row).toMatchObject({ items: 4, parsed: 3, unparsed: 1, missing: 0 });
    expect(row?.acc.mean).toBe(25);
    expect(row?.acc.sd).toBeCloseTo(Math.sqrt(1250), 12);
    expect(row?.diff.mean).toBe(0.375);
    expect(row?.diff.sd).toBeCloseTo(Math.sqrt(0.03125), 12);
    expect(report.unparsed).toEqual({ count: 1, ids: ['i3'] });
  });

  it('counts the answers that only first mentions rank', () => {
    const items = ['one', 'two', 'three'].map((id) => itemOf([A, B], { id }));
    const prose = `I know ${B} well, and have heard of ${A} too.`;
    const outputs = [prose, `${A} > ${B}`, `${prose} I cannot say more.`];
    const report = scoreItems(items, items.map(({ id }, at) => ({ id, output: outputs[at] }))); // prettier-ignore
    expect(report.by_mention).toEqual({ count: 1, ids: ['one'] });
    expect(report.parsed).toBe(2);
    expect(report.unparsed.ids).toEqual(['three']);
  });

  it('counts missing, duplicate and unknown ids, and scores the first of two', () => {
    const items = [itemOf([A, B], { id: 'one' }), itemOf([A, B], { id: 'two' })];
    const predictions = [
      { id: 'one', output: [A, B] },
      { id: 'one', output: [B, A] },
      { id: 'elsewhere', output: [A, B] },
    ];
    const report = scoreItems(items, predictions);
    expect(report.duplicate).toEqual({ count: 1, ids: ['one'] });
    expect(report.unknown).toEqual({ count: 1, ids: ['elsewhere'] });
    expect(report.missing).toEqual({ count: 1, ids: ['two'] });
    expect(report.by_n[0]).toMatchObject({ acc: { mean: 50, sd: null }, p1: { mean: 50 }, diff: { mean: null } });
  });

  it.each([2, 3, 5])('reaches chance exactly when every order of %i is given once, 100 when perfect', (n) => {
    const options = [A, B, C, 'Delta', 'Epsilon'].slice(0, n);
    const all = orders(options);
    const items = all.map((_, at) => itemOf(options, { id: `i${at}` }));
    const uniform = scoreItems(items, all.map((output, at) => ({ id: `i${at}`, output }))).by_n[0]; // prettier-ignore
    expect(uniform?.acc.mean).toBeCloseTo(100 / all.length, 10);
    expect(uniform?.p1.mean).toBeCloseTo(100 / n, 10);
    expect(uniform?.diff.mean).toBe(n < 3 ? null : 0.5);
    expect(uniform?.acc.chance).toBe(uniform?.acc.mean);
    const perfect = scoreItems(items, items.map(({ id }) => ({ id, output: options }))).by_n[0]; // prettier-ignore
    expect([perfect?.acc.mean, perfect?.p1.mean, perfect?.diff.mean]).toEqual([100, 100, n < 3 ? null : 0]);
    const reversed = scoreItems(items, items.map(({ id }) => ({ id, output: [...options].reverse() }))).by_n[0]; // prettier-ignore
    expect([reversed?.acc.mean, reversed?.p1.mean, reversed?.diff.mean]).toEqual([0, 0, n < 3 ? null : 1]);
  });

  it('stays within four standard errors of chance on hashed random answers', () => {
    const options = [A, B, C];
    const items = Array.from({ length: 2000 }, (_, at) => itemOf(options, { id: `i${at}` }));
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    const predictions = items.map(({ id }) => ({
      id,
      output: [...options].sort((a, b) => hash(id + a).localeCompare(hash(id + b))).join(' > '),
    }));
    const row = scoreItems(items, predictions).by_n[0];
    const within = (share: number, deviation: number, value: number | null | undefined) =>
      expect(Math.abs((value ?? NaN) - share)).toBeLessThan((4 * deviation) / Math.sqrt(items.length));
    within(100 / 6, 100 * Math.sqrt((1 / 6) * (5 / 6)), row?.acc.mean);
    within(100 / 3, 100 * Math.sqrt((1 / 3) * (2 / 3)), row?.p1.mean);
    // Var(rho) = 1 / (n - 1) for random ranks, so (1 - rho) / 2 has deviation sqrt(1 / 2) / 2.
    within(0.5, Math.sqrt(1 / 2) / 2, row?.diff.mean);
  });
});
