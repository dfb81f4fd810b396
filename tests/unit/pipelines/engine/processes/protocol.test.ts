import { deserialize, serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import type { ErrorMessage } from '../../../../../pipelines/engine/processes/protocol.js';
import { packError, unpackError } from '../../../../../pipelines/engine/processes/protocol.js';
import { FatalError, PrerequisiteError, RecordError, RetryableError } from '../../../../../schemas/errors.js';

/** An error as it arrives, through the same structured clone that the channel between processes uses. */
const sent = (error: unknown) => unpackError(deserialize(serialize(packError(error))) as ErrorMessage);

describe('an error that crosses a process border', () => {
  it.each([FatalError, PrerequisiteError, RecordError, RetryableError])(
    'keeps its class (%o) and what it says',
    (Kind) => {
      const made = new Kind('bad-input', 'wrong', { hint: 'mend it', cause: new TypeError('not a date') });
      const arrived = sent(made) as FatalError;
      expect(arrived.constructor).toBe(Kind);
      expect([arrived.code, arrived.message, arrived.hint]).toEqual(['bad-input', 'wrong', 'mend it']);
      expect((arrived.cause as Error).message).toBe('not a date');
      const bare = sent(new Kind('internal', 'x')) as FatalError;
      expect([bare.hint, bare.cause]).toEqual([undefined, undefined]);
    },
  );

  it('that is none of ours keeps message and stack', () => {
    const made = new RangeError('too far');
    const arrived = sent(made);
    expect([arrived.message, arrived.stack]).toEqual(['too far', made.stack]);
  });

  it.each([
    ['a text', 'plain words', 'plain words'],
    ['nothing', undefined, 'undefined'],
    ['an object with a function', { run: () => 1 }, '[object Object]'],
  ])('may be %s', (_, thrown, message) => {
    expect(sent(thrown)).toMatchObject({ message });
  });
});
