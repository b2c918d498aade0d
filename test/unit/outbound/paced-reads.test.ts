import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paceReads } from '../../../src/infrastructure/outbound/paced-reads.ts';

let now = 0;
const timers: { at: number; run: () => void }[] = [];
beforeEach(() => {
  timers.length = 0;
  // Whole milliseconds: sums of others are told apart from what they are compared with by a rounding.
  now = Math.ceil(Math.max(now, performance.now())) + 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
    timers.push({ at: now + ms, run });
    return { unref() {} };
  }) as never);
});
afterEach(async () => {
  // Work ends with its turn.
  await new Promise(setImmediate);
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
    read(bytes?: number): Buffer {
      parts += 1;
      sizes.push(bytes);
      return Buffer.from('a part');
    },
    unshift() {},
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

it('readers that work at once rest as soon as all together have worked too long, one after another', () => {
  const readers = Array.from({ length: 20 }, () => reader(1, 100));
  const began = now;
  for (const { readAll } of readers) readAll();
  // Six parts are more than 5 ms. Of the others each has read one.
  expect(now - began).toBe(6 + 19);
  while (timers.length > 0) rest();
  expect(readers.map(({ parts }) => parts())).toEqual(readers.map(() => 100));
  expect(now - began).toBeGreaterThan(2.5 * 20 * 100);
});

it('what else a process does between two reads is no work of the reader', async () => {
  const { readAll, parts } = reader(0, 1);
  readAll();
  await new Promise(setImmediate);
  now += 1_000;
  const { socket } = reader(0, 1);
  expect(socket.read()).not.toBe(null);
  expect(parts()).toBe(1);
  expect(timers).toEqual([]);
});

it('a reader is given at most 64 lines at once, and the others next', () => {
  const lines = Buffer.from('a:\r\n'.repeat(150));
  let left: Buffer | null = lines;
  const socket = {
    readableLength: lines.length,
    destroyed: false,
    read: () => {
      const all = left;
      left = null;
      return all;
    },
    unshift: (rest: Buffer) => {
      left = rest;
    },
    emit: () => true,
  };
  paceReads(socket);
  const sizes = [socket.read(), socket.read(), socket.read(), socket.read()].map((bytes) => bytes?.length);
  expect(sizes).toEqual([64 * 4, 64 * 4, 22 * 4, undefined]);
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
