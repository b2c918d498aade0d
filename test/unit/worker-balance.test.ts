import type { Worker } from 'node:cluster';
import { describe, expect, it, vi } from 'vitest';
import { excessOf, WorkerBalance } from '../../src/process/worker-balance.ts';

describe('the connections that a worker has too many', () => {
  it.each([
    ['all of them but its share', [64, 0], 32],
    ['those above its share of three', [60, 10, 20], 30],
    ['none where it is a tenth above', [110, 90], 0],
    ['those above its share where they are more than a tenth', [112, 90], 11],
    ['none of two, where the other has none', [2, 0], 0],
    ['none where others have more', [10, 90], 0],
    ['none where it is alone', [500], 0],
    ['five hundred at a time', [10_000, 0], 500],
  ])('are %s', (_, counts, excess) => {
    expect(excessOf(counts[0] ?? 0, counts)).toBe(excess);
  });
});

describe('a gateway worker that counts its connections', () => {
  const worker = () => ({ send: vi.fn() });
  const balanced = (...workers: ReturnType<typeof worker>[]) => {
    const balance = new WorkerBalance();
    for (const each of workers) balance.add(each as unknown as Worker);
    return {
      count: (each: ReturnType<typeof worker>, connections: number) =>
        balance.onCount(each as unknown as Worker, { connections }),
      leave: (each: ReturnType<typeof worker>) => balance.leave(each as unknown as Worker),
    };
  };
  const told = ({ send }: ReturnType<typeof worker>) => send.mock.calls.map(([message]) => message);

  it('is told to give up what another one lacks, also one that has just begun', () => {
    const [busy, fresh] = [worker(), worker()];
    const balance = balanced(busy, fresh);
    balance.count(busy, 64);
    balance.count(fresh, 32);
    balance.count(busy, 32);
    expect([told(busy), told(fresh)]).toEqual([[{ giveUp: 32 }], []]);
  });

  it('keeps all of them once the other one has ended', () => {
    const [left, ended] = [worker(), worker()];
    const balance = balanced(left, ended);
    balance.count(ended, 10);
    balance.leave(ended);
    balance.count(left, 64);
    expect(told(left)).toEqual([]);
  });
});
