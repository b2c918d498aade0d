import {
  type GraphQLFieldResolver,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { isObject } from '../domain/openapi-tree.ts';
import type { Link, OperationModel } from '../domain/rest-to-graphql/model.ts';
import { refuse } from '../errors.ts';
import type { BackendAnswer } from './backend.ts';
import type { GraphQLServerContext } from './context.ts';
import { parseExact } from './exact-json.ts';
import { type Arguments, restRequest } from './rest-request.ts';
import { type Request, runtimeValue } from './runtime-expression.ts';

/** Where a source is, and how it is called. */
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
};

/** What is known of a call by those who are not asked: it can be told apart in traces. (W3C Trace Context) */
const ALWAYS = ['traceparent', 'tracestate', 'x-request-id'];

type Resolver = GraphQLFieldResolver<unknown, GraphQLServerContext>;

/** The request that a record came by: links refer to it. */
const requests = new WeakMap<object, { readonly bound: BoundOperation; readonly request: Request }>();

export function operationResolver(bound: BoundOperation): Resolver {
  return (_root, args, context) => {
    const types = bound.operation.arguments.map(({ name, type }) => [name, bound.typeOf(type)] as const);
    return call(
      bound,
      Object.fromEntries(types.map(([name, type]) => [name, inJson(args[name], type)])),
      context,
    );
  };
}

/** The answer of another query, asked with values of the record; null where the record lacks one that it needs. */
export function linkResolver(link: Link, bind: (operation: OperationModel) => BoundOperation): Resolver {
  return async (record, _args, context) => {
    const origin = isObject(record) ? requests.get(record) : undefined;
    const target = origin?.bound.linked(link.operation);
    if (!origin || !target) return null;
    const values = Object.entries(link.values).map(([name, value]) => [
      name,
      runtimeValue(value, { record, request: origin.request }),
    ]);
    const args: Arguments = Object.fromEntries(values);
    if (target.arguments.some(({ name, type }) => type.endsWith('!') && args[name] == null)) return null;
    return call(bind(target), args, context);
  };
}

async function call(bound: BoundOperation, args: Arguments, context: GraphQLServerContext): Promise<unknown> {
  const { operation, backEnd } = bound;
  const request = restRequest(operation, args, backEnd.url);
  const passedOn = [...ALWAYS, ...backEnd.headers].flatMap((name) => {
    const value = context.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const answer = await context.backend({
    ...request,
    headers: { ...Object.fromEntries(passedOn), ...request.headers },
    timeoutMs: backEnd.timeoutMs,
  });
  // As at the root: what is not there is null.
  if (answer.status === 404) return operation.root === 'Query' ? null : refuse('NOT_FOUND');
  if (answer.status < 200 || answer.status > 299)
    refuse('BACKEND_ANSWER_INVALID', { detail: `The back-end answered with status ${answer.status}.` });
  const value = valueIn(operation, answer);
  const origin = { bound, request: { ...request, operation, args, status: answer.status } };
  for (const record of Array.isArray(value) ? value : [value])
    if (isObject(record)) requests.set(record, origin);
  return value;
}

function valueIn({ answer }: OperationModel, { status, text }: BackendAnswer): unknown {
  if (answer === 'TEXT') return text;
  if (text.trim() === '' && (answer === 'NONE' || status === 204)) return null;
  try {
    return parseExact(text);
  } catch {
    return answer === 'NONE'
      ? text
      : refuse('BACKEND_ANSWER_INVALID', { detail: 'The back-end did not answer with JSON.' });
  }
}

/** A value as JSON has it: the members of objects by their own names. */
function inJson(value: unknown, given: GraphQLInputType): unknown {
  const type = getNullableType(given);
  if (value == null) return value;
  if (isListType(type)) return Array.isArray(value) ? value.map((each) => inJson(each, type.ofType)) : value;
  if (!isInputObjectType(type) || !isObject(value)) return value;
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const field = fields[name];
      return field ? [field.extensions['member'], inJson(each, field.type)] : [name, each];
    }),
  );
}
