import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paceReads } from '../../../src/infrastructure/outbound/paced-reads.ts';

let now = 0;
const timers: { at: number; run: () => void }[] = [];
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
    timers.push({ at: now + ms, run });
    return { unref() {} };
  }) as never);
});
afterEach(() => {
  now += 10_000;
  vi.restoreAllMocks();
});

/** Lets the next timer run, at its time. */
function rest(): void {
  const timer = timers.shift();
  now = Math.max(now, timer?.at ?? 0);
  timer?.run();
}

/** Reads a connection over which there is always more. Each part of it takes some milliseconds. */
function reader(workMs: number, partsMax: number) {
  let parts = 0;
  const sizes: (number | undefined)[] = [];
  const socket = {
    readableLength: 65_536,
    destroyed: false,
    read(bytes?: number) {
      parts += 1;
      sizes.push(bytes);
      return `${parts}`;
    },
    emit() {
      readAll();
      return true;
    },
  };
  function readAll(): void {
    while (parts < partsMax && socket.read() !== null) now += workMs;
  }
  paceReads(socket);
  return { socket, readAll, parts: () => parts, sizes };
}

it('a reader that takes much time for what has come rests three times as long, and then reads on', () => {
  const { readAll, parts } = reader(10, 100);
  const began = now;
  readAll();
  expect(parts()).toBe(1);
  for (let rests = 1; rests < 100; rests += 1) rest();
  expect(parts()).toBe(100);
  expect(now - began).toBe(100 * 10 + 99 * 30);
});

it('a reader that takes little time rests not at all', () => {
  const { readAll, parts } = reader(0.04, 100);
  readAll();
  expect(parts()).toBe(100);
  expect(timers).toEqual([]);
});

it('a reader is given little at once, and nothing more of a connection that it has ended', () => {
  const { socket, readAll, parts, sizes } = reader(0, 2);
  readAll();
  expect(sizes).toEqual([4_096, 4_096]);
  socket.destroyed = true;
  expect(socket.read()).toBe(null);
  expect(parts()).toBe(2);
});
