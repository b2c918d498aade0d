import { afterEach, describe, expect, it, vi } from 'vitest';
import { Flush } from '../../../src/data-plane/gateway/accounting/flush-timer.ts';

let flush: Flush | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await flush?.close();
});

function opened(...writers: (() => Promise<void>)[]) {
  const faults: unknown[] = [];
  const made = new Flush({ writers, onFault: (fault) => faults.push(fault) });
  flush = made;
  return { now: () => made.now(), close: () => made.close(), faults };
}

describe('a flush', () => {
  it('tells a fault once per try, and goes on with what is next', async () => {
    const done: string[] = [];
    const { now, faults } = opened(
      async () => {
        throw new Error('down');
      },
      async () => void done.push('second'),
    );
    await now();
    expect([faults, done]).toEqual([[new Error('down')], ['second']]);
    await now();
    expect([faults.length, done.length]).toEqual([2, 2]);
  });

  it('waits for the one before it', async () => {
    const steps: string[] = [];
    const { now } = opened(async () => {
      steps.push('begun');
      await new Promise((resolve) => setImmediate(resolve));
      steps.push('ended');
    });
    await Promise.all([now(), now()]);
    expect(steps).toEqual(['begun', 'ended', 'begun', 'ended']);
  });

  it('writes the last of it when it is closed', async () => {
    const writes: string[] = [];
    const { close } = opened(async () => void writes.push('the last'));
    await close();
    expect(writes).toEqual(['the last']);
  });

  it('comes every second, and where it takes long later, but after four seconds at most', async () => {
    vi.useFakeTimers();
    const begun: number[] = [];
    const takes = [10, 10, 40, 3_000, 10];
    opened(async () => {
      begun.push(performance.now());
      await new Promise((resolve) => setTimeout(resolve, takes[begun.length - 1]));
    });
    const start = performance.now();
    await vi.advanceTimersByTimeAsync(13_000);
    expect(begun.map((each) => each - start)).toEqual([1_000, 2_010, 3_020, 5_060, 12_060]);
  });
});
