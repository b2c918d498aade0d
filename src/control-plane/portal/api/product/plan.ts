import { isMeasured, type PlanLimit } from '../../../../domain/plan/plan-limit.ts';
import type { Price } from '../../../../domain/plan/price.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import { planWordsOf } from '../../../../infrastructure/database/stored-plan.ts';
import { builder } from '../builder.ts';
import { PortalLink } from '../links.ts';
import { PortalPlanLimit } from './plan-limit.ts';
import { PortalPrice } from './price.ts';

export const RateLimitUnit = builder.enumType('RateLimitUnit', {
  description: 'The window that a rate limit counts calls in.',
  values: { MINUTE: { description: '60 seconds.' }, HOUR: { description: '3600 seconds.' } },
});

export const PortalPlan = builder.prismaObject('CatalogPlan', {
  name: 'PortalPlan',
  description: 'A plan of a product: how many calls a subscription allows.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name within the product, for example `gold`.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What it is for, in Markdown; null where nothing is said.',
    }),
    summary: t.string({
      nullable: true,
      description: 'One sentence about it, in plain text.',
      resolve: (plan) => planWordsOf(plan).summary,
    }),
    tags: t.stringList({
      description: 'Words that stand beside its title.',
      resolve: (plan) => [...planWordsOf(plan).tags],
    }),
    links: t.field({
      type: [PortalLink],
      description: 'Pages elsewhere: its terms, support.',
      resolve: (plan) => planWordsOf(plan).links,
    }),
    rateLimit: t.exposeInt('rateLimit', {
      nullable: true,
      description: 'Calls per unit; null is unlimited.',
    }),
    rateLimitUnit: t.expose('rateLimitUnit', { type: RateLimitUnit, description: 'The unit of the limit.' }),
    limits: t.field({
      type: [PortalPlanLimit],
      description: 'Its further limits, at most 10, in their order.',
      resolve: ({ limits }) => stored<PlanLimit[]>(limits).filter((each) => !isMeasured(each)),
    }),
    maxGraphQLCost: t.exposeInt('maxGraphQLCost', {
      nullable: true,
      description: 'What one GraphQL document may cost; null is unlimited.',
    }),
    maxConcurrentCalls: t.exposeInt('maxConcurrentCalls', {
      description: 'Calls that an application may have under way at the same time.',
    }),
    maxGraphQLDepth: t.exposeInt('maxGraphQLDepth', {
      nullable: true,
      description: 'How many levels of fields one GraphQL document may have; null is unlimited.',
    }),
    hiddenGraphQL: t.int({
      description: 'How many parts of the GraphQL APIs it hides: types, fields, arguments and values.',
      resolve: ({ hiddenGraphQL }) => hiddenGraphQL.length,
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
      description: 'Does it serve no GraphQL documents but those that the provider has registered?',
    }),
    approvalRequired: t.exposeBoolean('approvalRequired', {
      description: 'Does a subscription wait until the provider approves it?',
    }),
    price: t.field({
      type: PortalPrice,
      nullable: true,
      description: 'What it costs in a calendar month; null is nothing.',
      resolve: ({ price }) => stored<Price | null>(price),
    }),
  }),
});
