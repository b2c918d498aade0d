import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Leases } from '../../../src/infrastructure/limits/calls/leases.ts';
import { readAlone, type Window } from '../../../src/infrastructure/limits/calls/local-windows.ts';
import type { Limit, RateLimitResult } from '../../../src/infrastructure/limits/calls/rate-limits.ts';
import { runs } from '../../support/runs.ts';
import { connectModel, createModel, type Trip } from '../../support/shared-windows-model.ts';

const KEY = 'key';
const WINDOW_MS = 2_000;
/** Longer than anything that goes on in a test. */
const HOUR_MS = 3_600_000;

const clock = () => vi.getMockedSystemTime()?.getTime() ?? 0;
/** Whatever is decided without the shared window is left out: it is promised of one process only. */
const refuseAlone = (window: Window, limit: Limit): RateLimitResult => ({
  ...readAlone(window, limit, 0),
  admitted: false,
});

/** One of the processes does something after so many milliseconds. */
type Event = {
  readonly after: number;
  readonly process: number;
  readonly calls: number;
  /** Whether points are taken in advance before them, as by a call that waits for another window. */
  readonly prepares: boolean;
  /** What each of the calls costs, how much of it is given back, and after so many milliseconds. */
  readonly points: number;
  readonly refund: number;
  readonly refundAfter: number;
  readonly restarts: boolean;
};

const rarely = fc.nat(30).map((chance) => chance === 30);

const trip = fc.record({
  there: fc.integer({ min: 0, max: 130 }),
  back: fc.integer({ min: 0, max: 130 }),
  lost: rarely,
});
const event = fc.record({
  after: fc.integer({ min: 0, max: 120 }),
  process: fc.integer({ min: 0, max: 2 }),
  calls: fc.integer({ min: 1, max: 40 }),
  prepares: fc.boolean(),
  points: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 30 })),
  refund: fc.nat(30),
  refundAfter: fc.integer({ min: 0, max: 3_000 }),
  restarts: rarely,
});

