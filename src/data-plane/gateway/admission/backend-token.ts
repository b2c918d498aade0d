import type { Step } from './step.ts';

/**
 * Gets the access token that the back-end requires of the gateway. Only the first call of a back-end waits for its issuer.
 *
 * It runs before the call is counted, so that a call without a token costs nothing.
 *
 * @throws BACKEND_TOKEN_UNAVAILABLE with Retry-After, where the issuer gives none
 */
export const backendToken: Step = (call, { backendTokens }) => {
  const grant = call.upstream?.grant;
  if (!grant) return;
  const token = backendTokens.token(grant);
  if (typeof token === 'string') {
    call.backendToken = token;
    return;
  }
  return token.then((issued) => {
    call.backendToken = issued;
  });
};
