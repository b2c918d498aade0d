import type { Clock } from '../../foundation/clock.ts';
import { introspectToken, type TokenIntrospection } from '../client-credentials/introspect-token.ts';
import { TokenFault } from '../client-credentials/oauth-client.ts';
import type { OrgOutbound } from '../outbound/org-outbound.ts';
import { Backoff } from './backoff.ts';
import { issuerUnavailable, type TrustedIssuer } from './trusted-issuer.ts';
import { claimsOf, type ExternalClaims, refuseBy } from './verify-external.ts';

type IntrospectDeps = { readonly outbound: Pick<OrgOutbound, 'fetch'>; readonly clock: Clock };

/** Tokens that one issuer is asked for at the same time. */
const REQUESTS_MAX = 100;

/** The introspection endpoint of one issuer. Calls that come with one token wait for the same request. */
export class Introspector {
  readonly #backoff = new Backoff();
  readonly #requests = new Map<string, Promise<ExternalClaims>>();

  /**
   * Asks for a token. (RFC 7662)
   *
   * @throws TOKEN_INVALID for one that is not active; ISSUER_UNAVAILABLE with Retry-After without an answer
   */
  ask(token: string, issuer: TrustedIssuer, deps: IntrospectDeps): Promise<ExternalClaims> {
    const known = this.#requests.get(token);
    if (known) return known;
    const now = deps.clock().getTime();
    if (!this.#backoff.isOver(now) || this.#requests.size >= REQUESTS_MAX)
      throw issuerUnavailable(issuer, this.#backoff.secondsLeft(now));
    const request = this.#ask(token, issuer, deps).finally(() => this.#requests.delete(token));
    this.#requests.set(token, request);
    return request;
  }

  async #ask(
    token: string,
    issuer: TrustedIssuer,
    { outbound, clock }: IntrospectDeps,
  ): Promise<ExternalClaims> {
    const { introspection, clientSecret } = issuer;
    if (!introspection) throw new TypeError(`${issuer.name} has no introspection endpoint`);
    const { url, clientId, cacheSeconds } = introspection;
    const endpoint = { url, clientId, clientSecret };
    const answer = await introspectToken(token, endpoint, outbound).catch((error: unknown) => {
      if (!(error instanceof TokenFault)) throw error;
      const now = clock().getTime();
      this.#backoff.noteFailure(now);
      throw issuerUnavailable(issuer, this.#backoff.secondsLeft(now));
    });
    this.#backoff.noteAnswer();
    return checkedClaims(answer, issuer, { now: clock(), holdsSeconds: cacheSeconds });
  }
}

/** An answer may leave out issuer and audience. What it says has to fit. (RFC 7662 §2.2) */
function checkedClaims(
  answer: TokenIntrospection,
  issuer: TrustedIssuer,
  { now, holdsSeconds }: { readonly now: Date; readonly holdsSeconds: number },
): ExternalClaims {
  if (!answer.active) return refuseBy('ACTIVE', 'Its issuer says that the access token is not active.');
  const { iss, aud, exp, nbf } = answer;
  if (iss !== undefined && iss !== issuer.url)
    return refuseBy('ISSUER', 'The access token is of another issuer.');
  const audiences = aud === undefined ? [] : [aud].flat();
  if (issuer.audiences.length > 0 && !issuer.audiences.some((each) => audiences.includes(each)))
    return refuseBy('AUDIENCE', 'The access token is for another audience.');
  const seconds = now.getTime() / 1_000;
  if (typeof exp === 'number' && exp + issuer.clockSkewSeconds <= seconds)
    return refuseBy('IN_TIME', 'The access token has expired.');
  if (typeof nbf === 'number' && nbf > seconds + issuer.clockSkewSeconds)
    return refuseBy('IN_TIME', 'The access token is not valid yet.');
  return { ...claimsOf(answer, issuer, { now, holdsSeconds }), claims: () => answer };
}
