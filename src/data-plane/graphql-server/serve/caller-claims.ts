import type { Clock } from '../../../foundation/clock.ts';
import { Refusal } from '../../../foundation/errors.ts';
import type { GatewayPass } from '../../../infrastructure/secrets/gateway-pass.ts';
import {
  type AccessToken,
  claimsIn,
  isIssuedBy,
  isRevoked,
  verifyAccessToken,
} from '../../../infrastructure/tokens/verify.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { tokenKeyring } from '../../snapshot/token-keyring.ts';
import type { CallerHeaders } from './caller-headers.ts';

export type ClaimsDeps = {
  readonly snapshots: { current(): Snapshot };
  /** Decides when a token has expired. */
  readonly clock: Clock;
};

type ClaimedCall = {
  readonly headers: CallerHeaders;
  readonly gateway: Pick<GatewayPass, 'orgId' | 'claims'> | null;
};

/** Reads the claims of the caller's access token. There are none without a token for the org's APIs. */
type ClaimsReader = (call: ClaimedCall, orgId: string) => Promise<object>;

/**
 * Verifies the caller's access token.
 *
 * It is valid where a provider of the org issued it, it has not expired and was not revoked, and its application is not
 * suspended. A token of an external issuer, or one that is bound to a client certificate, was verified by the gateway, whose
 * pass has its claims.
 *
 * Decision: a caller with another token has no claims, and is not refused for it: the header may be for a back-end
 * alone. Policies decide what such a caller may do.
 */
export function createClaimsReader({ snapshots, clock }: ClaimsDeps): ClaimsReader {
  return async ({ headers, gateway }, orgId) => {
    if (gateway?.claims && gateway.orgId === orgId) return gateway.claims;
    const token = /^Bearer +([^ ]+)$/i.exec(headers.get('authorization') ?? '')?.[1];
    if (token === undefined) return {};
    const snapshot = snapshots.current();
    try {
      const verified = await verifyAccessToken(token, tokenKeyring(snapshot), clock);
      if (verified.boundTo !== undefined) return {};
      return holds(verified, snapshot, orgId) ? claimsIn(verified) : {};
    } catch (error) {
      if (error instanceof Refusal) return {};
      throw error;
    }
  };
}

function holds(token: AccessToken, { catalogs, revocations }: Snapshot, orgId: string): boolean {
  if (isRevoked(token, revocations)) return false;
  return [...catalogs.values()].some(({ orgId: owner, clients, providers }) => {
    const client = clients.get(token.clientKey);
    if (owner !== orgId || !client || client.application.suspended) return false;
    return [...providers.values()].some((provider) => isIssuedBy(token, provider));
  });
}
