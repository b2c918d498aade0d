import { refuse } from '../../../foundation/errors.ts';
import type { Call } from '../call.ts';
import { type KeyLocation, keyAt } from '../route/client-key.ts';
import { apiKeyRefusal } from './security/api-key.ts';
import { identifiers } from './security/checks.ts';
import { NEEDS_CLIENT_ID } from './security/http-basic.ts';
import type { Step, StepFacts } from './step.ts';

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
  for (const identify of identifiers) {
    const identified = identify(call, deps);
    if (identified !== false) return identified === true ? undefined : identified;
  }
  return keepOpenCandidates(call);
};

function keepOpenCandidates(call: Call): void {
  call.candidates = call.candidates.filter(({ isOpen }) => isOpen);
  if (call.candidates.length > 0) return;
  const { keyLocations, takesTokens, takesBasic } = call.route;
  const ofApiKeys = keyLocations.filter(({ carries }) => carries === 'API_KEY');
  const [first] = ofApiKeys;
  if (first && ofApiKeys.some((location) => keyAt(call, location) !== undefined))
    throw apiKeyRefusal('API_KEY_INVALID', first, call);
  if (first && !takesTokens && ofApiKeys.length === keyLocations.length)
    throw apiKeyRefusal('API_KEY_MISSING', first, call);
  refuse('CLIENT_ID_MISSING', takesBasic && !takesTokens ? { detail: NEEDS_CLIENT_ID } : {});
}

/** The way in which the client is known, and where its key was sent. */
export const clientFacts: StepFacts = (call) => {
  const { client: known, token, tokenSent, route } = call;
  return {
    knownBy: clientKnownBy(call),
    tokenSent,
    keySent: route.keyLocations.some((location) => keyAt(call, location) !== undefined),
    keyPlaces: route.keyLocations.map(locationText),
    ...(known && { application: known.application.name }),
    ...(token && !known && { tokenClientIsOfCatalog: false }),
  };
};

function clientKnownBy({ client: known, token }: Call): 'ACCESS_TOKEN' | 'CLIENT_KEY' | 'API_KEY' | null {
  if (!known) return null;
  if (token) return 'ACCESS_TOKEN';
  return known.clientKey === null ? 'API_KEY' : 'CLIENT_KEY';
}

const locationText = ({ location, name }: Pick<KeyLocation, 'location' | 'name'>) =>
  `${location.toLowerCase()} ${name}`;
