import { refuse } from '../../../foundation/errors.ts';
import type { ExternalToken } from '../../../infrastructure/issuers/external-tokens.ts';
import { isIssuedBy, isRevoked } from '../../../infrastructure/tokens/verify.ts';
import type { Revocations } from '../../snapshot/revocations.ts';
import type { CatalogSnapshot } from '../../snapshot/snapshot.ts';
import type { Call } from '../call.ts';
import type { AdmissionDeps, Step, StepFacts } from './step.ts';
import type { CachedToken } from './token-cache.ts';

/**
 * Refuses a verified token that holds no longer, or not in this catalog.
 *
 * Its verification may be some time ago. Facts that can have changed since are compared with the snapshot.
 * (architecture.md, "Access tokens", 4)
 *
 * @throws TOKEN_INVALID when it is of another catalog, its key was withdrawn, its client was removed, it was revoked,
 *   or it came without the client certificate that it is bound to
 */
export const token: Step = (call, deps) => {
  const { token: presented, client, catalog, snapshot } = call;
  if (!presented) return;
  if (presented.external) {
    if (!client) refuseUnregistered(presented.external);
    if (presented.boundTo !== undefined) checkBinding(presented.boundTo, call, deps);
    return;
  }
  if (!client || !isOfOneOf(catalog.providers, presented))
    refuse('TOKEN_INVALID', {
      detail: 'The access token was not issued for this catalog.',
      facts: { rule: 'ISSUED_FOR_CATALOG' },
    });
  checkRevoked(presented, snapshot.revocations);
  if (presented.boundTo !== undefined) checkBinding(presented.boundTo, call, deps);
};

/** Refuses a good token of a client that is no application. Its issuer was trusted in the step before. */
function refuseUnregistered({ issuer: { name, clientClaim } }: ExternalToken): never {
  refuse('TOKEN_INVALID', {
    detail: `The access token is of a client that no application of this catalog is. Register the client id in its claim ${clientClaim} as that of an application at ${name}.`,
    facts: { rule: 'CLIENT_REGISTERED', oauthProvider: name, claim: clientClaim },
  });
}

/** Refuses a token that is bound to another client certificate than that of the call. (RFC 8705 §3) */
function checkBinding(boundTo: string, call: Call, { certificates }: AdmissionDeps): void {
  const { thumbprint, fault } = certificates.of(call);
  if (fault !== undefined || thumbprint !== boundTo)
    refuse('TOKEN_INVALID', {
      detail:
        fault === 'MISSING'
          ? 'The access token is bound to a client certificate: connect with that certificate.'
          : 'The access token is bound to another client certificate than that of this call, or the certificate is not valid.',
      facts: { rule: 'BOUND_TO_CERTIFICATE' },
    });
}

/**
 * Refuses a revoked token. It is looked up only after a new revocation.
 *
 * A look-up among a million revocations costs more than all the rest.
 */
function checkRevoked(presented: CachedToken, revocations: Revocations): void {
  if (presented.unrevokedAt === revocations.revision) return;
  if (isRevoked(presented, revocations))
    refuse('TOKEN_INVALID', { detail: 'The access token was revoked.', facts: { rule: 'NOT_REVOKED' } });
  presented.unrevokedAt = revocations.revision;
}

/** Compared again only when the provider that issued it has changed since the last time. The step security relies on it. */
function isOfOneOf(providers: CatalogSnapshot['providers'], presented: CachedToken): boolean {
  const { provider } = presented;
  if (provider && providers.get(provider.name) === provider) return true;
  presented.provider = [...providers.values()].find((each) => isIssuedBy(presented, each));
  return presented.provider !== undefined;
}

/** Scopes and times of the token. */
export const tokenFacts: StepFacts = ({ token: presented }) =>
  presented
    ? {
        scopes: [...presented.scopes],
        issuedAt: new Date(presented.issuedAt).toISOString(),
        expiresAt: new Date(presented.external?.expiresAt ?? presented.expiresAt).toISOString(),
      }
    : {};
