import type { Outcome } from '../plan/outcome.ts';
import type { Replay } from '../plan/replay.ts';
import type { Backend } from '../rest/backend-client.ts';
import type { LinkBudget } from '../rest/link-budget.ts';
import type { CallerHeaders } from './caller-headers.ts';
import type { quietLogger } from './quiet-logger.ts';
import type { RequestAccess } from './request-access.ts';

/** The context of a GraphQL server's resolvers. Mesh reads `backendsUrl` and `logger`. */
export type GraphQLServerContext = {
  /** .meshrc.yaml builds the addresses of its back-ends with it. */
  readonly backendsUrl: string;
  readonly backend: Backend;
  readonly logger: typeof quietLogger;
  readonly access: RequestAccess;
  readonly links: LinkBudget;
  /** The headers of the caller. */
  readonly headers: CallerHeaders;
  /** The outcomes of root fields, of a plan whose answer has errors. */
  readonly outcomes?: readonly Outcome[] | undefined;
  readonly replay?: Replay;
};
