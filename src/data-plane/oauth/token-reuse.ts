import { clientKeyInShort } from '../../domain/consumer/client-key.ts';
import { recordAudit, transact } from '../../infrastructure/database/change.ts';
import { type Families, revokeWithin } from '../../infrastructure/tokens/revoke.ts';
import type { OAuthContext, OAuthRequest } from './endpoint.ts';
import type { GrantRequest } from './grants/grant.ts';
import type { UsedOnce } from './reuse-counts.ts';

const actions = { authorization_code: 'reuseAuthorizationCode', refresh_token: 'reuseRefreshToken' } as const;

/**
 * Revokes all that came of an authorization after a second use, which is theft.
 *
 * The audit says who showed what to whom, once for an authorization, so that repetition fills no audit. (RFC 6749
 * §4.1.2, RFC 9700 §4.14.2)
 *
 * Decision: the client that shows it is the actor, be it the thief or the client that was robbed: the two cannot be
 * told apart.
 */
export async function revokeReused(
  { what, families }: { readonly what: UsedOnce; readonly families: Families },
  { client, catalog, provider, address }: Pick<GrantRequest, 'client' | keyof OAuthRequest>,
  { database, clock, reuses }: OAuthContext,
): Promise<void> {
  const revoked = await transact(database, async (transaction) => {
    const ended = await revokeWithin(transaction, families, clock());
    for (const { id, subject } of ended)
      await recordAudit(transaction, {
        orgId: catalog.orgId,
        actor: `client:${clientKeyInShort(client.clientKey)}`,
        action: actions[what],
        subject: provider.name,
        address,
        detail: { catalog: catalog.path, application: client.application.name, person: subject, family: id },
      });
    return ended.length;
  });
  reuses[what] += revoked;
}
