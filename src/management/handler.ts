import type { OnFault } from '../graphql/refusals.ts';
import { createGraphQLHandler } from '../graphql/server.ts';
import { useOperationLimits } from '../graphql/use-operation-limits.ts';
import { useStorableText } from '../graphql/use-storable-text.ts';
import { type Caller, createTokenFinder } from './caller.ts';
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

/** Who sent a request: a caller who is known already, else the network that it came from. */
export type ManagementSender = { readonly caller: Caller } | { readonly network: string };

/** The management API over HTTP, at /graphql: by the bearer token of a request, unless the caller is known already. */
export function createManagement({ onFault, ...deps }: ManagementDeps & { readonly onFault: OnFault }) {
  const tokens = createTokenFinder(deps);
  return createGraphQLHandler<ManagementContext, ManagementSender>({
    schema,
    endpoint: '/graphql',
    context: ({ request, ...sender }) =>
      'caller' in sender
        ? managementContextOf(deps, sender.caller)
        : managementContext(deps, {
            authorization: request.headers.get('authorization'),
            network: sender.network,
            tokens,
          }),
    onFault,
    tracing: deps.tracing,
    plugins: [useStorableText(), useOperationLimits({ schema, costs, costMax: COST_MAX })],
    bodyBytesMax: () => BODY_BYTES_MAX,
  });
}
