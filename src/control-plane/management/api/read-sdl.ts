import {
  assertValidSchema,
  buildClientSchema,
  buildSchema,
  type IntrospectionQuery,
  printSchema,
} from 'graphql';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { withCostDirectives } from '../../../graphql/cost/cost-directives.ts';

/** A schema that has to be read: SDL, or the JSON of an introspection. For a child process, where it is large. */
export type SchemaText = { readonly text: string; readonly path: InputPath };

/** Gateways keep schemas in memory, where each character takes thirty bytes. */
export const SDL_MAX = 2 * 1_048_576;

/**
 * Reads SDL that somebody gave, and adds the definitions of the cost directives.
 *
 * @throws GRAPHQL_SERVER_UNUSABLE with what is wrong
 */
export function readSdl({ text, path }: SchemaText): string {
  try {
    const sdl = withCostDirectives(text);
    assertValidSchema(buildSchema(sdl, { noLocation: true }));
    return sdl;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.slice(0, 200) : '';
    return refuse('GRAPHQL_SERVER_UNUSABLE', { detail: `This is no GraphQL schema: ${why}`, path, cause });
  }
}

/**
 * Reads the answer of a server to an introspection. It is read again as a gateway will read it: what comes from outside
 * may be a schema only in part.
 *
 * @throws GRAPHQL_SERVER_UNUSABLE
 */
export function readIntrospection({ text, path }: SchemaText): string {
  let sdl: string;
  try {
    const { data } = JSON.parse(text) as { data: IntrospectionQuery };
    sdl = printSchema(buildClientSchema(data));
    assertValidSchema(buildSchema(sdl, { noLocation: true }));
  } catch (cause) {
    return refuse('GRAPHQL_SERVER_UNUSABLE', {
      detail:
        'The GraphQL server did not answer with a valid schema: is it a GraphQL server, and is introspection switched on?',
      path,
      cause,
    });
  }
  return sdl;
}
