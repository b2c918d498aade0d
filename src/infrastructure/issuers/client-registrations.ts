import type { ClientMetadata } from '../../domain/oauth/client-registration.ts';
import type { ExternalIssuer } from '../../domain/oauth/external-issuer.ts';
import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/errors.ts';
import { PeriodCounts } from '../limits/period-counts.ts';
import type { OrgOutbound } from '../outbound/org-outbound.ts';
import { registrationUrlOf } from './issuer-documents.ts';
import {
  type ClientManagement,
  deleteClient,
  type RegisteredClient,
  registerClient,
} from './register-client.ts';
import { IssuerFault } from './trusted-issuer.ts';

type ClientRegistrationsDeps = {
  /** The connections of an org. */
  readonly outboundOf: (orgId: string) => Pick<OrgOutbound, 'fetch'>;
  readonly clock: Clock;
};

/** A client that an issuer is asked to register. */
type ClientOrder = {
  readonly orgId: string;
  readonly consumerOrgId: string;
  /** The issuer, by the name of its OAuth provider. */
  readonly oauthProvider: string;
  readonly issuer: Pick<ExternalIssuer, 'url'> & { readonly registration: { readonly url: string | null } };
  /** The opened token; undefined where the issuer asks for none. */
  readonly initialAccessToken: string | undefined;
  readonly metadata: ClientMetadata;
};

/** Requests within a minute, of one consumer org and of all of an org. */
const OF_CONSUMER_ORG = 5;
const OF_ORG = 60;
const KEYS_MAX = 10_000;

/**
 * Registers clients at external issuers, and deletes them there.
 *
 * Issuers keep what they register, so consumers may ask for few. It counts in this process alone: an application is one
 * client of an issuer, which bounds them in all.
 */
export class ClientRegistrations {
  readonly #deps: ClientRegistrationsDeps;
  readonly #requests: PeriodCounts;

  constructor(deps: ClientRegistrationsDeps) {
    this.#deps = deps;
    this.#requests = new PeriodCounts(deps.clock, KEYS_MAX);
  }

  /** @throws RATE_LIMIT_EXCEEDED with Retry-After; CLIENT_NOT_REGISTERED, which says what the issuer lacks */
  async register(order: ClientOrder): Promise<RegisteredClient> {
    const { orgId, consumerOrgId, oauthProvider, issuer, initialAccessToken, metadata } = order;
    this.#count(consumerOrgId, OF_CONSUMER_ORG);
    this.#count(orgId, OF_ORG);
    const outbound = this.#deps.outboundOf(orgId);
    try {
      const url = await registrationUrlOf(issuer, outbound);
      return await registerClient({ url, initialAccessToken }, metadata, outbound);
    } catch (error) {
      if (!(error instanceof IssuerFault)) throw error;
      return refuse('CLIENT_NOT_REGISTERED', {
        detail: `${oauthProvider} registered no client: ${error.message}.`,
        cause: error,
      });
    }
  }

  /** Deletes a client. @returns whether there is nothing left to try */
  delete(orgId: string, management: ClientManagement): Promise<boolean> {
    return deleteClient(management, this.#deps.outboundOf(orgId));
  }

  #count(key: string, max: number): void {
    const { count, secondsLeft } = this.#requests.add(key);
    if (count <= max) return;
    refuse('RATE_LIMIT_EXCEEDED', {
      detail: `At most ${max} clients are registered within a minute: try again in ${secondsLeft} seconds.`,
      headers: { 'Retry-After': `${secondsLeft}` },
    });
  }
}
