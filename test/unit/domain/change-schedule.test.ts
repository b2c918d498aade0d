import { describe, expect, it } from 'vitest';
import { freezeAt, freezeFrom } from '../../../src/domain/change-request/freeze.ts';
import { isMissed, scheduleFrom } from '../../../src/domain/change-request/schedule.ts';
import { isTimeZone } from '../../../src/domain/plan/calendar.ts';
import { Refusal } from '../../../src/foundation/errors.ts';

const NOW = new Date('2027-01-01T00:00:00Z');
const schedule = (at: string, timeZone?: string, lateMinutes?: number) =>
  scheduleFrom({ at, timeZone, lateMinutes }, NOW, ['schedule']);

function refusalOf(work: () => unknown): Pick<Refusal, 'code' | 'message' | 'inputPath'> {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('not refused');
}

describe('a schedule', () => {
  it('is a local time in its zone, in summer and in winter', () => {
    expect(schedule('2027-01-10T02:00', 'Europe/Berlin').at.toISOString()).toBe('2027-01-10T01:00:00.000Z');
    expect(schedule('2027-07-10T02:00:30', 'Europe/Berlin').at.toISOString()).toBe(
      '2027-07-10T00:00:30.000Z',
    );
    expect(schedule('2027-01-10T02:00')).toMatchObject({ timeZone: 'UTC', lateMinutes: 60 });
  });

  it.each([
    ['a time that the clocks skip', '2027-03-28T02:30', 'Europe/Berlin'],
    ['a time that they show twice', '2027-10-31T02:30', 'Europe/Berlin'],
    ['the past', '2026-12-31T23:59', 'UTC'],
    ['no day', '2027-02-30T02:00', 'UTC'],
    ['an offset', '2027-02-10T02:00+01:00', 'UTC'],
    ['no zone', '2027-02-10T02:00', 'Europe/Nowhere'],
  ])('refuses %s', (_what, at, zone) => {
    const member = isTimeZone(zone) ? 'at' : 'timeZone';
    expect(refusalOf(() => schedule(at, zone))).toMatchObject({
      code: 'BAD_USER_INPUT',
      inputPath: ['schedule', member],
    });
  });

  it.each([0, 10_081])('refuses %i minutes', (minutes) => {
    expect(refusalOf(() => schedule('2027-02-10T02:00', 'UTC', minutes))).toMatchObject({
      code: 'BAD_USER_INPUT',
      inputPath: ['schedule', 'lateMinutes'],
    });
  });

  it('is missed after its minutes, not at their end', () => {
    const due = { scheduledAt: NOW, lateMinutes: 60 };
    expect(isMissed(due, new Date(NOW.getTime() + 3_600_000))).toBe(false);
    expect(isMissed(due, new Date(NOW.getTime() + 3_600_001))).toBe(true);
  });
});

describe('a freeze window', () => {
  const frozen = (draft: object, at: string) =>
    freezeAt([freezeFrom({ title: 'Freeze', ...draft } as never, [])], new Date(at))?.title;

  it('holds from its beginning until before its end, by the clock of its zone', () => {
    const draft = { from: '2027-12-20T00:00', until: '2027-12-27T00:00', timeZone: 'Europe/Berlin' };
    expect(frozen(draft, '2027-12-19T22:59:59.999Z')).toBeUndefined();
    expect(frozen(draft, '2027-12-19T23:00:00Z')).toBe('Freeze');
    expect(frozen(draft, '2027-12-26T22:59:59.999Z')).toBe('Freeze');
    expect(frozen(draft, '2027-12-26T23:00:00Z')).toBeUndefined();
  });

  it('comes again each week at the same time on the wall clock, in summer and in winter', () => {
    // From Friday 16:00 to Monday 06:00.
    const draft = {
      from: '2027-01-01T16:00',
      until: '2027-01-04T06:00',
      timeZone: 'Europe/Berlin',
      weekly: true,
    };
    expect(frozen(draft, '2026-12-25T16:00:00Z')).toBeUndefined();
    expect(frozen(draft, '2027-01-08T14:59:00Z')).toBeUndefined();
    expect(frozen(draft, '2027-01-08T15:00:00Z')).toBe('Freeze');
    expect(frozen(draft, '2027-07-09T13:59:00Z')).toBeUndefined();
    expect(frozen(draft, '2027-07-09T14:00:00Z')).toBe('Freeze');
    expect(frozen(draft, '2027-07-12T04:00:00Z')).toBeUndefined();
  });

  it.each([
    ['an end before its beginning', { from: '2027-01-02T00:00', until: '2027-01-01T00:00' }, 'until'],
    ['a week that is weekly', { from: '2027-01-01T00:00', until: '2027-01-08T00:00', weekly: true }, 'until'],
    ['no title', { title: ' ', from: '2027-01-01T00:00', until: '2027-01-02T00:00' }, 'title'],
    ['no time', { from: 'Friday', until: '2027-01-02T00:00' }, 'from'],
  ])('refuses %s', (_what, draft, member) => {
    expect(refusalOf(() => freezeFrom({ title: 'Freeze', ...draft }, []))).toMatchObject({
      code: 'BAD_USER_INPUT',
      inputPath: [member],
    });
  });
});
