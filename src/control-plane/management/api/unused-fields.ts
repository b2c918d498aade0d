import { firstDayOf, USAGE_DAYS, USAGE_DAYS_MAX } from '../../../domain/call/usage-days.ts';
import { refusal } from '../../../foundation/errors.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { fieldsOfSdl, type ListedField } from '../../../graphql/schema/field-list.ts';
import { readInLine } from '../../../graphql/server/response-budget.ts';
import { cut } from '../../../graphql/server/take-skip.ts';
import { readApiDocuments } from '../../../infrastructure/database/documents.ts';
import { inThreadIf } from '../../../infrastructure/threads/concurrency-limit.ts';
import { usedFields } from '../../../infrastructure/usage/field-callers.ts';
import { builder, partArgs } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { ApiRef, type ApiShape } from './api.ts';

/** Text of a schema that is read at once. */
const HERE_MAX = 65_536;

/** Lists the fields and arguments of an API. One of REST has none. */
async function fieldsOfApi(
  { database: { prisma } }: ManagementContext,
  { id, orgId, origin }: ApiShape,
): Promise<readonly ListedField[]> {
  const [row] = await readApiDocuments(prisma, origin === 'DRAFT' ? 'Api' : 'CatalogApi', [{ id, bytes: 0 }]);
  const sdl = row?.[1].sdl ?? null;
  if (sdl === null) return [];
  const tooMuch = (amount: string) =>
    refusal('TEMPORARILY_UNAVAILABLE', { detail: `To list the fields takes ${amount}: try again.` });
  return inThreadIf(
    { isLarge: sdl.length > HERE_MAX, queueKey: orgId },
    { module: 'graphql/schema/field-list', work: fieldsOfSdl, input: sdl, tooMuch },
  );
}

builder.objectFields(ApiRef, (t) => ({
  unusedFields: t.stringList({
    nullable: true,
    description:
      'The fields and arguments of a GraphQL API that no document used of late, in any catalog, as coordinates: `Customer.email`, `Query.customer(id:)`. Null where the fields of some calls are not known.',
    args: {
      days: t.arg.int({
        defaultValue: USAGE_DAYS,
        description: `The last days that are looked at, 1 to ${USAGE_DAYS_MAX}; days are those of UTC.`,
      }),
      ...partArgs,
    },
    resolve: async (api, { days, ...part }, context) => {
      const from = firstDayOf({ days, path: ['days'] }, context.clock());
      const request = { orgId: api.orgId, api: versionedName(api), from };
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
