import type { OnFault } from '../graphql/refusals.ts';
import { createGraphQLHandler } from '../graphql/server.ts';
import { useStorableText } from '../graphql/use-storable-text.ts';
import { type ManagementDeps, managementContext } from './context.ts';
import { schema } from './schema.ts';

/** A manifest brings the documents of all APIs of an org. */
const BODY_BYTES_MAX = 20_000_000;

/** The management API over HTTP, at /graphql. */
export function createManagement(deps: ManagementDeps & { readonly onFault: OnFault }) {
  return createGraphQLHandler({
    schema,
    endpoint: '/graphql',
    context: ({ request }) => managementContext(deps, request.headers.get('authorization')),
    onFault: deps.onFault,
    plugins: [useStorableText()],
    bodyBytesMax: BODY_BYTES_MAX,
  });
}
