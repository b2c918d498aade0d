import { Response } from 'undici';
import { describe, expect, it } from 'vitest';
import { ExternalTokens } from '../../../src/infrastructure/issuers/external-tokens.ts';
import type { TrustedIssuer } from '../../../src/infrastructure/issuers/trusted-issuer.ts';

const TOKEN = 'an-opaque-token-of-the-company';
const NOW = new Date('2026-11-26T12:00:00Z');

const issuer = (name: string): TrustedIssuer => ({
  orgId: 'acme',
  id: name,
  name,
  key: name,
  clientSecret: 'secret',
  url: `https://${name}.test`,
  jwksUrl: null,
  audiences: [],
  algorithms: ['ES256'],
  clientClaim: 'client_id',
  subjectClaim: 'sub',
  scopeClaim: 'scope',
  clockSkewSeconds: 60,
  introspection: {
    url: `https://${name}.test/introspect`,
    clientId: 'gate',
    secret: 'introspection',
    cacheSeconds: 60,
  },
});

/** Verifies the token by three issuers, of which each answers as its row says; null is no answer. */
function verified(answers: Readonly<Record<string, object | null>>) {
  const tokens = new ExternalTokens({
    clock: () => NOW,
    outboundOf: () => ({
      async fetch(url) {
        const answer = answers[new URL(`${url}`).hostname.replace('.test', '')];
        if (!answer) throw new TypeError('The connection was refused.');
        return Response.json(answer);
      },
    }),
  });
  return tokens.verify(TOKEN, Object.keys(answers).map(issuer));
}

const GOOD = { active: true, client_id: 'billing', sub: 'alice' };
const UNKNOWN = { active: false };

describe('a token that several issuers may know', () => {
  it.each<[string, Record<string, object | null>]>([
    ['the last', { one: UNKNOWN, two: GOOD }],
    ['the last, while the first does not answer', { one: null, two: GOOD }],
    ['the first, while the last does not answer', { one: GOOD, two: null }],
  ])('is good when %s vouches for it', async (_who, answers) => {
    await expect(verified(answers)).resolves.toMatchObject({ clientId: 'billing', subject: 'alice' });
  });

  it('is invalid when none vouches for it', async () => {
    await expect(verified({ one: UNKNOWN, two: UNKNOWN })).rejects.toMatchObject({
      status: 401,
      code: 'TOKEN_INVALID',
      message: 'Its issuer says that the access token is not active.',
    });
  });

  it.each<[string, Record<string, object | null>]>([
    ['first', { one: null, two: UNKNOWN }],
    ['last', { one: UNKNOWN, two: null }],
  ])('is not called invalid while the %s of them does not answer', async (_which, answers) => {
    await expect(verified(answers)).rejects.toMatchObject({
      status: 503,
      code: 'ISSUER_UNAVAILABLE',
      headers: { 'Retry-After': '1' },
    });
  });
});
