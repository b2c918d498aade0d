import { describe, expect, it } from 'vitest';
import { AnonymousRequests } from '../../../src/infrastructure/limits/anonymous-requests.ts';

const NETWORK = '192.0.2.1';
const TOO_MANY = expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED', headers: { 'Retry-After': '60' } });

function world() {
  const requests = new AnonymousRequests(() => new Date(0));
  return (count: number, org?: string) => {
    for (let at = 0; at < count; at += 1) requests.count(NETWORK, org);
  };
}

describe('requests of a network without a token', () => {
  it('are six hundred a minute', () => {
    const send = world();
    send(600);
    expect(() => send(1)).toThrow(TOO_MANY);
  });

  it('are counted for the portals of each org by themselves', () => {
    const send = world();
    send(600, 'acme');
    for (let at = 0; at < 10_000; at += 1) expect(() => send(1, 'acme')).toThrow(TOO_MANY);
    send(600, 'globex');
  });

  it('are six thousand to the portals of all orgs, also of those that there are not', () => {
    const send = world();
    for (let at = 0; at < 6_000; at += 1) send(1, `nobody ${at}`);
    expect(() => send(1, 'acme')).toThrow(TOO_MANY);
  });
});
