import { Refusal } from '../../foundation/errors.ts';
import { FairCache } from '../../foundation/fair-cache.ts';
import { Introspector } from './introspect.ts';
import { type KeySetCounts, KeySets, type KeySetsDeps } from './key-sets.ts';
import type { TrustedIssuer } from './trusted-issuer.ts';
import { type ExternalClaims, namedIssuer, refuseBy, verifyExternal } from './verify-external.ts';

/** A token of an external issuer that was found good. */
export type ExternalToken = ExternalClaims & { readonly issuer: TrustedIssuer };

/** The memory that an introspection endpoint takes, roughly, and that of all. */
const INTROSPECTION_BYTES = 16 * 1024;
const BOUNDS = { bytesMax: 16 * 1024 * 1024, bytesMaxOfOrg: 2 * 1024 * 1024 };
const TOKEN_LENGTH_MAX = 8_192;

const isInvalid = (fault: unknown) => fault instanceof Refusal && fault.code === 'TOKEN_INVALID';

/** The tokens of external issuers: verified with their key sets, or introspected. */
export class ExternalTokens {
  readonly #deps: KeySetsDeps;
  readonly #keySets: KeySets;
  readonly #introspections = new FairCache<Introspector>(BOUNDS, () => INTROSPECTION_BYTES);

  constructor(deps: KeySetsDeps) {
    this.#deps = deps;
    this.#keySets = new KeySets(deps);
  }

  /**
   * Finds the issuers among some that a token can be of.
   *
   * A JWT names its issuer. Any other token can be of each issuer that introspects.
   */
  issuersOf(token: string, issuers: readonly TrustedIssuer[]): TrustedIssuer[] {
    const named = namedIssuer(token);
    return issuers.filter(({ url, introspection }) =>
      named === undefined ? introspection !== null : url === named,
    );
  }

  /**
   * Verifies a token by the first issuer that vouches for it.
   *
   * @throws ISSUER_UNAVAILABLE with Retry-After, while one cannot be asked that may vouch for it; TOKEN_INVALID as the
   * last one says
   */
  async verify(token: string, issuers: readonly TrustedIssuer[]): Promise<ExternalToken> {
    if (token.length > TOKEN_LENGTH_MAX) return refuseBy('LENGTH', 'The access token is too long.');
    if (issuers.length === 0)
      return refuseBy(
        'ISSUED_BY_TAKEN_PROVIDER',
        'The access token is of an issuer that this API does not take.',
      );
    const faults: unknown[] = [];
    for (const issuer of issuers)
      try {
        return { ...(await this.#claimsOf(token, issuer)), issuer };
      } catch (error) {
        faults.push(error);
      }
    throw faults.find((fault) => !isInvalid(fault)) ?? faults.at(-1);
  }

  counts(): KeySetCounts {
    return this.#keySets.counts();
  }

  #claimsOf(token: string, issuer: TrustedIssuer): Promise<ExternalClaims> {
    const { clock, outboundOf } = this.#deps;
    if (!issuer.introspection) return verifyExternal(token, issuer, { keySets: this.#keySets, now: clock() });
    const outbound = outboundOf(issuer.orgId);
    return this.#introspectionOf(issuer).ask(token, issuer, { outbound, clock });
  }

  #introspectionOf({ orgId, key }: TrustedIssuer): Introspector {
    const known = this.#introspections.known(orgId, key);
    if (known) return known;
    const introspection = new Introspector();
    this.#introspections.keep(orgId, key, introspection);
    return introspection;
  }
}
