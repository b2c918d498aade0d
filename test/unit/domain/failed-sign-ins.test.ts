import { describe, expect, it } from 'vitest';
import { type FailedSignIn, FailedSignInTally } from '../../../src/domain/people/failed-sign-ins.ts';

const at = (minutes: number) => new Date(Date.parse('2027-01-01T00:00:00Z') + minutes * 60_000);
const failed = (subject: string, more: Partial<FailedSignIn> = {}): FailedSignIn => ({
  orgId: 'acme',
  action: 'signInFailed',
  subject,
  address: '192.0.2.1',
  ...more,
});
type Tally = FailedSignInTally;
const told = (tally: Tally, now: Date) =>
  tally.due(now).map(({ done, subject, detail, address }) => {
    done();
    return [subject, detail['failures'], address];
  });

describe('failed sign-ins', () => {
  it('of one person are told as one, with how many, since when, until when and from where', () => {
    const tally = new FailedSignInTally();
    for (const minute of [0, 1, 2])
      tally.note(failed('ada', { address: `192.0.2.${minute}`, detail: { catalog: 'sandbox' } }), at(minute));
    const [only, another] = tally.due(at(3));
    expect([only, another]).toEqual([
      {
        orgId: 'acme',
        action: 'signInFailed',
        subject: 'ada',
        address: '192.0.2.0',
        detail: {
          catalog: 'sandbox',
          failures: 3,
          since: '2027-01-01T00:00:00.000Z',
          until: '2027-01-01T00:02:00.000Z',
          addresses: ['192.0.2.0', '192.0.2.1', '192.0.2.2'],
        },
        done: expect.any(Function),
      },
      undefined,
    ]);
  });

  it('are told again after a quarter of an hour, with what came meanwhile, and not before', () => {
    const tally = new FailedSignInTally();
    tally.note(failed('ada'), at(0));
    expect(told(tally, at(1))).toEqual([['ada', 1, '192.0.2.1']]);
    for (const minute of [2, 3, 4]) tally.note(failed('ada'), at(minute));
    expect(told(tally, at(15))).toEqual([]);
    expect(told(tally, at(16))).toEqual([['ada', 3, '192.0.2.1']]);
    expect(told(tally, at(60))).toEqual([]);
  });

  it('that could not be written are kept', () => {
    const tally = new FailedSignInTally();
    tally.note(failed('ada'), at(0));
    expect(tally.due(at(1))).toHaveLength(1);
    expect(told(tally, at(2))).toEqual([['ada', 1, '192.0.2.1']]);
  });

  it('of many people are twenty and one: strangers fill no table', () => {
    const tally = new FailedSignInTally();
    for (let person = 0; person < 5_000; person += 1) tally.note(failed(`person-${person}`), at(0));
    const rows = told(tally, at(1));
    expect(rows).toHaveLength(21);
    expect(rows.at(-1)).toEqual(['(others)', 4_980, '192.0.2.1']);
    for (let person = 0; person < 5_000; person += 1) tally.note(failed(`other-${person}`), at(2));
    expect(told(tally, at(14))).toEqual([]);
    expect(told(tally, at(17))).toEqual([['(others)', 5_000, '192.0.2.1']]);
  });

  it('that concern every org are told once an hour', () => {
    const tally = new FailedSignInTally();
    const platform = (subject: string) => failed(subject, { orgId: null });
    for (const subject of ['root', 'root', 'ada', 'eve']) tally.note(platform(subject), at(0));
    expect(told(tally, at(1))).toEqual([
      ['root', 2, '192.0.2.1'],
      ['(others)', 2, '192.0.2.1'],
    ]);
    tally.note(platform('root'), at(2));
    expect(told(tally, at(60))).toEqual([]);
    expect(told(tally, at(61))).toEqual([['root', 1, '192.0.2.1']]);
  });

  it('of one org leave those of another as they are, and all are told at the end', () => {
    const tally = new FailedSignInTally();
    for (let person = 0; person < 50; person += 1) tally.note(failed(`person-${person}`), at(0));
    tally.note(failed('bob', { orgId: 'beta' }), at(0));
    expect(told(tally, at(1)).at(-1)).toEqual(['bob', 1, '192.0.2.1']);
    tally.note(failed('bob', { orgId: 'beta' }), at(2));
    expect(tally.due(at(2), { isEnd: true }).map(({ subject }) => subject)).toEqual(['bob']);
  });
});
