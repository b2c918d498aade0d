import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nextAttempt } from '../../../src/control-plane/events/backoff.ts';
import { signatureOf } from '../../../src/control-plane/events/webhooks/webhook-signature.ts';
import { consumerEventTypes, eventTypes, readEventId } from '../../../src/domain/events/events.ts';

const now = new Date('2027-01-01T00:00:00Z');

describe('the next attempt', () => {
  it('comes later each time, from ten seconds to a day, and then never', () => {
    const delays = Array.from({ length: 10 }, (_, failed) => nextAttempt(failed + 1, now));
    const seconds = delays.map((at) => at && (at.getTime() - now.getTime()) / 1000);
    expect(seconds).toEqual([10, 30, 120, 600, 3600, 10_800, 21_600, 43_200, 86_400, null]);
  });
});

describe('the signature', () => {
  it('is the HMAC over the time and the body, as the description says', () => {
    const hex = createHmac('sha256', 'whsec_x').update('1798761600.{"id":"1"}').digest('hex');
    expect(signatureOf('{"id":"1"}', { secret: 'whsec_x', at: now })).toBe(`t=1798761600,v1=${hex}`);
  });

  it('is another for another body, time or secret', () => {
    const made = [
      signatureOf('a', { secret: 's', at: now }),
      signatureOf('b', { secret: 's', at: now }),
      signatureOf('a', { secret: 'z', at: now }),
      signatureOf('a', { secret: 's', at: new Date(now.getTime() + 1000) }),
    ].map((header) => header.split('v1=')[1]);
    expect(new Set(made).size).toBe(4);
  });
});

describe('the table of events', () => {
  it('shows consumers all but messages, which are in their inbox, and what concerns the provider', () => {
    expect(
      Object.keys(eventTypes).filter((type) => !consumerEventTypes.some((each) => each === type)),
    ).toEqual([
      'USAGE_ALERT',
      'MESSAGE',
      'GRAPHQL_SERVER_STATE',
      'GRAPHQL_SCHEMA',
      'CHANGE_REQUEST',
      'CHANGE_WAVE',
      'CONTRACT_DRIFT',
      'REHEARSAL',
      'BACKEND_HEALTH',
      'WEBHOOK_DISABLED',
    ]);
  });

  it('knows an event by its number, and refuses what is none', () => {
    expect(readEventId('12')).toBe(12n);
    for (const wrong of ['', '-1', '1.5', 'x', '9'.repeat(19)])
      expect(() => readEventId(wrong)).toThrow('after is no event: give the id of one.');
  });
});
