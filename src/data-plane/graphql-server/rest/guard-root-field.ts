import { defaultFieldResolver, type GraphQLField } from 'graphql';
import { Refusal, refuse } from '../../../foundation/errors.ts';
import type { GraphQLServerContext } from '../serve/context.ts';

/**
 * Guards a root field: the access policy decides first, and a missing record is null.
 *
 * Nothing is sent before the decision.
 *
 * Decision: an unknown id gives null without an error; spec.md does not show it. Where something was to be changed, it
 * is an error.
 */
export function guardRootField(field: GraphQLField<unknown, GraphQLServerContext>): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = async (...[root, args, context, info]) => {
    const rootType = info.parentType.name;
    await context.access({ type: rootType, field: info.fieldName, args });
    try {
      const value = await resolve(root, args, context, info);
      context.check?.(value, info);
      return value;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'NOT_FOUND' && rootType === 'Query') return null;
      throw error;
    }
  };
}

/** @throws BAD_USER_INPUT for what would be no segment of its own, however it is encoded (RFC 3986 §3.3, §5.2.4) */
export function pathSegment(name: string, value: string): string {
  if (value === '' || value === '.' || value === '..')
    refuse('BAD_USER_INPUT', {
      detail: `${JSON.stringify(value)} cannot be an ${name}: give the one of a record.`,
      path: [name],
    });
  return encodeURIComponent(value);
}
