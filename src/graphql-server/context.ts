import type { AccessPolicies } from '../domain/access-policy.ts';
import type { Backend } from './backend.ts';
import type { MeshFetch } from './mesh-fetch.ts';
import type { quietLogger } from './quiet-logger.ts';

/** What the resolvers of a GraphQL server work with. Mesh reads `fetch` and `logger`. */
export type GraphQLServerContext = {
  /** .meshrc.yaml builds the addresses of its back-ends with it. */
  readonly backendsUrl: string;
  readonly backend: Backend;
  readonly fetch: MeshFetch;
  readonly logger: typeof quietLogger;
  readonly policies: AccessPolicies;
  /** The headers of the caller. */
  readonly headers: Headers;
};
