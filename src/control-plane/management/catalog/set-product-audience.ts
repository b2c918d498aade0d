import { type AudienceLoss, audienceLosses } from '../../../domain/consumer/audience-change.ts';
import { refuse } from '../../../foundation/errors.ts';
import { cut } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { CatalogProduct } from '../../../infrastructure/database/generated/prisma/client.ts';
import { audienceOrgsOf } from '../../consumer/audience.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { notNull } from '../not-null.ts';
import { Subscribability, Visibility } from '../product/product.ts';
import { audienceTexts } from './audience.ts';
import { keysOfNames } from './audience-keys.ts';
import { catalogNamed } from './catalog.ts';
import { CatalogProductRef, catalogProductNamed } from './catalog-product.ts';

const AudienceInput = builder.inputType('AudienceInput', {
  description: audienceTexts.audience,
  fields: (t) => ({
    consumerOrgs: t.stringList({ defaultValue: [], description: audienceTexts.consumerOrgs }),
    groups: t.stringList({ defaultValue: [], description: audienceTexts.groups }),
    mailDomains: t.stringList({ defaultValue: [], description: audienceTexts.mailDomains }),
  }),
});

const PlanAudienceInput = builder.inputType('PlanAudienceInput', {
  description: 'For whom a plan is to be. What is left out stays.',
  fields: (t) => ({
    plan: t.string({ required: true, description: 'The name of the plan.' }),
    visibleTo: t.field({ type: AudienceInput, description: audienceTexts.planVisibleTo }),
    subscribableBy: t.field({ type: AudienceInput, description: audienceTexts.planSubscribableBy }),
  }),
});

const SetProductAudienceInput = builder.inputType('SetProductAudienceInput', {
  description: 'For whom a product in a catalog is to be. What is left out stays.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    product: t.field({ type: 'VersionedName', required: true, description: 'Which product.' }),
    visibility: t.field({ type: Visibility, description: 'Who sees it.' }),
    visibleTo: t.field({ type: AudienceInput, description: audienceTexts.visibleTo }),
    subscribability: t.field({ type: Subscribability, description: 'Who may subscribe to it.' }),
    subscribableBy: t.field({ type: AudienceInput, description: audienceTexts.subscribableBy }),
    plans: t.field({ type: [PlanAudienceInput], description: 'For whom some of its plans are.' }),
    dryRun: t.boolean({ defaultValue: false, description: 'Check and answer the same, but change nothing.' }),
  }),
});

const AudienceAct = builder.enumType('AudienceAct', {
  description: 'What an audience may do.',
  values: {
    SEE: { description: 'See it in the portal.' },
    SUBSCRIBE: { description: 'Subscribe to it.' },
  } as const,
});

const AudienceLossRef = builder.objectRef<AudienceLoss>('AudienceLoss').implement({
  description: 'A consumer org that a change of an audience shuts out.',
  fields: (t) => ({
    consumerOrg: t.exposeString('consumerOrg', { description: 'The name of the consumer org.' }),
    act: t.expose('act', { type: AudienceAct, description: 'What it could do, and cannot any more.' }),
    plan: t.exposeString('plan', {
      nullable: true,
      description: 'Of which plan; null is the whole product.',
    }),
    subscriptions: t.exposeInt('subscriptions', {
      description:
        'How many subscriptions to the product it has. They stay, and so does what they admit and what it sees of the product by them.',
    }),
  }),
});

type AudienceChange = {
  readonly dryRun: boolean;
  readonly product: CatalogProduct;
  readonly shutOut: readonly AudienceLoss[];
};

