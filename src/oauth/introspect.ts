import { authenticateClient } from './client-authentication.ts';
import type { Endpoint } from './endpoint.ts';
import { readForm, required } from './form.ts';
import { issuedToken } from './issued-token.ts';

/** The same for every token that is not active, so that nothing can be learnt from it. (RFC 7662 §2.2) */
const INACTIVE = { active: false };

/** Says what an access token stands for, to the client that it was issued to and to nobody else. (RFC 7662) */
export const introspect: Endpoint = {
  methods: ['POST'],
  async answer(call, context) {
    const form = await readForm(call.request);
    const client = authenticateClient(form, call, context);
    const token = await issuedToken(required(form, 'token'), call, context.clock);
    if (token?.clientKey !== client.clientKey || call.catalog.revokedTokens.has(token.jti))
      return { status: 200, body: INACTIVE };
    return {
      status: 200,
      body: {
        active: true,
        ...(token.scopes.size > 0 && { scope: [...token.scopes].join(' ') }),
        client_id: token.clientKey,
        username: token.subject,
        token_type: 'Bearer',
        exp: token.expiresAt / 1000,
        iat: token.issuedAt / 1000,
        sub: token.subject,
        aud: token.audience,
        iss: token.issuer,
        jti: token.jti,
      },
    };
  },
};
