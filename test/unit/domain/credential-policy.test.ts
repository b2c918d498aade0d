import { describe, expect, it } from 'vitest';
import {
  credentialEnd,
  credentialPolicyFrom,
  firstNotice,
  nextNotice,
  noticedDays,
} from '../../../src/domain/consumer/credential-policy.ts';

const NOW = new Date('2027-01-01T00:00:00Z');
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
const POLICY = { maxDays: 90, noticeDays: 30 };

describe('a credential policy', () => {
  it.each([
    [{ maxDays: 90 }, 30],
    [{ maxDays: 60, noticeDays: null }, 30],
    [{ maxDays: 31 }, 15],
    [{ maxDays: 2 }, 1],
    [{ maxDays: 3650, noticeDays: 365 }, 365],
    [{ maxDays: 8, noticeDays: 7 }, 7],
  ])('%j is told %i days before', (draft, noticeDays) => {
    expect(credentialPolicyFrom(draft, [])).toEqual({ maxDays: draft.maxDays, noticeDays });
  });

  it.each([
    [{ maxDays: 1 }, 'maxDays', 'give 2 to 3650 days'],
    [{ maxDays: -3 }, 'maxDays', 'give 2 to 3650 days'],
    [{ maxDays: 3651 }, 'maxDays', 'give 2 to 3650 days'],
    [{ maxDays: 2.5 }, 'maxDays', 'give 2 to 3650 days'],
    [{ maxDays: 90, noticeDays: 0 }, 'noticeDays', 'give 1 to 89 days'],
    [{ maxDays: 90, noticeDays: 90 }, 'noticeDays', 'give 1 to 89 days'],
    [{ maxDays: 900, noticeDays: 366 }, 'noticeDays', 'give 1 to 365 days'],
  ])('%j is refused at %s', (draft, member, detail) => {
    expect(() => credentialPolicyFrom(draft, ['input'])).toThrow(
      expect.objectContaining({ message: expect.stringContaining(detail), inputPath: ['input', member] }),
    );
  });
});

describe('the end of a secret or an API key', () => {
  const end = (policy: typeof POLICY | null, expiresAt: Date | null) =>
    credentialEnd({ policy, expiresAt, now: NOW, path: [] });

  it.each([
    [null, null, null],
    [null, inDays(400), inDays(400)],
    [POLICY, null, inDays(90)],
    [POLICY, inDays(3), inDays(3)],
    [POLICY, inDays(90), inDays(90)],
  ])('under %j, asked for %s, is %s', (policy, asked, expected) => {
    expect(end(policy, asked)).toEqual(expected);
  });

  it('is never past, and never later than the policy allows', () => {
    expect(() => end(null, NOW)).toThrow('expiresAt has passed');
    expect(() => end(POLICY, new Date(inDays(90).getTime() + 1))).toThrow(
      'at most 90 days, until 2027-04-01T00:00:00.000Z',
    );
  });
});

describe('the notices of an end', () => {
  const stages = (noticeDays: number) => {
    const endsAt = inDays(100);
    const told: (number | null)[] = [];
    let at = firstNotice({ endsAt, noticeDays, now: NOW });
    while (at) {
      told.push(noticedDays({ endsAt, noticeDays, now: at }));
      at = nextNotice({ endsAt, noticeDays, now: at });
    }
    return told;
  };

  it.each([
    [30, [30, 7, 1, 0]],
    [7, [7, 1, 0]],
    [5, [5, 1, 0]],
    [1, [1, 0]],
  ])('with %i days of notice are %j days before', (noticeDays, expected) => {
    expect(stages(noticeDays)).toEqual(expected);
  });

  it('are told as one where several were missed', () => {
    const ending = { endsAt: inDays(5), noticeDays: 30, now: NOW };
    expect([noticedDays(ending), nextNotice(ending)]).toEqual([7, inDays(4)]);
    const ended = { endsAt: inDays(-5), noticeDays: 30, now: NOW };
    expect([noticedDays(ended), nextNotice(ended)]).toEqual([0, null]);
    expect(noticedDays({ endsAt: inDays(31), noticeDays: 30, now: NOW })).toBeNull();
  });

  it('begin after it is made, and there are none of what lasts a day or less', () => {
    const first = (endsAt: Date) => firstNotice({ endsAt, noticeDays: 30, now: NOW });
    expect(first(inDays(20))).toEqual(inDays(13));
    expect(first(new Date(inDays(1).getTime() + 1))).toEqual(new Date(NOW.getTime() + 1));
    expect(first(inDays(1))).toBeNull();
  });
});
