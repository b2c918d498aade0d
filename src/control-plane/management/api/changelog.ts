import { refuse } from '../../../foundation/errors.ts';
import { readVersionedName } from '../../../foundation/text/version.ts';
import { describedValues } from '../../../graphql/schema/described-values.ts';
import { cut } from '../../../graphql/server/take-skip.ts';
import { readDocuments } from '../../../infrastructure/database/documents.ts';
import type { Api } from '../../../infrastructure/database/generated/prisma/client.ts';
import { apiChangeKinds } from '../../../openapi/breaking/document-changes.ts';
import {
  type ComparedApi,
  DIFFERENCES_MAX,
  type VersionDifference,
  versionDifferences,
} from '../../consumer/version-differences.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import type { ManagementContext } from '../context.ts';

const kindDescriptions = {
  BROKEN: 'Calls that worked fail, or their answers are read wrong.',
  DEPRECATED: 'It works on, and is going to end.',
  CHANGED: 'It is described in another way; calls work on.',
  ADDED: 'It is new.',
} as const;

const ChangeKind = builder.enumType('ChangeKind', {
  description: 'The meaning of a difference to those who call.',
  values: describedValues(apiChangeKinds, (kind) => kindDescriptions[kind]),
});

const VersionDifferenceRef = builder.objectRef<VersionDifference>('VersionDifference').implement({
  description: 'A difference between two versions of an API, or of a product in one of its APIs.',
  fields: (t) => ({
    kind: t.field({
      type: ChangeKind,
      description: 'Its meaning to those who call.',
      resolve: ({ kind }) => kind,
    }),
    api: t.exposeString('api', { description: 'The name of the API.' }),
    operation: t.exposeString('operation', {
      nullable: true,
      description:
        'The operation, for example `GET /customers`; null where it is the whole API, or a GraphQL schema.',
    }),
    message: t.exposeString('message', {
      description: 'The difference, for example `address.city in the response 200 is added`.',
    }),
  }),
});

/** Columns of an API that two versions are compared by. */
const compared = {
  id: true,
  name: true,
  version: true,
  kind: true,
  basePath: true,
  securityDefinitions: true,
  security: true,
  settings: true,
} as const;

type ComparedRow = Pick<Api, keyof typeof compared>;

async function withDocuments(
  { database }: ManagementContext,
  rows: readonly ComparedRow[],
): Promise<ComparedApi[]> {
  const ids = rows.map(({ id }) => id);
  const documents = await readDocuments(database.prisma, 'Api', ids);
  return rows.map((row) => ({ ...row, openapi: null, sdl: null, ...documents.get(row.id) }));
}

type Version = { readonly name: string; readonly version: string };

async function ofApi(
  context: ManagementContext,
  orgId: string,
  which: Version,
): Promise<ComparedRow[] | undefined> {
  const where = { orgId_name_version: { orgId, ...which } };
  const row = await context.database.prisma.api.findUnique({ where, select: compared });
  return row ? [row] : undefined;
}

async function ofProduct(
  context: ManagementContext,
  orgId: string,
  which: Version,
): Promise<ComparedRow[] | undefined> {
  const row = await context.database.prisma.product.findUnique({
    where: { orgId_name_version: { orgId, ...which } },
    select: { apis: { orderBy: { position: 'asc' }, select: { api: { select: compared } } } },
  });
  return row?.apis.map(({ api }) => api);
}

type ChangelogArguments = {
  readonly org?: string | null | undefined;
  readonly first?: number | null | undefined;
  readonly offset?: number | null | undefined;
  /** `name:version` of the later version. */
  readonly later: string;
  readonly since: string;
  readonly argument: 'api' | 'product';
};

/** @throws NOT_FOUND where one of the two versions is not there */
async function changelogOf(
  { org, later, since, argument, ...part }: ChangelogArguments,
  context: ManagementContext,
): Promise<VersionDifference[]> {
  const { id: orgId } = await context.org(org);
  const find = argument === 'api' ? ofApi : ofProduct;
  const { name, version } = readVersionedName(later);
  const is = await find(context, orgId, { name, version });
  if (!is)
    return refuse('NOT_FOUND', { detail: `There is no ${argument} ${later} in this org.`, path: [argument] });
  const was = await find(context, orgId, { name, version: since });
  if (!was)
    return refuse('NOT_FOUND', {
      detail: `There is no ${argument} ${name}:${since} in this org.`,
      path: ['since'],
    });
  const versions = { was: await withDocuments(context, was), is: await withDocuments(context, is) };
  return cut(await versionDifferences(versions, orgId), part);
}

const howFound = `found by comparing documents, base paths and security, as they are in the org; breaks first, at most ${DIFFERENCES_MAX}.`;
const since = 'The version of the same name that it is compared with.';

builder.queryField('apiChangelog', (t) =>
  t.field({
    type: [VersionDifferenceRef],
    description: `The differences between two versions of an API, ${howFound}`,
    args: {
      org: t.arg.string(inOrg),
      api: t.arg({ type: 'VersionedName', required: true, description: 'The later version of the API.' }),
      since: t.arg({ type: 'Version', required: true, description: since }),
      ...partArgs,
    },
    resolve: (_root, { api: later, ...asked }, context) =>
      changelogOf({ ...asked, later, argument: 'api' }, context),
  }),
);

builder.queryField('productChangelog', (t) =>
  t.field({
    type: [VersionDifferenceRef],
    description: `The differences between the APIs of two versions of a product, ${howFound}`,
    args: {
      org: t.arg.string(inOrg),
      product: t.arg({
        type: 'VersionedName',
        required: true,
        description: 'The later version of the product.',
      }),
      since: t.arg({ type: 'Version', required: true, description: since }),
      ...partArgs,
    },
    resolve: (_root, { product: later, ...asked }, context) =>
      changelogOf({ ...asked, later, argument: 'product' }, context),
  }),
);
