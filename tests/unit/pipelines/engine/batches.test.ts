import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runSeveral } from '../../../../pipelines/engine/batches.js';

describe('running several tasks at once', () => {
  it.each([1, 2, 3, 50])('never runs more than %d, and runs each once', async (width) => {
    let [running, most] = [0, 0];
    const done: number[] = [];
    await runSeveral(
      Array.from({ length: 20 }, (_, index) => index),
      width,
      async (value) => {
        most = Math.max(most, (running += 1));
        await sleep(value % 3);
        running -= 1;
        done.push(value);
      },
    );
    expect(most).toBe(Math.min(width, 20));
    expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it('after a failure starts nothing new, waits for what runs, and throws the first failure', async () => {
    const [started, ended]: [number[], number[]] = [[], []];
    const running = runSeveral([0, 1, 2, 3, 4, 5], 2, async (value) => {
      started.push(value);
      await sleep(value === 0 ? 30 : 5);
      ended.push(value);
      if (value < 2) throw new Error(`task ${value}`);
    });
    await expect(running).rejects.toThrow('task 1');
    expect([started, ended]).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it('waits for what runs also when the next value cannot be had', async () => {
    let ended = false;
    function* values() {
      yield 0;
      throw new Error('no further batch');
    }
    const running = runSeveral(values(), 2, async () => {
      await sleep(20);
      ended = true;
    });
    await expect(running).rejects.toThrow('no further batch');
    expect(ended).toBe(true);
  });
});
