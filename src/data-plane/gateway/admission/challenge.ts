import type { GatewayUrls } from '../../../domain/addresses/public-urls.ts';
import type { RefusalCode } from '../../../foundation/errors.ts';
import type { Call } from '../call.ts';
import type { KeyLocation } from '../route/client-key.ts';
import { metadataUrlOf } from '../route/resource-metadata.ts';

/**
 * The WWW-Authenticate of a refusal, for what the API takes. It names an error only when a token was sent. (RFC 6750 §3)
 */
export function challengeOf(code: RefusalCode, call: Call): string | undefined {
  const { takesTokens, takesBasic, keyLocations } = call.route;
  const bearer = takesTokens ? bearerChallengeOf(code, call) : undefined;
  const isAsked = code === 'CLIENT_ID_MISSING' || code === 'TOKEN_MISSING';
  if (takesBasic && isAsked) return bearer === undefined ? ownBasic(call) : `${bearer}, ${ownBasic(call)}`;
  const [place] = keyLocations;
  return bearer ?? (code === 'CLIENT_ID_MISSING' && place ? keyChallenge(call, place) : undefined);
}

function bearerChallengeOf(code: RefusalCode, call: Call): string | undefined {
  if (code === 'TOKEN_INVALID' || (code === 'CLIENT_ID_MISSING' && call.tokenSent))
    return `${bearerRealm(call)}, error="invalid_token"`;
  return code === 'TOKEN_MISSING' || code === 'CLIENT_ID_MISSING' ? bearerRealm(call) : undefined;
}

/** The WWW-Authenticate of a token that lacks a scope. (RFC 6750 §3.1) */
export function scopeChallenge(call: Call, scopes: readonly string[]): string {
  return `${bearerRealm(call)}, error="insufficient_scope", scope="${scopes.join(' ')}"`;
}

/**
 * The WWW-Authenticate challenge of a refusal for a key at a location.
 *
 * Every 401 has one (RFC 9110 §15.5.2), and no scheme is registered for keys. Bearer comes first where tokens are taken
 * as well.
 */
export function keyChallenge(call: Call, { location, name }: Pick<KeyLocation, 'location' | 'name'>): string {
  const own = `ApiKey realm="${call.catalog.path.slice(1)}", ${location.toLowerCase()}="${name}"`;
  return call.route.takesTokens ? `${bearerRealm(call)}, ${own}` : own;
}

/** The WWW-Authenticate of a refusal for a username and password. (RFC 7617 §2) Bearer comes first, as for keys. */
export function basicChallenge(call: Call): string {
  return call.route.takesTokens ? `${bearerRealm(call)}, ${ownBasic(call)}` : ownBasic(call);
}

/**
 * The WWW-Authenticate of a refusal for a client certificate. No scheme is registered for it. Bearer comes first, as for
 * keys.
 */
export function certificateChallenge(call: Call): string {
  const own = `ClientCertificate realm="${call.catalog.path.slice(1)}"`;
  return call.route.takesTokens ? `${bearerRealm(call)}, ${own}` : own;
}

const ownBasic = ({ catalog }: Call) => `Basic realm="${catalog.path.slice(1)}", charset="UTF-8"`;

/** Adds to a Bearer challenge where the client learns how to get a token. (RFC 9728 §5.1) */
export function withMetadata(challenge: string, call: Call, urls: GatewayUrls): string {
  const realm = bearerRealm(call);
  const url = challenge.startsWith(realm) ? metadataUrlOf(call, urls) : undefined;
  return url === undefined
    ? challenge
    : `${realm}, resource_metadata="${url}"${challenge.slice(realm.length)}`;
}

/** The WWW-Authenticate that says no more than that bearer tokens are taken. (RFC 6750 §3) */
export const bearerRealm = ({ catalog }: Call) => `Bearer realm="${catalog.path.slice(1)}"`;
