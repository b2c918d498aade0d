import { type Refusal, type RefusalDetails, refusal } from '../../../foundation/errors.ts';
import type { Call } from '../call.ts';
import { type KeyLocation, keyAt } from '../route/client-key.ts';

/** Names of headers and parameters in which keys are sent by mistake. They are in lower case, without dashes. */
const KEY_NAMES = new Set(['xclientid', 'clientid', 'clientkey', 'xclientkey', 'xapikey', 'apikey', 'key']);

/**
 * Refuses a call whose client cannot be told, with a hint for its caller.
 *
 * The sentence "Client id missing" is the contract (spec.md, "Errors"). The hint says what was found in its place, and
 * what to send where. It names no key.
 */
export const clientIdMissing = (call: Call, details?: RefusalDetails): Refusal =>
  refusal('CLIENT_ID_MISSING', { ...details, hint: clientHint(call) });

function clientHint(call: Call): string {
  return [found(call), `This API takes ${waysOf(call).join(', or ')}.`].filter(Boolean).join(' ');
}

/** The mistake that the call shows, if any. */
function found(call: Call): string | undefined {
  const { request, route, endedKey } = call;
  if (request.method === 'OPTIONS' && request.headers['access-control-request-method'])
    return 'This is the preflight of a browser, which never brings a key: the API does not allow calls from pages of other origins (CORS). Its provider can.';
  if (endedKey) return 'The key that was sent has ended.';
  const location = route.keyLocations.find((each) => keyAt(call, each) !== undefined);
  if (location) return `The key in ${locationInWords(location)} is none of an application of this catalog.`;
  return foundInAuthorization(call) ?? foundElsewhere(call);
}

function foundInAuthorization({ request, route, catalog }: Call): string | undefined {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  if (/^basic$/i.test(scheme) && !route.takesBasic) return 'A username and password tell no client here.';
  if (!/^bearer$/i.test(scheme)) return undefined;
  if (catalog.clients.has(value)) return 'A client key was sent as an access token.';
  if (!route.takesTokens) return 'Access tokens are not taken here.';
  return 'The access token is not as an OAuth provider of this catalog issues them: send it whole, to its last character.';
}

function foundElsewhere({ request, target }: Call): string | undefined {
  const isKey = (name: string) => KEY_NAMES.has(name.toLowerCase().replaceAll(/[-_]/g, ''));
  const header = Object.keys(request.headers).find(isKey);
  if (header) return `No key is read from the header ${header}.`;
  const parameter = [...new URLSearchParams(target.query).keys()].find(isKey);
  return parameter && `No key is read from the query parameter ${parameter}.`;
}

function waysOf({ route }: Call): string[] {
  const { keyLocations, takesTokens, takesBasic, takesCertificates } = route;
  const keys = keyLocations.map(
    (location) =>
      `${location.carries === 'API_KEY' ? 'an API key' : 'the client key of an application'} in ${locationInWords(location)}`,
  );
  const beside = takesBasic
    ? ['a username and password in the header Authorization (Basic), beside the client key']
    : [];
  const tokens = takesTokens ? ['an access token in the header Authorization (Bearer)'] : [];
  return [...keys, ...beside, ...tokens, ...(takesCertificates ? ['a client certificate'] : [])];
}

const locationInWords = ({ location, name }: KeyLocation) =>
  location === 'QUERY' ? `the query parameter ${name}` : `the ${location.toLowerCase()} ${name}`;
