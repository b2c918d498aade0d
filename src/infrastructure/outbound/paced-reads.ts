import type { Duplex } from 'node:stream';
import type { buildConnector } from 'undici';
import { restFor } from '../../foundation/piece-rest.ts';

/** Time that a reader takes before it rests, unless it rested meanwhile. An honest answer of 5 MB takes less. */
const BUSY_MS = 5;
/** Bytes that are read at once. A reader works to their end, even on what is broken at their beginning. */
const READ_MAX = 4_096;
/** Rest for each millisecond of work. */
const REST = 3;

/**
 * Makes a connector whose connections rest where reading them takes much time.
 *
 * undici reads whatever has come, at once. A server that answers in chunks of one byte, with interim answers without end
 * or with thousands of fields costs its reader a hundred times as much as its sender.
 */
export const paced =
  (connect: buildConnector.connector): buildConnector.connector =>
  (target, callback) =>
    connect(target, (...result) => {
      if (result[1]) paceReads(result[1]);
      callback(...result);
    });

/** Lets a reader that reads until nothing is left see nothing left while it rests. */
export function paceReads(socket: Pick<Duplex, 'read' | 'emit' | 'readableLength' | 'destroyed'>): void {
  const read = socket.read.bind(socket);
  /** Work that no rest has followed yet, as it was when the reader last came. */
  let busyMs = 0;
  let cameAt = performance.now();
  let isWorking = false;
  let isResting = false;

  function note(): void {
    const now = performance.now();
    busyMs = isWorking ? busyMs + now - cameAt : Math.max(0, busyMs - (now - cameAt) / REST);
    cameAt = now;
    isWorking = false;
  }

  function rest(): void {
    isResting = true;
    restFor(busyMs * REST, () => {
      isResting = false;
      busyMs = 0;
      cameAt = performance.now();
      socket.emit('readable');
    });
  }

  socket.read = () => {
    if (isResting || socket.destroyed) return null;
    note();
    if (busyMs > BUSY_MS) {
      rest();
      return null;
    }
    const { readableLength: length } = socket;
    const bytes = length > READ_MAX ? read(READ_MAX) : read();
    isWorking = bytes !== null;
    return bytes;
  };
}
