import { apiWriting } from '../../../domain/manifest/write-api.ts';
import { inFreshTurns } from '../../../foundation/event-loop-turns.ts';
import { readDocument, readInLine } from '../../../graphql/server/response-budget.ts';
import { documentsAt, type Past } from '../../../infrastructure/database/history.ts';
import { ApiKind } from '../api/api.ts';
import { builder } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { apiOf } from '../manifest/current-api.ts';
import type { PastApi } from './past-catalog.ts';

/** The copy of an API in a catalog as it stood at an instant. */
type ApiAt = { readonly row: PastApi; readonly past: Past };

export const ApiAtRef = builder.objectRef<ApiAt>('ApiAt').implement({
  description: 'An API of a product in a catalog as it stood at an instant.',
  fields: (t) => ({
    name: t.string({ description: 'Its name.', resolve: ({ row }) => row.name }),
    version: t.field({
      type: 'Version',
      description: 'Its version, x.y.z.',
      resolve: ({ row }) => row.version,
    }),
    title: t.string({ description: 'What people called it.', resolve: ({ row }) => row.title }),
    kind: t.field({ type: ApiKind, description: 'REST or GraphQL.', resolve: ({ row }) => row.kind }),
    online: t.boolean({ description: 'Did it answer calls?', resolve: ({ row }) => row.online }),
    definition: t.field({
      type: 'JSON',
      description:
        'All that was defined of it but its document, as a manifest has it: addresses, words, security, settings.',
      resolve: async ({ row }) => {
        const written = await inFreshTurns(apiWriting(apiOf({ ...row, openapi: null, sdl: null })));
        const { openapi: _, sdl: __, ...definition } = written;
        return definition;
      },
    }),
    openapi: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Its OpenAPI document; null of a GraphQL API.',
      resolve: (api, _args, context) =>
        readDocument(context, async () => (await documentOf(context, api)).openapi),
    }),
    sdl: t.string({
      nullable: true,
      description: 'The proxied schema of a GraphQL API; null of a REST API.',
      resolve: (api, _args, context) => readInLine(context, async () => (await documentOf(context, api)).sdl),
    }),
  }),
});

async function documentOf({ database }: ManagementContext, { row: { id }, past }: ApiAt) {
  const documents = await database.prisma.$transaction((transaction) =>
    documentsAt(transaction, 'CatalogApi', { ids: [id], past }),
  );
  return documents.get(id) ?? { openapi: null, sdl: null };
}
