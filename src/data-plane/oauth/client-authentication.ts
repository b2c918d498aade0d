import { refusal, refuse } from '../../foundation/errors.ts';
import type { Client, Provider } from '../snapshot/snapshot.ts';
import type { OAuthContext, OAuthRequest } from './endpoint.ts';
import { type Form, formDecode } from './form-body.ts';

type Credentials = { readonly clientKey: string | undefined; readonly secret: string | undefined };

/** Stand-in for the hash of a missing secret. No secret matches it. */
const NO_HASH = Buffer.alloc(32).toString('base64url');

/**
 * Identifies the client of a request.
 *
 * A confidential one always shows its key and secret, in the form or as HTTP Basic. A public one shows its client_id
 * alone. (RFC 6749 §2.1, §2.3.1 and §3.2.1)
 *
 * Decision: a public client that shows a secret is refused, be it the right one. A secret in the hands of everybody who
 * has the application proves nothing, and whoever sends it takes it for a proof.
 *
 * @throws CLIENT_INVALID when it is not admitted: unknown and wrong look the same and take as long
 * @throws BAD_USER_INPUT when it authenticates in two ways, or in none that can be read
 */
export function identifyClient(form: Form, call: OAuthRequest, context: OAuthContext): Client {
  call.progress.begin('oauthClient');
  const { clientKey = '', secret } = credentialsOf(form, call);
  const client = call.catalog.clients.get(clientKey);
  call.progress.names(client, { keySent: clientKey !== '', secretSent: secret !== undefined });
  if (client?.clientType === 'PUBLIC') {
    if (secret !== undefined)
      throw clientInvalid(call, 'The application is a public client: it sends its client_id alone.');
    checkAdmitted(client, call);
    return client;
  }
  const matched = shownSecret(client, secret ?? '', context);
  if (!client || !matched) throw clientInvalid(call);
  checkEnd(client, matched, { call, context });
  checkAdmitted(client, call);
  context.secretUses.note(client.credentialId, matched);
  return client;
}

/**
 * Identifies a client that has authenticated. A name alone proves nothing.
 *
 * @throws CLIENT_INVALID, BAD_USER_INPUT as `identifyClient`; CLIENT_INVALID for a public client
 */
export function authenticateClient(form: Form, call: OAuthRequest, context: OAuthContext): Client {
  const client = identifyClient(form, call, context);
  if (client.clientType === 'PUBLIC')
    throw clientInvalid(call, 'This is for confidential clients: a public one cannot authenticate.');
  return client;
}

/**
 * Tells whether scripts may call: a client without a secret may be a web page.
 *
 * It calls from its own origin. (RFC 9700 §2.6 allows CORS here)
 */
export const takesScripts = ({ clientTypes }: Provider) => clientTypes.has('PUBLIC');

function checkAdmitted({ application, clientType }: Client, call: OAuthRequest): void {
  if (application.suspended) throw clientInvalid(call, 'The application is suspended.');
  if (!call.provider.clientTypes.has(clientType))
    throw clientInvalid(call, `The OAuth provider takes no ${clientType.toLowerCase()} clients.`);
}

/** The hash of the client's shown secret. Both hashes are always compared, there or not. */
function shownSecret(
  client: Client | undefined,
  secret: string,
  { secrets }: OAuthContext,
): string | undefined {
  const previous = client?.previousSecret?.hash ?? NO_HASH;
  const [matched] = secrets.matching(secret, [client?.secretHash ?? NO_HASH, previous]);
  return matched;
}

/** Refuses a secret whose time is over. Who shows it learns when it ended. */
function checkEnd(
  { secretHash, secretEndsAt, previousSecret }: Client,
  matched: string,
  { call, context }: { call: OAuthRequest; context: OAuthContext },
): void {
  const endsAt = matched === secretHash ? secretEndsAt : (previousSecret?.expiresAt ?? 0);
  if (endsAt === null || context.clock().getTime() < endsAt) return;
  const secretEndedAt = new Date(endsAt).toISOString();
  call.progress.adds({ secretEndedAt });
  throw clientInvalid(call, `The client secret ended on ${secretEndedAt}: replace it.`);
}

function credentialsOf(form: Form, call: OAuthRequest): Credentials {
  const inForm = { clientKey: form.get('client_id'), secret: form.get('client_secret') };
  if (call.request.headers.authorization === undefined) return inForm;
  const [header = '', another] = authorizations(call.request);
  if (!/^basic( |$)/i.test(header))
    throw clientInvalid(call, 'A client authenticates with HTTP Basic or in the form.');
  if (inForm.secret !== undefined || another !== undefined)
    refuse('BAD_USER_INPUT', { detail: 'Authenticate the client in one way: HTTP Basic or the form.' });
  const basic = basicCredentials(header);
  if (inForm.clientKey !== undefined && inForm.clientKey !== basic.clientKey)
    refuse('BAD_USER_INPUT', { detail: 'client_id names another client than HTTP Basic does.' });
  return basic;
}

/** Each value of the Authorization header. Node joins none, and keeps the first. */
function authorizations({ rawHeaders }: OAuthRequest['request']): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && /^authorization$/i.test(rawHeaders[at - 1] ?? ''));
}

/** RFC 7617, with each half encoded as in a form. (RFC 6749 §2.3.1) */
function basicCredentials(header: string): Credentials {
  const [, encoded = ''] = /^basic +([a-z0-9+/]+={0,2})$/i.exec(header) ?? [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0)
    refuse('BAD_USER_INPUT', {
      detail: 'HTTP Basic holds the client key, a colon and the client secret in base64.',
    });
  return { clientKey: formDecode(text.slice(0, colon)), secret: formDecode(text.slice(colon + 1)) };
}

/** Every 401 says how to authenticate. (RFC 9110 §15.5.2; RFC 6749 §5.2 wants it after HTTP Basic) */
function clientInvalid({ provider }: OAuthRequest, detail?: string) {
  return refusal('CLIENT_INVALID', {
    ...(detail !== undefined && { detail }),
    headers: { 'WWW-Authenticate': `Basic realm="${provider.name}", charset="UTF-8"` },
  });
}
