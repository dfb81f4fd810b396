// An invented wiki with one page for each way in which API and dump could differ, and titles to ask for. Every category stands
// in the page's own text.

interface Invented {
  readonly title: string;
  readonly text: string;
  readonly ns?: number;
  readonly model?: string;
}

/** The pages. */
export const INVENTED_PAGES: readonly Invented[] = [
  {
    title: 'Lantern Day',
    text: 'A feast of light.\n\n[[de:Laternentag]] [[Category:Feasts]] [[category:feasts of light|Day]]',
  },
  { title: 'Lanterns', text: '#REDIRECT [[Lantern Day#Customs]]' },
  { title: 'Lamp feast', text: '#redirect: [[lantern_Day|x]] [[Category:Feasts]]' },
  { title: 'Twice', text: '#REDIRECT [[Lanterns]]' },
  { title: 'Thrice', text: '\n #REDIRECT [[:Twice#Fragment of a double]]' },
  { title: 'Loop A', text: '#REDIRECT [[Loop B]]' },
  { title: 'Loop B', text: '#REDIRECT [[Loop A]]' },
  { title: 'Self', text: '#REDIRECT [[Self#There]]' },
  { title: 'Into the loop', text: '#REDIRECT [[Loop A#x]]' },
  { title: 'To nowhere', text: '#REDIRECT [[Nowhere at all#Part]]' },
  { title: 'Abroad', text: '#REDIRECT [[:de:Laternentag#Teil]]' },
  { title: 'To special', text: '#REDIRECT [[Special:Version]]' },
  { title: 'To invalid', text: '#REDIRECT [[a<b]]' },
  { title: 'To a category', text: '#REDIRECT [[:Category:Light]]' },
  { title: 'With accent', text: '#REDIRECT [[Cafe\u0301 day#Ge\u0301n%C3%A9ral &amp; more]]' },
  { title: 'No redirect', text: 'x #REDIRECT [[Lantern Day]]' },
  { title: 'Commented', text: '<!-- c -->#REDIRECT [[Lantern Day]]' },
  { title: 'Café day', text: 'Accents. [[Category:Åland feasts]]' },
  { title: 'Empty page', text: '' },
  { title: 'White space', text: '  a\n\n\tb  ' },
  { title: 'IDay', text: 'First letter.' },
  { title: 'SS day', text: 'Sharp s.' },
  {
    title: 'A/B & "C" \'D\' +?%',
    text: 'Odd signs. <nowiki>[[Category:Feasts]]</nowiki> <!-- [[Category:Feasts]] -->',
  },
  { title: '100% wool day', text: 'Percent.' },
  { title: '🎉 day', text: 'Beyond the basic plane. 🎉 [[Category:Feasts]]' },
  { title: '！day', text: 'A full-width mark, after the surrogates in code units. [[Category:Feasts]]' },
  { title: '春节', text: '春節。\u00a0&nbsp;&#x1F389;' },
  { title: 'Mercury Day', text: '* [[Mercury Day (film)]]\n{{Disambiguation}}' },
  { title: 'Venus Day', text: 'By the word. __DISAMBIG__' },
  { title: 'Template:Disambiguation', text: '<includeonly>__DISAMBIG__</includeonly>', ns: 10 },
  { title: 'Category:Feasts', text: 'The category itself.', ns: 14 },
  { title: 'Category:Light', text: '[[Category:Feasts]]', ns: 14 },
  { title: 'File:Lantern.jpg', text: '[[Category:Feasts]]', ns: 6 },
  { title: 'Talk:Lantern Day', text: '[[Category:Feasts|talk]]', ns: 1 },
  { title: 'Feastpedia:About', text: 'The project. [[:Category:Feasts]]', ns: 4 },
  { title: 'User:Ann/common.css', text: '/* [[Category:Light]] */', ns: 2, model: 'css' },
  {
    title: 'User:Ann/common.js',
    text: '// #REDIRECT [[Lantern Day]]\n// [[Category:Light]]',
    ns: 2,
    model: 'javascript',
  },
  { title: 'User:Ann/data.json', text: '{\n    "a": "[[Category:Light]]"\n}', ns: 2, model: 'json' },
];

