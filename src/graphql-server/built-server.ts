import type { GraphQLSchema } from 'graphql';
import { SOURCE_TIMEOUT_MS, type SourceSettings } from '../domain/graphql-server-source.ts';
import type { ServerModel } from '../domain/rest-to-graphql/model.ts';
import { executableSchema } from './executable-schema.ts';

/** A server that was made of its documents, as its row keeps it: a start does not make it again. */
export type BuiltServer = {
  readonly sources: readonly SourceSettings[];
  readonly model: ServerModel;
};

export function builtSchema({ sources, model }: BuiltServer): GraphQLSchema {
  const backEnds = sources.map(
    ({ name, url, headers = [], timeoutMs = SOURCE_TIMEOUT_MS }) =>
      [name, { url, headers, timeoutMs }] as const,
  );
  return executableSchema(model, new Map(backEnds));
}
