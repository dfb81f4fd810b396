import { describe, expect, it } from 'vitest';
import { readBlocks } from '../../../../extractors/tables/blocks.js';
import { plainLinkTarget, renderWikitext } from '../../../../extractors/tables/wikitext/render.js';

describe('hostile markup', () => {
  it.each([
    ['templates', '{{a|'.repeat(5000) + '}}'.repeat(5000)],
    ['links', '[[a|'.repeat(5000) + ']]'.repeat(5000)],
    ['tables', '{|\n|\n'.repeat(3000) + '|}\n'.repeat(3000)],
    ['bullets', `${'*'.repeat(20_000)}a`],
    ['open tags', '<div>'.repeat(20_000)],
  ])('is read to the end when it nests %s without end', (_, text) => {
    expect(() => readBlocks(renderWikitext(text, { linkTarget: plainLinkTarget }))).not.toThrow();
    expect(() => readBlocks(text)).not.toThrow();
  });

  it('makes no attribute of what a title holds', () => {
    const html = renderWikitext('{|\n| [[A" onclick="x]] [[B|<script>y</script>]]\n|}', {
      linkTarget: plainLinkTarget,
    });
    expect(html).not.toContain('data-title="A"');
    const [block] = readBlocks(html);
    expect(block?.type === 'table' ? block.grid.rows[0]?.[0]?.links[0]?.title : '').toBe('A" onclick="x');
  });
});
