import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countCall, refundCall } from '../../../src/data-plane/gateway/accounting/charges.ts';
import { refusing, uncounted } from '../../../src/data-plane/gateway/accounting/counted-limit.ts';
import type { Call } from '../../../src/data-plane/gateway/call.ts';
import { limitWindows } from '../../../src/data-plane/snapshot/limit-windows.ts';
import type { PlanLimit } from '../../../src/domain/plan/plan-limit.ts';
import { testLimits } from '../../support/test-limits.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const OPERATIONS = ['GET /a', 'GET /b'];
const limitOf = fc.record({
  limit: fc.integer({ min: 1, max: 6 }),
  every: fc.integer({ min: 1, max: 20 }),
  operations: fc.subarray(OPERATIONS),
});
/** A call of an operation, so many milliseconds after the one before. */
const step = fc.record({
  operation: fc.constantFrom(...OPERATIONS),
  afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 8_000 })),
});

describe('several limits', () => {
  it('admit as many as they allow together, of calls that come at once and wait for their counts', async () => {
    const own = testLimits();
    const consume = async (...args: Parameters<typeof own.consume>) => own.consume(...args);
    const terms = { counts: 'CALLS', per: 'HOUR', every: 1, timeZone: null } as const;
    const plan = limitWindows('gold', [
      { ...terms, name: 'all', limit: 5, operations: [] },
      { ...terms, name: 'reads', limit: 2, operations: ['GET /a'] },
    ]);
    const count = async (operation: string) => {
      const call = {
        subscription: { limitKey: 'key', plan },
        operation,
        counted: uncounted,
        charged: uncounted,
      };
      const isRefused =
        refusing(await countCall(call as unknown as Call, { consume, prepare: () => {} })) !== undefined;
      if (isRefused) refundCall(call as unknown as Call, own);
      return isRefused ? [] : [operation];
    };
    const sent = Array.from({ length: 20 }, (_, at) => OPERATIONS[at % 2] ?? '');
    expect((await Promise.all(sent.map(count))).flat()).toHaveLength(5);
  });

  it('admit no more than each allows in its window, refuse only where one is used up, and take nothing for a refused call', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(limitOf, { minLength: 1, maxLength: 4 }),
        fc.array(step, { minLength: 1, maxLength: 60 }),
        async (terms, steps) => {
          const limits = testLimits();
          const plan = limitWindows(
            'gold',
            terms.map(
              (each, at): PlanLimit => ({
                ...each,
                name: `l${at}`,
                counts: 'CALLS',
                per: 'SECOND',
                timeZone: null,
              }),
            ),
          );
          const left = () =>
            Promise.all(plan.callLimits.map((window) => limits.peek(`key${window.keySuffix}`, window))).then(
              (states) => states.map(({ remaining }) => remaining),
            );
          const admittedAt = plan.callLimits.map((): number[] => []);
          for (const { operation, afterMs } of steps) {
            vi.advanceTimersByTime(afterMs);
            const before = await left();
            const counts = plan.callLimits.map(({ operations }) => operations?.has(operation) ?? true);
            const call = {
              subscription: { limitKey: 'key', plan },
              operation,
              counted: uncounted,
              charged: uncounted,
            };
            const isRefused = refusing(await countCall(call as unknown as Call, limits)) !== undefined;
            if (isRefused) refundCall(call as unknown as Call, limits);
            else
              for (const [at, isCounted] of counts.entries())
                if (isCounted) admittedAt[at]?.push(performance.now());
            expect(isRefused).toBe(counts.some((isCounted, at) => isCounted && before[at] === 0));
            const after = before.map((each, at) => (counts[at] && !isRefused ? each - 1 : each));
            expect(await left()).toEqual(after);
          }
          // Fixed windows: no two of them that follow one another hold more than twice the limit.
          for (const [at, { limit, windowSeconds }] of plan.callLimits.entries())
            for (const [index, since] of admittedAt[at]?.entries() ?? [])
              expect(
                (admittedAt[at]?.[index + 2 * limit] ?? Number.POSITIVE_INFINITY) - since,
              ).toBeGreaterThanOrEqual(windowSeconds * 1000);
        },
      ),
      { numRuns: 200 },
    );
  });
});
