import { describe, expect, it } from 'vitest';
import { bucketStarts, startOfDay, usageBuckets } from '../../../src/domain/call/usage.ts';

const now = new Date('2027-03-01T00:30:00Z');
const iso = (dates: readonly Date[]) => dates.map((date) => date.toISOString());

describe('the buckets of a period', () => {
  it('DAY are the last 24 hours, over midnight, and the last of them is the present hour', () => {
    const starts = iso(bucketStarts('DAY', now));
    expect(starts).toHaveLength(24);
    expect([starts[0], starts[22], starts[23]]).toEqual([
      '2027-02-28T01:00:00.000Z',
      '2027-02-28T23:00:00.000Z',
      '2027-03-01T00:00:00.000Z',
    ]);
  });

  it('MONTH are the last 30 days (UTC), and the last of them is today', () => {
    const starts = iso(bucketStarts('MONTH', now));
    expect(starts).toHaveLength(30);
    expect([starts[0], starts[28], starts[29]]).toEqual([
      '2027-01-31T00:00:00.000Z',
      '2027-02-28T00:00:00.000Z',
      '2027-03-01T00:00:00.000Z',
    ]);
  });
});

describe('usage by bucket', () => {
  it('has every bucket and outcome, also without a call', () => {
    const [first, second] = bucketStarts('DAY', now);
    if (!first || !second) throw new Error('There are no buckets.');
    const none = { answered: 0, clientErrors: 0, limited: 0, refused: 0, serverErrors: 0 };
    const counted = [
      { from: new Date(second), outcome: 'ANSWERED', calls: 1 },
      { from: new Date(second), outcome: 'CLIENT_ERROR', calls: 2 },
      { from: new Date(second), outcome: 'LIMITED', calls: 3 },
      { from: new Date(second), outcome: 'REFUSED', calls: 4 },
      { from: new Date(second), outcome: 'SERVER_ERROR', calls: 5 },
    ] as const;
    expect(usageBuckets([first, second], counted)).toEqual([
      { from: first, ...none },
      { from: second, answered: 1, clientErrors: 2, limited: 3, refused: 4, serverErrors: 5 },
    ]);
  });
});

it('a day begins at midnight, UTC', () => {
  expect(startOfDay(now).toISOString()).toBe('2027-03-01T00:00:00.000Z');
});
