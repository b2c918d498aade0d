import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FewATurn } from '../../src/foundation/few-a-turn.ts';

it('what falls due at once is done in order, two pieces a turn, with turns for others between', async () => {
  const [done, after]: [number[], number[][]] = [[], []];
  const few = new FewATurn();
  for (const piece of [1, 2, 3, 4, 5]) few.add(() => done.push(piece));
  for (let count = 0; count < 4; count += 1) {
    after.push([...done]);
    await turn();
  }
  expect(after).toEqual([[], [1, 2], [1, 2, 3, 4], [1, 2, 3, 4, 5]]);
});

it('work that brings more work, or comes later, is done as well', async () => {
  const done: string[] = [];
  const few = new FewATurn();
  few.add(() => few.add(() => done.push('more')));
  await turn();
  await turn();
  few.add(() => done.push('later'));
  await turn();
  expect(done).toEqual(['more', 'later']);
});

it('as much work is done in a turn as is said', async () => {
  const few = new FewATurn(100);
  const done: number[] = [];
  const counts: number[] = [];
  for (let at = 0; at < 250; at += 1) few.add(() => done.push(at));
  for (let count = 0; count < 4; count += 1) {
    counts.push(done.length);
    await turn();
  }
  expect(counts).toEqual([0, 100, 200, 250]);
});
