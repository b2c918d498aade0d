import { describe, expect, it } from 'vitest';
import {
  checkLimitsReason,
  type OwnLimits,
  ownLimits,
  ownLimitsAt,
  ownLimitsInEffect,
} from '../../../src/domain/plan/own-limits.ts';

const now = new Date('2027-01-01T10:00:00Z');
const later = new Date('2027-01-01T10:00:01Z');
const path = ['input'];
const input = { plan: 'gold', until: later, reason: 'Trial', now, path };
const limits = (changes: Partial<OwnLimits> = {}): OwnLimits => ({ ...ownLimits({}, input), ...changes });

describe('own limits', () => {
  it('are unlimited where nothing is said, by the hour, and keep what they were set for', () => {
    expect(ownLimits({}, { ...input, until: null })).toEqual({
      rateLimit: null,
      rateLimitUnit: 'HOUR',
      graphQLCostLimit: null,
      graphQLCostLimitUnit: 'HOUR',
      limits: [],
      plan: 'gold',
      until: null,
      reason: 'Trial',
    });
  });

  it.each([
    ['a limit of nothing', () => ownLimits({ rateLimit: 0 }, input), ['input', 'limits', 'rateLimit']],
    [
      'a limit that is never reached',
      () => ownLimits({ rateLimit: 10, limits: [{ limit: 10, per: 'MINUTE' }] }, input),
      ['input', 'limits', 'limits', 0],
    ],
    ['an end that is now', () => ownLimits({}, { ...input, until: now }), ['input', 'until']],
    [
      'an end that cannot be written',
      () => ownLimits({}, { ...input, until: new Date(8.64e15) }),
      ['input', 'until'],
    ],
    ['no reason', () => checkLimitsReason(' ', ['input', 'reason']), ['input', 'reason']],
    ['a reason too long', () => checkLimitsReason('x'.repeat(501), ['input', 'reason']), ['input', 'reason']],
  ])('are refused with %s', (_, act, at) => {
    expect(act).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT', inputPath: at }));
  });

  it('hold until their end, under a plan of the name that they were set for', () => {
    const own = limits();
    expect(ownLimitsAt(own, now)).toBe(own);
    expect(ownLimitsAt(own, later)).toBeNull();
    expect(ownLimitsAt(limits({ until: null }), later)).not.toBeNull();
    expect(ownLimitsInEffect(own, 'gold', now)).toBe(own);
    expect(ownLimitsInEffect(own, 'silver', now)).toBeNull();
    expect(ownLimitsInEffect(null, 'gold', now)).toBeNull();
  });
});
