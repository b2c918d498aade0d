import { audienceOf, groupKey } from '../../../domain/consumer/audience.ts';
import { refuse } from '../../../foundation/errors.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import { cut } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { CatalogPlan } from '../../../infrastructure/database/generated/prisma/client.ts';
import { builder, partArgs } from '../builder.ts';

/** Descriptions of audiences, which types and inputs share. */
export const audienceTexts = {
  audience: 'Chosen consumers: all that are named here in one way or another.',
  consumerOrgs: 'Consumer orgs of the catalog, by name.',
  groups: 'Consumer groups of the catalog, by name.',
  mailDomains:
    'Domains of mail, for example `example.com`: members of any consumer org whose verified email address ends with one.',
  visibleTo: 'Who sees the product while its visibility is `CUSTOM`. Its subscribers see it besides.',
  subscribableBy: 'Who may subscribe to the product while its subscribability is `CUSTOM`.',
  planVisibleTo: 'Who sees the plan, of those who see the product; null is all of them.',
  planSubscribableBy:
    'Who may subscribe to the plan, of those who may subscribe to the product; null is all.',
};

type AudienceShape = { readonly keys: readonly string[] };

const AudienceRef = builder.objectRef<AudienceShape>('Audience').implement({
  description: audienceTexts.audience,
  fields: (t) => ({
    consumerOrgs: t.stringList({
      description: audienceTexts.consumerOrgs,
      resolve: async ({ keys }, _args, { database }) => {
        // Prisma reads those of all audiences of an answer together.
        const rows = audienceOf(keys).consumerOrgs.map((id) =>
          database.prisma.consumerOrg.findUnique({ where: { id }, select: { name: true } }),
        );
        return (await Promise.all(rows)).flatMap((row) => row?.name ?? []).sort();
      },
    }),
    groups: t.stringList({
      description: audienceTexts.groups,
      resolve: ({ keys }) => [...audienceOf(keys).groups],
    }),
    mailDomains: t.stringList({
      description: audienceTexts.mailDomains,
      resolve: ({ keys }) => [...audienceOf(keys).mailDomains],
    }),
  }),
});

const PlanAudience = builder.objectRef<CatalogPlan>('PlanAudience').implement({
  description: 'For whom a plan of a product in a catalog is.',
  fields: (t) => ({
    plan: t.exposeString('name', { description: 'The name of the plan.' }),
    visibleTo: t.field({
      type: AudienceRef,
      nullable: true,
      description: audienceTexts.planVisibleTo,
      resolve: ({ visibleTo: keys }) => (keys.length === 0 ? null : { keys }),
    }),
    subscribableBy: t.field({
      type: AudienceRef,
      nullable: true,
      description: audienceTexts.planSubscribableBy,
      resolve: ({ subscribableBy: keys }) => (keys.length === 0 ? null : { keys }),
    }),
  }),
});

builder.prismaObjectFields('CatalogProduct', (t) => ({
  visibleTo: t.field({
    type: AudienceRef,
    description: audienceTexts.visibleTo,
    select: { visibleTo: true },
    resolve: ({ visibleTo: keys }) => ({ keys }),
  }),
  subscribableBy: t.field({
    type: AudienceRef,
    description: audienceTexts.subscribableBy,
    select: { subscribableBy: true },
    resolve: ({ subscribableBy: keys }) => ({ keys }),
  }),
  planAudiences: t.field({
    type: [PlanAudience],
    description: 'For whom its plans are, in their order.',
    args: partArgs,
    select: { plans: { orderBy: { position: 'asc' } } },
    resolve: ({ plans }, part) => cut(plans, part),
  }),
}));

/** @throws IN_USE while an audience in the catalog names the group, so that it cannot be for others unnoticed */
export async function refuseGroupInUse(
  transaction: Transaction,
  { catalogId, name }: { readonly catalogId: string; readonly name: string },
): Promise<void> {
  const has = { has: groupKey(name) };
  const OR = [{ visibleTo: has }, { subscribableBy: has }];
  const product = await transaction.catalogProduct.findFirst({
    where: { catalogId, OR: [...OR, { plans: { some: { OR } } }] },
    orderBy: { sortKey: 'asc' },
  });
  if (product)
    refuse('IN_USE', {
      detail: `An audience of ${versionedName(product)} names the group ${name}: take it out there first.`,
      path: ['input', 'name'],
    });
}
