import type { AccessPolicies } from '../domain/access-policy.ts';
import type { BackendFetch } from './backend-fetch.ts';
import type { quietLogger } from './quiet-logger.ts';

/** What the resolvers of a GraphQL server work with. Mesh reads `fetch` and `logger`. */
export type GraphQLServerContext = {
  /** .meshrc.yaml builds the addresses of its back-ends with it. */
  readonly backendsUrl: string;
  readonly fetch: BackendFetch;
  readonly logger: typeof quietLogger;
  readonly policies: AccessPolicies;
};
