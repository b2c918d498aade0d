import type { BackendCredentials } from '../../../domain/backend/credentials.ts';
import { TokenFault } from '../../../infrastructure/client-credentials/oauth-client.ts';
import {
  requestToken,
  type SignedTokenRequest,
} from '../../../infrastructure/client-credentials/request-token.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { OrgOutbound } from '../../../infrastructure/outbound/org-outbound.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';

/** Asks an issuer for a token. Resolves to its fault, or to null where it gives one. */
export type TokenCheck = () => Promise<string | null>;

type CatalogCredentials = { readonly catalogId: string; readonly credentials: BackendCredentials };
type TokenCheckDeps = {
  readonly secrets: Pick<Secrets, 'unseal'>;
  readonly outbound: Pick<OrgOutbound, 'fetch'>;
};

/** Prepares the check of credentials. The secret is read now, and the issuer is asked when the check is run. */
export async function tokenCheckOf(
  transaction: Pick<Transaction, 'secret'>,
  { catalogId, credentials }: CatalogCredentials,
  { secrets, outbound }: TokenCheckDeps,
): Promise<TokenCheck> {
  if (credentials.type !== 'OAUTH2_CLIENT_CREDENTIALS') return async () => null;
  const { tokenUrl, clientId, scopes, audience, secret: name } = credentials;
  const { id, valueSealed } = await transaction.secret.findUniqueOrThrow({
    where: { catalogId_name: { catalogId, name } },
  });
  const clientSecret = secrets.unseal(valueSealed, id);
  return () => faultOf({ tokenUrl, clientId, scopes, audience, clientSecret }, outbound);
}

async function faultOf(
  request: SignedTokenRequest,
  outbound: Pick<OrgOutbound, 'fetch'>,
): Promise<string | null> {
  try {
    await requestToken(request, outbound);
    return null;
  } catch (error) {
    if (error instanceof TokenFault) return `The issuer gives no token: ${error.message}.`;
    throw error;
  }
}
