import { expect, it } from 'vitest';
import { eventsIn } from '../../../web/graphiql/event-stream.ts';

/** A stream in the pieces that a network may make of it. */
const inPieces = (text: string, length: number) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length; at += length) controller.enqueue(bytes.slice(at, at + length));
      controller.close();
    },
  });

const NEXT = (data: string) => `event: next\ndata: ${data}\n\n`;

it.each([1, 7, 1000])(
  'results are read whatever the pieces that they come in: of %i bytes',
  async (length) => {
    const text = `:\n\n${NEXT('{"data":{"a":"ä"}}')}event: next\r\ndata: {"data":\r\ndata:{"a":2}}\r\n\r\nevent: complete\ndata:\n\n`;
    const results = [];
    for await (const result of eventsIn(inPieces(text, length))) results.push(result);
    expect(results).toEqual([{ data: { a: 'ä' } }, { data: { a: 2 } }]);
  },
);

it('who stops listening ends the stream', async () => {
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(NEXT('{"data":{}}'))),
    cancel: () => {
      cancelled = true;
    },
  });
  for await (const result of eventsIn(endless)) {
    expect(result).toEqual({ data: {} });
    break;
  }
  expect(cancelled).toBe(true);
});
