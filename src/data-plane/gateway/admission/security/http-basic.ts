import { defaultKeyName } from '../../../../domain/api/security/api-key.ts';
import type { HttpBasicDefinition } from '../../../../domain/api/security/http-basic.ts';
import { type Refusal, refusal } from '../../../../foundation/errors.ts';
import type { Call } from '../../call.ts';
import { clientIdHeader } from '../../route/client-key.ts';
import { basicChallenge } from '../challenge.ts';
import { clientIdMissing } from '../client-hint.ts';
import { showsClientId } from './api-key.ts';
import type { Requirement, SecurityCheck } from './security-check.ts';

/**
 * Usernames and passwords of user registries, in the header Authorization.
 *
 * They identify no client: the client id beside them does. The step person has asked the registries.
 */
export const httpBasicCheck: SecurityCheck<HttpBasicDefinition> = {
  identify: () => false,
  refusal: refusalBy,
};

/** The text that says what a call shows beside a username and password. */
export const NEEDS_CLIENT_ID = `Send the client id of your application in the header ${defaultKeyName}, and beside it the username and password in the header Authorization: Basic <base64>.`;

function refusalBy(
  { definition }: Pick<Requirement<HttpBasicDefinition>, 'definition'>,
  call: Call,
): Refusal | undefined {
  const { person } = call;
  if (!showsClientId(call, clientIdHeader)) return clientIdMissing(call, { detail: NEEDS_CLIENT_ID });
  if (person?.acceptedBy === definition.userRegistry) return undefined;
  const headers = { 'WWW-Authenticate': basicChallenge(call) };
  if (!person)
    return refusal('PASSWORD_MISSING', {
      detail: 'Send the username and password in the header Authorization: Basic <base64>.',
      headers,
    });
  return refusal('PASSWORD_INVALID', {
    ...(person.fault !== undefined && { detail: person.fault }),
    headers,
  });
}
