import type { Socket } from 'node:net';

/** Joins a head and a body, so that they go in one write. */
export function joined(head: string, body: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(head.length + body.length);
  bytes.write(head, 'latin1');
  bytes.set(body, head.length);
  return bytes;
}

/** Writes a part of a body. @returns whether there is room for more */
export function writePart(socket: Socket, part: Buffer, isChunked: boolean): boolean {
  if (!isChunked) return socket.write(part);
  if (part.length === 0) return true;
  socket.cork();
  socket.write(`${part.length.toString(16)}\r\n`, 'latin1');
  socket.write(part);
  const hasRoom = socket.write('\r\n', 'latin1');
  socket.uncork();
  return hasRoom;
}
