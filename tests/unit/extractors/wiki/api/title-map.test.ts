import { describe, expect, it } from 'vitest';
import { destination, emptyBatch, mergeReply } from '../../../../../extractors/wiki/api/title-map.js';

describe('the way from an asked title to its page', () => {
  it('reads a percent-encoded spelling, as the wiki sends for titles that are not in NFC', () => {
    const batch = emptyBatch();
    mergeReply(batch, {
      normalized: [{ fromencoded: true, from: 'Cafe%CC%81%20day', to: 'Caf\u00e9 day' }],
      pages: [{ title: 'Caf\u00e9 day', missing: true }],
    });
    expect(destination(batch, 'Cafe\u0301 day')).toMatchObject({ kind: 'page', page: { title: 'Caf\u00e9 day' } });
  });

  it('keeps a percent sign of a title that is not encoded', () => {
    const batch = emptyBatch();
    mergeReply(batch, {
      normalized: [{ fromencoded: false, from: '100%25 feast', to: '100% feast' }],
      pages: [{ title: '100% feast' }],
    });
    expect(destination(batch, '100%25 feast').kind).toBe('page');
  });

  it('puts a page together whose parts come in several replies, in any order', () => {
    const batch = emptyBatch();
    mergeReply(batch, { pages: [{ title: 'A', redirects: [{ ns: 0, title: 'B' }], pageprops: { x: '' } }] });
    mergeReply(batch, { pages: [{ title: 'A', revisions: [{ revid: 7 }] }] });
    mergeReply(batch, {
      pages: [{ title: 'A', redirects: [{ ns: 0, title: 'C' }], pageprops: { disambiguation: '' } }],
    });
    expect(batch.pages.get('A')).toEqual({
      title: 'A',
      revisions: [{ revid: 7 }],
      redirects: [
        { ns: 0, title: 'B' },
        { ns: 0, title: 'C' },
      ],
      pageprops: { x: '', disambiguation: '' },
    });
  });

  it('ends in a circle that it enters from outside', () => {
    const batch = emptyBatch();
    mergeReply(batch, {
      redirects: [
        { from: 'C', to: 'B' },
        { from: 'A', to: 'B', tofragment: '' },
        { from: 'B', to: 'C' },
      ],
    });
    expect(destination(batch, 'A')).toEqual({
      kind: 'loop',
      chain: [
        { from: 'A', to: 'B' },
        { from: 'B', to: 'C' },
        { from: 'C', to: 'B' },
      ],
    });
  });
});
