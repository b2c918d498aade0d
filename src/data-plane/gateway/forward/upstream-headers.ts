import type { IncomingMessage } from 'node:http';
import { isNotFromCallers } from '../../../domain/backend/gateway-headers.ts';
import { PASS_HEADER } from '../../../infrastructure/secrets/gateway-pass.ts';
import { isChargedByEvent } from '../accounting/charges.ts';
import { type Call, chosenOf } from '../call.ts';
import type { GraphQLDocument } from '../graphql/graphql-document.ts';
import { hyphenated, type OwnHeaders } from '../route/own-headers.ts';
import type { CallChanges } from '../transform/call-changes.ts';
import { withoutOwnCookies } from './cookies.ts';

/** The target host and the sender of a request. */
type UpstreamHeadersInput = {
  readonly host: string;
  /** The gateway's name in Via, behind those whose hands the call has gone through. (RFC 9110 §7.6.3) */
  readonly pseudonym: string;
  /** The pass for a GraphQL server of this platform. */
  readonly pass: string | null;
  /** The headers of the back-end's own settings; undefined for none. */
  readonly own: OwnHeaders | undefined;
  /** The changes by the steps of the API; null for none. They come before what the gateway itself writes. */
  readonly changes: Pick<CallChanges, 'headersFor'> | null;
};

/**
 * The headers of a call for the back-end, as names and values in turn.
 *
 * Those of the caller that are meant for it come first. The gateway's own follow, which name the caller, as nobody else
 * can.
 *
 * Decision: `X-Gatehouse-Consumer-Org`, `-Application` and `-Plan` by their names, `-Client` and `-Subscription` by
 * their ids: the client key would let a back-end call in the client's name. `-Scopes` as in the access token;
 * `-Subject`, the person behind it, percent-encoded as in a URL, for names may have any characters. The client's own
 * Authorization is for the gateway, unless the API says that it is for the back-end as well.
 */
export function upstreamHeaders(
  call: Call,
  { host, pseudonym, pass, own, changes }: UpstreamHeadersInput,
): string[] {
  let headers = ['Host', host];
  const { rawHeaders, httpVersion } = call.request;
  const named = namedByConnection(call.request.headers.connection);
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = [rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''];
    const key = name.toLowerCase();
    if (!isForBackend(key, call) || named?.has(key) || own?.replaces(key)) continue;
    const passed = passedOn(key, value, call.request);
    if (passed !== '' || value === '') headers.push(name, passed);
  }
  if (changes) headers = changes.headersFor(headers, own);
  headers.push('Via', `${httpVersion} ${pseudonym}`);
  addDocumentHeaders(headers, call);
  addForwarding(headers, call);
  addIdentity(headers, call);
  if (pass !== null) headers.push(PASS_HEADER, pass);
  if (own) headers.push(...own.pairs);
  if (call.backendToken !== undefined) headers.push('Authorization', `Bearer ${call.backendToken}`);
  return headers;
}

function passedOn(key: string, value: string, { method }: IncomingMessage): string {
  if (key === 'cookie') return withoutOwnCookies(value);
  // How often it may still be passed on is told of OPTIONS alone. (RFC 9110 §7.6.2)
  const isCounted = key === 'max-forwards' && method === 'OPTIONS' && /^\d{1,9}$/.test(value);
  return isCounted ? `${Math.max(0, Number(value) - 1)}` : value;
}

/** The further headers that Connection declares to be of this connection only. */
export function namedByConnection(value: string | undefined): ReadonlySet<string> | undefined {
  if (value === undefined || value === 'keep-alive' || value === 'close') return undefined;
  return new Set(value.split(',').map((name) => name.trim().toLowerCase()));
}

function isForBackend(name: string, call: Call): boolean {
  // Some back-ends read an underscore or a dot as a hyphen: a name must not come in by that door.
  const key = hyphenated(name);
  if (isNotFromCallers(key)) return false;
  // W3C Trace Context §4.2: the state of a trace goes with a valid parent, or not at all.
  if (key === 'traceparent' || key === 'tracestate') return call.traceId !== undefined;
  if (key === 'authorization') return chosenOf(call).api.forwardAuthorization;
  if (key === 'content-type') return call.document === undefined;
  if (key === 'accept-encoding') return call.document === undefined;
  if (key === 'accept') return !isChargedByEvent(call);
  if (key === 'content-length') return call.document === undefined && name === key;
  return !call.route.keyLocations.some(
    (location) => location.location === 'HEADER' && (location.name === key || location.name === name),
  );
}

/**
 * Adds the headers of a document. It always goes by POST, in the form that was read.
 *
 * In the charset of somebody else's Content-Type (UTF-7 is one that servers know) it would be another one. Its answer
 * has to come so that it can be read.
 */
function addDocumentHeaders(headers: string[], call: Call): void {
  const { document } = call;
  if (!document) return;
  headers.push('Content-Type', 'application/json');
  if (isChargedByEvent(call)) headers.push('Accept', 'text/event-stream');
  const codings = mustBePlain(call, document) ? 'identity' : readableOf(call.request);
  if (codings !== undefined) headers.push('Accept-Encoding', codings);
}

/** A stream is read as it passes, whoever may compress it. */
function mustBePlain({ request }: Call, { tellsCost, measure, bytes }: GraphQLDocument): boolean {
  if (tellsCost || measure.type === 'subscription') return true;
  const takesStreams = /text\/event-stream|multipart\/mixed/i.test(request.headers.accept ?? '');
  return takesStreams && (bytes.includes('@defer') || bytes.includes('@stream'));
}

const READABLE = /^(?:gzip|deflate|br|identity)\b/i;

/** The content codings that the caller accepts and the gateway can read. */
function readableOf({ headers }: IncomingMessage): string | undefined {
  const { 'accept-encoding': accepted } = headers;
  if (accepted === undefined) return undefined;
  const codings = accepted
    .toString()
    .split(',')
    .map((each) => each.trim());
  return codings.filter((each) => READABLE.test(each)).join(', ') || 'identity';
}

/**
 * Adds the origin of the call, as far as it is trusted.
 *
 * `Forwarded` (RFC 7239) says the same as `X-Forwarded-…`. Of a chain of trusted proxies, the first element has the
 * client's request.
 */
function addForwarding(headers: string[], { requestId, way: { addresses }, origin }: Call): void {
  const { scheme, host } = origin;
  const elements = addresses.map((address, at) =>
    at === 0 ? `${forwardedFor(address)};host="${host}";proto=${scheme}` : forwardedFor(address),
  );
  headers.push(
    'X-Request-Id',
    requestId,
    'X-Forwarded-For',
    addresses.join(', '),
    'X-Forwarded-Host',
    host,
    'X-Forwarded-Proto',
    scheme,
    'Forwarded',
    elements.join(', '),
  );
}

const forwardedFor = (address: string) => `for="${address.includes(':') ? `[${address}]` : address}"`;

function addIdentity(headers: string[], { client, subscription, token }: Call): void {
  if (!client || !subscription) return;
  headers.push(
    'X-Gatehouse-Consumer-Org',
    client.application.consumerOrg,
    'X-Gatehouse-Application',
    client.application.name,
    'X-Gatehouse-Client',
    client.credentialId,
    'X-Gatehouse-Subscription',
    subscription.id,
    'X-Gatehouse-Plan',
    subscription.plan.name,
  );
  if (!token) return;
  headers.push('X-Gatehouse-Scopes', [...token.scopes].join(' '));
  // A token of an application alone is in nobody's name.
  if (token.subject !== token.clientKey)
    headers.push('X-Gatehouse-Subject', encodeURIComponent(token.subject));
}
