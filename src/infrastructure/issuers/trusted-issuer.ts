import type { ExternalIssuer } from '../../domain/oauth/external-issuer.ts';
import { type Refusal, refusal } from '../../foundation/errors.ts';

/** An external issuer as a catalog trusts it. */
export type TrustedIssuer = ExternalIssuer & {
  readonly orgId: string;
  /** The id and the name of the OAuth provider that it is. */
  readonly id: string;
  readonly name: string;
  /** The opened secret of the gateway at its introspection endpoint; empty for none. */
  readonly clientSecret: string;
  /** The text that tells it from all others. Other settings make another one. */
  readonly key: string;
};

/** An issuer that is of no use. The message tells why, for people who configure it. */
export class IssuerFault extends Error {
  override readonly name = 'IssuerFault';
}

/** The refusal of a token whose issuer cannot be asked. The address is left out: consumers see the facts. */
export function issuerUnavailable({ name }: TrustedIssuer, seconds: number): Refusal {
  return refusal('ISSUER_UNAVAILABLE', {
    headers: { 'Retry-After': `${seconds}` },
    facts: { oauthProvider: name },
  });
}
