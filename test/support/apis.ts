import { buildSchema, graphqlSync } from 'graphql';
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

/** Makes a back-end answer as a GraphQL server with this schema. */
export function answerAsGraphQLServer(upstream: Upstream, sdl: string): void {
  const schema = buildSchema(sdl);
  upstream.answer = (_request, response) => {
    const { query } = JSON.parse(upstream.seen.at(-1)?.body ?? '{}');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(graphqlSync({ schema, source: query })));
  };
}

/** The revision of the only org. */
export async function revisionOf(world: ManagementWorld): Promise<number> {
  return (await world.query<{ org: { revision: number } }>('{ org { revision } }')).org.revision;
}

/** The selection of an API's security. */
export const SECURITY = `{ securityDefinitions { name type flow oauthProvider { name } keyLocation keyName }
  security { definition scopes } }`;
