import type { IncomingMessage, ServerResponse } from 'node:http';
import { catalogue, type Refusal } from '../errors.ts';
import type { Call } from './call.ts';
import { challengeOf } from './challenge.ts';
import { cutOff } from './cut-off.ts';
import { DocumentRefusal } from './graphql/document-refusal.ts';
import { limitHeaders } from './limit-headers.ts';
import { measureHeaders } from './measure-headers.ts';
import { noticesOf } from './notices.ts';
import { requestIdOf } from './request-id.ts';

/** How long a refused request may go on sending its body before the connection is closed. */
const LINGER_MS = 1_000;

type Message = { readonly contentType: string; readonly body: string };

/** Refuses a call in the form of its API: problem+json, or the errors of GraphQL. A begun answer is cut off. */
export function refuseCall(call: Call, refused: Refusal): void {
  const { request, response, requestId } = call;
  call.refusedWith = refused.code;
  if (response.headersSent) {
    cutOff(response);
    return;
  }
  const challenge = refused.headers?.['WWW-Authenticate'] ?? challengeOf(refused.code, call);
  const own = [
    ...limitHeaders(call),
    ...noticesOf(call),
    ...measureHeaders(call),
    ...call.cors,
    ...(challenge === undefined ? [] : ['WWW-Authenticate', challenge]),
  ];
  const message =
    call.route.kind === 'GRAPHQL'
      ? graphqlErrors(refused, { request, requestId })
      : problem(refused, requestId);
  write(refused, { request, response, requestId, message, own });
}

/** Refuses a request that reached no API. */
export function refuseRequest(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  refused: Refusal,
): void {
  const requestId = requestIdOf(request);
  write(refused, { request, response, requestId, message: problem(refused, requestId), own: [] });
}

type Answer = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly message: Message;
  /** Names and values in turn. */
  readonly own: readonly string[];
};

function write(refused: Refusal, { request, response, requestId, message, own }: Answer): void {
  if (response.destroyed) return;
  const given = Object.entries(refused.headers ?? {}).filter(([name]) => name !== 'WWW-Authenticate');
  response.writeHead(refused.status, [
    'Content-Type',
    message.contentType,
    'Content-Length',
    `${Buffer.byteLength(message.body)}`,
    'Cache-Control',
    'no-store',
    'X-Request-Id',
    requestId,
    ...own,
    ...given.flat(),
  ]);
  response.end(message.body);
  if (!request.complete) closeUnlessComplete(request);
}

/** A body that nobody wants is thrown away for a moment, so that the answer is read, and not for longer. */
function closeUnlessComplete(request: IncomingMessage): void {
  const { socket } = request;
  request.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  request.once('end', () => clearTimeout(timer));
}

/** RFC 9457. */
function problem(refused: Refusal, requestId: string): Message {
  return {
    contentType: 'application/problem+json',
    body: JSON.stringify({ ...kindOf(refused), detail: refused.message, code: refused.code, requestId }),
  };
}

function kindOf({ code, status }: Refusal) {
  const type = `urn:gatehouse:problem:${code.toLowerCase().replaceAll('_', '-')}`;
  return { type, title: catalogue[code][1], status };
}

/** GraphQL over HTTP, "application/graphql-response+json": a refused request has its own status in both types. */
function graphqlErrors(
  refused: Refusal,
  { request, requestId }: { request: IncomingMessage; requestId: string },
): Message {
  const extensions = { code: refused.code, ...kindOf(refused), requestId };
  const errors = refused instanceof DocumentRefusal ? refused.errors : [{ message: refused.message }];
  return {
    contentType: request.headers.accept?.includes('application/graphql-response+json')
      ? 'application/graphql-response+json; charset=utf-8'
      : 'application/json; charset=utf-8',
    body: JSON.stringify({ errors: errors.map((error) => ({ ...error, extensions })) }),
  };
}
