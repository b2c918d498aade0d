import { refuse } from '../../../foundation/errors.ts';
import type { Outbound } from '../../../infrastructure/outbound/outbound.ts';
import type { ShareOwner } from '../../../infrastructure/outbound/upstream/exchange.ts';
import { collect } from './backend-exchange.ts';
import { CODINGS, decoded } from './content-coding.ts';

/** Time for a back-end's answer unless its source sets another. */
const TIMEOUT_MS = 5_000;
/** Time for a connection to be opened. */
const CONNECT_MS = 5_000;
const CALLS_MAX = 200;
const REQUEST_BYTES_MAX = 50_000_000;

export type BackendCall = {
  readonly url: string;
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly timeoutMs?: number;
};

/** The answer of a back-end. Only that of a 2xx has content. */
export type BackendAnswer = { readonly status: number; readonly content: Buffer };

/**
 * Calls a back-end over a pool of kept connections.
 *
 * @throws BACKEND_UNREACHABLE without a connection; BACKEND_TIMEOUT without a whole answer in time;
 *   BACKEND_ANSWER_INVALID for one of more than 10 MB, or in a coding that nobody asked for
 */
export type Backend = (call: BackendCall) => Promise<BackendAnswer>;

/** @param server a path of the GraphQL server: each has connections of its own to a back-end */
/** @param owner the org of the server, and its path */
export function createBackend({ upstreams }: Pick<Outbound, 'upstreams'>, owner: ShareOwner): Backend {
  return async (call) => {
    const { timeoutMs = TIMEOUT_MS } = call;
    const { origin, host, pathname, search } = new URL(call.url);
    const request = {
      method: call.method,
      path: `${pathname}${search}`,
      headers: headersOf(call, host),
      body: call.body === undefined ? null : Buffer.from(call.body as string),
      owner,
      connectMs: CONNECT_MS,
      answerMs: timeoutMs,
      idleMs: timeoutMs,
    };
    const { status, coding, content } = await collect({ upstreams, origin, request, timeoutMs });
    return { status, content: coding === '' ? content : await decoded(content, coding, owner.org) };
  };
}

/** Some back-ends refuse a call that does not say who calls. (RFC 9110 §10.1.5) */
const ALWAYS = { accept: 'application/json', 'user-agent': 'gatehouse' };

function headersOf({ headers }: BackendCall, host: string): string[] {
  return Object.entries({ ...ALWAYS, ...headers, host, 'accept-encoding': CODINGS }).flat();
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
