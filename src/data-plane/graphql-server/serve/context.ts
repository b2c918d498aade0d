import type { Backend } from '../rest/backend-client.ts';
import type { LinkBudget } from '../rest/link-budget.ts';
import type { MeshFetch } from '../rest/mesh-fetch.ts';
import type { quietLogger } from './quiet-logger.ts';
import type { RequestAccess } from './request-access.ts';

/** The context of a GraphQL server's resolvers. Mesh reads `fetch` and `logger`. */
export type GraphQLServerContext = {
  /** .meshrc.yaml builds the addresses of its back-ends with it. */
  readonly backendsUrl: string;
  readonly backend: Backend;
  readonly fetch: MeshFetch;
  readonly logger: typeof quietLogger;
  readonly access: RequestAccess;
  readonly links: LinkBudget;
  /** The headers of the caller. */
  readonly headers: Headers;
};
