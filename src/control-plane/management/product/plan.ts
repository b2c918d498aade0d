import { PLAN_DESCRIPTION_LENGTH_MAX, planTerms } from '../../../domain/plan/plan.ts';
import type { PlanLimit } from '../../../domain/plan/plan-limit.ts';
import type { Price } from '../../../domain/plan/price.ts';
import { refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import { type PlanRow, planToStore, storedPlan } from '../../../infrastructure/database/stored-plan.ts';
import { builder, inOrg } from '../builder.ts';
import { checkPlansOf, findDraft, type ProductDraft, replacePlans } from './draft.ts';
import { PlanLimitInput, PlanLimitRef } from './plan-limit.ts';
import { planWords, planWordsFields } from './plan-words.ts';
import { PriceInput, PriceRef } from './price.ts';

export const RateLimitUnit = builder.enumType('RateLimitUnit', {
  description: 'How long a window of a rate limit lasts.',
  values: {
    MINUTE: { description: '60 seconds.' },
    HOUR: { description: '3600 seconds.' },
  } as const,
});

/** A plan of a draft, or its fixed copy in a catalog. The GraphQL type is the same. */
export const PlanRef = builder.objectRef<PlanRow>('Plan');

PlanRef.implement({
  description: 'What a subscriber gets of a product: how many calls in how much time.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name within the product, for example `gold`.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What it is for, in Markdown; null where nothing is said.',
    }),
    ...planWords(t),
    rateLimit: t.exposeInt('rateLimit', {
      nullable: true,
      description: 'Calls per unit; null is unlimited.',
    }),
    rateLimitUnit: t.expose('rateLimitUnit', {
      type: RateLimitUnit,
      description: 'The unit of the rate limit.',
    }),
    limits: t.field({
      type: [PlanLimitRef],
      description: 'Its further limits, at most 10, in their order.',
      resolve: ({ limits }) => stored<PlanLimit[]>(limits),
    }),
    maxConcurrentCalls: t.exposeInt('maxConcurrentCalls', {
      description:
        'Calls of a subscription that may be under way at the same time in one gateway process; an event stream is one for as long as it lasts.',
    }),
    maxGraphQLCost: t.exposeInt('maxGraphQLCost', {
      nullable: true,
      description: 'Most that one GraphQL document may cost; null is unlimited.',
    }),
    maxGraphQLDepth: t.exposeInt('maxGraphQLDepth', {
      nullable: true,
      description: 'Most that one GraphQL document may be nested; null is unlimited.',
    }),
    hiddenGraphQL: t.exposeStringList('hiddenGraphQL', {
      description:
        'What its subscribers do not see of the GraphQL APIs, as schema coordinates: a document that names it is refused as if it were not there.',
    }),
    graphQLCostLimit: t.exposeInt('graphQLCostLimit', {
      nullable: true,
      description:
        'What all GraphQL documents of a subscription may cost together per unit; null is unlimited.',
    }),
    graphQLCostLimitUnit: t.expose('graphQLCostLimitUnit', {
      type: RateLimitUnit,
      description: 'The unit of the limit on cost.',
    }),
    registeredOperationsOnly: t.exposeBoolean('registeredOperationsOnly', {
      description: 'Does it serve no GraphQL documents but the registered operations of an API?',
    }),
    approvalRequired: t.exposeBoolean('approvalRequired', {
      description: 'Does a new subscription wait until the provider approves it?',
    }),
    price: t.field({
      type: PriceRef,
      nullable: true,
      description: 'What it costs in a calendar month; null is nothing.',
      resolve: ({ price }) => stored<Price | null>(price),
    }),
  }),
});

export const PlanInput = builder.inputType('PlanInput', {
  description: 'The terms of a plan.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'What people call it.' }),
    name: t.string({ description: 'Its name within the product; made from the title unless given.' }),
    description: t.string({
      description: `What it is for, in Markdown, at most ${PLAN_DESCRIPTION_LENGTH_MAX} characters. The portal shows it.`,
    }),
    ...planWordsFields(t),
    rateLimit: t.int({ description: 'Calls per unit, at least 1; without it unlimited.' }),
    rateLimitUnit: t.field({
      type: RateLimitUnit,
      defaultValue: 'HOUR',
      description: 'The unit of the rate limit.',
    }),
    limits: t.field({
      type: [PlanLimitInput],
      description:
        'Further limits, at most 10, for example 10 calls per second beside 1000 per hour. A call has to fit all.',
    }),
    maxConcurrentCalls: t.int({
      defaultValue: 100,
      description: 'Calls of a subscription that may be under way at the same time, 1 to 10000.',
    }),
    maxGraphQLCost: t.int({ description: 'Most that one GraphQL document may cost; without it unlimited.' }),
    maxGraphQLDepth: t.int({
      description: 'Most that one GraphQL document may be nested; without it unlimited.',
    }),
    hiddenGraphQL: t.stringList({
      description:
        'What its subscribers do not see of the GraphQL APIs, at most 1000 schema coordinates: `User`, `User.email`, `Query.users(filter:)`, `Role.ADMIN`. Fields of a hidden type are hidden with it.',
    }),
    graphQLCostLimit: t.int({
      description:
        'What all GraphQL documents of a subscription may cost together per unit, at least 1; without it unlimited.',
    }),
    graphQLCostLimitUnit: t.field({
      type: RateLimitUnit,
      defaultValue: 'HOUR',
      description: 'The unit of the limit on cost.',
    }),
    registeredOperationsOnly: t.boolean({
      defaultValue: false,
      description: 'Does it serve no GraphQL documents but the registered operations of an API?',
    }),
    approvalRequired: t.boolean({
      defaultValue: false,
      description: 'Does a new subscription wait until the provider approves it?',
    }),
    price: t.field({
      type: PriceInput,
      description: 'What it costs in a calendar month; without it nothing.',
    }),
  }),
});

