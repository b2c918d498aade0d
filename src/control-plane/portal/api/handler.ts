import type { Plugin } from 'graphql-yoga';
import { networkOf } from '../../../domain/addresses/network.ts';
import { createGraphQLHandler } from '../../../graphql/server/graphql-handler.ts';
import type { OnFault } from '../../../graphql/server/refusals.ts';
import { useOperationLimits } from '../../../graphql/server/use-operation-limits.ts';
import { useResponseBudget } from '../../../graphql/server/use-response-budget.ts';
import { useWrittenJson } from '../../../graphql/server/use-written-json.ts';
import { AnonymousRequests } from '../../../infrastructure/limits/anonymous-requests.ts';
import { type PortalAddress, type PortalContext, type PortalDeps, portalContext } from './context.ts';
import { COST_MAX, costs } from './costs.ts';
import { schema } from './schema.ts';

/** The portal of a request, and the address of its client. */
type PortalTarget = { readonly address: PortalAddress; readonly clientAddress: string };

const BODY_BYTES_MAX = 1_000_000;
/** Bytes of a body without a session. */
const ANONYMOUS_BYTES_MAX = 64_000;

/** Answers a request to the portal API of one catalog. */
type PortalHandler = (request: Request, target: PortalTarget) => Promise<Response>;

/** Serves the portal API over HTTP, at /portal/<org>/<catalog>/graphql: one schema for all catalogs. */
export function createPortal({
  onFault,
  ...deps
}: PortalDeps & { readonly onFault: OnFault }): PortalHandler {
  const anonymous = new AnonymousRequests(deps.clock);
  /** Contexts of requests, made from the head alone, before the body is read. */
  const contexts = new WeakMap<Request, Promise<PortalContext>>();

  function contextFor(request: Request, { address, clientAddress }: PortalTarget): Promise<PortalContext> {
    const known = contexts.get(request);
    if (known) return known;
    const authorization = request.headers.get('authorization');
    const context = portalContext(deps, { address, clientAddress, authorization });
    contexts.set(request, context);
    return context;
  }
  async function bodyBytesMax(request: Request, target: PortalTarget): Promise<number> {
    const isKnown = await contextFor(request, target).then(
      ({ viewer }) => viewer !== null,
      () => false,
    );
    if (isKnown) return BODY_BYTES_MAX;
    anonymous.count(networkOf(target.clientAddress), target.address.org);
    return ANONYMOUS_BYTES_MAX;
  }

  const handler = createGraphQLHandler<PortalContext, PortalTarget>({
    schema,
    endpoint: '/portal/:org/:catalog/graphql',
    context: ({ request, ...target }) => contextFor(request, target),
    bodyBytesMax,
    ownerOf: (request, target) =>
      contextFor(request, target).then(
        ({ catalog }) => catalog.orgId,
        () => undefined,
      ),
    onFault,
    tracing: deps.tracing,
    plugins: [
      useWrittenJson(),
      useResponseBudget<PortalContext>(({ catalog }) => catalog.orgId),
      useOperationLimits<PortalContext>({
        schema,
        costs,
        costMax: COST_MAX,
        queueKeysOf: ({ catalog, viewer, network }) => [catalog.orgId, viewer?.memberId ?? network],
      }),
      useNoStore(),
    ],
  });
  return async (request, target) => handler.fetch(request, target);
}

/** Forbids caches to keep answers. They hold sessions and secrets, and depend on the caller. */
function useNoStore(): Plugin {
  return { onResponse: ({ response }) => response.headers.set('cache-control', 'no-store') };
}
