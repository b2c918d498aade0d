import type { OAuthEndpoint } from '../endpoint.ts';

/** The public keys that the provider's tokens are verified with, the newest first. (RFC 7517 §5) */
export const jwks: OAuthEndpoint = {
  methods: ['GET', 'HEAD'],
  isPublic: true,
  answer: ({ provider }) => ({
    status: 200,
    headers: { 'Content-Type': 'application/jwk-set+json' },
    body: { keys: provider.keys.map(({ publicJwk }) => publicJwk) },
  }),
};