const CreatePlanInput = builder.inputType('CreatePlanInput', {
  description: 'One more plan for a product.',
  fields: (t) => ({
    org: t.string(inOrg),
    product: t.field({ type: 'VersionedName', required: true, description: 'Which product.' }),
    plan: t.field({ type: PlanInput, required: true, description: 'The new plan.' }),
  }),
});

const UpdatePlanInput = builder.inputType('UpdatePlanInput', {
  description: 'New terms for a plan. They replace the old ones: what is left out gets its default.',
  fields: (t) => ({
    org: t.string(inOrg),
    product: t.field({ type: 'VersionedName', required: true, description: 'Which product.' }),
    name: t.string({ required: true, description: 'Which plan.' }),
    plan: t.field({
      type: PlanInput,
      required: true,
      description: 'Its new terms. The plan keeps its name, unless a name is given.',
    }),
  }),
});

const DeletePlanInput = builder.inputType('DeletePlanInput', {
  description: 'Which plan to delete.',
  fields: (t) => ({
    org: t.string(inOrg),
    product: t.field({ type: 'VersionedName', required: true, description: 'Which product.' }),
    name: t.string({ required: true, description: 'Which plan.' }),
  }),
});

function planNamed({ plans, name, version }: ProductDraft, plan: string): ProductDraft['plans'][number] {
  return (
    plans.find((each) => each.name === plan) ??
    refuse('NOT_FOUND', {
      detail: `${name}:${version} has no plan ${plan}; it has ${plans.map((each) => each.name).join(', ')}.`,
      path: ['input', 'name'],
    })
  );
}

/** @throws NAME_TAKEN when the product has a plan of that name */
function checkPlanName({ plans, name, version }: ProductDraft, plan: string): void {
  if (plans.some((each) => each.name === plan))
    refuse('NAME_TAKEN', {
      detail: `${name}:${version} has a plan ${plan} already: choose another title or name.`,
      path: ['input', 'plan', 'name'],
    });
}

builder.mutationField('createPlan', (t) =>
  t.prismaField({
    type: 'Product',
    description: 'Adds a plan to a product, after those that it has. Copies in catalogs stay as they are.',
    args: { input: t.arg({ type: CreatePlanInput, required: true, description: 'The new plan.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const terms = planTerms(input.plan, ['input', 'plan']);
      return context.change(
        { orgId, action: 'createPlan', subject: input.product, detail: { ...terms } },
        async (transaction) => {
          const draft = await findDraft(transaction, { orgId, product: input.product });
          checkPlanName(draft, terms.name);
          await transaction.plan.create({
            data: { ...planToStore(terms), productId: draft.id, position: draft.plans.length },
          });
          await checkPlansOf(transaction, draft.id, ['input', 'plan', 'hiddenGraphQL']);
          return transaction.product.findUniqueOrThrow({ ...query, where: { id: draft.id } });
        },
      );
    },
  }),
);

builder.mutationField('updatePlan', (t) =>
  t.prismaField({
    type: 'Product',
    description: 'Replaces the terms of a plan. Copies in catalogs stay as they are.',
    args: { input: t.arg({ type: UpdatePlanInput, required: true, description: 'The new terms.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const terms = planTerms({ ...input.plan, name: input.plan.name ?? input.name }, ['input', 'plan']);
      return context.change(
        { orgId, action: 'updatePlan', subject: input.product, detail: { plan: input.name, ...terms } },
        async (transaction) => {
          const draft = await findDraft(transaction, { orgId, product: input.product });
          planNamed(draft, input.name);
          if (terms.name !== input.name) checkPlanName(draft, terms.name);
          await transaction.plan.update({
            where: { productId_name: { productId: draft.id, name: input.name } },
            data: planToStore(terms),
          });
          await checkPlansOf(transaction, draft.id, ['input', 'plan', 'hiddenGraphQL']);
          return transaction.product.findUniqueOrThrow({ ...query, where: { id: draft.id } });
        },
      );
    },
  }),
);

builder.mutationField('deletePlan', (t) =>
  t.prismaField({
    type: 'Product',
    description:
      'Takes a plan from a product; refused for the last one, as nobody could subscribe. Copies in catalogs stay as they are.',
    args: { input: t.arg({ type: DeletePlanInput, required: true, description: 'Which plan.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      return context.change(
        { orgId, action: 'deletePlan', subject: input.product, detail: { plan: input.name } },
        async (transaction) => {
          const draft = await findDraft(transaction, { orgId, product: input.product });
          await deletePlan(transaction, draft, input.name);
          return transaction.product.findUniqueOrThrow({ ...query, where: { id: draft.id } });
        },
      );
    },
  }),
);

async function deletePlan(transaction: Transaction, draft: ProductDraft, name: string): Promise<void> {
  const plan = planNamed(draft, name);
  const others = draft.plans.filter((each) => each !== plan);
  if (others.length === 0)
    refuse('IN_USE', {
      detail: `${name} is the last plan of ${draft.name}:${draft.version}: create another one first.`,
      path: ['input', 'name'],
    });
  await replacePlans(transaction, draft.id, others.map(storedPlan));
}
