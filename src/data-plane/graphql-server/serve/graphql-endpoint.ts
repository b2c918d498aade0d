import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { accessBy } from '../../../domain/access-policy/access.ts';
import type { AccessPolicies } from '../../../domain/access-policy/policies.ts';
import { documentBoundsOf } from '../../../domain/api/document-bounds.ts';
import { unstorableAt } from '../../../foundation/text/text.ts';
import { createGraphQLHandler, rememberedTexts } from '../../../graphql/server/graphql-handler.ts';
import type { OnFault } from '../../../graphql/server/refusals.ts';
import { useDefinitionBounds } from '../../../graphql/server/use-definition-bounds.ts';
import { useStorableText } from '../../../graphql/server/use-storable-text.ts';
import type { Tracing } from '../../../infrastructure/observability/tracing.ts';
import type { Outbound } from '../../../infrastructure/outbound/outbound.ts';
import type { GatewayPass } from '../../../infrastructure/secrets/gateway-pass.ts';
import { ExecutionPlans } from '../plan/execution-plans.ts';
import type { PlanResult } from '../plan/run-plan.ts';
import { runTraced, usePlans } from '../plan/use-plans.ts';
import type { AnswerWithErrors } from '../plan/written-answer.ts';
import { type Backend, createBackend, oncePerRequest } from '../rest/backend-client.ts';
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
  /** The claims of a caller. */
  readonly claims: (call: PlainCall) => Promise<object>;
  readonly onFault: OnFault;
  /** Nothing is traced without it. */
  readonly tracing?: Tracing | undefined;
};

/** Arguments of the handler besides the request. */
type ServerContext = Pick<CallRoute, 'gateway'> & { readonly planned?: AnswerWithErrors | undefined };

type CallRoute = {
  readonly path: string;
  /** The API that a call came through; null for a direct call. */
  readonly gateway: GatewayPass | null;
};

/** The caller of a plain request. */
export type PlainCall = Pick<CallRoute, 'gateway'> & { readonly headers: CallerHeaders };

type Handler = ReturnType<typeof createGraphQLHandler<GraphQLServerContext, ServerContext>>;

/** The server of an endpoint, and what it is served with. */
type ServedSchema = EndpointDeps & {
  readonly orgId: string;
  /** All that it is called at. */
  readonly paths: readonly string[];
  readonly schema: GraphQLSchema;
};

/** A GraphQL server that is ready. Without a policy it refuses everything but introspection. */
export class GraphQLEndpoint {
  readonly #served: ServedSchema;
  readonly #documents = rememberedTexts<DocumentNode>(REMEMBERED_CHARACTERS_MAX);
  readonly #plans: ExecutionPlans;
  readonly #allRequests: Backend;
  /** The handlers of requests, by path. */
  readonly #handlers: ReadonlyMap<string, Handler>;
  #access = accessBy({ access: { policies: [] } });

  constructor(served: ServedSchema) {
    const { orgId, paths, schema, outbound } = served;
    this.#served = served;
    this.#plans = new ExecutionPlans(schema);
    this.#allRequests = createBackend(outbound, { org: orgId, api: paths[0] ?? '' });
    this.#handlers = new Map(paths.map((path) => [path, this.#handlerAt(path)]));
  }

  /** Characters of the documents that it remembers. */
  get remembered(): number {
    return this.#documents.calculatedSize;
  }

  setPolicies(next: AccessPolicies): void {
    this.#access = accessBy(next);
  }

  /** Answers a request at one of its paths. @param planned what its plan gave, where that ran already */
  async fetch(request: Request, { path, gateway }: CallRoute, planned?: AnswerWithErrors): Promise<Response> {
    const handler = this.#handlers.get(path);
    if (!handler) throw new TypeError(`${path} is none of ${this.#served.paths.join(', ')}.`);
    return handler.fetch(request, { gateway, planned });
  }

  /** Answers a plain request by the plan of its document. Undefined where nothing is remembered of that. */
  async run({ query, ...params }: PlainParams, call: PlainCall): Promise<PlanResult | undefined> {
    const document = this.#documents.get(query);
    if (!document || !this.#plans.isValid(document) || unstorableAt(params.variables)) return undefined;
    const bound = this.#plans.planOf(document, params);
    return bound && runTraced(bound, this.#contextOf(call), this.#served.tracing);
  }

  #handlerAt(endpoint: string) {
    const { schema, onFault, tracing } = this.#served;
    return createGraphQLHandler<GraphQLServerContext, ServerContext>({
      schema,
      endpoint,
      onFault,
      tracing,
      documents: this.#documents,
      context: ({ request: { headers }, gateway, planned }) => ({
        ...this.#contextOf({ headers, gateway }),
        planned,
      }),
      tokensMax: TOKENS_MAX,
      plugins: [
        useStorableText(),
        useDefinitionBounds(documentBoundsOf()),
        useDocumentBounds(),
        useBackendErrors(),
        usePlans(this.#plans) as Plugin,
      ],
    });
  }

  #contextOf(call: PlainCall): GraphQLServerContext {
    const { headers, gateway } = call;
    const { backendsUrl, claims } = this.#served;
    return {
      backendsUrl,
      headers,
      backend: oncePerRequest(this.#allRequests),
      logger: quietLogger,
      links: linkBudget(),
      access: requestAccess(this.#access, { headers, gateway, claims: () => claims(call) }),
    };
  }
}
