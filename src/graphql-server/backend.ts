import { Refusal, refusal, refuse } from '../errors.ts';
import type { Outbound } from '../outbound/outbound.ts';

/** How long a back-end may take unless its source says otherwise. */
export const TIMEOUT_MS = 5_000;
const ANSWER_BYTES_MAX = 10_000_000;
const CALLS_MAX = 200;
const REQUEST_BYTES_MAX = 50_000_000;

export type BackendCall = {
  readonly url: string;
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly timeoutMs?: number;
};

/** What a back-end answered; the content only of a 2xx. */
export type BackendAnswer = { readonly status: number; readonly content: Buffer };

/**
 * Calls a back-end over a pool of kept connections.
 *
 * @throws BACKEND_UNREACHABLE without a connection; BACKEND_TIMEOUT without a whole answer in time;
 *   BACKEND_ANSWER_INVALID for one of more than 10 MB
 */
export type Backend = (call: BackendCall) => Promise<BackendAnswer>;

export function createBackend(outbound: Pick<Outbound, 'fetch'>): Backend {
  return async ({ url, method, headers, body: sent, timeoutMs = TIMEOUT_MS }) => {
    try {
      const { ok, status, body } = await outbound.fetch(url, {
        method,
        headers: { accept: 'application/json', ...headers },
        ...(sent !== undefined && { body: sent }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (ok) return { status, content: await read(body) };
      await body?.cancel();
      return { status, content: Buffer.alloc(0) };
    } catch (error) {
      throw error instanceof Refusal ? error : failure(error);
    }
  };
}

/**
 * Calls the back-end once for what one request asks of it several times. Only reading is remembered, only within the
 * request, and until it changes something. The request may cause 200 calls and use 50 MB of answers, whether they are
 * shared or not: a link can be asked of every record of a list.
 *
 * @throws GRAPHQL_COST_EXCEEDED for what is too much
 */
export function oncePerRequest(backend: Backend): Backend {
  const answers = new Map<string, Promise<BackendAnswer>>();
  let calls = 0;
  let bytes = 0;
  const counted: Backend = async (call) => {
    if (++calls > CALLS_MAX)
      refuse('GRAPHQL_COST_EXCEEDED', {
        detail: `A request may cause ${CALLS_MAX} calls of back-ends: ask for fewer records, or fewer of their links.`,
      });
    return backend(call);
  };
  const once: Backend = (call) => {
    if (call.method !== 'GET') {
      answers.clear();
      return counted(call);
    }
    const key = JSON.stringify([call.url, call.headers]);
    const answer = answers.get(key) ?? counted(call);
    answers.set(key, answer);
    return answer;
  };
  return async (call) => {
    const answer = await once(call);
    bytes += answer.content.byteLength;
    if (bytes > REQUEST_BYTES_MAX)
      refuse('GRAPHQL_COST_EXCEEDED', {
        detail: `A request may use ${REQUEST_BYTES_MAX / 1e6} MB of what back-ends answer: ask for fewer records, or fewer of their links.`,
      });
    return answer;
  };
}

async function read(body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > ANSWER_BYTES_MAX)
      refuse('BACKEND_ANSWER_INVALID', { detail: 'The answer of the back-end is larger than 10 MB.' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What a call that failed is told as. */
function failure(error: unknown): Refusal {
  const causes = [error, error instanceof Error ? error.cause : undefined];
  const isTimeout = causes.some(
    (each) =>
      each instanceof Error &&
      (each.name === 'TimeoutError' || /^UND_ERR_.*TIMEOUT$/.test('code' in each ? String(each.code) : '')),
  );
  return refusal(isTimeout ? 'BACKEND_TIMEOUT' : 'BACKEND_UNREACHABLE', { cause: error });
}
