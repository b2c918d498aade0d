import { refuse } from '../../../foundation/errors.ts';
import type { Call } from '../call.ts';
import { keyAt } from '../route/client-key.ts';
import { apiKeyRefusal } from './security/api-key.ts';
import { identifiers } from './security/checks.ts';
import type { Step } from './step.ts';

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
  const { keyPlaces, takesTokens } = call.route;
  const ofApiKeys = keyPlaces.filter(({ carries }) => carries === 'API_KEY');
  const [first] = ofApiKeys;
  if (first && ofApiKeys.some((place) => keyAt(call, place) !== undefined))
    throw apiKeyRefusal('API_KEY_INVALID', first, call);
  if (first && !takesTokens && ofApiKeys.length === keyPlaces.length)
    throw apiKeyRefusal('API_KEY_MISSING', first, call);
  refuse('CLIENT_ID_MISSING');
}
