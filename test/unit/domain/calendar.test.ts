import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Calendar, type CalendarWindows, isTimeZone, periodAt } from '../../../src/domain/plan/calendar.ts';

describe('a window of the calendar', () => {
  type Case = { readonly is: string; readonly at: string; readonly from: string; readonly to: string };
  it.each<Case & Partial<CalendarWindows>>([
    { is: 'a day', at: '2026-11-25T23:59:59.999Z', from: '2026-11-25T00:00', to: '2026-11-26T00:00' },
    {
      is: 'the next day, from its first moment',
      at: '2026-11-26T00:00Z',
      from: '2026-11-26T00:00',
      to: '2026-11-27T00:00',
    },
    {
      is: 'a day of 23 hours, as clocks go forward',
      timeZone: 'Europe/Berlin',
      at: '2026-03-29T12:00Z',
      from: '2026-03-28T23:00',
      to: '2026-03-29T22:00',
    },
    {
      is: 'a day of 25 hours, as clocks go back',
      timeZone: 'Europe/Berlin',
      at: '2026-10-25T00:30Z',
      from: '2026-10-24T22:00',
      to: '2026-10-25T23:00',
    },
    {
      is: 'a day without a midnight',
      timeZone: 'America/Sao_Paulo',
      at: '2018-11-04T12:00Z',
      from: '2018-11-04T03:00',
      to: '2018-11-05T02:00',
    },
    {
      is: 'the day before one that a country left out',
      timeZone: 'Pacific/Apia',
      at: '2011-12-29T20:00Z',
      from: '2011-12-29T10:00',
      to: '2011-12-30T10:00',
    },
    {
      is: 'a week, from Monday on',
      per: 'WEEK',
      timeZone: 'Asia/Kathmandu',
      at: '2026-11-25T12:00Z',
      from: '2026-11-22T18:15',
      to: '2026-11-29T18:15',
    },
    {
      is: 'a leap February',
      per: 'MONTH',
      at: '2028-02-29T23:00Z',
      from: '2028-02-01T00:00',
      to: '2028-03-01T00:00',
    },
    {
      is: 'a quarter that the clocks change in',
      per: 'MONTH',
      every: 3,
      timeZone: 'Europe/Berlin',
      at: '2026-03-31T21:00Z',
      from: '2025-12-31T23:00',
      to: '2026-03-31T22:00',
    },
    {
      is: 'a year',
      per: 'MONTH',
      every: 12,
      at: '2026-11-25T00:00Z',
      from: '2026-01-01T00:00',
      to: '2027-01-01T00:00',
    },
  ])('is $is', ({ at, from, to, per = 'DAY', every = 1, timeZone = 'UTC' }) => {
    const { startsAt, endsAt } = periodAt({ per, every, timeZone }, Date.parse(at));
    expect([startsAt, endsAt].map((each) => new Date(each).toISOString().slice(0, 16))).toEqual([from, to]);
  });

  it('holds its instant, follows the one before without a gap, and has one answer for all its instants', () => {
    const windows = fc.record({
      per: fc.constantFrom('DAY', 'WEEK', 'MONTH'),
      every: fc.constant(1),
      timeZone: fc.constantFrom(
        'UTC',
        'Europe/Berlin',
        'America/Sao_Paulo',
        'Australia/Lord_Howe',
        'Pacific/Apia',
      ),
    }) as fc.Arbitrary<CalendarWindows>;
    const moment = fc.record({
      at: fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2040, 0) }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(windows, moment, (windows, { at, share }) => {
        const found = periodAt(windows, at);
        const { startsAt, endsAt } = found;
        expect(startsAt <= at && at < endsAt).toBe(true);
        expect(periodAt(windows, endsAt).startsAt).toBe(endsAt);
        const other = Math.min(endsAt - 1, Math.floor(startsAt + share * (endsAt - startsAt)));
        expect(periodAt(windows, other)).toEqual(found);
        const calendar = new Calendar(windows);
        expect([at, endsAt, other].map((each) => calendar.at(each))).toEqual([
          found,
          periodAt(windows, endsAt),
          found,
        ]);
      }),
    );
  });
});

it.each([
  ['UTC', true],
  ['Europe/Berlin', true],
  ['Mars/Olympus', false],
  ['+02:00', false],
  ['', false],
  ['Europe/Berlin\0', false],
])('%s is a time zone: %s', (name, expected) => expect(isTimeZone(name)).toBe(expected));
