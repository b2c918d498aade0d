import type { Plugin } from 'graphql-yoga';
import type { OnFault } from '../graphql/refusals.ts';
import { createGraphQLHandler } from '../graphql/server.ts';
import { useOperationLimits } from '../graphql/use-operation-limits.ts';
import { type PortalAddress, type PortalContext, type PortalDeps, portalContext } from './context.ts';
import { COST_MAX, costs } from './costs.ts';
import { schema } from './schema.ts';

/** Which portal a request is to, and the address of the client that sent it. */
export type PortalTarget = { readonly address: PortalAddress; readonly clientAddress: string };

/** Answers a request to the portal API of one catalog. */
export type PortalHandler = (request: Request, target: PortalTarget) => Promise<Response>;

/** The portal API over HTTP, at /portal/<org>/<catalog>/graphql: one schema for all catalogs. */
export function createPortal({
  onFault,
  ...deps
}: PortalDeps & { readonly onFault: OnFault }): PortalHandler {
  const handler = createGraphQLHandler<PortalContext, PortalTarget>({
    schema,
    endpoint: '/portal/:org/:catalog/graphql',
    context: ({ request, address, clientAddress }) =>
      portalContext(deps, { address, clientAddress, authorization: request.headers.get('authorization') }),
    onFault,
    tracing: deps.tracing,
    plugins: [useOperationLimits({ schema, costs, costMax: COST_MAX }), useNoStore()],
  });
  return async (request, target) => handler.fetch(request, target);
}

/** Answers hold sessions and secrets, and depend on who asks: no cache may keep one. */
function useNoStore(): Plugin {
  return { onResponse: ({ response }) => response.headers.set('cache-control', 'no-store') };
}
