import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type FrameLine, FrameTurns } from '../../../src/http/tls/http2/frame-turns.ts';

/** A connection to which so many frames have come. */
class Line implements FrameLine {
  readonly passed: number[] = [];
  frames: number;

  constructor(frames: number) {
    this.frames = frames;
  }

  get hasMore(): boolean {
    return this.frames > 0;
  }

  get sum(): number {
    return this.passed.reduce((sum, count) => sum + count, 0);
  }

  pass(costMax: number): number {
    const count = Math.min(this.frames, costMax);
    this.frames -= count;
    this.passed.push(count);
    return count;
  }
}

it('a few frames pass at once', () => {
  const [turns, line] = [new FrameTurns(), new Line(10)];
  turns.add(line);
  expect(line.passed).toEqual([10]);
});

it('thousands of one connection pass some hundred a turn', async () => {
  const [turns, line] = [new FrameTurns(), new Line(1_000)];
  turns.add(line);
  const sums = [line.sum];
  for (let count = 0; count < 4; count += 1) {
    await turn();
    sums.push(line.sum);
  }
  expect(sums).toEqual([256, 512, 768, 1_000, 1_000]);
});

it('those of many connections pass in turn, as many a turn as those of one', async () => {
  const turns = new FrameTurns();
  const flood = Array.from({ length: 20 }, () => new Line(1_000));
  for (const line of flood) turns.add(line);
  const small = new Line(3);
  turns.add(small);
  const sum = () => flood.reduce((all, line) => all + line.sum, small.sum);
  const sums: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    sums.push(sum());
    await turn();
  }
  expect(sums).toEqual([256, 512, 768, 1_024, 1_280, 1_536]);
  expect(small.passed).toEqual([3]);
  expect(flood.every((line) => line.sum >= 64)).toBe(true);
});

it('a connection that has ended passes nothing more', async () => {
  const [turns, line] = [new FrameTurns(), new Line(1_000)];
  turns.add(line);
  turns.remove(line);
  await turn();
  expect(line.sum).toBe(256);
});
