import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, createLeases, type SharedWindows, type Wish } from '../../../src/limits/leases.ts';
import type { Limit } from '../../../src/limits/rate-limits.ts';
import { readAlone } from '../../../src/limits/windows.ts';

const KEY = 'key';
const WINDOW_MS = 2_000;
const PATIENCE_MS = 250;

/** A shared window as the script in Redis keeps it, on a clock of its own; and each window that there was. */
function createModel(clock: () => number) {
  let window = { id: '', taken: 0, closes: 0 };
  const opened: { opens: number; closes: number }[] = [];
  const isOpen = () => clock() < window.closes;
  return {
    opened,
    take({ limit, wanted, ahead, known }: Wish): Answer {
      const id = isOpen() ? window.id : '';
      const owed = id !== '' && id === known.id ? known.untold : known.admitted;
      const taken = (id ? window.taken : 0) + owed;
      const left = Math.max(0, limit - taken);
      const now = Math.min(left, wanted);
      const granted = now + Math.min(ahead, Math.floor((left - now) / 16));
      if (granted + owed > 0 && !id) {
        window = { id: `${opened.length + 1}`, taken: 0, closes: clock() + WINDOW_MS };
        opened.push({ opens: clock(), closes: window.closes });
      }
      if (granted + owed > 0) window.taken = taken + granted;
      return {
        granted,
        taken: taken + granted,
        closesInMs: isOpen() ? window.closes - clock() : WINDOW_MS,
        id: isOpen() ? window.id : '',
      };
    },
    giveBack(id: string, points: number) {
      if (isOpen() && window.id === id) window.taken -= points;
    },
  };
}

type Trip = { readonly there: number; readonly back: number; readonly lost: boolean };
/** One of the processes does something after so many milliseconds. */
type Event = {
  readonly after: number;
  readonly process: number;
  readonly calls: number;
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
  points: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 30 })),
  refund: fc.nat(30),
  refundAfter: fc.integer({ min: 0, max: 3_000 }),
  restarts: rarely,
});

/** The way to the shared windows: each command and each answer takes its time, and answers are lost. */
function connect(model: ReturnType<typeof createModel>, nextTrip: () => Trip): SharedWindows {
  const giveBack: SharedWindows['giveBack'] = async (_, id, points) => {
    await new Promise((resolve) => setTimeout(resolve, nextTrip().there));
    model.giveBack(id, points);
  };
  return {
    isLost: () => false,
    giveBack,
    take: (name, wish) =>
      new Promise((resolve, reject) => {
        const { there, back, lost } = nextTrip();
        let isLate = false;
        setTimeout(() => {
          isLate = true;
          reject(new Error('late'));
        }, PATIENCE_MS);
        setTimeout(() => {
          const answer = model.take(wish);
          if (lost) return;
          setTimeout(() => {
            if (isLate) void giveBack(name, answer.id, answer.granted);
            else resolve(answer);
          }, back);
        }, there);
      }),
  };
}

describe('leases', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('never hand out more than the limit in a window over all processes, whatever is slow, lost, restarted or given back', async () => {
    let admittedInAll = 0;
    const history = fc.record({
      limit: fc.integer({ min: 1, max: 1_000 }),
      trips: fc.array(trip, { minLength: 1, maxLength: 12 }),
      events: fc.array(event, { minLength: 40, maxLength: 80 }),
      offsets: fc.tuple(fc.nat(1e9), fc.nat(1e9), fc.nat(1e9)),
    });
    await fc.assert(
      fc.asyncProperty(history, async ({ limit, trips, events, offsets }) => {
        const clock = () => vi.getMockedSystemTime()?.getTime() ?? 0;
        const model = createModel(clock);
        let tripsMade = 0;
        const nextTrip = () => trips[tripsMade++ % trips.length] as Trip;
        const start = (offset: number) =>
          createLeases({
            shared: connect(model, nextTrip),
            // Whatever is decided without the shared window is left out: it is promised of one process only.
            countAlone: (window, each) => ({ ...readAlone(window, each, 0), admitted: false }),
            now: () => clock() + offset,
          });
        const processes = offsets.map(start);
        const handedOut: { readonly at: number; readonly from: number; readonly points: number }[] = [];
        const limits: Limit = { limit, windowSeconds: WINDOW_MS / 1000 };
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
          const { after, process, calls, restarts } = event;
          await vi.advanceTimersByTimeAsync(after);
          if (restarts) processes[process] = start(offsets[process] ?? 0);
          for (let each = 0; each < calls; each += 1) void call(processes[process], event);
        }
        await vi.advanceTimersByTimeAsync(5_000);
        const isIn =
          (at: number) =>
          ({ opens, closes }: { opens: number; closes: number }) =>
            opens <= at && at < closes;
        for (const window of model.opened) {
          let points = 0;
          for (const each of handedOut.filter(({ from }) => isIn(from)(window))) {
            points += each.points;
            expect(points).toBeLessThanOrEqual(limit);
          }
        }
        expect(handedOut.filter(({ from }) => !model.opened.some(isIn(from)))).toEqual([]);
        admittedInAll += handedOut.length;
      }),
      { numRuns: 100 },
    );
    expect(admittedInAll).toBeGreaterThan(1_000);
  });

  it('admit exactly the limit to one process as to many, where nothing is lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 0, max: 40 }),
        async (limit, delay) => {
          const clock = () => vi.getMockedSystemTime()?.getTime() ?? 0;
          const model = createModel(clock);
          const shared = connect(model, () => ({ there: delay, back: delay, lost: false }));
          const countAlone = () => ({ admitted: true, limit, remaining: 0, resetsInMs: 1, turn: 0 });
          const processes = [1, 2, 3].map(() => createLeases({ shared, countAlone, now: clock }));
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
      { numRuns: 40 },
    );
  });

  it('hand out again at once what was given back, without a question while the lease lasts', async () => {
    const clock = () => vi.getMockedSystemTime()?.getTime() ?? 0;
    const shared = connect(createModel(clock), () => ({ there: 5, back: 5, lost: false }));
    const countAlone = () => ({ admitted: false, limit: 100, remaining: 0, resetsInMs: 1, turn: 0 });
    const leases = createLeases({ shared, countAlone, now: clock });
    const hundred: Limit = { limit: 100, windowSeconds: WINDOW_MS / 1000 };
    const first = Promise.resolve(leases.consume(KEY, hundred, 90));
    await vi.advanceTimersByTimeAsync(10);
    const { turn } = await first;
    leases.refund(KEY, hundred, { points: 80, turn });
    expect(leases.consume(KEY, hundred, 80)).toMatchObject({ admitted: true, remaining: 10 });
    expect(leases.status().roundTrips).toBe(1);
    leases.refund(KEY, hundred, { points: 80, turn });
    await vi.advanceTimersByTimeAsync(WINDOW_MS / 2 + 300);
    const late = Promise.resolve(leases.consume(KEY, hundred, 90));
    await vi.advanceTimersByTimeAsync(10);
    expect(await late).toMatchObject({ admitted: true, remaining: 0 });
  });
});
