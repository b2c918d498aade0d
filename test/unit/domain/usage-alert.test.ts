import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/domain/call/usage.ts';
import { usageAlertOf, usageAlertPolicyFrom } from '../../../src/domain/call/usage-alert.ts';

const HOUR = Date.parse('2027-01-20T14:00:00Z');
const policy = usageAlertPolicyFrom({}, []);
/** Calls by hours before the judged one. */
const calls = (...hours: [before: number, calls: number][]) =>
  new Map(hours.map(([before, count]) => [HOUR - before * HOUR_MS, count]));
/** Calls of one hour of each of the seven days before an hour. */
const daily = (count: number, from = 0) =>
  Array.from({ length: 7 }, (_, day): [number, number] => [from + 24 * (day + 1), count]);
const alertOf = (...hours: [number, number][]) => usageAlertOf(calls(...hours), HOUR, policy);

describe('a spike', () => {
  it('is an hour with five times the calls that the same hour had on any of the last seven days', () => {
    expect(alertOf([0, 500], ...daily(100))).toEqual({ kind: 'SPIKE', since: HOUR, calls: 500, usual: 100 });
    expect(alertOf([0, 499], ...daily(100))).toBeUndefined();
    expect(alertOf([0, 5_000], ...daily(100), [7 * 24, 1_001])).toBeUndefined();
    expect(alertOf([0, 5_000], ...daily(100), [8 * 24, 9_000], [1, 99])).toMatchObject({ usual: 100 });
  });

  it('has a hundred calls at least, where there were none as well', () => {
    expect(alertOf([0, 100])).toEqual({ kind: 'SPIKE', since: HOUR, calls: 100, usual: 0 });
    expect(alertOf([0, 99])).toBeUndefined();
  });

  it('is told once as long as it lasts, and again after 24 hours without one', () => {
    expect(alertOf([0, 500], [1, 500])).toBeUndefined();
    expect(alertOf([0, 5_000], [24, 500])).toBeUndefined();
    expect(alertOf([0, 5_000], [25, 500])).toMatchObject({ kind: 'SPIKE' });
  });
});

describe('silence', () => {
  const lastCall: [number, number] = [24, 3];

  it('is a day without a call, where each of the seven days before had some, and is told in its last hour', () => {
    expect(alertOf(lastCall, ...daily(40, 26))).toEqual({
      kind: 'SILENCE',
      since: HOUR - 23 * HOUR_MS,
      calls: 0,
      usual: 3,
    });
    expect(alertOf([1, 1], lastCall, ...daily(40, 26))).toBeUndefined();
    const later = calls(lastCall, ...daily(40, 26));
    expect(usageAlertOf(later, HOUR + HOUR_MS, policy)).toBeUndefined();
    expect(usageAlertOf(later, HOUR + DAY_MS, policy)).toBeUndefined();
  });

  it('is nothing new where one of the days before had no call', () => {
    expect(alertOf(lastCall, ...daily(40, 26).filter((_, day) => day !== 4))).toBeUndefined();
  });
});

describe('a policy of usage alerts', () => {
  it('has five times, a hundred calls and a day unless it says otherwise', () => {
    expect(policy).toEqual({ spikeFactor: 5, spikeCalls: 100, silentHours: 24 });
    expect(usageAlertPolicyFrom({ silentHours: 168, spikeFactor: null }, [])).toEqual({
      ...policy,
      silentHours: 168,
    });
  });

  it.each([
    ['spikeFactor', 1, 'spikeFactor is 1: give a whole number from 2 to 1000.'],
    ['spikeCalls', 0, 'spikeCalls is 0: give a whole number from 1 to 2147483647.'],
    ['silentHours', 169, 'silentHours is 169: give a whole number from 1 to 168.'],
    ['silentHours', 1.5, 'silentHours is 1.5: give a whole number from 1 to 168.'],
  ])('with a %s of %d is refused', (member, value, message) => {
    expect(() => usageAlertPolicyFrom({ [member]: value }, ['input'])).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', message, inputPath: ['input', member] }),
    );
  });
});
