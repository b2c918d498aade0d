import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import { isObject } from '../../../foundation/json.ts';
import { checkJson, JSON_BOUNDS } from '../../../graphql/server/large-request.ts';

/** The largest body of a plain request. Others are read by the server that bounds any. */
const BODY_BYTES_MAX = 65_536;
const PATH = /^\/api\/[\w-]+(?:\/[\w-]+)?$/;
const HOST = /^[\w-]+(?:\.[\w-]+)*(?::\d{1,5})?$/;
const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i;
/** Headers that ask for more than an answer. They are of browsers (CORS), of HTTP (RFC 9110 §10.1.1), of encodings. */
const UNUSUAL = ['origin', 'expect', 'content-encoding', 'transfer-encoding', 'upgrade'] as const;

const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';
const RESPONSE_MEDIA_TYPE = 'application/graphql-response+json; charset=utf-8';
/** The media types of answers, by the usual values of Accept. (GraphQL over HTTP §6.1) */
const MEDIA_TYPES = new Map<string | undefined, string>([
  ['*/*', JSON_MEDIA_TYPE],
  ['application/json', JSON_MEDIA_TYPE],
  ['application/graphql-response+json', RESPONSE_MEDIA_TYPE],
  ['application/graphql-response+json, application/json', RESPONSE_MEDIA_TYPE],
  ['application/graphql-response+json, application/json;q=0.9', RESPONSE_MEDIA_TYPE],
]);

/** The parameters of a request. (GraphQL over HTTP §5.1) */
export type PlainParams = {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
};

/** A request whose form is plain, and its parameters. */
export type PlainQuery = {
  readonly path: string;
  readonly params: PlainParams;
  readonly headers: IncomingHttpHeaders;
};

/**
 * Returns the media type that a plain request is answered with. Undefined for one that is not plain.
 *
 * Plain is a POST of JSON in its most usual form, in every respect. Whatever else there is in HTTP and in GraphQL over
 * HTTP is the business of the server that knows all of it, whose requests and responses cost more than a query.
 */
export function plainMediaType({
  method,
  url = '',
  headers,
  httpVersion,
}: IncomingMessage): string | undefined {
  if (method !== 'POST' || httpVersion !== '1.1' || !PATH.test(url)) return undefined;
  if (!JSON_TYPE.test(headers['content-type'] ?? '') || !isHost(headers.host)) return undefined;
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (!(length > 0 && length <= BODY_BYTES_MAX)) return undefined;
  for (const name of UNUSUAL) if (headers[name] !== undefined) return undefined;
  return MEDIA_TYPES.get(headers.accept);
}

let knownHost: string | undefined;

/** RFC 9112 §3.2. Callers mostly name one host. */
function isHost(host = ''): boolean {
  if (host === knownHost) return true;
  if (!HOST.test(host) || !URL.canParse(`http://${host}/`)) return false;
  knownHost = host;
  return true;
}

/** Reads a body that is no longer than its head says, which Node sees to. It is never called back for one that breaks off. */
export function readBody(request: IncomingMessage, read: (body: Buffer) => void): void {
  const bytes = new GatheredBytes();
  request.on('data', (chunk: Buffer) => bytes.add(chunk));
  request.once('end', () => read(bytes.whole()));
  request.on('error', () => {});
}

/** Returns the parameters in a body. Undefined for any that is to be refused, or unusual. */
export function paramsIn(body: Buffer): PlainParams | undefined {
  const text = body.toString();
  try {
    checkJson(text, JSON_BOUNDS);
    const params: unknown = JSON.parse(text);
    return isParams(params) ? params : undefined;
  } catch {
    return undefined;
  }
}

function isParams(params: unknown): params is PlainParams {
  if (!isObject(params) || typeof params['query'] !== 'string') return false;
  for (const name of Object.keys(params)) {
    const value = params[name];
    if (name === 'query') continue;
    if (name === 'operationName') {
      if (value !== null && typeof value !== 'string') return false;
    } else if (name !== 'variables' || (value !== null && !isObject(value))) return false;
  }
  return true;
}

export function writeAnswer(response: ServerResponse, mediaType: string, text: string): void {
  if (response.destroyed || response.writableEnded) return;
  response.writeHead(200, { 'Content-Type': mediaType, 'content-length': String(Buffer.byteLength(text)) });
  response.end(text);
}
