import type { ExecutionResult } from 'graphql';

/** Events that the answer shows. */
const SHOWN_MAX = 100;

/**
 * Makes a list of the results of a subscription, the newest first. GraphiQL shows the last answer alone.
 *
 * @param end ends the connection. A generator that waits notices its end only when it goes on.
 */
export function eventList(
  results: AsyncGenerator<ExecutionResult>,
  end: () => void,
): AsyncIterableIterator<ExecutionResult> {
  const lists = listed(results);
  let hasEnded = false;
  return {
    async next() {
      try {
        return await lists.next();
      } catch (error) {
        if (hasEnded) return { done: true, value: undefined };
        throw error;
      }
    },
    return() {
      hasEnded = true;
      end();
      return lists.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* listed(results: AsyncGenerator<ExecutionResult>): AsyncGenerator<ExecutionResult> {
  let events: object[] = [];
  for await (const result of results) {
    events = [{ receivedAt: new Date().toISOString(), ...result }, ...events].slice(0, SHOWN_MAX);
    yield { events } as ExecutionResult;
  }
}
