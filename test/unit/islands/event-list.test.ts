import type { ExecutionResult } from 'graphql';
import { expect, it } from 'vitest';
import { eventList } from '../../../web/graphiql/event-list.ts';

async function* results(count: number): AsyncGenerator<ExecutionResult> {
  for (let at = 1; at <= count; at += 1) yield { data: { at } };
}

it('the results of a subscription are a list, the newest first, of a hundred at most', async () => {
  const lists: { events: { receivedAt: string; data: { at: number } }[] }[] = [];
  for await (const list of eventList(results(150), () => {})) lists.push(list as never);
  expect(lists).toHaveLength(150);
  expect(lists[1]?.events.map(({ data }) => data.at)).toEqual([2, 1]);
  expect(lists.at(-1)?.events).toHaveLength(100);
  expect(lists.at(-1)?.events[0]).toEqual({ receivedAt: expect.stringMatching(/Z$/), data: { at: 150 } });
});

it('who stops ends the connection at once, also while no event comes', async () => {
  const connection = new AbortController();
  async function* silent(): AsyncGenerator<ExecutionResult> {
    await new Promise((_, reject) =>
      connection.signal.addEventListener('abort', () => reject(connection.signal.reason)),
    );
    yield {};
  }
  const list = eventList(silent(), () => connection.abort());
  const next = list.next();
  await list.return?.();
  expect(await next).toEqual({ done: true, value: undefined });
});
