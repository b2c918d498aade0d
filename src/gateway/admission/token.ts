import { refuse } from '../../errors.ts';
import type { Revocations } from '../../snapshot/revocations.ts';
import { isIssuedBy, isRevoked } from '../../tokens/verify.ts';
import type { RememberedToken } from '../tokens.ts';
import type { Step } from './step.ts';

/**
 * Does the token hold here and now? It was verified, perhaps some time ago; what can have changed since is compared
 * with the snapshot. (architecture.md, "Access tokens", 4)
 *
 * @throws TOKEN_INVALID when it is of another catalog, its key was withdrawn, its client was removed, it was revoked
 */
export const token: Step = ({ token: presented, client, catalog, snapshot }) => {
  if (!presented) return;
  if (!client || !isOfCatalog(presented, catalog.providers))
    refuse('TOKEN_INVALID', {
      detail: 'The access token was not issued for this catalog.',
      facts: { rule: 'ISSUED_FOR_CATALOG' },
    });
  checkRevoked(presented, snapshot.revocations);
};

/** Looked up only when something was revoked since the last time: among a million that costs more than all the rest. */
function checkRevoked(presented: RememberedToken, revocations: Revocations): void {
  if (presented.unrevokedAt === revocations.revision) return;
  if (isRevoked(presented, revocations))
    refuse('TOKEN_INVALID', { detail: 'The access token was revoked.', facts: { rule: 'NOT_REVOKED' } });
  presented.unrevokedAt = revocations.revision;
}

type Token = Parameters<typeof isIssuedBy>[0];
type Providers = ReadonlyMap<string, Parameters<typeof isIssuedBy>[1]>;

function isOfCatalog(presented: Token, providers: Providers): boolean {
  for (const provider of providers.values()) if (isIssuedBy(presented, provider)) return true;
  return false;
}
