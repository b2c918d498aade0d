import { refuse } from '../../errors.ts';
import { isIssuedBy, isRevoked } from '../../tokens/verify.ts';
import type { Step } from './step.ts';

/**
 * Does the token hold here and now? It was verified, perhaps some time ago; what can have changed since is compared
 * with the snapshot. (architecture.md, "Access tokens", 4)
 *
 * @throws TOKEN_INVALID when it is of another catalog, its key was withdrawn, its client was removed, it was revoked
 */
export const token: Step = ({ token: presented, client, catalog }) => {
  if (!presented) return;
  if (!client || !isOfCatalog(presented, catalog.providers))
    refuse('TOKEN_INVALID', {
      detail: 'The access token was not issued for this catalog.',
      facts: { rule: 'ISSUED_FOR_CATALOG' },
    });
  if (isRevoked(presented, catalog.revokedTokens))
    refuse('TOKEN_INVALID', { detail: 'The access token was revoked.', facts: { rule: 'NOT_REVOKED' } });
};

type Token = Parameters<typeof isIssuedBy>[0];
type Providers = ReadonlyMap<string, Parameters<typeof isIssuedBy>[1]>;

function isOfCatalog(presented: Token, providers: Providers): boolean {
  for (const provider of providers.values()) if (isIssuedBy(presented, provider)) return true;
  return false;
}