describe('leases', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('never hand out more than the burst, and the limit for each whole window since, over all processes, whatever is slow, lost, restarted or given back', async () => {
    let admittedInAll = 0;
    const history = fc.record({
      limit: fc.integer({ min: 1, max: 1_000 }),
      // Without one, a window admits its limit and no more.
      burst: fc.oneof(fc.constant(undefined), fc.integer({ min: 1_001, max: 5_000 })),
      trips: fc.array(trip, { minLength: 1, maxLength: 12 }),
      events: fc.array(event, { minLength: 40, maxLength: 80 }),
      offsets: fc.tuple(fc.nat(1e9), fc.nat(1e9), fc.nat(1e9)),
    });
    await fc.assert(
      fc.asyncProperty(history, async ({ limit, burst, trips, events, offsets }) => {
        const model = createModel(clock, WINDOW_MS);
        let starts = 0;
        let tripsMade = 0;
        const nextTrip = () => trips[tripsMade++ % trips.length] as Trip;
        const start = (offset: number) =>
          new Leases({
            shared: connectModel(model, `${starts++}`, { nextTrip, isOrdered: false }),
            countAlone: refuseAlone,
            now: () => clock() + offset,
          });
        const processes = offsets.map(start);
        const handedOut: { readonly at: number; readonly from: number; readonly points: number }[] = [];
        const limits: Limit = { limit, burst, windowSeconds: WINDOW_MS / 1000 };
        const call = async (leases: ReturnType<typeof start> | undefined, { points, ...given }: Event) => {
          const standing = await leases?.consume(KEY, limits, points);
          if (!standing?.admitted) return;
          const at = clock();
          handedOut.push({ at, from: at, points });
          const refund = Math.min(points, given.refund);
          setTimeout(() => {
            leases?.refund(KEY, limits, { points: refund, turn: standing.turn });
            handedOut.push({ at: clock(), from: at, points: -refund });
          }, given.refundAfter);
        };
        for (const event of events as Event[]) {
          const { after, process, calls, points, prepares, restarts } = event;
          await vi.advanceTimersByTimeAsync(after);
          if (restarts) processes[process] = start(offsets[process] ?? 0);
          if (prepares) processes[process]?.prepare(KEY, limits, points);
          for (let each = 0; each < calls; each += 1) void call(processes[process], event);
        }
        await vi.advanceTimersByTimeAsync(5_000);
        const isIn =
          (at: number) =>
          ({ opens, closes }: { opens: number; closes: number }) =>
            opens <= at && at < closes;
        for (const [at, first] of model.opened.entries()) {
          let before = 0;
          for (const window of model.opened.slice(at)) {
            let points = before;
            const passed = Math.floor((window.opens - first.opens) / WINDOW_MS);
            for (const each of handedOut.filter(({ from }) => isIn(from)(window))) {
              points += each.points;
              expect(points).toBeLessThanOrEqual((burst ?? limit) + passed * limit);
            }
            before = points;
          }
        }
        expect(handedOut.filter(({ from }) => !model.opened.some(isIn(from)))).toEqual([]);
        admittedInAll += handedOut.length;
      }),
      { numRuns: runs(100) },
    );
    expect(admittedInAll).toBeGreaterThan(runs(1_000));
  });

  it('refuse a call only where all processes together have admitted so much that it does not fit, where nothing is lost', async () => {
    let refusedInAll = 0;
    const quick = fc.record({
      there: fc.oneof(fc.nat(3), fc.nat(120)),
      back: fc.oneof(fc.nat(3), fc.nat(120)),
      lost: fc.constant(false),
    });
    const burst = fc.record({
      after: fc.oneof(fc.constant(0), fc.nat(20), fc.nat(400)),
      process: fc.integer({ min: 0, max: 2 }),
      calls: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 60 })),
      prepares: fc.boolean(),
      points: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 30 })),
    });
    const history = fc.record({
      limit: fc.integer({ min: 1, max: 600 }),
      // Where a lease lasts as long as its window, it takes a recall to end it.
      world: fc.oneof(
        fc.record({ windowMs: fc.constant(WINDOW_MS), hears: fc.constant([true, true, true]) }),
        fc.record({
          windowMs: fc.constant(HOUR_MS),
          hears: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
        }),
      ),
      trips: fc.array(quick, { minLength: 1, maxLength: 12 }),
      bursts: fc.array(burst, { minLength: 20, maxLength: 60 }),
    });
    await fc.assert(
      fc.asyncProperty(history, async ({ limit, world: { windowMs, hears }, trips, bursts }) => {
        const model = createModel(clock, windowMs);
        let tripsMade = 0;
        const nextTrip = () => trips[tripsMade++ % trips.length] as Trip;
        const processes = hears.map(
          (each, index) =>
            new Leases({
              shared: connectModel(model, `${index}`, { nextTrip, hears: each }),
              countAlone: refuseAlone,
              now: clock,
            }),
        );
        const limits: Limit = { limit, windowSeconds: windowMs / 1000 };
        const decided: { readonly at: number; readonly points: number; readonly admitted: boolean }[] = [];
        let made = 0;
        for (const { after, process, calls, points, prepares } of bursts) {
          await vi.advanceTimersByTimeAsync(after);
          if (prepares) processes[process]?.prepare(KEY, limits, points);
          for (let each = 0; each < calls; each += 1) {
            made += 1;
            void Promise.resolve(processes[process]?.consume(KEY, limits, points)).then((standing) =>
              decided.push({ at: clock(), points, admitted: standing?.admitted ?? false }),
            );
          }
        }
        await vi.advanceTimersByTimeAsync(4_000);
        expect(decided.length).toBe(made);
        for (const { opens, closes } of model.opened) {
          const ofIt = decided.filter(({ at }) => opens <= at && at < closes);
          const admitted = ofIt.reduce((sum, each) => sum + (each.admitted ? each.points : 0), 0);
          expect(admitted).toBeLessThanOrEqual(limit);
          // A refusal may take as long as an answer, and points that come as the window closes go nowhere.
          const refused = ofIt.filter(
            (each) => !each.admitted && opens + 130 < each.at && each.at < closes - 260,
          );
          const smallest = Math.min(...refused.map(({ points }) => points));
          expect(admitted + smallest).toBeGreaterThan(limit);
          refusedInAll += refused.length;
        }
      }),
      { numRuns: runs(300), endOnFailure: true },
    );
    expect(refusedInAll).toBeGreaterThan(runs(1_000));
  });

  it('admit exactly the limit to one process as to many, where nothing is lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 0, max: 40 }),
        async (limit, delay) => {
          const model = createModel(clock, HOUR_MS);
          const nextTrip = () => ({ there: delay, back: delay, lost: false });
          const processes = ['1', '2', '3'].map(
            (process) =>
              new Leases({
                shared: connectModel(model, process, { nextTrip }),
                countAlone: refuseAlone,
                now: clock,
              }),
          );
          let admitted = 0;
          const hour: Limit = { limit, windowSeconds: 3600 };
          for (let round = 0; round < 25; round += 1) {
            for (let call = 0; call < 60; call += 1)
              void Promise.resolve(processes[call % 3]?.consume(KEY, hour)).then((standing) => {
                if (standing?.admitted) admitted += 1;
              });
            await vi.advanceTimersByTimeAsync(70);
          }
          expect(admitted).toBe(limit);
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('admit exactly the burst at once, then what the limit of each window left over, over all processes', async () => {
    const seconds = 10;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 101, max: 400 }),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }),
        async (limit, burst, pauses) => {
          const model = createModel(clock, seconds * 1000);
          const nextTrip = () => ({ there: 3, back: 3, lost: false });
          const processes = ['1', '2', '3'].map(
            (process) =>
              new Leases({
                shared: connectModel(model, process, { nextTrip }),
                countAlone: refuseAlone,
                now: clock,
              }),
          );
          const terms: Limit = { limit, burst, windowSeconds: seconds };
          /** Calls more often than a window admits, for half a window. */
          const admittedOf = async () => {
            let admitted = 0;
            for (let call = 0; call < 450; call += 1)
              void Promise.resolve(processes[call % 3]?.consume(KEY, terms)).then((standing) => {
                if (standing?.admitted) admitted += 1;
              });
            await vi.advanceTimersByTimeAsync((seconds * 1000) / 2);
            return admitted;
          };
          expect(await admittedOf()).toBe(burst);
          for (const windows of pauses) {
            // From the opening of the window before: half a window has passed.
            await vi.advanceTimersByTimeAsync((windows - 0.5) * seconds * 1000 + 20);
            expect(await admittedOf()).toBe(Math.min(burst, windows * limit));
          }
        },
      ),
      { numRuns: runs(40) },
    );
  });
});
