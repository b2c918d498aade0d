import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { StreamTurns } from '../../../src/http/tls/http2/stream-turns.ts';

/** Turns, with the names of the requests that they have begun. */
function world() {
  const turns = new StreamTurns<string>();
  const begun: string[] = [];
  /** @returns what takes each of the requests out again */
  const addAll = (connection: string, count: number) =>
    Array.from({ length: count }, (_, at) => turns.add(connection, () => begun.push(`${connection}${at}`)));
  return { begun, addAll };
}

it('requests are begun two a turn, and those of many connections in turn', async () => {
  const { begun, addAll } = world();
  const after: number[] = [];
  addAll('a', 4);
  addAll('b', 2);
  for (let count = 0; count < 4; count += 1) {
    after.push(begun.length);
    await turn();
  }
  expect(after).toEqual([0, 2, 4, 6]);
  expect(begun).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'a3']);
});

it('a request that is taken out is not begun, and takes no turn of others', async () => {
  const { begun, addAll } = world();
  for (const leave of addAll('a', 1_000)) leave();
  addAll('b', 2);
  await turn();
  expect(begun).toEqual(['b0', 'b1']);
  addAll('a', 1);
  await turn();
  expect(begun).toEqual(['b0', 'b1', 'a0']);
});
