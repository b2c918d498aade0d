import type { VariablesOf } from '@graphql-typed-document-node/core';
import type { IMPORT } from './import-query.ts';

type Plan = NonNullable<VariablesOf<typeof IMPORT>['input']['plans']>[number];

/** Plans that are offered for a new product, by the value of their box. */
export const planTemplates = {
  free: { title: 'Free', rateLimit: 100, rateLimitUnit: 'HOUR' },
  silver: { title: 'Silver', rateLimit: 1_000, rateLimitUnit: 'HOUR' },
  gold: { title: 'Gold', rateLimit: 10_000, rateLimitUnit: 'HOUR', approvalRequired: true },
} as const satisfies Readonly<Record<string, Plan>>;

export const planNames = Object.keys(planTemplates) as (keyof typeof planTemplates)[];
