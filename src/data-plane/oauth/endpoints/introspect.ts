import { type AccessToken, isOfApplication, isRevoked } from '../../../infrastructure/tokens/verify.ts';
import type { Client } from '../../snapshot/snapshot.ts';
import { authenticateClient } from '../client-authentication.ts';
import type { OAuthContext, OAuthEndpoint, OAuthRequest } from '../endpoint.ts';
import { readForm, required } from '../form-body.ts';
import { issuedToken } from '../issued-token.ts';
import { isOfRegistry } from '../person-registry.ts';
import { type IssuedRefreshToken, isAlive, issuedRefreshToken } from '../refresh-tokens.ts';
import { inDatabase } from '../storage.ts';

/** The answer for every token that is not active, which tells nothing more. (RFC 7662 §2.2) */
const INACTIVE = { active: false };

type Introspection = OAuthRequest & { readonly client: Client };

/**
 * Introspects a token for the client that it was issued to, and for nobody else.
 *
 * The client has to show its secret, for a name alone proves nothing. (RFC 7662)
 */
export const introspect: OAuthEndpoint = {
  methods: ['POST'],
  async answer(call, context) {
    const form = await readForm(call.request);
    const client = authenticateClient(form, call, context);
    call.progress.begin('token');
    const text = required(form, 'token');
    const authenticated = { ...call, client };
    const body =
      (await accessToken(text, authenticated, context)) ?? (await refreshToken(text, authenticated, context));
    return { status: 200, body: body ?? INACTIVE };
  },
};

async function accessToken(text: string, { client, ...call }: Introspection, context: OAuthContext) {
  const token = await issuedToken(text, call, context.clock);
  const { revocations } = context.snapshots.current();
  if (token?.clientKey !== client.clientKey || isRevoked(token, revocations)) return undefined;
  return {
    active: true,
    ...scopeOf(token.scopes),
    client_id: token.clientKey,
    ...personOf(token),
    token_type: 'Bearer',
    exp: token.expiresAt / 1000,
    iat: token.issuedAt / 1000,
    sub: token.subject,
    aud: token.audience,
    iss: token.issuer,
    jti: token.jti,
    ...confirmationOf(token.boundTo),
  };
}

async function refreshToken(text: string, { client, ...call }: Introspection, context: OAuthContext) {
  const token = await inDatabase('The token cannot be looked up now.', () =>
    issuedRefreshToken(text, call, context),
  );
  if (token?.family.credentialId !== client.credentialId || !isUnused(token, context)) return undefined;
  if (!isOfRegistry(token.family, call)) return undefined;
  const { family, createdAt } = token;
  return {
    active: true,
    ...scopeOf(family.scopes),
    client_id: client.clientKey,
    username: family.subject,
    exp: Math.floor(family.expiresAt.getTime() / 1000),
    iat: Math.floor(createdAt.getTime() / 1000),
    sub: family.subject,
    iss: call.provider.issuer,
    ...confirmationOf(family.boundTo),
  };
}

function isUnused({ usedAt, family }: IssuedRefreshToken, { clock }: OAuthContext): boolean {
  return usedAt === null && isAlive(family, clock());
}

const scopeOf = (scopes: Iterable<string>) => {
  const scope = [...scopes].join(' ');
  return scope === '' ? {} : { scope };
};

/** RFC 8705 §3.2 */
const confirmationOf = (thumbprint: string | null | undefined) =>
  thumbprint == null ? {} : { cnf: { 'x5t#S256': thumbprint } };

/** A client that acts in its own name is no person. */
const personOf = (token: AccessToken) => (isOfApplication(token) ? {} : { username: token.subject });
