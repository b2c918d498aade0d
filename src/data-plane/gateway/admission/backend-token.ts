import { refusal } from '../../../foundation/errors.ts';
import { type Call, exchangedTokenOf } from '../call.ts';
import { bearerRealm } from './challenge.ts';
import type { Step } from './step.ts';

/**
 * Gets the access token that the back-end requires of the gateway. Only a first call waits.
 *
 * It may be the one in exchange for the caller's. The step runs before the call is counted, so that a call without a token
 * costs nothing.
 *
 * @throws BACKEND_TOKEN_UNAVAILABLE with Retry-After, where the issuer gives none; TOKEN_MISSING where there is none to
 *   exchange
 */
export const backendToken: Step = (call, { backendTokens }) => {
  const grant = call.upstream?.grant;
  if (!grant) return;
  if (grant.isExchange && !call.token) throw nothingToExchange(call);
  const token = backendTokens.token(grant, exchangedTokenOf(call));
  if (typeof token === 'string') {
    call.backendToken = token;
    return;
  }
  return token.then((issued) => {
    call.backendToken = issued;
  });
};

const nothingToExchange = (call: Call) =>
  refusal('TOKEN_MISSING', {
    detail: 'The back-end is called in the name of the caller: send an access token.',
    facts: { header: 'Authorization' },
    headers: { 'WWW-Authenticate': bearerRealm(call) },
  });
