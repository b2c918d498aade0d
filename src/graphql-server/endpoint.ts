import { type GraphQLSchema, printSchema } from 'graphql';
import type { AccessPolicies } from '../domain/access-policy.ts';
import type { OnFault } from '../graphql/refusals.ts';
import { createGraphQLHandler } from '../graphql/server.ts';
import { useStorableText } from '../graphql/use-storable-text.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { createBackendFetch, oncePerRequest } from './backend-fetch.ts';
import type { GraphQLServerContext } from './context.ts';
import { quietLogger } from './quiet-logger.ts';
import { useBackendErrors } from './use-backend-errors.ts';
import { useDocumentBounds } from './use-document-bounds.ts';

export type EndpointDeps = {
  readonly outbound: Pick<Outbound, 'fetch'>;
  /** The address of the back-ends of .meshrc.yaml, without a path. */
  readonly backendsUrl: string;
  readonly onFault: OnFault;
};

/** A GraphQL server that is ready, at /api/<name>. Without a policy it refuses everything but introspection. */
export type Endpoint = {
  readonly sdl: string;
  setPolicies(policies: AccessPolicies): void;
  fetch(request: Request): Promise<Response>;
};

export function createEndpoint({
  name,
  schema,
  outbound,
  backendsUrl,
  onFault,
}: EndpointDeps & { readonly name: string; readonly schema: GraphQLSchema }): Endpoint {
  let policies: AccessPolicies = { access: { policies: [] } };
  const backendFetch = createBackendFetch(outbound);
  const handler = createGraphQLHandler<GraphQLServerContext>({
    schema,
    endpoint: `/api/${name}`,
    context: () => ({ backendsUrl, policies, logger: quietLogger, fetch: oncePerRequest(backendFetch) }),
    onFault,
    plugins: [useStorableText(), useDocumentBounds(), useBackendErrors()],
  });
  return {
    sdl: printSchema(schema),
    setPolicies(next) {
      policies = next;
    },
    fetch: async (request) => handler.fetch(request),
  };
}
