import {
  type GraphQLFieldResolver,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { isObject } from '../domain/openapi-tree.ts';
import type { Link, OperationModel } from '../domain/rest-to-graphql/model.ts';
import type { GraphQLServerContext } from './context.ts';
import { loadById } from './load-by-ids.ts';
import { type BoundOperation, call, originOf } from './rest-call.ts';
import type { Arguments } from './rest-request.ts';
import { runtimeValue } from './runtime-expression.ts';

type Resolver = GraphQLFieldResolver<unknown, GraphQLServerContext>;

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

/**
 * The answer of another query, asked with values of the record; null where the record lacks one that it needs. Those of
 * several records are asked for together where the back-end has an operation for that. Whoever may not use that query
 * does not get there by a link.
 */
export function linkResolver(link: Link, bind: (operation: OperationModel) => BoundOperation): Resolver {
  return async (record, _args, context) => {
    const origin = originOf(record);
    const target = origin?.bound.linked(link.operation);
    if (!origin || !target) return null;
    const values = Object.entries(link.values).map(([name, value]) => [
      name,
      runtimeValue(value, { record, request: origin.request }),
    ]);
    const args: Arguments = Object.fromEntries(values);
    if (target.arguments.some(({ name, type }) => type.endsWith('!') && args[name] == null)) return null;
    await context.access({ type: target.root, field: target.field, args });
    const bound = bind(target);
    const list = link.batch && bound.linked(link.batch.operation);
    const id = link.batch && args[link.batch.id];
    return link.batch && list && isId(id)
      ? loadById(id, { ...link.batch, single: bound, list: bind(list) }, context)
      : call(bound, args, context);
  };
}

const isId = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

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
