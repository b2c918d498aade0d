import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Refusal } from '../../foundation/errors.ts';
import type { BrokenRecord } from '../../http/broken-requests.ts';
import { abortResponse } from '../../http/ingress/abort-response.ts';
import { discardRequestBody } from '../../http/ingress/drain-request.ts';
import { requestIdOf } from '../../http/ingress/request-id.ts';
import { PROBLEM_TYPE, problem } from '../../http/problem.ts';
import { limitHeaders } from './accounting/limit-headers.ts';
import { measureHeaders } from './accounting/measure-headers.ts';
import { challengeOf } from './admission/challenge.ts';
import type { Call } from './call.ts';
import { noticesOf } from './forward/deprecation-notices.ts';
import { answerTypeFor } from './graphql/answer-type.ts';
import { DocumentRefusal } from './graphql/document-refusal.ts';
import { errorsOf } from './graphql/error-bodies.ts';
import { corsHeaders } from './route/cors.ts';
import { isCostQuestion } from './route/cost-question.ts';

type Message = { readonly status: number; readonly contentType: string; readonly body: string };

/** Connections on which a request broke the rules. Others may see another beginning of the next one. */
const over = new WeakSet<Socket>();

/** Tells whether an earlier request ended the connection. A later one is not served. (RFC 9112 §9.6) */
export function isConnectionClosing({ socket }: IncomingMessage): boolean {
  return over.has(socket);
}

/** Refuses a call in the form of its API: problem+json, or the errors of GraphQL. A begun answer is cut off. */
export function refuseCall(call: Call, refused: Refusal): void {
  const { request, response, requestId } = call;
  call.refusedWith = refused.code;
  if (response.headersSent) {
    abortResponse(response);
    return;
  }
  const challenge = refused.headers?.['WWW-Authenticate'] ?? challengeOf(refused.code, call);
  const own = [
    ...limitHeaders(call),
    ...noticesOf(call),
    ...measureHeaders(call),
    ...corsHeaders(call),
    ...(challenge === undefined ? [] : ['WWW-Authenticate', challenge]),
  ];
  const message =
    call.route.kind === 'GRAPHQL' ? graphqlErrors(refused, call) : problemMessage(refused, requestId);
  write(refused, { request, response, requestId, message, own, isLast: call.stage === 'request' });
}

type RefuseRequestInput = Pick<RefusalResponse, 'request' | 'response' | 'isLast'>;

/** Refuses a request that reached no API. */
export function refuseRequest(
  { request, response, isLast }: RefuseRequestInput,
  refused: Refusal,
): BrokenRecord {
  const requestId = requestIdOf(request);
  const message = problemMessage(refused, requestId);
  write(refused, { request, response, requestId, message, own: [], isLast });
  const { status, code } = refused;
  return { requestId, status, code, bytesReceived: request.socket.bytesRead };
}

type RefusalResponse = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly message: Message;
  /** Names and values in turn. */
  readonly own: readonly string[];
  /** Tells whether the connection ends with it. */
  readonly isLast: boolean;
};

function write(
  refused: Refusal,
  { request, response, requestId, message, own, isLast }: RefusalResponse,
): void {
  if (response.destroyed) return;
  if (isLast) {
    over.add(request.socket);
    response.shouldKeepAlive = false;
  }
  const given = Object.entries(refused.headers ?? {}).filter(([name]) => name !== 'WWW-Authenticate');
  response.writeHead(message.status, [
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
  if (isLast && !request.complete) {
    response.write(message.body);
    request.once('end', () => response.end());
  } else response.end(message.body);
  discardRequestBody(request);
}

function problemMessage(refused: Refusal, requestId: string): Message {
  return { status: refused.status, contentType: PROBLEM_TYPE, body: problem(refused, requestId) };
}

/**
 * A refused call has its own status in both types. What is wrong with its document has status 200 in application/json,
 * where 4xx may come from any server on the way. (GraphQL over HTTP, "application/json")
 */
function graphqlErrors(refused: Refusal, call: Call): Message {
  const { request } = call;
  const isRequestError = refused instanceof DocumentRefusal && !isCostQuestion(call);
  const contentType = answerTypeFor(request);
  return {
    status: isRequestError && contentType.startsWith('application/json') ? 200 : refused.status,
    contentType,
    body: errorsOf(refused, call),
  };
}