/**
 * Titles as users and links write them. Not among them is `en:X`, an interwiki prefix in the shipped table that the test wiki lacks:
 * such a title is of another wiki for the dump, and of this one for the wiki.
 */
export const ODD_TITLES: readonly string[] = [
  ...[
    'Nowhere',
    'lantern Day',
    'Lantern_Day',
    '  Lantern__Day_ ',
    ':Lantern Day',
    'Lantern Day#Customs',
    'lanterns#x',
    'Cafe\u0301 day',
  ],
  ...[
    'caf&eacute; day',
    'iDay',
    'ß day',
    '100% wool day',
    '100%25 wool day',
    'A/B & "C" \'D\' +?%',
    'A/B &amp; "C" \'D\' +?%',
    '🎉 day',
  ],
  ...[
    'a[b',
    'a|b',
    'Lantern Day|x',
    'a<b',
    '{{x}}',
    '',
    ' ',
    '_',
    ':',
    '::Lantern Day',
    '.',
    '../x',
    'a/../b',
    '~~~',
    'a~~~b',
    'x'.repeat(256),
  ],
  ...[
    'é'.repeat(128),
    '\u200eLantern Day',
    'Lantern\u00a0Day',
    'Lantern\u3000Day',
    'a\u0000b',
    'a\tb',
    'Lantern\nDay',
    '%4C',
    'L\ufffdx',
  ],
  ...[
    '#',
    '#Customs',
    'Category:',
    'category:light',
    'CATEGORY: light',
    'Category:Light#x',
    'Image:Lantern.jpg',
    'talk:lantern Day',
  ],
  ...[
    'Talk:Category:Light',
    'Project:About',
    'feastpedia:about',
    'User:ann/common.css',
    'WP:About',
    'T:Disambiguation',
  ],
  ...['Special:Version', 'special:nothing of that name', 'Media:Lantern.jpg', 'Special:MyPage', 'Special:'],
  ...['de:Laternentag', ':de:Laternentag', 'DE:x', 'de:', 'commons:File:X.jpg', 'de:fr:x', 'nosuchprefix:Lantern Day'],
  ...[
    'Twice',
    'thrice',
    'Loop A',
    'Self',
    'Into the loop',
    'To nowhere',
    'Abroad',
    'To special',
    'To invalid',
    'with accent',
  ],
];

const SITEINFO = `<siteinfo><sitename>Feastpedia</sitename><base>http://x.example/wiki/Main_Page</base><case>first-letter</case><namespaces>
<namespace key="0" case="first-letter" /><namespace key="4" case="first-letter">Feastpedia</namespace></namespaces></siteinfo>`;

/** The pages as an export that MediaWiki imports. */
export function inventedDump(): string {
  const pages = INVENTED_PAGES.map(({ title, text, ns = 0, model = 'wikitext' }, at) => {
    const time = `2020-01-01T00:${String(at).padStart(2, '0')}:00Z`;
    const about = `<title>${escape(title)}</title><ns>${ns}</ns><id>${at + 1}</id>`;
    return `<page>${about}<revision><id>${at + 1}</id><timestamp>${time}</timestamp><contributor><username>A</username><id>1</id></contributor><model>${model}</model><format>${FORMATS[model]}</format><text xml:space="preserve">${escape(text)}</text></revision></page>`;
  });
  return `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" version="0.10" xml:lang="en">${SITEINFO}${pages.join('\n')}</mediawiki>\n`;
}

const FORMATS: Readonly<Record<string, string>> = {
  wikitext: 'text/x-wiki',
  css: 'text/css',
  javascript: 'text/javascript',
  json: 'application/json',
};

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
