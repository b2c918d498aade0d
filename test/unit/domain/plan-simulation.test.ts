import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/domain/call/usage.ts';
import type { PlanLimit } from '../../../src/domain/plan/plan-limit.ts';
import { judgementOf, operationGroups, simulateLimits } from '../../../src/domain/plan/plan-simulation.ts';

const limit = (name: string, terms: Partial<PlanLimit>): PlanLimit => ({
  name,
  counts: 'CALLS',
  limit: 1,
  per: 'HOUR',
  every: 1,
  timeZone: null,
  operations: [],
  ...terms,
});
type Calls = readonly (number | readonly number[])[];
const hours = (...calls: Calls) =>
  calls.map((each, at) => ({ at: at * HOUR_MS, calls: typeof each === 'number' ? [each] : each }));
const simulated = (limits: readonly PlanLimit[], ...calls: Calls) => {
  const { refusedBy, ...sums } = simulateLimits(limits, hours(...calls));
  return { ...sums, ...Object.fromEntries(refusedBy) };
};

describe('a simulated plan', () => {
  it('refuses what an hour has beyond a limit by the hour, and nothing without limits', () => {
    expect(simulated([limit('hourly', { limit: 10 })], 10, 25, 0, 11)).toEqual({
      calls: 46,
      refused: 16,
      hourly: 16,
    });
    expect(simulated([], 10, 25)).toEqual({ calls: 35, refused: 0 });
  });

  it('keeps a longer window open over the hours that it lasts', () => {
    const three = limit('three', { limit: 10, every: 3 });
    expect(simulated([three], 6, 6, 6, 6)).toEqual({ calls: 24, refused: 8, three: 8 });
    expect(simulated([three], 0, 6, 4, 0, 10), 'the first call opens it').toEqual({ calls: 20, refused: 0 });
  });

  it('refuses calls once the units of a meter are used up, until its window closes', () => {
    const tokens = limit('tokens', { counts: 'METER', meter: 'tokens', limit: 100, every: 2 });
    const used = (...units: number[]) =>
      units.map((each, at) => ({ at: at * HOUR_MS, calls: [10], units: new Map([['tokens', each]]) }));
    const refused = (...units: number[]) => {
      const { refusedBy, ...sums } = simulateLimits([tokens], used(...units));
      return { ...sums, ...Object.fromEntries(refusedBy) };
    };
    expect(refused(50, 50, 100, 0)).toEqual({ calls: 40, refused: 0 });
    expect(refused(80, 40, 200, 10), 'each call uses as much').toEqual({
      calls: 40,
      refused: 20,
      tokens: 20,
    });
    expect(judgementOf(tokens)).toBe('ESTIMATED');
    const unknown: Partial<PlanLimit>[] = [
      { per: 'MINUTE' },
      { operations: ['GET /x'] },
      { counts: 'KILOBYTES', meter: null },
    ];
    for (const terms of unknown) expect(judgementOf({ ...tokens, ...terms })).toBe('NOT_JUDGED');
  });

  it('follows the calendar of a time zone', () => {
    const daily = limit('daily', { limit: 10, per: 'DAY', timeZone: 'Etc/GMT-1' });
    // 1970-01-01T00:00Z is 01:00 there: the day has 23 hours left.
    const calls = Array.from({ length: 24 }, () => 1);
    expect(simulated([daily], ...calls)).toEqual({ calls: 24, refused: 13, daily: 13 });
  });

  it('judges shorter windows by what no spread over the hour could have fitted in', () => {
    const burst = limit('burst', { limit: 2, per: 'MINUTE' });
    expect(simulated([burst], 122)).toEqual({ calls: 122, refused: 0 });
    expect(simulated([burst], 130)).toEqual({ calls: 130, refused: 8, burst: 8 });
    expect([burst, limit('hourly', {}), limit('cost', { counts: 'GRAPHQL_COST' })].map(judgementOf)).toEqual([
      'AT_LEAST',
      'ESTIMATED',
      'NOT_JUDGED',
    ]);
  });

  it('counts limits of some operations first; what one refuses costs nothing in those behind it', () => {
    const reports = limit('reports', { limit: 5, operations: ['GET /a', 'GET /b'] });
    const writes = limit('writes', { limit: 1, operations: ['GET /b'] });
    const all = limit('all', { limit: 10 });
    const groups = operationGroups([all, reports, writes]);
    expect([...groups]).toEqual([
      ['GET /a', 1],
      ['GET /b', 2],
    ]);
    // 4 others, 6 of /a, 3 of /b: writes refuses 2, reports 2 of the 7 left, and 9 fit.
    expect(simulated([all, reports, writes], [4, 6, 3])).toEqual({
      calls: 13,
      refused: 4,
      writes: 2,
      reports: 2,
    });
  });

  it('judges no limit on cost', () => {
    expect(simulated([limit('cost', { counts: 'GRAPHQL_COST', operations: ['x'] })], 99)).toEqual({
      calls: 99,
      refused: 0,
    });
  });

  it('never refuses more than there is, never less with a tighter limit of one kind, and tells each by its limit', () => {
    const anyHours = fc.array(fc.array(fc.nat(500), { minLength: 3, maxLength: 3 }), { maxLength: 30 });
    const anyLimits = fc.tuple(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 24 }),
      fc.nat(100),
    );
    fc.assert(
      fc.property(anyHours, anyLimits, (calls, [most, every, less]) => {
        const refusedBy = (limit_: number) => {
          const limits = [
            limit('some', { limit: 20, operations: ['a'] }),
            limit('all', { limit: limit_, every }),
            limit('short', { limit: 1, per: 'MINUTE' }),
          ];
          const found = simulateLimits(limits, hours(...calls));
          const total = [...found.refusedBy.values()].reduce((sum, each) => sum + each, 0);
          expect(total).toBe(found.refused);
          expect(found.refused).toBeLessThanOrEqual(found.calls);
          return found.refused;
        };
        expect(refusedBy(Math.max(1, most - less))).toBeGreaterThanOrEqual(refusedBy(most));
      }),
    );
  });
});
