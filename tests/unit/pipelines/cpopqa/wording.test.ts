import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryByName } from '../../../../extractors/countries/countries.js';
import { nameForm, withoutDisambiguator } from '../../../../pipelines/cpopqa/names.js';
import { question, TEMPLATES } from '../../../../pipelines/cpopqa/prompt.js';

const country = (name: string) => {
  const found = countryByName(name);
  if (!found) throw new Error(name);
  return found;
};
const KENYA = { country: country('Kenya'), target: 'the United States', options: ['Eid al-Fitr', 'Diwali'] };

describe('a question', () => {
  it('names country, target and the holidays in their order, and leaves no gap', () => {
    const seen = new Set<string>();
    for (let key = 0; key < 200; key += 1) {
      const { template, question: text } = question('folkways', `set ${key}`, KENYA);
      seen.add(template);
      expect(text).toContain('Eid al-Fitr, Diwali');
      expect(text).toContain('the United States');
      expect(text).toMatch(/Kenya/);
      expect(text).not.toMatch(/[{}]|undefined/);
    }
    expect(seen.size).toBe(TEMPLATES.length);
  });

  it('is the same for the same seed and key', () => {
    expect(question('s', 'k', KENYA)).toEqual(question('s', 'k', KENYA));
  });

  it('never fills braces that stand in a name', () => {
    const options = ['{country}', '$& {target}', 'Day {holidays}'];
    for (let key = 0; key < 30; key += 1) {
      expect(question('s', `k${key}`, { ...KENYA, options }).question).toContain(options.join(', '));
    }
  });

  it.each([
    ['Netherlands', 'the Netherlands'],
    ['United Arab Emirates', 'the United Arab Emirates'],
    ['Marshall Islands', 'the Marshall Islands'],
    ['Kenya', 'Kenya'],
    ['Iceland', 'Iceland'],
  ])('writes %s as %s', (name, written) => {
    const parts = { ...KENYA, country: country(name), target: 'X' };
    const texts = Array.from({ length: 60 }, (_, key) => question('s', `k${key}`, parts).question);
    const naming = texts.filter((text) => new RegExp(`${name}\\b`).test(text));
    expect(naming.length).toBeGreaterThan(10);
    for (const text of naming) expect(text).toMatch(new RegExp(`(of|in|from) ${written}\\b`));
  });

  it('has wordings with unique names, by country and by modifier', () => {
    expect(new Set(TEMPLATES.map((one) => one.id)).size).toBe(TEMPLATES.length);
    expect(TEMPLATES.every((one) => one.text.includes('{country}') !== one.text.includes('{modifier}'))).toBe(true);
  });
});

describe('a page title', () => {
  it.each([
    ['Independence Day (Mexico)', 'Independence Day'],
    ['Easter Monday', 'Easter Monday'],
    ['(untitled)', '(untitled)'],
    ['Day (one) (two)', 'Day (one)'],
    ['Day (of) Joy', 'Day (of) Joy'],
  ])('%j stands for %j', (title, name) => {
    expect(withoutDisambiguator(title)).toBe(name);
  });

  it('never stands for nothing', () => {
    fc.assert(fc.property(fc.string({ minLength: 1 }), (title) => withoutDisambiguator(title) !== ''));
  });
});

describe('the form of a name', () => {
  it.each([
    ['New Year’s Day', "NEW YEAR'S DAY"],
    ['Eid al-Fitr', 'Eid al Fitr'],
    ['St. Patrick’s', "St Patrick's"],
    ['Ｎoel', 'noel'],
  ])('is one for %j and %j', (one, other) => {
    expect(nameForm(one)).toBe(nameForm(other));
  });

  it.each([
    ['Noël', 'Noel'],
    ['May Day', 'Mayday'],
    ['Day 1', 'Day 2'],
    ['दीवाली', 'दिवाली'],
  ])('differs for %j and %j', (one, other) => {
    expect(nameForm(one)).not.toBe(nameForm(other));
  });

  it('is its own form', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => nameForm(nameForm(name)) === nameForm(name)));
  });
});
