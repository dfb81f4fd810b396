import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs, retryAfterMs } from '../../../../extractors/http/retry-wait.js';

const NOW = Date.parse('2026-05-01T12:00:00Z');

describe('Retry-After', () => {
  it.each([
    ['5', 5000],
    [' 120 ', 120_000],
    ['Fri, 01 May 2026 12:00:10 GMT', 10_000],
    ['0', undefined],
    ['-3', undefined],
    ['1.5', undefined],
    ['Fri, 01 May 2026 11:59:59 GMT', undefined],
    ['later', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s is %s ms', (header, wait) => {
    expect(retryAfterMs(header, NOW)).toBe(wait);
  });

  it('is a positive number or nothing, whatever a server sends', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const wait = retryAfterMs(header, NOW);
        return wait === undefined || (wait > 0 && !Number.isNaN(wait));
      }),
    );
  });
});

describe('the wait where none is named', () => {
  it('doubles, and jitter adds up to half', () => {
    expect([1, 2, 3, 4].map((attempt) => backoffMs(attempt, 5000, 0))).toEqual([5000, 10_000, 20_000, 40_000]);
    expect(backoffMs(3, 5000, 1)).toBe(30_000);
  });
});
