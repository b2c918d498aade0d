import { measure, NestedTooDeep } from './cost.ts';

/** The facts of a token that the settings of its external issuer choose. */
type NamedFacts = {
  readonly issuer: string;
  readonly subject: string;
  readonly clientId: string;
  readonly scopes: ReadonlySet<string>;
};

/** The bytes of all claims together. They travel in a header beside the token itself. */
const BYTES_MAX = 4_000;

/**
 * Returns the claims of an external issuer's token as conditions see them.
 *
 * They are the issuer's own; those that its settings choose are found by the names of RFC 9068 §2.2 as well. Of claims that
 * are too large or nested too deep only these are left.
 *
 * @returns null where even these are too large
 */
export function conditionClaims(
  claims: Readonly<Record<string, unknown>>,
  { issuer, subject, clientId, scopes }: NamedFacts,
): object | null {
  const named = {
    iss: issuer,
    sub: subject,
    client_id: clientId,
    scope: scopes.size > 0 ? [...scopes].join(' ') : undefined,
  };
  return [{ ...claims, ...named }, named].find(fits) ?? null;
}

function fits(claims: object): boolean {
  try {
    measure(claims);
  } catch (error) {
    if (error instanceof NestedTooDeep) return false;
    throw error;
  }
  return Buffer.byteLength(JSON.stringify(claims)) <= BYTES_MAX;
}