const AudienceChangeRef = builder.objectRef<AudienceChange>('AudienceChange').implement({
  description: 'What a change of an audience did, or with dryRun would do.',
  fields: (t) => ({
    dryRun: t.exposeBoolean('dryRun', { description: 'Was nothing changed?' }),
    product: t.expose('product', { type: CatalogProductRef, description: 'The product.' }),
    shutOut: t.field({
      type: [AudienceLossRef],
      description: 'Whom it newly shuts out, by name.',
      args: partArgs,
      resolve: ({ shutOut }, part) => cut(shutOut, part),
    }),
    shutOutCount: t.int({
      description: 'How many losses there are.',
      resolve: ({ shutOut }) => shutOut.length,
    }),
  }),
});

type PlanChanges = {
  readonly product: CatalogProduct;
  readonly plans: readonly (typeof PlanAudienceInput.$inferInput)[];
};

/** Writes the audiences of plans. @throws NOT_FOUND for a plan; BAD_USER_INPUT for an audience of nobody */
async function writePlanAudiences(
  transaction: Transaction,
  { product: { id: catalogProductId, catalogId }, plans }: PlanChanges,
): Promise<void> {
  for (const [at, { plan, visibleTo, subscribableBy }] of plans.entries()) {
    const path = ['input', 'plans', at];
    const read = async (input: typeof visibleTo, member: string) => {
      if (input == null) return input === null ? [] : undefined;
      const keys = await keysOfNames(transaction, { catalogId, input, path: [...path, member] });
      if (keys.length > 0) return keys;
      return refuse('BAD_USER_INPUT', {
        detail: `The audience names nobody: name somebody, or say null for all who may have the product.`,
        path: [...path, member],
      });
    };
    const data = {
      visibleTo: await read(visibleTo, 'visibleTo'),
      subscribableBy: await read(subscribableBy, 'subscribableBy'),
    };
    const { count } = await transaction.catalogPlan.updateMany({
      where: { catalogProductId, name: plan },
      data,
    });
    if (count === 0)
      refuse('NOT_FOUND', { detail: `The product has no plan ${plan}.`, path: [...path, 'plan'] });
  }
}

builder.mutationField('setProductAudience', (t) =>
  t.field({
    type: AudienceChangeRef,
    description:
      'Says for whom a product in a catalog and its plans are, in any state and without a new version. Subscriptions stay.',
    args: {
      input: t.arg({
        type: SetProductAudienceInput,
        required: true,
        description: 'Which product, for whom.',
      }),
    },
    resolve: async (_root, { input }, context): Promise<AudienceChange> => {
      const { id: orgId } = await context.org(input.org);
      const { catalog: name, product: subject, plans } = input;
      const visibility = notNull(input.visibility, ['input', 'visibility']);
      const subscribability = notNull(input.subscribability, ['input', 'subscribability']);
      const dryRun = input.dryRun ?? false;
      const request = {
        orgId,
        action: 'setProductAudience',
        subject,
        detail: { catalog: name },
        dryRun,
      };
      return context.change(request, async (transaction) => {
        const catalog = await catalogNamed(transaction, { orgId, name, path: ['input', 'catalog'] });
        const path = ['input', 'product'];
        const { id } = await catalogProductNamed(transaction, { catalog, product: subject, path });
        const include = { plans: { orderBy: { position: 'asc' } } } as const;
        const before = await transaction.catalogProduct.findUniqueOrThrow({ where: { id }, include });
        const read = (member: 'visibleTo' | 'subscribableBy') => {
          const audience = notNull(input[member], ['input', member]);
          const named = audience && { catalogId: catalog.id, input: audience, path: ['input', member] };
          return named && keysOfNames(transaction, named);
        };
        const lists = { visibleTo: await read('visibleTo'), subscribableBy: await read('subscribableBy') };
        await transaction.catalogProduct.update({
          where: { id },
          data: { visibility, subscribability, ...lists },
        });
        await writePlanAudiences(transaction, { product: before, plans: plans ?? [] });
        const after = await transaction.catalogProduct.findUniqueOrThrow({ where: { id }, include });
        const orgs = await audienceOrgsOf(transaction, after);
        return { dryRun, product: after, shutOut: audienceLosses(before, after, orgs) };
      });
    },
  }),
);
