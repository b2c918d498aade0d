import type { Duplex } from 'node:stream';
import type { buildConnector } from 'undici';
import { restFor } from '../../foundation/piece-rest.ts';
import { BusyTime } from './busy-time.ts';

/** Time that a reader takes before it rests, unless it rested meanwhile. An honest answer of 5 MB takes less. */
const BUSY_MS = 5;
/** Time that a reader takes before it rests once all together have taken theirs. A short answer takes less. */
const BUSY_MS_AMONG_OTHERS = 0.5;
/** Bytes that are read at once. A reader works to their end, even on what is broken at their beginning. */
const READ_MAX = 4_096;
/** Lines that are read at once. Each may be a field, and costs an error behind the last one that there is room for. */
const LINES_MAX = 64;
const LINE_FEED = 0x0a;
/** Rest for each millisecond of work. */
const REST = 3;

/** Work of all readers. */
const everybody = new BusyTime(REST);

/** Ends the piece of work that a reader has begun. */
let endWork = (): void => {};

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

/**
 * Lets a reader that reads until nothing is left see nothing left while it rests.
 *
 * Sixty connections that each read for their time in one turn would hold up calls for a third of a second. Whichever of
 * them takes more than a short answer does rests once all together have worked so long.
 */
export function paceReads(
  socket: Pick<Duplex, 'read' | 'unshift' | 'emit' | 'readableLength' | 'destroyed'>,
): void {
  const read = socket.read.bind(socket);
  const own = new BusyTime(REST);
  let isResting = false;

  function readLittle(): Buffer | null {
    const bytes: Buffer | null = socket.readableLength > READ_MAX ? read(READ_MAX) : read();
    if (bytes === null) return null;
    const length = lengthOfLines(bytes);
    if (length < bytes.length) socket.unshift(bytes.subarray(length));
    return bytes.subarray(0, length);
  }

  function beginWork(): void {
    const since = performance.now();
    endWork = () => {
      const took = performance.now() - since;
      endWork = () => {};
      own.add(took);
      everybody.add(took);
    };
    // What else the process does before this reader comes again is not its work.
    process.nextTick(() => endWork());
  }

  function rest(): void {
    isResting = true;
    restFor(own.milliseconds * REST, () => {
      isResting = false;
      own.clear();
      socket.emit('readable');
    });
  }

  socket.read = () => {
    if (isResting || socket.destroyed) return null;
    endWork();
    const most = everybody.milliseconds > BUSY_MS ? BUSY_MS_AMONG_OTHERS : BUSY_MS;
    if (own.milliseconds > most) {
      rest();
      return null;
    }
    const bytes = readLittle();
    if (bytes !== null) beginWork();
    return bytes;
  };
}

/** Returns the length of the first lines. */
function lengthOfLines(bytes: Buffer): number {
  let end = -1;
  for (let lines = 0; lines < LINES_MAX; lines += 1) {
    end = bytes.indexOf(LINE_FEED, end + 1);
    if (end < 0) return bytes.length;
  }
  return end + 1;
}
