import { createHash } from 'node:crypto';
import type { ExternalIssuer } from '../../domain/oauth/external-issuer.ts';
import type { OAuthProvider, Secret } from '../database/generated/prisma/client.ts';
import { stored } from '../database/json-columns.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { TrustedIssuer } from './trusted-issuer.ts';

type TrustedIssuersInput = {
  /** The secrets of the catalog. Only those that are used are opened. */
  readonly secretRows: readonly Secret[];
  readonly secrets: Secrets;
};

/**
 * The external issuers of a catalog by name, each with the secret of its introspection.
 *
 * @throws UnsealError when the secret key is another one
 */
export function trustedIssuers(
  providers: readonly Pick<OAuthProvider, 'id' | 'orgId' | 'name' | 'issuer'>[],
  { secretRows, secrets }: TrustedIssuersInput,
): ReadonlyMap<string, TrustedIssuer> {
  const secretNamed = (name: string): string => {
    const row = secretRows.find((each) => each.name === name);
    return row ? secrets.unseal(row.valueSealed, row.id) : '';
  };
  const issuers = providers.flatMap(({ id, orgId, name, issuer }) => {
    if (issuer === null) return [];
    const settings = stored<ExternalIssuer>(issuer);
    const clientSecret = settings.introspection ? secretNamed(settings.introspection.secret) : '';
    const trusted = { ...settings, id, orgId, name, clientSecret };
    // Tokens are remembered with the key: it must not hold the secret.
    const key = createHash('sha256').update(JSON.stringify(trusted)).digest('base64');
    return [{ ...trusted, key }];
  });
  return new Map(issuers.map((issuer) => [issuer.name, issuer]));
}
