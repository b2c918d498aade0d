import { apiPairs } from '../../../domain/api/api-break.ts';
import {
  type IgnoredDifference,
  isRehearsalId,
  isRehearsed,
  rehearsalState,
} from '../../../domain/rehearsal/rehearsal.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { cut, takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import type { ManagementContext } from '../context.ts';
import { DifferenceRef, IgnoredRef, RehearsalStateEnum, RehearsedApiRef } from './rehearsal-parts.ts';

const nullable = true as const;
const named = { select: { name: true, version: true } } as const;
const withApis = { select: { apis: { orderBy: { position: 'asc' }, ...named } } } as const;

export const RehearsalRef = builder.prismaObject('Rehearsal', {
  description:
    'A time in which a share of the safe calls of a product is sent to its successor, too, and the answers are compared.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    catalog: t.relation('catalog', { description: 'The catalog.' }),
    old: t.relation('oldProduct', { description: 'The product that is called.' }),
    new: t.relation('newProduct', { description: 'The product that gets the calls, too.' }),
    state: t.field({
      type: RehearsalStateEnum,
      description: 'How far it is.',
      select: { endsAt: true, stoppedBy: true },
      resolve: (row, _args, { clock }) => rehearsalState(row, clock()),
    }),
    sample: t.exposeFloat('sample', { description: 'The share of calls, above 0 and up to 1.' }),
    ignore: t.field({
      type: [IgnoredRef],
      description: 'Differences that are not recorded.',
      select: { ignored: true },
      resolve: ({ ignored }) => stored<IgnoredDifference[]>(ignored),
    }),
    startedBy: t.exposeString('startedBy', { description: 'Who started it, as the audit names them.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it began.' }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'When it ends by itself.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable,
      description: 'When it ended; null while it runs.',
    }),
    stoppedBy: t.exposeString('stoppedBy', { nullable, description: 'Who stopped it before its time.' }),
    apis: t.field({
      type: [RehearsedApiRef],
      description: 'The APIs whose calls are sent. One whose version is the same in both products is not.',
      args: partArgs,
      select: { oldProduct: withApis, newProduct: withApis },
      resolve: ({ oldProduct, newProduct }, part) =>
        cut(apiPairs(oldProduct.apis, newProduct.apis).filter(isRehearsed), part).map(
          ({ before, after }) => ({
            before: versionedName(before),
            after: after && versionedName(after),
          }),
        ),
    }),
    operations: t.relation('operations', {
      description: 'The operations whose calls were rehearsed, by name. At most 500.',
      args: partArgs,
      query: (part) => ({ orderBy: [{ api: 'asc' }, { operation: 'asc' }], ...takeSkipOf(part) }),
    }),
    operationCount: t.relationCount('operations', { description: 'How many operations were rehearsed.' }),
    differences: t.field({
      type: [DifferenceRef],
      description: 'The differences, those that most calls found first. At most 500.',
      args: partArgs,
      select: (part) => ({
        id: true,
        differences: {
          orderBy: [
            { calls: 'desc' },
            { api: 'asc' },
            { operation: 'asc' },
            { kind: 'asc' },
            { pointer: 'asc' },
            { was: 'asc' },
            { now: 'asc' },
          ],
          ...takeSkipOf(part),
        },
      }),
      resolve: async ({ id, differences }, _args, { database }) => {
        const operations = await database.prisma.rehearsalOperation.findMany({
          where: { rehearsalId: id, operation: { in: differences.map(({ operation }) => operation) } },
          select: { api: true, operation: true, compared: true, unread: true },
        });
        const sampled = new Map(
          operations.map((each) => [`${each.api} ${each.operation}`, Number(each.compared + each.unread)]),
        );
        return differences.map((each) => {
          const calls = sampled.get(`${each.api} ${each.operation}`) ?? 0;
          return { ...each, share: calls === 0 ? 0 : Math.min(1, Number(each.calls) / calls) };
        });
      },
    }),
    differenceCount: t.relationCount('differences', { description: 'How many differences were found.' }),
  }),
});

const ofCatalog = builder.args((t) => ({
  org: t.string(inOrg),
  catalog: t.string({ required: true, description: 'The catalog.' }),
}));

type OfCatalog = { readonly org?: string | null | undefined; readonly catalog: string };

async function catalogOf(context: ManagementContext, { org, catalog: name }: OfCatalog) {
  const { id: orgId } = await context.org(org, ['org']);
  return catalogNamed(context.database.prisma, { orgId, name, path: ['catalog'] });
}

builder.queryFields((t) => ({
  rehearsal: t.prismaField({
    type: RehearsalRef,
    nullable: true,
    description: 'One rehearsal of an org.',
    args: {
      org: t.arg.string(inOrg),
      id: t.arg.id({ required: true, description: 'Its id.' }),
    },
    resolve: async (query, _root, { org, id }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      if (!isRehearsalId(id)) return null;
      const { rehearsal } = context.database.prisma;
      return rehearsal.findFirst({ ...query, where: { id, catalog: { orgId } } });
    },
  }),
  rehearsals: t.prismaField({
    type: [RehearsalRef],
    description: 'The rehearsals of a catalog, the newest first. They are kept for 30 days.',
    args: { ...ofCatalog, ...partArgs },
    resolve: async (query, _root, { first, offset, ...named }, context) => {
      const { id: catalogId } = await catalogOf(context, named);
      return context.database.prisma.rehearsal.findMany({
        ...query,
        where: { catalogId },
        orderBy: { id: 'desc' },
        ...takeSkipOf({ first, offset }),
      });
    },
  }),
  rehearsalCount: t.int({
    description: 'How many rehearsals a catalog has.',
    args: ofCatalog,
    resolve: async (_root, named, context) => {
      const { id: catalogId } = await catalogOf(context, named);
      return context.database.prisma.rehearsal.count({ where: { catalogId } });
    },
  }),
}));
