import type { ChangeRequestState } from '../../../domain/change-request/states.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { ChangeRequestRef } from './change-request.ts';
import { StateEnum } from './request-parts.ts';

const filterArgs = builder.args((t) => ({
  org: t.string(inOrg),
  catalog: t.string({ description: 'Only those that change this catalog.' }),
  states: t.field({ type: [StateEnum], description: 'Only those in one of these states.' }),
}));

type Filter = {
  readonly org?: string | null | undefined;
  readonly catalog?: string | null | undefined;
  readonly states?: readonly ChangeRequestState[] | null | undefined;
};

async function whereOf(context: ManagementContext, { org, catalog, states }: Filter) {
  const { id: orgId } = await context.org(org, ['org']);
  return {
    orgId,
    ...(catalog != null && { catalogs: { has: catalog } }),
    ...(states != null && { state: { in: [...states] } }),
  } satisfies Prisma.ChangeRequestWhereInput;
}

builder.queryFields((t) => ({
  changeRequest: t.prismaField({
    type: ChangeRequestRef,
    nullable: true,
    description: 'One change request of an org.',
    args: {
      org: t.arg.string(inOrg),
      number: t.arg.int({ required: true, description: 'Its number.' }),
    },
    resolve: async (query, _root, { org, number }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      const { changeRequest } = context.database.prisma;
      return changeRequest.findUnique({ ...query, where: { orgId_number: { orgId, number } } });
    },
  }),
  changeRequests: t.prismaField({
    type: [ChangeRequestRef],
    description: 'The change requests of an org, the newest first.',
    args: { ...filterArgs, ...partArgs },
    resolve: async (query, _root, { first, offset, ...filter }, context) =>
      context.database.prisma.changeRequest.findMany({
        ...query,
        where: await whereOf(context, filter),
        orderBy: { number: 'desc' },
        ...takeSkipOf({ first, offset }),
      }),
  }),
  changeRequestCount: t.int({
    description: 'How many change requests there are.',
    args: filterArgs,
    resolve: async (_root, filter, context) =>
      context.database.prisma.changeRequest.count({ where: await whereOf(context, filter) }),
  }),
}));
