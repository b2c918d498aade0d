import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChangedCatalog, Follower } from '../../../src/data-plane/snapshot/follower.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A follower whose readings end when the test says so. */
function follow() {
  const readings: { changed: ChangedCatalog; succeed: () => void; fail: (error: Error) => void }[] = [];
  const faults: unknown[] = [];
  const follower = new Follower({
    read: (changed) =>
      new Promise((succeed, fail) => {
        readings.push({ changed, succeed, fail });
      }),
    onFault: (fault) => faults.push(fault),
    clock: () => new Date(),
  });
  const end = async (error?: Error) => {
    const reading = readings.at(-1);
    if (error) reading?.fail(error);
    else reading?.succeed();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { follower, faults, end, read: () => readings.map(({ changed }) => changed ?? 'all') };
}

describe('what is announced', () => {
  it('before or within the first reading is read after it', async () => {
    const { follower, end, read } = follow();
    follower.announce('early');
    const started = follower.start();
    follower.announce('meanwhile');
    expect(read()).toEqual(['all']);
    await end();
    await end();
    await end();
    await started;
    expect(read()).toEqual(['all', 'early', 'meanwhile']);
  });

  it('within a reading is read again after it, once, however often it is announced', async () => {
    const { follower, end, read } = follow();
    const started = follower.start();
    await end();
    await started;
    for (const org of ['one', 'two', 'one', 'two', 'two']) follower.announce(org);
    for (let reading = 0; reading < 3; reading += 1) await end();
    await follower.settled();
    expect(read()).toEqual(['all', 'one', 'two', 'one']);
  });

  it('is one reading of all where all may have changed', async () => {
    const { follower, end, read } = follow();
    const started = follower.start();
    for (const org of ['one', undefined, 'two']) follower.announce(org);
    await end();
    await end();
    await started;
    expect(read()).toEqual(['all', 'all']);
  });
});

describe('a reading', () => {
  it('that fails at the start stops the start', async () => {
    const { follower, end } = follow();
    const started = expect(follower.start()).rejects.toThrow('no database');
    await end(new Error('no database'));
    await started;
  });

  it('that fails later makes it stale, is reported once, and is tried until it succeeds', async () => {
    const { follower, faults, end, read } = follow();
    const started = follower.start();
    await end();
    await started;
    follower.announce('one');
    const begun = new Date();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await end(new Error(`attempt ${attempt}`));
      expect(follower.staleSince()).toEqual(begun);
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(faults).toEqual([new Error('attempt 0')]);
    await end();
    await follower.settled();
    expect(follower.staleSince()).toBeUndefined();
    expect(read()).toEqual(['all', 'one', 'one', 'one', 'one']);
  });

  it('that hangs makes it stale after 5 seconds, until it succeeds', async () => {
    const { follower, faults, end } = follow();
    const started = follower.start();
    await end();
    await started;
    follower.announce('one');
    await vi.advanceTimersByTimeAsync(4_999);
    expect(follower.staleSince()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(follower.staleSince()).toEqual(new Date());
    expect(faults).toEqual([new Error('The database does not answer.')]);
    await end();
    await follower.settled();
    expect(follower.staleSince()).toBeUndefined();
  });

  it('does not begin, nor is a fault reported, once it is closed', async () => {
    const { follower, faults, end, read } = follow();
    const started = follower.start();
    await end();
    await started;
    follower.announce('one');
    follower.close();
    await end(new Error('closed'));
    await vi.advanceTimersByTimeAsync(10_000);
    follower.announce('two');
    expect(read()).toEqual(['all', 'one']);
    expect(faults).toEqual([]);
  });
});
