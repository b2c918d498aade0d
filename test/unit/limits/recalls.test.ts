import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Leases } from '../../../src/infrastructure/limits/calls/leases.ts';
import { readAlone, type Window } from '../../../src/infrastructure/limits/calls/local-windows.ts';
import type { Limit, RateLimitResult } from '../../../src/infrastructure/limits/calls/rate-limits.ts';
import { connectModel, createModel } from '../../support/shared-windows-model.ts';

const KEY = 'key';
const HOUR_MS = 3_600_000;

const clock = () => vi.getMockedSystemTime()?.getTime() ?? 0;
const refuseAlone = (window: Window, limit: Limit): RateLimitResult => ({
  ...readAlone(window, limit, 0),
  admitted: false,
});

describe('points in advance', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const hundred: Limit = { limit: 100, windowSeconds: HOUR_MS / 1000 };
  const nextTrip = () => ({ there: 5, back: 5, lost: false });

  /** Two processes; the first has taken two calls' points, and one in advance. */
  async function twoProcesses({ hears = true } = {}) {
    const model = createModel(clock, HOUR_MS);
    const [first, second] = ['first', 'second'].map((process) => {
      const shared = connectModel(model, process, { nextTrip, hears });
      return new Leases({ shared, countAlone: refuseAlone, now: clock });
    }) as [Leases, Leases];
    for (let call = 0; call < 2; call += 1) {
      void first.consume(KEY, hundred);
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(await peeked(second)).toMatchObject({ remaining: 97 });
    return { first, second };
  }
  async function peeked(leases: Leases): Promise<RateLimitResult> {
    const standing = leases.peek(KEY, hundred);
    await vi.advanceTimersByTimeAsync(10);
    return standing;
  }
  /** How many of so many calls at once are admitted within so many milliseconds, and how many refused. */
  async function within(milliseconds: number, { leases, calls }: { leases: Leases; calls: number }) {
    const counts = { admitted: 0, refused: 0 };
    for (let call = 0; call < calls; call += 1)
      void Promise.resolve(leases.consume(KEY, hundred)).then(({ admitted }) => {
        counts[admitted ? 'admitted' : 'refused'] += 1;
      });
    await vi.advanceTimersByTimeAsync(milliseconds);
    return counts;
  }

  it('are recalled when another process finds the window used up: its calls wait for that, and not for the end of the lease', async () => {
    const { second } = await twoProcesses();
    expect(await within(40, { leases: second, calls: 99 })).toEqual({ admitted: 98, refused: 1 });
  });

  it('that nobody can recall end by themselves, and so long the calls of others wait', async () => {
    const { second } = await twoProcesses({ hears: false });
    expect(await within(1_500, { leases: second, calls: 99 })).toEqual({ admitted: 97, refused: 0 });
    expect(await within(500, { leases: second, calls: 0 })).toEqual({ admitted: 0, refused: 0 });
    expect(await second.consume(KEY, hundred)).toMatchObject({ admitted: false, remaining: 0 });
    expect(await peeked(second)).toMatchObject({ remaining: 0 });
  });

  it('of a process that is gone are lost, and hold nobody up after their end', async () => {
    const model = createModel(clock, HOUR_MS);
    const gone = { ...connectModel(model, 'gone', { nextTrip, hears: false }), giveBack: async () => {} };
    const first = new Leases({ shared: gone, countAlone: refuseAlone, now: clock });
    for (let call = 0; call < 2; call += 1) await within(10, { leases: first, calls: 1 });
    const shared = connectModel(model, 'second', { nextTrip });
    const second = new Leases({ shared, countAlone: refuseAlone, now: clock });
    expect(await within(1_900, { leases: second, calls: 99 })).toEqual({ admitted: 97, refused: 0 });
  });

  it('are handed out again at once when they were given back, without a question; without a lease any process can have it', async () => {
    const { first, second } = await twoProcesses();
    const { roundTrips } = first.status();
    const { turn } = await first.consume(KEY, hundred);
    first.refund(KEY, hundred, { points: 1, turn });
    expect(first.consume(KEY, hundred)).toMatchObject({ admitted: true });
    expect(first.status().roundTrips).toBe(roundTrips);
    const ninety = Promise.resolve(second.consume(KEY, hundred, 90));
    await vi.advanceTimersByTimeAsync(10);
    second.refund(KEY, hundred, { points: 80, turn: (await ninety).turn });
    await vi.advanceTimersByTimeAsync(10);
    expect(await peeked(first)).toMatchObject({ remaining: 87 });
  });

  it('hold no call up for longer than three seconds, also where others have new ones again and again', async () => {
    const answer = {
      granted: 0,
      ahead: 0,
      heldMs: 1_000,
      taken: 100,
      closesInMs: HOUR_MS,
      id: '1',
      carried: 0,
    };
    const shared = {
      isLost: () => false,
      timesLost: () => 0,
      origin: async () => 'the same',
      hear() {},
      close() {},
      giveBack: async () => {},
      take: async () => answer,
    };
    const leases = new Leases({ shared, countAlone: refuseAlone, now: clock });
    const counts = within(2_900, { leases, calls: 5 });
    expect(await counts).toEqual({ admitted: 0, refused: 0 });
    await vi.advanceTimersByTimeAsync(200);
    expect(await counts).toEqual({ admitted: 0, refused: 5 });
  });

  it('are asked again, however full they were, once they were lost: they may have forgotten what they were told', async () => {
    const full = { granted: 0, ahead: 0, heldMs: 0, taken: 100, closesInMs: HOUR_MS, id: '1', carried: 0 };
    let [questions, losses] = [0, 0];
    const shared = {
      isLost: () => false,
      timesLost: () => losses,
      origin: async () => 'the same',
      hear() {},
      close() {},
      giveBack: async () => {},
      take: async () => {
        questions += 1;
        return full;
      },
    };
    const leases = new Leases({ shared, countAlone: refuseAlone, now: clock });
    await within(10, { leases, calls: 1 });
    await within(10, { leases, calls: 1 });
    expect(questions).toBe(1);
    losses = 1;
    await within(10, { leases, calls: 1 });
    expect(questions).toBe(2);
  });
});
