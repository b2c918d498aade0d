import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type PlainHead, readPlainHead } from '../../plain/plain-head.ts';
import { PlainRequest } from '../../plain/plain-request.ts';
import type { PlainHandler } from '../../plain/plain-requests.ts';
import type { StreamHead } from './stream-head.ts';
import { StreamResponse } from './stream-response.ts';
import { StreamSocket } from './stream-socket.ts';

/** A request, and the connection that carries its stream. */
type StreamRequest = {
  readonly stream: ServerHttp2Stream;
  readonly head: StreamHead;
  readonly carrier: TLSSocket;
};

/**
 * Returns the bytes of a body that has come whole, before anybody reads it. Undefined for any other.
 *
 * The frame that ends it has been judged then: it is as long as its head says. (RFC 9113 §8.1.1) An empty one has told its
 * end already.
 */
export const wholeBodyBytes = ({ state, readableLength }: ServerHttp2Stream): number | undefined =>
  state.remoteClose && readableLength > 0 ? readableLength : undefined;

/**
 * Serves a request from its stream, where it is plain and has come whole.
 *
 * The text that its head has in HTTP/1.1 decides, so that one grammar says for both what is plain. A body is not waited for,
 * as on a connection of HTTP/1.1: its time limits, its early answers and its end in the middle are node:http's to judge.
 *
 * @returns false for a request that is not plain, of which nothing is done
 */
export function servesPlainStream(
  { stream, head, carrier }: StreamRequest,
  { takes, serve }: PlainHandler,
): boolean {
  const text = textOf(head);
  const plain = readPlainHead(text);
  if (!plain || plain.bodyBytes !== head.bodyBytes || !says(plain, head) || !takes(plain)) return false;
  const socket = new StreamSocket(stream, carrier, text.length + plain.bodyBytes);
  const request = new PlainRequest(socket as unknown as Socket, plain, bodyOf(stream, plain));
  const response = new StreamResponse(request, stream, socket);
  // They have of node:http's own what a handler of plain requests uses.
  serve(
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse & { req: IncomingMessage },
  );
  return true;
}

/** Takes the body. Read beyond it, the stream would tell its end, and be destroyed before its answer has finished. */
const bodyOf = (stream: ServerHttp2Stream, { bodyBytes }: PlainHead): Buffer | undefined =>
  bodyBytes > 0 ? (stream.read(bodyBytes) as Buffer) : undefined;

function textOf({ method, path, fields }: StreamHead): string {
  let text = `${method} ${path} HTTP/1.1\r\n`;
  for (let at = 0; at < fields.length; at += 2) text += `${fields[at]}: ${fields[at + 1]}\r\n`;
  return text;
}

/** Tells whether the text says what the stream did. A line end within a field would say more. */
const says = (plain: PlainHead, { path, fields }: StreamHead): boolean =>
  plain.target === path && plain.rawHeaders.length === fields.length;
