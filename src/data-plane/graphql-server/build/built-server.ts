import { GraphQLSchema } from 'graphql';
import { SOURCE_TIMEOUT_MS, type SourceSettings } from '../../../domain/api/graphql-server-source.ts';
import { freshTurn, isTurnOver } from '../../../foundation/event-loop-turns.ts';
import { type ExecutableModel, type SchemaParts, schemaParts } from './executable-schema.ts';

/** A built server, as its row keeps it. A start does not build it again. */
export type BuiltServer = {
  readonly sources: readonly SourceSettings[];
  readonly model: ExecutableModel;
};

export function builtSchema(built: BuiltServer): GraphQLSchema {
  const { query, mutation } = partsOf(built);
  return new GraphQLSchema({ query, mutation });
}

/**
 * Builds the schema in turns, for a process that has calls to answer meanwhile.
 *
 * The schema was valid when it was built, and graphql-js does not validate it again before the first call.
 *
 * @param text a BuiltServer as JSON text
 */
export async function builtSchemaInTurns(text: string): Promise<GraphQLSchema> {
  const { types, query, mutation } = partsOf(JSON.parse(text) as BuiltServer);
  for (const type of types) {
    if ('getFields' in type) type.getFields();
    if (isTurnOver()) await freshTurn();
  }
  return new GraphQLSchema({ query, mutation, assumeValid: true });
}

function partsOf({ sources, model }: BuiltServer): SchemaParts {
  const backEnds = sources.map(
    ({ name, url, headers = [], timeoutMs = SOURCE_TIMEOUT_MS }) =>
      [name, { url, headers, timeoutMs }] as const,
  );
  return schemaParts(model, new Map(backEnds));
}
