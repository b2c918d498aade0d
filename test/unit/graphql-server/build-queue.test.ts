import { expect, it } from 'vitest';
import { BuildQueue } from '../../../src/data-plane/graphql-server/build/build-queue.ts';

it('builds one server at a time, of each org in turn, and what waits already once', async () => {
  const queue = new BuildQueue();
  const began: string[] = [];
  let underWay = 0;
  const build = (key: string) => async () => {
    began.push(key);
    underWay += 1;
    expect(underWay).toBe(1);
    await new Promise(setImmediate);
    underWay -= 1;
  };
  for (const key of ['a1', 'a2', 'a3', 'a2']) queue.add(key, { orgId: 'a' }, build(key));
  queue.add('b1', { orgId: 'b' }, build('b1'));
  await queue.ended();
  expect(began).toEqual(['a1', 'b1', 'a2', 'a3']);
  queue.add('a1', { orgId: 'a' }, build('a1'));
  await queue.ended();
  expect(began.at(-1)).toBe('a1');
});
