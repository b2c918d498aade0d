import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** The part of Node's parser that its types lack: the packet that it reads. */
type SocketWithParser = { readonly parser?: { getCurrentBuffer?(): Buffer | undefined } };

const [CARRIAGE_RETURN, LINE_FEED] = [0x0d, 0x0a];
const END_OF_HEAD = '\r\n\r\n';

/**
 * Ends the connection after a request for another protocol, where something may follow its head.
 *
 * Nobody here takes such an offer (RFC 9110 §7.8), but Node's parser stops at one all the same. It throws away what
 * came behind it in the same packet. It would take the next packet for the beginning of a request, even in the middle
 * of the lost one's body.
 */
export const endBehindUpgrade: RequestListener = (request, response) => {
  if (request.headers.upgrade !== undefined && !endsItsPacket(request)) response.shouldKeepAlive = false;
};

/** Tells whether nothing follows the head of a request. False where that is unknown. */
function endsItsPacket({ socket, headers }: IncomingMessage): boolean {
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
  const packet = (socket as Socket & SocketWithParser).parser?.getCurrentBuffer?.();
  // A head holds no empty line, and so the first one ends it, unless a part of that came in the packet before.
  const isBegun = packet?.[0] === CARRIAGE_RETURN || packet?.[0] === LINE_FEED;
  return (
    packet !== undefined && !isBegun && packet.indexOf(END_OF_HEAD) === packet.length - END_OF_HEAD.length
  );
}
