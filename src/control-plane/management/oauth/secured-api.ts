import { compareVersions, readVersionedName } from '../../../foundation/text/version.ts';
import { cut, takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { builder, partArgs } from '../builder.ts';
import { type SecuredBy, securedBy } from './secured-by.ts';

/** A version of an API, its draft and its copies together. */
type SecuredApi = {
  readonly api: string;
  readonly isDraft: boolean;
  readonly catalogIds: readonly string[];
  readonly scopes: readonly string[];
};

const SecuredApiRef = builder.objectRef<SecuredApi>('SecuredApi').implement({
  description: 'An API in one version that takes the tokens of an OAuth provider.',
  fields: (t) => ({
    api: t.expose('api', { type: 'VersionedName', description: 'Which.' }),
    isDraft: t.exposeBoolean('isDraft', {
      description: 'Does its draft take them, as it would be published now?',
    }),
    catalogs: t.prismaField({
      type: ['Catalog'],
      description: 'Where a copy of it takes them, as it was published; the first created first.',
      args: partArgs,
      resolve: (query, { catalogIds }, part, { database }) =>
        database.prisma.catalog.findMany({
          ...query,
          where: { id: { in: [...catalogIds] } },
          orderBy: { id: 'asc' },
          ...takeSkipOf(part),
        }),
    }),
    scopes: t.exposeStringList('scopes', {
      description: 'What the draft or a copy requires of a token: the provider must keep these.',
    }),
  }),
});

/** Groups drafts and copies by API, the older version first. */
function securedApisOf(rows: readonly SecuredBy[]): SecuredApi[] {
  const standings = new Map<string, SecuredBy[]>();
  for (const row of rows) standings.set(row.api, [...(standings.get(row.api) ?? []), row]);
  return [...standings]
    .map(([api, rows]) => ({
      api,
      isDraft: rows.some(({ catalogId }) => catalogId === null),
      catalogIds: rows.flatMap(({ catalogId }) => catalogId ?? []),
      scopes: [...new Set(rows.flatMap(({ scopes }) => scopes))],
    }))
    .toSorted((a, b) => {
      const [one, other] = [readVersionedName(a.api), readVersionedName(b.api)];
      return one.name.localeCompare(other.name) || compareVersions(one.version, other.version);
    });
}

builder.prismaObjectField('OAuthProvider', 'securedApis', (t) =>
  t.field({
    type: [SecuredApiRef],
    description: 'The APIs with a security definition of it, by name, the older version first.',
    args: partArgs,
    resolve: async ({ orgId, name: provider }, part, { database }) =>
      cut(securedApisOf(await securedBy(database.prisma, { orgId, provider })), part),
  }),
);

builder.prismaObjectField('OAuthProvider', 'securedApiCount', (t) =>
  t.int({
    description: 'How many APIs have a security definition of it, all versions.',
    resolve: async ({ orgId, name: provider }, _args, { database }) =>
      securedApisOf(await securedBy(database.prisma, { orgId, provider })).length,
  }),
);
