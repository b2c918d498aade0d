import { type GraphQLResolveInfo, getNullableType, isListType } from 'graphql';
import { refuse } from '../../../foundation/errors.ts';
import { isObject } from '../../../foundation/json.ts';
import type { Backend, BackendAnswer } from './backend-client.ts';
import { checkAnswer } from './check-answer.ts';

/** `fetch` as Mesh calls it; `info` tells what the operation returns. */
type MeshFetch = (
  url: string,
  init: { readonly method: string },
  ...more: readonly [context: unknown, info: Pick<GraphQLResolveInfo, 'returnType'>]
) => Promise<{ readonly status: number; readonly headers: Headers; text(): Promise<string> }>;

/** The answer that Mesh gets to see: a text, which it passes through. */
const TAKEN = { status: 200, headers: new Headers(), text: async () => '""' };

/**
 * Calls the back-end for one operation of Mesh, and takes the answer itself. Mesh would read the text again and define
 * eight members on each record, which costs more than the rest of the call.
 *
 * Mesh shows address, headers and body of a failure, so it only gets good answers. Any other is a refusal that tells
 * none of it:
 *
 * - no such record (404, or the body `null`): NOT_FOUND
 * - another status, no JSON, a record where a list is expected: BACKEND_ANSWER_INVALID
 */
export class MeshCall {
  /** The records of the answer. */
  answer: unknown;
  readonly #backend: Backend;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  readonly fetch: MeshFetch = async (url, { method }, ...[, { returnType }]) => {
    const isList = isListType(getNullableType(returnType));
    this.answer = recordsIn(await this.#backend({ url, method }), isList);
    return TAKEN;
  };
}

function recordsIn({ status, content }: BackendAnswer, isList: boolean): unknown {
  const text = content.toString();
  if (!isList && (status === 404 || text.trim() === 'null')) refuse('NOT_FOUND');
  if (status < 200 || status > 299)
    refuse('BACKEND_ANSWER_INVALID', { detail: `The back-end answered with status ${status}.` });
  checkAnswer(text);
  const value = parse(text);
  if (isList ? Array.isArray(value) && value.every(isObject) : isObject(value)) return value;
  return refuse('BACKEND_ANSWER_INVALID', {
    detail: `The back-end did not answer with a ${isList ? 'list of records' : 'record'}.`,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse('BACKEND_ANSWER_INVALID', { detail: 'The back-end did not answer with JSON.' });
  }
}
