import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readEnvironment } from '../../../src/cli/environment.ts';
import { withProgress } from '../../../src/cli/progress.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Does work of so many milliseconds, and gives what was printed on standard error. */
async function printedBy(milliseconds: number, isTTY: boolean): Promise<string[]> {
  const printed: string[] = [];
  const err = { isTTY, write: (text: string) => printed.push(text) };
  const clock = () => new Date(Date.now());
  const start = async () => {};
  const world = {
    environment: readEnvironment({}),
    folder: '.',
    out: err,
    err,
    fetch,
    clock,
    start,
    openBrowser: () => undefined,
    readLine: async () => undefined,
  };
  const work = () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), milliseconds));
  const result = withProgress(world, 'Applying 3 files', work);
  await vi.advanceTimersByTimeAsync(milliseconds);
  expect(await result).toBe('done');
  return printed;
}

it('says each second how long the work has taken, and clears the line when it ends', async () => {
  expect(await printedBy(2_500, true)).toEqual([
    '\r\x1b[KApplying 3 files … 1 s',
    '\r\x1b[KApplying 3 files … 2 s',
    '\r\x1b[K',
  ]);
});

it('says nothing of what is done in a second, and nothing at all where no terminal is', async () => {
  expect(await printedBy(900, true)).toEqual(['\r\x1b[K']);
  expect(await printedBy(2_500, false)).toEqual([]);
});
