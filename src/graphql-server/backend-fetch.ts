import { type GraphQLResolveInfo, getNullableType, isListType } from 'graphql';
import { Refusal, refusal, refuse } from '../errors.ts';
import type { Outbound } from '../outbound/outbound.ts';

const TIMEOUT_MS = 5_000;
const ANSWER_BYTES_MAX = 10_000_000;

/** What Mesh reads of an answer. */
type BackendAnswer = {
  readonly status: number;
  readonly headers: Headers;
  text(): Promise<string>;
};

/** `fetch` as Mesh calls it; `info` tells what the operation returns. */
export type BackendFetch = (
  url: string,
  init: { readonly method: string },
  ...more: readonly [context: unknown, info: Pick<GraphQLResolveInfo, 'returnType'>]
) => Promise<BackendAnswer>;

/**
 * How operations call their back-end. Mesh shows address, headers and body of what fails, so it only gets answers that
 * are as they should be: all else is a refusal that tells none of it.
 *
 * - no such record (404, or the body `null`): NOT_FOUND
 * - no connection: BACKEND_UNREACHABLE
 * - no whole answer within 5 seconds: BACKEND_TIMEOUT
 * - another status, no JSON, more than 10 MB, a record where a list is expected: BACKEND_ANSWER_INVALID
 */
export function createBackendFetch(outbound: Pick<Outbound, 'fetch'>): BackendFetch {
  return async (url, { method }, ...[, { returnType }]) => {
    const answer = await call(outbound, url, method);
    const text = usable(answer, isListType(getNullableType(returnType)));
    return { status: 200, headers: new Headers(), text: async () => text };
  };
}

/**
 * Calls the back-end once for what one request asks of it several times. Only reading is remembered, and only within
 * the request.
 */
export function oncePerRequest(fetch: BackendFetch): BackendFetch {
  const answers = new Map<string, Promise<BackendAnswer>>();
  return (url, init, ...more) => {
    if (init.method !== 'GET') return fetch(url, init, ...more);
    const answer = answers.get(url) ?? fetch(url, init, ...more);
    answers.set(url, answer);
    return answer;
  };
}

type Answer = { readonly status: number; readonly text: string };

/** Calls a back-end; the body is read only of an answer that can be used. */
async function call(outbound: Pick<Outbound, 'fetch'>, url: string, method: string): Promise<Answer> {
  try {
    const { ok, status, body } = await outbound.fetch(url, {
      method,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (ok) return { status, text: await readText(body) };
    await body?.cancel();
    return { status, text: '' };
  } catch (error) {
    throw error instanceof Refusal ? error : failure(error);
  }
}

async function readText(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > ANSWER_BYTES_MAX)
      refuse('BACKEND_ANSWER_INVALID', { detail: 'The answer of the back-end is larger than 10 MB.' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
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

/** Mesh would make a list of one from a record, and a record without fields from a text. */
function usable({ status, text }: Answer, isList: boolean): string {
  if (!isList && (status === 404 || text.trim() === 'null')) refuse('NOT_FOUND');
  if (status < 200 || status > 299)
    refuse('BACKEND_ANSWER_INVALID', { detail: `The back-end answered with status ${status}.` });
  const value = parse(text);
  if (isList ? Array.isArray(value) && value.every(isRecord) : isRecord(value)) return text;
  return refuse('BACKEND_ANSWER_INVALID', {
    detail: `The back-end did not answer with a ${isList ? 'list of records' : 'record'}.`,
  });
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse('BACKEND_ANSWER_INVALID', { detail: 'The back-end did not answer with JSON.' });
  }
}
