import { expect, it } from 'vitest';
import { TokenCache } from '../../../src/data-plane/gateway/admission/token-cache.ts';
import type { ExternalToken } from '../../../src/infrastructure/issuers/external-tokens.ts';

/** A token that an issuer of an org vouches for. */
const vouched = (orgId: string) =>
  ({ issuer: { orgId, url: `https://${orgId}.example` }, holdsUntil: 1_000 }) as unknown as ExternalToken;
const textOf = (name: string) => name.padStart(60, '.');

it('tokens of external issuers are displaced by none of another org, and by the newest of their own', () => {
  let now = 0;
  const tokens = new TokenCache(() => new Date(now));
  const remember = (orgId: string, name: string) => tokens.rememberExternal(textOf(name), vouched(orgId));
  const isKnown = (orgId: string, name: string) => tokens.recall(textOf(name), orgId) !== undefined;
  for (let at = 0; at < 1_000; at += 1) remember('vic', `vic ${at}`);
  for (let at = 0; at < 60_000; at += 1) remember('eve', `eve ${at}`);
  // More than fit: those of the largest org went.
  expect(tokens.size).toBeLessThan(51_000);
  expect(Array.from({ length: 1_000 }, (_, at) => isKnown('vic', `vic ${at}`))).not.toContain(false);
  expect([isKnown('eve', 'eve 0'), isKnown('eve', 'eve 59999')]).toEqual([false, true]);
  expect(isKnown('eve', 'vic 1'), 'by another org').toBe(false);
  now = 1_000;
  expect(isKnown('vic', 'vic 1'), 'when it has expired').toBe(false);
});
