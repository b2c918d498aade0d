import { firstDayOf, USAGE_DAYS, USAGE_DAYS_MAX } from '../../../domain/call/usage-days.ts';
import { refusal } from '../../../foundation/errors.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { fieldsOfSdl, type ListedField } from '../../../graphql/schema/field-list.ts';
import { readInLine } from '../../../graphql/server/response-budget.ts';
import { cut } from '../../../graphql/server/take-skip.ts';
import { inChildIf } from '../../../infrastructure/child-processes/concurrency-limit.ts';
import { readApiDocuments } from '../../../infrastructure/database/documents.ts';
import { usedFields } from '../../../infrastructure/usage/field-callers.ts';
import { queryCoordinates } from '../../../openapi/contract/query-coordinates.ts';
import { builder, partArgs } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { ApiRef, type ApiShape } from './api.ts';

/** Text of a schema that is read at once. */
const HERE_MAX = 65_536;

/** Lists the fields and arguments of an API. One of REST has query parameters. */
async function fieldsOfApi(
  { database: { prisma } }: ManagementContext,
  { id, orgId, origin }: ApiShape,
): Promise<readonly ListedField[]> {
  const [row] = await readApiDocuments(prisma, origin === 'DRAFT' ? 'Api' : 'CatalogApi', [{ id, bytes: 0 }]);
  const { sdl = null, openapi = null } = row?.[1] ?? {};
  const tooMuch = (amount: string) =>
    refusal('TEMPORARILY_UNAVAILABLE', { detail: `To list the fields takes ${amount}: try again.` });
  if (sdl !== null)
    return inChildIf(
      { isLarge: sdl.length > HERE_MAX, queueKey: orgId },
      { module: 'graphql/schema/field-list', work: fieldsOfSdl, input: sdl, tooMuch },
    );
  if (openapi === null) return [];
  const listed = await inChildIf(
    { isLarge: openapi.length > HERE_MAX, queueKey: orgId },
    { module: 'openapi/contract/query-coordinates', work: queryCoordinates, input: openapi, tooMuch },
  );
  return listed.map((coordinate) => ({ coordinate, inherited: NOWHERE }));
}

const NOWHERE: readonly string[] = [];

builder.objectFields(ApiRef, (t) => ({
  unusedFields: t.stringList({
    nullable: true,
    description:
      'The fields and arguments of a GraphQL API that no document used of late, in any catalog, as coordinates: `Customer.email`, `Query.customer(id:)`. Of a REST API the query parameters that no call sent, and their listed values: `GET /customers?status`, `GET /customers?status=ACTIVE`. Null where the fields of some calls are not known: those of REST are where requests are checked against the document.',
    args: {
      days: t.arg.int({
        defaultValue: USAGE_DAYS,
        description: `The last days that are looked at, 1 to ${USAGE_DAYS_MAX}; days are those of UTC.`,
      }),
      ...partArgs,
    },
    resolve: async (api, { days, ...part }, context) => {
      const from = firstDayOf({ days, path: ['days'] }, context.clock());
      const request = { orgId: api.orgId, api: versionedName(api), kind: api.kind, from };
      const isUsed = await usedFields(context.database.prisma, request);
      if (!isUsed) return null;
      const fields = await readInLine(context, () => fieldsOfApi(context, api));
      const unused = fields.filter(({ coordinate, inherited }) => ![coordinate, ...inherited].some(isUsed));
      return cut(
        unused.map(({ coordinate }) => coordinate),
        part,
      );
    },
  }),
}));
