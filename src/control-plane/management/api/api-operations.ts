import { firstDayOf } from '../../../domain/call/usage-days.ts';
import { refusal, refuse } from '../../../foundation/errors.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { rootFieldsOfSdl } from '../../../graphql/schema/root-field-list.ts';
import { readInLine } from '../../../graphql/server/response-budget.ts';
import { cut, takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { inChildIf } from '../../../infrastructure/child-processes/concurrency-limit.ts';
import { readApiDocuments } from '../../../infrastructure/database/documents.ts';
import { calledOperations } from '../../../infrastructure/usage/api-callers.ts';
import { type ListedOperation, operationsOfText } from '../../../openapi/operation-list.ts';
import { builder, partArgs } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { ApiRef, type ApiShape } from './api.ts';

export const ApiOperationRef = builder.objectRef<ListedOperation>('ApiOperation').implement({
  description: 'An operation of an API.',
  fields: (t) => ({
    method: t.exposeString('method', {
      description: 'The method in upper case, for example `GET`; QUERY, MUTATION or SUBSCRIPTION of GraphQL.',
    }),
    path: t.exposeString('path', {
      description: 'The path below the address of the API, or the name of the root field.',
    }),
    summary: t.exposeString('summary', { nullable: true, description: 'What its document says of it.' }),
  }),
});

/** Text of a document that is read at once. */
const HERE_MAX = 65_536;
const SEARCH_MAX = 100;

/** Lists the operations of an API. Those of a GraphQL API are the root fields of its schema. */
export async function operationsOfApi(
  { database: { prisma } }: ManagementContext,
  { id, orgId, origin, kind }: ApiShape,
): Promise<readonly ListedOperation[]> {
  const table = origin === 'DRAFT' ? 'Api' : 'CatalogApi';
  const [row] = await readApiDocuments(prisma, table, [{ id, bytes: 0 }]);
  const { openapi, sdl } = row?.[1] ?? { openapi: null, sdl: null };
  const input = kind === 'REST' ? openapi : sdl;
  if (input === null) return [];
  const child = {
    input,
    tooMuch: (amount: string) =>
      refusal('TEMPORARILY_UNAVAILABLE', { detail: `To list the operations takes ${amount}: try again.` }),
  };
  const when = { isLarge: input.length > HERE_MAX, queueKey: orgId };
  return kind === 'REST'
    ? inChildIf(when, { ...child, module: 'openapi/operation-list', work: operationsOfText })
    : inChildIf(when, { ...child, module: 'graphql/schema/root-field-list', work: rootFieldsOfSdl });
}

/** Finds operations by a text in their method, path or summary, in any case. */
function found(operations: readonly ListedOperation[], search: string | null | undefined) {
  const text = search?.slice(0, SEARCH_MAX).trim().toLowerCase();
  if (!text) return operations;
  return operations.filter(({ method, path, summary }) =>
    `${method} ${path} ${summary ?? ''}`.toLowerCase().includes(text),
  );
}

const filterArgs = builder.args((t) => ({
  search: t.string({
    description:
      'Only those with this text in their method, path or summary, in any case; the first 100 characters of it.',
  }),
  unusedDays: t.int({
    description:
      'Only those that nobody called in so many days, 1 to 400, in any catalog. Of a REST API; `unusedFields` is for GraphQL.',
  }),
}));

type OperationFilter = {
  readonly search?: string | null | undefined;
  readonly unusedDays?: number | null | undefined;
};

/** Lists the operations of an API that a filter admits. @throws BAD_USER_INPUT */
async function listed(
  context: ManagementContext,
  api: ApiShape,
  { search, unusedDays: days }: OperationFilter,
): Promise<readonly ListedOperation[]> {
  const operations = found(await readInLine(context, () => operationsOfApi(context, api)), search);
  if (days == null) return operations;
  const path = ['unusedDays'];
  if (api.kind !== 'REST')
    refuse('BAD_USER_INPUT', {
      detail: `unusedDays is for REST APIs, and ${versionedName(api)} is none: ask for its unusedFields.`,
      path,
    });
  const from = firstDayOf({ days, path }, context.clock());
  const request = { orgId: api.orgId, api: versionedName(api), from };
  const called = await calledOperations(context.database.prisma, request);
  return operations.filter(({ method, path: at }) => !called.has(`${method} ${at}`));
}

builder.objectFields(ApiRef, (t) => ({
  operations: t.field({
    type: [ApiOperationRef],
    description: 'Its operations by path; of a GraphQL API the root fields of its schema.',
    args: { ...filterArgs, ...partArgs },
    resolve: async (api, { search, unusedDays, ...part }, context) =>
      cut(await listed(context, api, { search, unusedDays }), part),
  }),
  operationCount: t.int({
    description: 'How many operations it has.',
    args: filterArgs,
    resolve: async (api, filter, context) => (await listed(context, api, filter)).length,
  }),
  catalogProducts: t.prismaField({
    type: ['CatalogProduct'],
    description: 'The products in catalogs that hold this version of it, the first that came first.',
    args: partArgs,
    resolve: (query, { name, version, orgId }, part, { database }) =>
      database.prisma.catalogProduct.findMany({
        ...query,
        where: { apis: { some: { name, version } }, catalog: { orgId } },
        orderBy: { id: 'asc' },
        ...takeSkipOf(part),
      }),
  }),
  products: t.prismaField({
    type: ['Product'],
    description: 'The drafts of products that hold this version of it, the first created first.',
    args: partArgs,
    resolve: (query, { name, version, orgId }, part, { database }) =>
      database.prisma.product.findMany({
        ...query,
        where: { orgId, apis: { some: { api: { name, version } } } },
        orderBy: { id: 'asc' },
        ...takeSkipOf(part),
      }),
  }),
}));
