import type { ValueCheck } from '../plan/value-check.ts';
import type { AnswerWithErrors } from '../plan/written-answer.ts';
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
  /** The answer of its plan, where that ran already. */
  readonly planned?: AnswerWithErrors | undefined;
  /** Checks what the reference makes an answer of. Plans check what they write. */
  readonly check?: ValueCheck;
};
