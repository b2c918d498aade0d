import type { UsageDimension } from '../../domain/call/usage.ts';
import { builder } from './builder.ts';

export const UsageDimensionEnum = builder.enumType('UsageDimension', {
  description: 'By what usage is told apart.',
  values: {
    CATALOG: { description: 'The catalog.' },
    CONSUMER_ORG: { description: 'The consumer org.' },
    APPLICATION: { description: 'The application; ask for CONSUMER_ORG too where names can be the same.' },
    SUBSCRIPTION: { description: 'The subscription.' },
    PRODUCT: { description: 'The product, in its version.' },
    PLAN: {
      description: 'The plan; ask for PRODUCT too, because the names of plans are those of a product.',
    },
    API: { description: 'The API, in its version.' },
    OPERATION: { description: 'The operation of an API.' },
    CODE: { description: 'The code of a refusal.' },
  } as const,
});

export const UsageIntervalEnum = builder.enumType('UsageInterval', {
  description: 'How long a bucket is.',
  values: {
    MINUTE: {
      description: 'A minute. Minutes are kept for a day.',
    },
    HOUR: {
      description: 'An hour. Older usage is kept by the day only, and stands in the first hour of it.',
    },
    DAY: { description: 'A day (UTC).' },
  } as const,
});

export const UsageFilter = builder.inputType('UsageFilter', {
  description: 'Only calls of these; what is left out is not looked at.',
  fields: (t) => ({
    catalog: t.string({ description: 'The name of a catalog.' }),
    consumerOrg: t.string({ description: 'The name of a consumer org.' }),
    application: t.string({ description: 'The name of an application.' }),
    subscription: t.id({ description: 'The id of a subscription.' }),
    product: t.field({ type: 'VersionedName', description: 'A product.' }),
    plan: t.string({ description: 'The name of a plan.' }),
    api: t.field({ type: 'VersionedName', description: 'An API.' }),
    operation: t.string({ description: 'An operation, for example `GET /customers/{id}`.' }),
    code: t.string({ description: 'The code of a refusal.' }),
  }),
});

type Filter = Readonly<Partial<Record<keyof typeof dimensions, string | null | undefined>>>;

const dimensions = {
  catalog: 'CATALOG',
  consumerOrg: 'CONSUMER_ORG',
  application: 'APPLICATION',
  subscription: 'SUBSCRIPTION',
  product: 'PRODUCT',
  plan: 'PLAN',
  api: 'API',
  operation: 'OPERATION',
  code: 'CODE',
} as const satisfies Record<string, UsageDimension>;

/** The dimensions that a filter holds fast. */
export function whereOf(filter: Filter): Partial<Record<UsageDimension, string>> {
  const entries = Object.entries(filter).filter(([, value]) => value != null);
  return Object.fromEntries(entries.map(([name, value]) => [dimensions[name as keyof Filter], value]));
}
