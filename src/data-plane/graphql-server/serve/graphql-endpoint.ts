import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { accessBy } from '../../../domain/access-policy/access.ts';
import type { AccessPolicies } from '../../../domain/access-policy/policies.ts';
import type { CallingGateway } from '../../../domain/access-policy/policy-caller.ts';
import { documentBoundsOf } from '../../../domain/api/document-bounds.ts';
import { unstorableAt } from '../../../foundation/text/text.ts';
import { createGraphQLHandler, rememberedTexts } from '../../../graphql/server/graphql-handler.ts';
import type { OnFault } from '../../../graphql/server/refusals.ts';
import { useDefinitionBounds } from '../../../graphql/server/use-definition-bounds.ts';
import { useStorableText } from '../../../graphql/server/use-storable-text.ts';
import type { Tracing } from '../../../infrastructure/observability/tracing.ts';
import type { Outbound } from '../../../infrastructure/outbound/outbound.ts';
import { ExecutionPlans } from '../plan/execution-plans.ts';
import type { Outcome } from '../plan/outcome.ts';
import type { PlanResult } from '../plan/run-plan.ts';
import { runTraced, usePlans } from '../plan/use-plans.ts';
import { createBackend, oncePerRequest } from '../rest/backend-client.ts';
import { linkBudget } from '../rest/link-budget.ts';
import type { CallerHeaders } from './caller-headers.ts';
import type { GraphQLServerContext } from './context.ts';
import type { PlainParams } from './plain-query.ts';
import { quietLogger } from './quiet-logger.ts';
import { requestAccess } from './request-access.ts';
import { useBackendErrors } from './use-backend-errors.ts';
import { useDocumentBounds } from './use-document-bounds.ts';

const TOKENS_MAX = 2_000;
const REMEMBERED_CHARACTERS_MAX = 50_000;

export type EndpointDeps = {
  readonly outbound: Pick<Outbound, 'upstreams'>;
  /** The address of the back-ends of .meshrc.yaml, without a path. */
  readonly backendsUrl: string;
  /** The claims of a caller, by the headers. */
  readonly claims: (headers: CallerHeaders) => Promise<object>;
  readonly onFault: OnFault;
  /** Nothing is traced without it. */
  readonly tracing?: Tracing | undefined;
};

/** A GraphQL server that is ready. Without a policy it refuses everything but introspection. */
export type GraphQLEndpoint = {
  /** Characters of the documents that it remembers. */
  readonly remembered: number;
  setPolicies(policies: AccessPolicies): void;
  /** Answers a request at one of its paths. @param outcomes of its plan, where that ran already */
  fetch(request: Request, via: CallRoute, outcomes?: readonly Outcome[]): Promise<Response>;
  /** Answers a plain request by the plan of its document. Undefined where nothing is remembered of that. */
  run(params: PlainParams, call: PlainCall): Promise<PlanResult | undefined>;
};

/** Arguments of the handler besides the request. */
type ServerContext = Pick<CallRoute, 'gateway'> & { readonly outcomes?: readonly Outcome[] | undefined };

export type CallRoute = {
  readonly path: string;
  /** The API that a call came through; null for a direct call. */
  readonly gateway: CallingGateway | null;
};

/** The caller of a plain request. */
export type PlainCall = Pick<CallRoute, 'gateway'> & { readonly headers: CallerHeaders };

export function createEndpoint({
  orgId,
  paths,
  schema,
  outbound,
  backendsUrl,
  claims,
  onFault,
  tracing,
}: EndpointDeps & {
  readonly orgId: string;
  /** All that it is called at. */
  readonly paths: readonly string[];
  readonly schema: GraphQLSchema;
}): GraphQLEndpoint {
  let access = accessBy({ access: { policies: [] } });
  const allRequests = createBackend(outbound, { org: orgId, api: paths[0] ?? '' });
  const documents = rememberedTexts<DocumentNode>(REMEMBERED_CHARACTERS_MAX);
  const plans = new ExecutionPlans(schema);
  const contextOf = ({ headers, gateway }: PlainCall): GraphQLServerContext => {
    const backend = oncePerRequest(allRequests);
    return {
      backendsUrl,
      headers,
      backend,
      logger: quietLogger,
      links: linkBudget(),
      access: requestAccess(access, { headers, gateway, claims: () => claims(headers) }),
    };
  };
  const handlerAt = (endpoint: string) =>
    createGraphQLHandler<GraphQLServerContext, ServerContext>({
      schema,
      endpoint,
      onFault,
      tracing,
      documents,
      context: ({ request: { headers }, gateway, outcomes }) => ({
        ...contextOf({ headers, gateway }),
        outcomes,
      }),
      tokensMax: TOKENS_MAX,
      plugins: [
        useStorableText(),
        useDefinitionBounds(documentBoundsOf()),
        useDocumentBounds(),
        useBackendErrors(),
        usePlans(plans) as Plugin,
      ],
    });
  const handlers = new Map(paths.map((path) => [path, handlerAt(path)]));
  return {
    get remembered() {
      return documents.calculatedSize;
    },
    setPolicies(next) {
      access = accessBy(next);
    },
    async fetch(request, { path, gateway }, outcomes) {
      const handler = handlers.get(path);
      if (!handler) throw new TypeError(`${path} is none of ${paths.join(', ')}.`);
      return handler.fetch(request, { gateway, outcomes });
    },
    async run({ query, ...asked }, call) {
      const document = documents.get(query);
      if (!document || !plans.isValid(document) || unstorableAt(asked.variables)) return undefined;
      const bound = plans.planOf(document, asked);
      return bound && runTraced(bound, contextOf(call), tracing);
    },
  };
}
