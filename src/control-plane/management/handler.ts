import { createGraphQLHandler } from '../../graphql/server/graphql-handler.ts';
import type { OnFault } from '../../graphql/server/refusals.ts';
import { useOperationLimits } from '../../graphql/server/use-operation-limits.ts';
import { useResponseBudget } from '../../graphql/server/use-response-budget.ts';
import { useStorableText } from '../../graphql/server/use-storable-text.ts';
import { useWrittenJson } from '../../graphql/server/use-written-json.ts';
import { AnonymousRequests } from '../../infrastructure/limits/anonymous-requests.ts';
import { type Caller, shareOf, TokenFinder } from './caller.ts';
import {
  type ManagementContext,
  type ManagementDeps,
  managementContext,
  managementContextOf,
} from './context.ts';
import { COST_MAX, costs } from './costs.ts';
import { schema } from './schema.ts';

/** A manifest brings the documents of all APIs of an org. */
const BODY_BYTES_MAX = 20_000_000;
/** Bytes of a body without a valid token, which gets only a refusal. */
const ANONYMOUS_BYTES_MAX = 64_000;

/** Sender of a request: a known caller, else the network that it came from. */
type ManagementSender = ({ readonly caller: Caller } | { readonly network: string }) & {
  /** The address of the client, for the audit. */
  readonly address?: string | undefined;
};

/**
 * Serves the management API over HTTP, at /graphql. The bearer token of a request names the caller, unless it is
 * known already.
 */
export function createManagement({ onFault, ...deps }: ManagementDeps & { readonly onFault: OnFault }) {
  const tokens = new TokenFinder(deps);
  const anonymous = new AnonymousRequests(deps.clock);
  /** Contexts of requests, made from the head alone, before the body is read. */
  const contexts = new WeakMap<Request, Promise<ManagementContext>>();

  function contextFor(request: Request, sender: ManagementSender): Promise<ManagementContext> {
    const known = contexts.get(request);
    if (known) return known;
    const context =
      'caller' in sender
        ? Promise.resolve(managementContextOf(deps, sender.caller, sender.address))
        : managementContext(deps, {
            authorization: request.headers.get('authorization'),
            network: sender.network,
            address: sender.address,
            tokens,
          });
    contexts.set(request, context);
    return context;
  }
  async function bodyBytesMax(request: Request, sender: ManagementSender): Promise<number> {
    const isKnown = await contextFor(request, sender).then(
      () => true,
      () => false,
    );
    if (isKnown || 'caller' in sender) return BODY_BYTES_MAX;
    anonymous.count(sender.network);
    return ANONYMOUS_BYTES_MAX;
  }

  return createGraphQLHandler<ManagementContext, ManagementSender>({
    schema,
    endpoint: '/graphql',
    context: ({ request, ...sender }) => contextFor(request, sender),
    onFault,
    tracing: deps.tracing,
    plugins: [
      useStorableText(),
      useWrittenJson(),
      useResponseBudget<ManagementContext>(({ caller }) => shareOf(caller)),
      useOperationLimits<ManagementContext>({
        schema,
        costs,
        costMax: COST_MAX,
        queueKeysOf: ({ caller }) => [shareOf(caller), caller.actor],
      }),
    ],
    bodyBytesMax,
    ownerOf: (request, sender) =>
      contextFor(request, sender).then(
        ({ caller }) => shareOf(caller),
        () => undefined,
      ),
  });
}
