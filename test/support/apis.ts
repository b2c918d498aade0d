import { buildSchema, getIntrospectionQuery, graphqlSync } from 'graphql';
import type { ManagementWorld } from './management.ts';
import type { Upstream } from './upstream.ts';

/** A small OpenAPI document; its API is `customer-database:1.2.0`, below /customerdb/v1. */
export const customerDocument = {
  openapi: '3.0.3',
  info: { title: 'Customer Database', version: '1.2.0' },
  servers: [{ url: 'http://127.0.0.1:8091/customerdb/v1/' }],
  paths: { '/customers': { get: { responses: { 200: { description: 'fine' } } } } },
};

export const customerSdl =
  'type Query { getCustomer(id: ID!): Customer } type Customer { id: ID! name: String }';

/**
 * Makes a back-end answer as a GraphQL server with this schema.
 *
 * The introspection is at hand: of a large schema it takes seconds, which the platform does not wait for.
 */
export function answerAsGraphQLServer(upstream: Upstream, sdl: string): void {
  const schema = buildSchema(sdl);
  const ask = (source: string) => JSON.stringify(graphqlSync({ schema, source }));
  const introspection = getIntrospectionQuery();
  const introspected = ask(introspection);
  upstream.answer = (_request, response) => {
    const { query } = JSON.parse(upstream.seen.at(-1)?.body ?? '{}');
    response.setHeader('content-type', 'application/json');
    response.end(query === introspection ? introspected : ask(query));
  };
}

/** The revision of the only org. */
export async function revisionOf(world: ManagementWorld): Promise<number> {
  return (await world.query<{ org: { revision: number } }>('{ org { revision } }')).org.revision;
}

/** The selection of an API's security. */
export const SECURITY = `{ securityDefinitions { name type flow oauthProvider { name } keyLocation keyName }
  security { definition scopes } }`;
