import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPhraseCounter } from '../../../../extractors/popularity/phrase-counter.js';
import { isWord, tokens } from '../../../../extractors/popularity/tokens.js';

const count = (sets: readonly (readonly string[])[], text: string): number[] => {
  const { counts } = createPhraseCounter(sets).add(text);
  return sets.map((_, set) => counts.get(set) ?? 0);
};

describe('tokens', () => {
  it.each([
    ['May Day, 1 May.', ['May', 'Day', ',', '1', 'May', '.']],
    ["New Year's Day", ['New', "Year's", 'Day']],
    ['New Year’s Day', ['New', "Year's", 'Day']],
    ['Māori ʼūlei', ['Māori', "'", 'ūlei']],
    ["'quoted' words", ["'", 'quoted', "'", 'words']],
    ['Al-Hijra, al‑Hijra and al-', ['Al-Hijra', ',', 'al-Hijra', 'and', 'al', '-']],
    ['(Boxing Day)', ['(', 'Boxing', 'Day', ')']],
    ['दीवाली मनाओ', ['दीवाली', 'मनाओ']],
    ['Noël', ['Noël']],
    [' \n\t ', []],
    ['', []],
  ])('of %j are %j', (text, expected) => {
    expect(tokens(text)).toEqual(expected.map((token) => token.normalize('NFC')));
  });

  it('lose nothing but white space', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'aZé9 ,.-\'"\n()!'.normalize('NFC')) });
    fc.assert(
      fc.property(plain, (text) => {
        expect(tokens(text).join('')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });

  it('are the same for one text in either Unicode form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(tokens(text.normalize('NFD'))).toEqual(tokens(text.normalize('NFC')));
      }),
    );
  });

  it('are words when they begin with a letter, number or mark', () => {
    expect(['Day', '1', 'ी', "Year's"].every(isWord)).toBe(true);
    expect([',', "'", '-', '…'].some(isWord)).toBe(false);
  });
});

describe('counting phrases', () => {
  it.each<[string, string[], string, number]>([
    ['finds a phrase wherever it stands', ['Boxing Day'], 'Boxing Day came. After Boxing Day, more', 2],
    ['keeps case', ['May Day'], 'may day and May Day', 1],
    ['does not find words inside words', ['Eid'], 'Eiderdown, Eid-al-Fitr and Eid', 1],
    ['does not look past a comma', ['Labour Day'], 'the Labour, Day after day', 0],
    ['does not look past the end of a sentence', ['May Day'], 'in May. Day broke', 0],
    ['does not look past a quote', ['May Day'], "'May' Day", 0],
    ['looks past line breaks and spaces', ['May Day'], 'May\n  Day', 1],
    ['takes curly apostrophes for straight ones', ["New Year's Day"], 'New Year’s Day', 1],
    ['finds no shorter name in a possessive', ['New Year'], "New Year's Day", 0],
    ['counts the longest name of a set once', ['Christmas', 'Christmas Day'], 'Christmas Day and Christmas', 2],
    ['counts overlapping names once', ['Day of the Sun', 'Sun Day'], 'Day of the Sun Day', 1],
    ['does not count a repeated word twice', ['ho ho'], 'ho ho ho', 1],
    ['counts a name given twice once', ['Eid', 'Eid'], 'Eid', 1],
    ['may hold punctuation in the name', ['St. Patrick'], 'St. Patrick, St Patrick', 1],
    ['ignores a name without a word', ['...', '', '!'], 'well... !', 0],
  ])('%s', (_, names, text, expected) => {
    expect(count([names], text)).toEqual([expected]);
  });

  it('counts all words of the text, punctuation not', () => {
    expect(createPhraseCounter([]).add("It's May Day, 1 May 1900!").words).toBe(6);
    expect(createPhraseCounter([]).add('… !').words).toBe(0);
  });

  it('agrees with a naive counter', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd');
    const phrase = fc.array(word, { minLength: 1, maxLength: 4 });
    const sets = fc.array(fc.array(phrase, { maxLength: 4 }), { minLength: 1, maxLength: 4 });
    const naive = (phrases: readonly (readonly string[])[], words: readonly string[]): number => {
      let [at, found] = [0, 0];
      while (at < words.length) {
        const fits = phrases.filter((one) => one.every((part, index) => words[at + index] === part));
        const longest = Math.max(0, ...fits.map((one) => one.length));
        if (longest > 0) found += 1;
        at += Math.max(1, longest);
      }
      return found;
    };
    fc.assert(
      fc.property(sets, fc.array(word, { maxLength: 40 }), (phraseSets, words) => {
        const names = phraseSets.map((set) => set.map((one) => one.join(' ')));
        expect(count(names, words.join(' '))).toEqual(phraseSets.map((set) => naive(set, words)));
      }),
      { numRuns: 500 },
    );
  });

  it('gives a set the same count whichever sets are asked for with it', () => {
    const name = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
      .map((words) => words.join(' '));
    const sets = fc.array(fc.array(name, { maxLength: 3 }), { minLength: 1, maxLength: 5 });
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ','), { maxLength: 30 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(sets, text, (all, words) => {
        expect(count(all, words)).toEqual(all.map((set) => count([set], words)[0]));
      }),
    );
  });

  it('carries nothing from one text to the next', () => {
    const counter = createPhraseCounter([['May Day']]);
    expect(counter.add('the first of May').counts.get(0)).toBeUndefined();
    expect(counter.add('Day of May').counts.get(0)).toBeUndefined();
    expect(counter.add('May Day').counts.get(0)).toBe(1);
  });
});
