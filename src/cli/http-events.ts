import type { CommandContext } from './command-context.ts';
import { fail } from './command-fault.ts';
import { type FetchJsonInput, unreachable } from './http.ts';

/**
 * Reads the results in a stream of events. (GraphQL over Server-Sent Events, "Distinct connections mode")
 *
 * An answer that is no stream is one result, which says why.
 *
 * @param input the time limit is that of the beginning
 * @throws UNREACHABLE, ANSWER_INVALID
 */
export async function* fetchEvents(
  { fetch }: CommandContext,
  { url, timeoutMs, init }: FetchJsonInput,
): AsyncGenerator<unknown> {
  const beginning = new AbortController();
  const timer = setTimeout(() => beginning.abort(new DOMException('', 'TimeoutError')), timeoutMs);
  const response = await fetch(url, { ...init, redirect: 'manual', signal: beginning.signal })
    .catch((error: unknown) => unreachable(error, { url, timeoutMs }))
    .finally(() => clearTimeout(timer));
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) {
    yield await response
      .json()
      .catch(() => fail('ANSWER_INVALID', `${url} answered ${response.status} without a stream of events.`));
    return;
  }
  yield* resultsIn(response.body);
}

async function* resultsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    const events = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n\r?\n/);
    rest = events.pop() ?? '';
    for (const event of events) if (/^event: ?next$/m.test(event)) yield JSON.parse(dataOf(event));
  }
}

/** The lines of data of an event, together. */
function dataOf(event: string): string {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice('data:'.length).trimStart()).join('\n');
}
