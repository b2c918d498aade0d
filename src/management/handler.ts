import type { OnFault } from '../graphql/refusals.ts';
import { createGraphQLHandler } from '../graphql/server.ts';
import { useStorableText } from '../graphql/use-storable-text.ts';
import {
  type Caller,
  type ManagementContext,
  type ManagementDeps,
  managementContext,
  managementContextOf,
} from './context.ts';
import { schema } from './schema.ts';

/** A manifest brings the documents of all APIs of an org. */
const BODY_BYTES_MAX = 20_000_000;

/** The management API over HTTP, at /graphql: by the bearer token of a request, unless the caller is known already. */
export function createManagement({ onFault, ...deps }: ManagementDeps & { readonly onFault: OnFault }) {
  return createGraphQLHandler<ManagementContext, { readonly caller?: Caller }>({
    schema,
    endpoint: '/graphql',
    context: ({ request, caller }) =>
      caller
        ? managementContextOf(deps, caller)
        : managementContext(deps, request.headers.get('authorization')),
    onFault,
    plugins: [useStorableText()],
    bodyBytesMax: BODY_BYTES_MAX,
  });
}
