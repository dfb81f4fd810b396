import { describe, expect, it } from 'vitest';
import { isWikimediaHost, requireContact, userAgent } from '../../../../extractors/http/user-agent.js';

describe('a Wikimedia host', () => {
  it.each([
    ['https://en.wikipedia.org/w/api.php', true],
    ['http://WIKIPEDIA.ORG/', true],
    ['https://zh-min-nan.m.wikipedia.org/wiki/A', true],
    ['https://api.wikimedia.org/core/v1', true],
    ['https://query.wikidata.org/sparql', true],
    ['https://de.wiktionary.org./', true],
    ['https://fr.wikivoyage.org/', true],
    ['https://notwikipedia.org/', false],
    ['https://wikipedia.org.example.com/', false],
    ['https://example.com/?host=en.wikipedia.org', false],
    ['http://127.0.0.1:8091/w/api.php', false],
    ['https://www.fandom.com/api.php', false],
  ])('%s: %s', (url, expected) => {
    expect(isWikimediaHost(url)).toBe(expected);
  });
});

describe('a contact', () => {
  const wiki = 'https://ltg.wikipedia.org/w/api.php';

  it.each(['a@b.org', 'https://lab.example.org/crawler', 'Some Lab, crawl@lab.example.org'])(
    '%s will do',
    (contact) => {
      expect(requireContact(wiki, contact)).toBeUndefined();
    },
  );

  it.each(['', '   ', 'me', 'Some Lab', 'https://'])(
    '"%s" will not do for Wikimedia, and will elsewhere',
    (contact) => {
      expect(() => requireContact(wiki, contact)).toThrow(expect.objectContaining({ code: 'contact-required' }));
      expect(requireContact('http://127.0.0.1/w/api.php', contact)).toBeUndefined();
    },
  );

  it('cannot close the comment that it stands in', () => {
    expect(userAgent('1.2.3', 'Lab) Mozilla/5.0 (x a@b.org')).toBe(
      'folkways/1.2.3 (Lab  Mozilla/5.0  x a@b.org) got/14',
    );
  });
});
