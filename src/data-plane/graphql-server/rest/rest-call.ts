import type { GraphQLInputType } from 'graphql';
import { refuse } from '../../../foundation/errors.ts';
import { isObject } from '../../../foundation/json.ts';
import type { OperationModel } from '../../../openapi/to-graphql/model.ts';
import type { GraphQLServerContext } from '../serve/context.ts';
import type { BackendAnswer } from './backend-client.ts';
import { checkAnswer } from './check-answer.ts';
import { parseExact } from './exact-json.ts';
import { type RestArguments, restRequest } from './rest-request.ts';
import type { Request } from './runtime-expression.ts';

/** The address of a source, and the settings of its calls. */
export type RestBackEnd = {
  readonly url: string;
  /** The headers of the caller that are passed on, in lower case. */
  readonly headers: readonly string[];
  readonly timeoutMs: number;
};

/** An operation that can be called. */
export type BoundOperation = {
  readonly operation: OperationModel;
  readonly backEnd: RestBackEnd;
  readonly typeOf: (text: string) => GraphQLInputType;
  /** Another operation of the same source. */
  readonly linked: (id: string) => OperationModel | undefined;
  /** Tells whether its records have links, which refer to the call that they came by. */
  readonly hasLinks: boolean;
};

/** Headers that are always passed on. They identify a call in traces. (W3C Trace Context) */
const ALWAYS = ['traceparent', 'tracestate', 'x-request-id'];

type CallOrigin = { readonly bound: BoundOperation; readonly request: Request };

/** The call that a record came by: links refer to it. */
const origins = new WeakMap<object, CallOrigin>();

/** Undefined for what no call of an operation answered with. */
export function originOf(record: unknown): CallOrigin | undefined {
  return isObject(record) ? origins.get(record) : undefined;
}

/** Notes the call that records came by, or stand for, where they have links. An entry for each is a sixth of a call. */
export function recordOrigin(records: readonly unknown[], origin: CallOrigin): void {
  if (!origin.bound.hasLinks) return;
  for (const record of records) if (isObject(record)) origins.set(record, origin);
}

/**
 * The value that an operation answers with; null for what is not there.
 *
 * @throws BACKEND_ANSWER_INVALID and what else a call can fail with
 */
export async function call(
  bound: BoundOperation,
  args: RestArguments,
  context: GraphQLServerContext,
): Promise<unknown> {
  const { operation, backEnd } = bound;
  const request = restRequest(operation, args, backEnd.url);
  const headers: Record<string, string> = {};
  for (const name of [...ALWAYS, ...backEnd.headers]) {
    const value = context.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  const answer = await context.backend({
    ...request,
    headers: { ...headers, ...request.headers },
    timeoutMs: backEnd.timeoutMs,
  });
  // As at the root: what is not there is null.
  if (answer.status === 404) return operation.root === 'Query' ? null : refuse('NOT_FOUND');
  if (answer.status < 200 || answer.status > 299)
    refuse('BACKEND_ANSWER_INVALID', { detail: `The back-end answered with status ${answer.status}.` });
  const value = valueOnce(operation, answer);
  const origin = { bound, request: { ...request, operation, args, status: answer.status } };
  recordOrigin(Array.isArray(value) ? value : [value], origin);
  return value;
}

/** Values read of an answer, by operation. One answer may serve many fields. */
const values = new WeakMap<BackendAnswer, Map<OperationModel, unknown>>();

function valueOnce(operation: OperationModel, answer: BackendAnswer): unknown {
  const known = values.get(answer) ?? new Map<OperationModel, unknown>();
  values.set(answer, known);
  if (!known.has(operation)) known.set(operation, valueIn(operation, answer));
  return known.get(operation);
}

function valueIn({ answer }: OperationModel, { status, content }: BackendAnswer): unknown {
  if (answer === 'BYTES') return status === 204 ? null : content.toString('base64');
  const text = content.toString();
  if (answer === 'TEXT') return text;
  if (text.trim() === '' && (answer === 'NONE' || status === 204)) return null;
  checkAnswer(text);
  try {
    return parseExact(text);
  } catch {
    return answer === 'NONE'
      ? text
      : refuse('BACKEND_ANSWER_INVALID', { detail: 'The back-end did not answer with JSON.' });
  }
}
