import { conditionClaims } from '../../../domain/access-policy/condition-claims.ts';
import type { OwnServers } from '../../../domain/addresses/own-servers.ts';
import type { Clock } from '../../../foundation/clock.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { PassIssuer } from '../../../infrastructure/secrets/gateway-pass.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';
import { claimsIn } from '../../../infrastructure/tokens/verify.ts';
import { type Call, chosenOf, upstreamOf } from '../call.ts';

export type PassDeps = {
  readonly secrets: Pick<Secrets, 'signer'>;
  readonly clock: Clock;
  /** Addresses of the platform's GraphQL servers. Calls to them carry a pass. */
  readonly ownServers: Pick<OwnServers, 'pathBelow'>;
};

/** The pass of a call to the platform's own GraphQL servers; null for any other. */
export type CallPass = (call: Call) => string | null;

/**
 * Creates the issuer of passes.
 *
 * Without a pass, a GraphQL server cannot tell through whose API a call comes, and refuses it.
 */
export function createCallPass({ secrets, clock, ownServers }: PassDeps): CallPass {
  const issuer = new PassIssuer(secrets, clock);
  return (call) => {
    const { api } = chosenOf(call);
    if (ownServers.pathBelow(upstreamOf(call)) === undefined) return null;
    const { orgId, path } = call.catalog;
    const [, org = ''] = path.split('/');
    const client = call.client?.clientKey ?? null;
    const subject = call.person?.subject ?? null;
    return issuer.issue({ orgId, org, api: versionedName(api), client, subject, claims: claimsOf(call) });
  };
}

/**
 * The claims of a token that the gateway alone can verify.
 *
 * It is one of an external issuer, or one that is bound to the client certificate of this call, and the API passes it on.
 * Other tokens of the platform are passed on as they are: the server verifies them itself.
 */
function claimsOf(call: Call): object | null {
  const { token } = call;
  if (!token || !chosenOf(call).api.forwardAuthorization) return null;
  const { external, boundTo } = token;
  if (!external) return boundTo === undefined ? null : claimsIn(token);
  const { issuer, subject, clientId, scopes } = external;
  return conditionClaims(external.claims(), { issuer: issuer.url, subject, clientId, scopes });
}
