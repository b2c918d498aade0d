import { type GraphQLSchema, printSchema } from 'graphql';
import { accessBy } from '../domain/access-policy/access.ts';
import type { AccessPolicies } from '../domain/access-policy/policies.ts';
import type { OnFault } from '../graphql/refusals.ts';
import { createGraphQLHandler } from '../graphql/server.ts';
import { useStorableText } from '../graphql/use-storable-text.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { createBackend, oncePerRequest } from './backend.ts';
import type { GraphQLServerContext } from './context.ts';
import { linkBudget } from './link-budget.ts';
import { meshFetch } from './mesh-fetch.ts';
import { quietLogger } from './quiet-logger.ts';
import { requestAccess } from './request-access.ts';
import { useBackendErrors } from './use-backend-errors.ts';
import { useDocumentBounds } from './use-document-bounds.ts';

const TOKENS_MAX = 2_000;

export type EndpointDeps = {
  readonly outbound: Pick<Outbound, 'upstreams'>;
  /** The address of the back-ends of .meshrc.yaml, without a path. */
  readonly backendsUrl: string;
  /** The claims of a caller, by the headers. */
  readonly claims: (headers: Headers) => Promise<object>;
  readonly onFault: OnFault;
  /** Nothing is traced without it. */
  readonly tracing?: Tracing | undefined;
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
  sdl = printSchema(schema),
  outbound,
  backendsUrl,
  claims,
  onFault,
  tracing,
}: EndpointDeps & {
  readonly name: string;
  readonly schema: GraphQLSchema;
  /** Where it has been printed before. */
  readonly sdl?: string | undefined;
}): Endpoint {
  let access = accessBy({ access: { policies: [] } });
  const allRequests = createBackend(outbound, name);
  const handler = createGraphQLHandler<GraphQLServerContext>({
    schema,
    endpoint: `/api/${name}`,
    context: ({ request: { headers } }) => {
      const backend = oncePerRequest(allRequests);
      return {
        ...{ backendsUrl, headers, backend, fetch: meshFetch(backend), logger: quietLogger },
        links: linkBudget(),
        access: requestAccess(access, { headers, claims: () => claims(headers) }),
      };
    },
    onFault,
    tracing,
    tokensMax: TOKENS_MAX,
    plugins: [useStorableText(), useDocumentBounds(), useBackendErrors()],
  });
  return {
    sdl,
    setPolicies(next) {
      access = accessBy(next);
    },
    fetch: async (request) => handler.fetch(request),
  };
}
