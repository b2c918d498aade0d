import type { VariablesOf } from '@graphql-typed-document-node/core';
import type { IMPORT } from './import-query.ts';

type Plan = NonNullable<VariablesOf<typeof IMPORT>['input']['plans']>[number];

/** A plan that is offered for a new product. */
export type PlanTemplate = { readonly label: string; readonly hint: string; readonly plan: Plan };

/** Plans that are offered for a new product, by the value of their box. */
export const planTemplates: Readonly<Record<string, PlanTemplate>> = {
  free: {
    label: 'Free',
    hint: '100 calls per hour',
    plan: { title: 'Free', rateLimit: 100, rateLimitUnit: 'HOUR' },
  },
  silver: {
    label: 'Silver',
    hint: '1,000 calls per hour',
    plan: { title: 'Silver', rateLimit: 1_000, rateLimitUnit: 'HOUR' },
  },
  gold: {
    label: 'Gold',
    hint: '10,000 calls per hour, after you approve the subscription',
    plan: { title: 'Gold', rateLimit: 10_000, rateLimitUnit: 'HOUR', approvalRequired: true },
  },
};
