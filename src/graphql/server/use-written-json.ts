import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { freshTurn, isTurnOver } from '../../foundation/event-loop-turns.ts';
import { jsonText } from '../../foundation/json-text.ts';

/** Characters that are encoded in one turn, in about a millisecond. */
const AT_ONCE = 262_144;

/**
 * Passes on JSON that fields have written already. A large answer is sent in parts: to encode tens of megabytes at once
 * would take a tenth of a second from all others.
 */
export function useWrittenJson(): Plugin {
  /** The pieces of large answers, by the context of their requests. */
  const large = new WeakMap<object, readonly string[]>();
  return {
    onResultProcess({ result, setResult, serverContext }) {
      if (!('data' in result)) return;
      const stringify = (whole: ExecutionResult) => {
        const { pieces } = jsonText(whole);
        if (pieces.reduce((sum, { length }) => sum + length, 0) <= AT_ONCE) return pieces.join('');
        large.set(serverContext, pieces);
        return '';
      };
      setResult({ ...result, stringify });
    },
    onResponse({ response, setResponse, fetchAPI, serverContext }) {
      const pieces = large.get(serverContext);
      if (!pieces) return;
      const { status, headers } = response;
      headers.delete('content-length');
      setResponse(new fetchAPI.Response(sent(pieces), { status, headers }));
    },
  };
}

/** Joins pieces to parts that are encoded at once each. */
function* partsOf(pieces: readonly string[]): Generator<string> {
  let part: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    part.push(piece);
    length += piece.length;
    if (length < AT_ONCE) continue;
    yield part.join('');
    [part, length] = [[], 0];
  }
  if (length > 0) yield part.join('');
}

function sent(pieces: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const left = partsOf(pieces);
  return new ReadableStream({
    async pull(controller) {
      // A socket that takes all at once asks for the next part in the same turn.
      if (isTurnOver()) await freshTurn();
      const { value, done } = left.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}
