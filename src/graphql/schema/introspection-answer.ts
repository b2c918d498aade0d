import { buildSchema, executeSync, type GraphQLSchema, parse } from 'graphql';
import type { Variables } from '../cost/amounts.ts';

/** A valid operation of introspection only, and the schema as SDL. */
export type Introspection = {
  readonly sdl: string;
  readonly text: string;
  readonly operationName: string | undefined;
  readonly variables: Variables;
};

/** The answer as JSON, or the faults of the variables. */
export type IntrospectionAnswer =
  | { readonly text: string }
  | {
      readonly errors: readonly {
        readonly message: string;
        readonly locations?: readonly { readonly line: number; readonly column: number }[];
      }[];
    };

/** Answers an introspection. Large schemas are answered in a child process. */
export function introspectionAnswer({ sdl, ...question }: Introspection): IntrospectionAnswer {
  return introspected(buildSchema(sdl, { assumeValidSDL: true, noLocation: true }), question);
}

export function introspected(
  schema: GraphQLSchema,
  { text, operationName, variables }: Omit<Introspection, 'sdl'>,
): IntrospectionAnswer {
  const { data, errors = [] } = executeSync({
    schema,
    document: parse(text),
    operationName: operationName ?? null,
    variableValues: JSON.parse(JSON.stringify(variables)) as Record<string, unknown>,
    hideSuggestions: true,
  });
  if (data) return { text: JSON.stringify({ data }) };
  return {
    errors: errors.map(({ message, locations }) => ({
      message,
      ...(locations && { locations: locations.map(({ line, column }) => ({ line, column })) }),
    })),
  };
}
