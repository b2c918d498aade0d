import type { ExecutionResult } from 'graphql';

/** The results in a stream of events. (GraphQL over Server-Sent Events, "Distinct connections mode") */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<ExecutionResult> {
  let rest = '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = events.pop() ?? '';
      for (const event of events) {
        if (field(event, 'event') === 'next') yield JSON.parse(field(event, 'data'));
      }
    }
  } finally {
    await reader.cancel();
  }
}

/** The lines of a field, together. (HTML Standard, "Interpreting an event stream") */
function field(event: string, name: string): string {
  return event
    .split(/\r?\n/)
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).trimStart())
    .join('\n');
}
