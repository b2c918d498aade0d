import { checkClientProof } from '../../../../domain/oauth/external-issuer.ts';
import { Refusal, refuse } from '../../../../foundation/errors.ts';
import type { ExternalToken } from '../../../../infrastructure/issuers/external-tokens.ts';
import type { TrustedIssuer } from '../../../../infrastructure/issuers/trusted-issuer.ts';
import { trustedIssuers } from '../../../../infrastructure/issuers/trusted-issuers.ts';
import { externalIssuerNamed } from '../../../consumer/external-client.ts';
import type { PortalContext, Viewer } from '../context.ts';

type ShownToken = {
  readonly viewer: Viewer;
  readonly oauthProvider: string;
  readonly clientId: string;
  readonly token: string;
};

/**
 * Proves by an access token that a client of an external issuer is the viewer's.
 *
 * A client id is no secret. Who could register that of somebody else would have the calls of that client counted, limited
 * and shown as its own. The token is verified as a gateway verifies it.
 *
 * @throws BAD_USER_INPUT for a token that proves nothing; NOT_FOUND without such an issuer; ISSUER_UNAVAILABLE;
 *   TOO_MANY_ATTEMPTS
 */
export async function proveClient(context: PortalContext, shown: ShownToken): Promise<void> {
  const { clientId, viewer } = shown;
  const issuer = await issuerOf(context, shown);
  let token: ExternalToken | undefined;
  await context.attempts.attempt({ target: ['external client', viewer.memberId] }, async () => {
    token = await verifiedToken(context, shown, issuer);
    return token !== undefined;
  });
  if (!token)
    return refuse('BAD_USER_INPUT', {
      detail: `The access token is not one that ${issuer.name} issued for the APIs here, or has expired: get a new one.`,
      path: ['token'],
    });
  checkClientProof(token, clientId, ['token']);
}

async function issuerOf(
  { database: { prisma }, catalog: { id: catalogId, orgId }, secrets }: PortalContext,
  { oauthProvider }: ShownToken,
): Promise<TrustedIssuer> {
  const provider = await externalIssuerNamed(prisma, { orgId, catalogId, oauthProvider, path: [] });
  const secretRows = await prisma.secret.findMany({ where: { catalogId } });
  const issuer = trustedIssuers([provider], { secretRows, secrets }).get(provider.name);
  if (!issuer) throw new TypeError(`${provider.name} is no external issuer`);
  return issuer;
}

async function verifiedToken(
  { externalTokens }: PortalContext,
  { token }: ShownToken,
  issuer: TrustedIssuer,
): Promise<ExternalToken | undefined> {
  try {
    return await externalTokens.verify(token.trim(), [issuer]);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'TOKEN_INVALID') return undefined;
    throw error;
  }
}
