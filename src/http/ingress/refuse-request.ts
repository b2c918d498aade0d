import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Refusal } from '../../foundation/errors.ts';
import type { BrokenRecord } from '../broken-requests.ts';
import { PROBLEM_TYPE, problem } from '../problem.ts';
import { discardRequestBody } from './drain-request.ts';

/** The body of a refusal, in the form of who refuses. */
export type RefusalMessage = { readonly status: number; readonly contentType: string; readonly body: string };

/** Connections on which a request broke the rules. Others may see another beginning of the next one. */
const over = new WeakSet<Socket>();

/** Tells whether an earlier request ended the connection. A later one is not served. (RFC 9112 §9.6) */
export function isConnectionClosing({ socket }: IncomingMessage): boolean {
  return over.has(socket);
}

type RefusedRequest = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Tells whether the connection ends with it. */
  readonly isLast: boolean;
};

/** Refuses a request that reached no API. */
export function refuseRequest(refused: Refusal, input: RefusedRequest): BrokenRecord {
  const { request, requestId } = input;
  writeRefusal(refused, { ...input, message: problemMessage(refused, requestId), own: [] });
  const { status, code } = refused;
  return { requestId, status, code, bytesReceived: request.socket.bytesRead };
}

/** @param portalUrl the portal that explains it; undefined where none is known */
export function problemMessage(refused: Refusal, requestId: string, portalUrl?: string): RefusalMessage {
  return { status: refused.status, contentType: PROBLEM_TYPE, body: problem(refused, requestId, portalUrl) };
}

type WriteRefusalInput = RefusedRequest & {
  readonly message: RefusalMessage;
  /** Names and values in turn. */
  readonly own: readonly string[];
};

/** Writes a refusal. The rest of the request is discarded, and the connection ended where it has to. */
export function writeRefusal(
  refused: Refusal,
  { request, response, requestId, message, own, isLast }: WriteRefusalInput,
): void {
  if (response.destroyed) return;
  if (isLast) {
    over.add(request.socket);
    response.shouldKeepAlive = false;
  }
  const entries = Object.entries(refused.headers ?? {}).filter(([name]) => name !== 'WWW-Authenticate');
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
    ...entries.flat(),
  ]);
  if (isLast && !request.complete) {
    response.write(message.body);
    request.once('end', () => response.end());
  } else response.end(message.body);
  discardRequestBody(request);
}
