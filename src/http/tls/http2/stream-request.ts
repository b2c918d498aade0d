import { randomUUID } from 'node:crypto';
import {
  type ClientRequest,
  type IncomingMessage,
  type InformationEvent,
  request as sendRequest,
} from 'node:http';
import { constants, type ServerHttp2Stream } from 'node:http2';
import { type Refusal, refusal } from '../../../foundation/errors.ts';
import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import { PROBLEM_TYPE, problem } from '../../problem.ts';
import type { LocalSocket } from './local-socket.ts';
import { type StreamHead, streamFieldsOf } from './stream-head.ts';

/** A head is bounded by who makes it; nothing here reads it for itself. */
const HEAD_BYTES_MAX = 1_048_576;

/**
 * Sends the request of a stream over a connection of HTTP/1.1, and its answer back.
 *
 * So each rule for requests holds for it as for any other, and there is one reader of requests alone.
 */
export function sendStream(stream: ServerHttp2Stream, head: StreamHead, socket: LocalSocket): void {
  const { method, path, fields } = head;
  let answer: IncomingMessage | undefined;
  const request = sendRequest({
    createConnection: () => socket as never,
    method,
    path,
    headers: fields,
    setHost: false,
    maxHeaderSize: HEAD_BYTES_MAX,
  });
  request.on('information', (information) => sendInformation(stream, information));
  request.on('response', (response) => {
    answer = response;
    sendAnswer(stream, response);
  });
  // An answer may come, and end the connection, before the body of its request.
  request.on('error', () => answer ?? stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  stream.once('close', () => request.destroy());
  stream.once('aborted', () => request.destroy());
  sendBody(stream, request);
}

/** Sends the body, once a turn. A frame of one byte would cost as much as one of a thousand, at each step. */
function sendBody(stream: ServerHttp2Stream, request: ClientRequest): void {
  // An empty body ends before anybody reads it.
  if (stream.readableEnded) {
    request.end();
    return;
  }
  let gathered: GatheredBytes | undefined;
  const send = () => {
    const bytes = gathered;
    gathered = undefined;
    if (bytes && (request.destroyed || !request.write(bytes.whole()))) stream.pause();
  };
  stream.on('data', (piece: Buffer) => {
    if (!gathered) {
      gathered = new GatheredBytes();
      setImmediate(send);
    }
    gathered.add(piece);
  });
  stream.on('end', () => {
    send();
    request.end();
  });
  request.on('drain', () => stream.resume());
  // The head would wait for the body, and no time limit would begin. Where bytes of it are there, both go together.
  setImmediate(() => {
    if (!gathered && !request.writableEnded && !request.destroyed) request.flushHeaders();
  });
}

function sendInformation(stream: ServerHttp2Stream, { statusCode, rawHeaders }: InformationEvent): void {
  if (stream.closed || stream.headersSent) return;
  stream.additionalHeaders({ ':status': statusCode, ...streamFieldsOf(rawHeaders) });
}

function sendAnswer(stream: ServerHttp2Stream, answer: IncomingMessage): void {
  if (stream.closed || stream.destroyed) {
    answer.resume();
    return;
  }
  const hasTrailers = answer.headers.trailer !== undefined;
  const head = { ':status': answer.statusCode, ...streamFieldsOf(answer.rawHeaders) };
  stream.respond(head, { waitForTrailers: hasTrailers, sendDate: false } as object);
  stream.once('wantTrailers', () => stream.sendTrailers(streamFieldsOf(answer.rawTrailers)));
  // A body that ends in the middle may not look whole.
  answer.once('close', () => answer.complete || stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  // The answer to HEAD has ended by now.
  if (stream.writableEnded) answer.resume();
  else sendAnswerBody(stream, answer);
  // Who is answered need send no more of the request. (RFC 9113 §8.1)
  stream.once('finish', () => {
    if (!stream.readableEnded && !hasTrailers) stream.close(constants.NGHTTP2_NO_ERROR);
  });
}

/** Sends the body of an answer. Its last piece goes with the end of the stream, in one frame. */
function sendAnswerBody(stream: ServerHttp2Stream, answer: IncomingMessage): void {
  let last: Buffer | undefined;
  answer.on('data', (piece: Buffer) => {
    if (answer.complete && answer.readableLength === 0) last = piece;
    else if (!stream.write(piece)) answer.pause();
  });
  answer.once('end', () => stream.end(last));
  stream.on('drain', () => answer.resume());
}

/** Refuses a stream that is no request. @returns the request id of the answer */
export function refuseStream(stream: ServerHttp2Stream, refused: Refusal): string {
  const requestId = randomUUID();
  const body = problem(refused, requestId);
  stream.respond({
    ':status': refused.status,
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-request-id': requestId,
  });
  stream.end(body);
  return requestId;
}

/** The refusal of a head that Node takes for none of HTTP/1.1. */
export const unreadable = (error: unknown): Refusal =>
  refusal('BAD_USER_INPUT', { detail: `The request cannot be read: ${(error as Error).message}.` });
