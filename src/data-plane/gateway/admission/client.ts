import { Refusal, refuse } from '../../../foundation/errors.ts';
import type { Call } from '../call.ts';
import { type KeyLocation, keyAt } from '../route/client-key.ts';
import { apiKeyRefusal, holderAt } from './api-key.ts';
import { countedNetworkOf } from './counted-network.ts';
import type { AdmissionDeps, Step } from './step.ts';
import type { CachedToken } from './token-cache.ts';

const BEARER = /^bearer(?: |$)/i;

/**
 * Identifies the client by its access token, client key or API key.
 *
 * The access token comes first. Without a client, only versions that are open to everybody are left. (architecture.md,
 * "Two versions on one path")
 *
 * @throws CLIENT_ID_MISSING when no client can be told; API_KEY_MISSING where API keys alone tell it; API_KEY_INVALID;
 *   TOKEN_INVALID; TOO_MANY_ATTEMPTS
 */
export const client: Step = (call, deps) => {
  if (call.candidates[0]?.isOpen) return keepOpenCandidates(call);
  const text = call.route.takesTokens ? bearerTokenOf(call.request.headers.authorization) : undefined;
  if (text !== undefined) return byToken(call, text, deps);
  call.client = clientByKey(call, deps);
  return call.client ? undefined : keepOpenCandidates(call);
};

/** The token of the header Authorization; undefined where its scheme is another. The scheme's case does not matter. */
function bearerTokenOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !BEARER.test(authorization)) return undefined;
  let at = 'bearer'.length;
  while (authorization[at] === ' ') at += 1;
  return authorization.slice(at);
}

function byToken(call: Call, text: string, deps: AdmissionDeps): void | Promise<void> {
  call.tokenSent = true;
  const token = deps.tokens.recall(text);
  const client = token && clientOf(token, call);
  if (!client) return byNewToken(call, text, deps);
  call.token = token;
  call.client = client;
}

/** Looked up only when clients have changed since the last time. */
function clientOf(token: CachedToken, { catalog: { clients } }: Call): Call['client'] {
  if (token.clientAt !== clients.revision) {
    token.client = clients.get(token.clientKey);
    token.clientAt = clients.revision;
  }
  return token.client;
}

async function byNewToken(call: Call, text: string, { tokens, failedTokens }: AdmissionDeps): Promise<void> {
  const network = countedNetworkOf(call);
  if (network !== undefined) await failedTokens.check(network);
  try {
    call.token = await tokens.verify(text, call.snapshot);
    call.client = clientOf(call.token, call);
  } catch (error) {
    if (network !== undefined && error instanceof Refusal) await failedTokens.note(network);
    throw error;
  }
}

function clientByKey(call: Call, deps: AdmissionDeps): Call['client'] {
  for (const place of call.route.keyPlaces) {
    const found = place.carries === 'API_KEY' ? holderAt(place, call, deps) : clientAt(place, call);
    if (found) return found;
  }
  return undefined;
}

function clientAt(place: KeyLocation, call: Call): Call['client'] {
  const key = keyAt(call, place);
  return key === undefined ? undefined : call.catalog.clients.get(key);
}

function keepOpenCandidates(call: Call): void {
  call.candidates = call.candidates.filter(({ isOpen }) => isOpen);
  if (call.candidates.length > 0) return;
  const { keyPlaces, takesTokens } = call.route;
  const ofApiKeys = keyPlaces.filter(({ carries }) => carries === 'API_KEY');
  const [first] = ofApiKeys;
  if (first && ofApiKeys.some((place) => keyAt(call, place) !== undefined))
    throw apiKeyRefusal('API_KEY_INVALID', first, call);
  if (first && !takesTokens && ofApiKeys.length === keyPlaces.length)
    throw apiKeyRefusal('API_KEY_MISSING', first, call);
  refuse('CLIENT_ID_MISSING');
}
