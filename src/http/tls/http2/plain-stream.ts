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

/** A request without a body, and the connection that carries its stream. */
type BodilessRequest = {
  readonly stream: ServerHttp2Stream;
  readonly head: StreamHead;
  readonly carrier: TLSSocket;
};

/**
 * Serves a request from its stream, where it is plain.
 *
 * The text that its head has in HTTP/1.1 decides, so that one grammar says for both what is plain.
 *
 * @returns false for a request that is not plain, of which nothing is done
 */
export function servesPlainStream(
  { stream, head, carrier }: BodilessRequest,
  { takes, serve }: PlainHandler,
): boolean {
  const text = textOf(head);
  const plain = readPlainHead(text);
  if (!plain || plain.bodyBytes > 0 || !says(plain, head) || !takes(plain)) return false;
  const socket = new StreamSocket(stream, carrier, text.length);
  const request = new PlainRequest(socket as unknown as Socket, plain, undefined);
  const response = new StreamResponse(request, stream, socket);
  // They have of node:http's own what a handler of plain requests uses.
  serve(
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse & { req: IncomingMessage },
  );
  return true;
}

function textOf({ method, path, fields }: StreamHead): string {
  let text = `${method} ${path} HTTP/1.1\r\n`;
  for (let at = 0; at < fields.length; at += 2) text += `${fields[at]}: ${fields[at + 1]}\r\n`;
  return text;
}

/** Tells whether the text says what the stream did. A line end within a field would say more. */
const says = (plain: PlainHead, { path, fields }: StreamHead): boolean =>
  plain.target === path && plain.rawHeaders.length === fields.length;
