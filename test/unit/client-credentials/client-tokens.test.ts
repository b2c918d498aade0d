import { Response } from 'undici';
import { expect, it } from 'vitest';
import { ClientTokens } from '../../../src/infrastructure/client-credentials/client-tokens.ts';

const now = new Date('2026-01-01T00:00:00Z');

/** The tokens of a gateway, and how often each org's issuer was asked. */
function createTokens() {
  const requests = new Map<string, number>();
  const tokens = new ClientTokens({
    clock: () => now,
    outboundOf: (orgId) => ({
      fetch: async () => {
        requests.set(orgId, (requests.get(orgId) ?? 0) + 1);
        return Response.json({ access_token: `of-${orgId}`, token_type: 'Bearer', expires_in: 3_600 });
      },
    }),
  });
  const token = (orgId: string, key: string) =>
    tokens.token({
      orgId,
      key,
      isExchange: false,
      tokenUrl: 'https://issuer.example/token',
      clientId: key,
      clientSecret: 'secret',
      scopes: [],
      audience: null,
    });
  return { token, requests };
}

it('tokens of an org that needs thousands displace none of another', async () => {
  const { token, requests } = createTokens();
  await token('acme', 'crm');
  for (let at = 0; at < 700; at += 1) await token('eve', `${at}`);
  expect(await token('acme', 'crm')).toBe('of-acme');
  expect(requests.get('acme')).toBe(1);
  // An org that has more than its share asks its own issuer again.
  await token('eve', '0');
  expect(requests.get('eve')).toBe(701);
});
