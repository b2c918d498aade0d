import {
  type GraphQLFieldResolver,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { FewATurn } from '../../../foundation/few-a-turn.ts';
import { isObject } from '../../../foundation/json.ts';
import type { Link, OperationModel } from '../../../openapi/to-graphql/model.ts';
import type { GraphQLServerContext } from '../serve/context.ts';
import { forgetRecords, type Id, loadById } from './load-by-ids.ts';
import { type BoundOperation, call, originOf } from './rest-call.ts';
import type { RestArguments } from './rest-request.ts';
import { runtimeValue } from './runtime-expression.ts';

/** Failures of links that are told in one turn of the event loop. The executor makes an error of each. */
const FAILURES_AT_ONCE = 100;
const failures = new FewATurn(FAILURES_AT_ONCE);

type Resolver = GraphQLFieldResolver<unknown, GraphQLServerContext>;

export function operationResolver(bound: BoundOperation): Resolver {
  const types = bound.operation.arguments.map(({ name, type }) => [name, bound.typeOf(type)] as const);
  return async (_root, args, context) => {
    const sent = Object.fromEntries(types.map(([name, type]) => [name, inJson(args[name], type)]));
    if (bound.operation.root === 'Mutation') forgetRecords(context);
    return call(bound, sent, context);
  };
}

/**
 * Resolves a link: the answer of another query with values of the record.
 *
 * It is null where the record lacks a value. Links of several records are loaded together where the back-end has an
 * operation for that. A caller who may not use that query does not get there by a link.
 *
 * Failures are told in later turns of the event loop, some in each. The links of ten thousand records may all fail.
 */
export function linkResolver(link: Link, bind: (operation: OperationModel) => BoundOperation): Resolver {
  const resolve = linkedRecords(link, bind);
  return async (...asked) => {
    try {
      return await resolve(...asked);
    } catch (error) {
      await new Promise<void>((told) => failures.add(told));
      throw error;
    }
  };
}

function linkedRecords(link: Link, bind: (operation: OperationModel) => BoundOperation): Resolver {
  return async (...[record, , context, info]) => {
    const origin = originOf(record);
    const target = origin?.bound.linked(link.operation);
    if (!origin || !target) return null;
    const bound = bind(target);
    const args: RestArguments = Object.fromEntries(
      target.arguments
        .filter(({ name }) => Object.hasOwn(link.values, name))
        .map(({ name, type }) => {
          const value = runtimeValue(link.values[name], { record, request: origin.request });
          return [name, asArgument(value, bound.typeOf(type))];
        }),
    );
    if (target.arguments.some(({ name, type }) => type.endsWith('!') && args[name] == null)) return null;
    await context.access({ type: target.root, field: target.field, args });
    const list = link.batch && bound.linked(link.batch.operation);
    const id = link.batch && args[link.batch.id];
    const answer =
      link.batch && list && isId(id)
        ? await loadById(id, { ...link.batch, single: bound, list: bind(list) }, context)
        : await call(bound, args, context);
    if (Array.isArray(answer)) context.links(answer.length);
    context.check?.(answer, info);
    return answer;
  };
}

const isId = (value: unknown): value is Id =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'bigint';

/** Converts a value of a record to an argument. Policies and batches compare it with a caller's. */
function asArgument(value: unknown, inputType: GraphQLInputType): unknown {
  const type = getNullableType(inputType);
  if (value == null) return value;
  if (isListType(type))
    return Array.isArray(value) ? value.map((each) => asArgument(each, type.ofType)) : value;
  if (!isScalarType(type)) return value;
  try {
    return type.parseValue(isSpecifiedScalarType(type) ? type.serialize(value) : value);
  } catch {
    // It is sent as the record has it: what it means there, the back-end knows.
    return value;
  }
}

/** A value as JSON has it: the members of objects by their own names. */
function inJson(value: unknown, inputType: GraphQLInputType): unknown {
  const type = getNullableType(inputType);
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
