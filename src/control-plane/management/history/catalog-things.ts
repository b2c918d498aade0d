// What can change in a catalog, by its tables: how each is named, and which of its columns are told. An expression is of
// the row `x` as it was before the moment `m`. Rows that it refers to are read as they were then.

import { catalogSettingColumns } from '../manifest/org-tree.ts';

/** A kind of thing in a catalog. */
export type CatalogThing = {
  readonly noun: (typeof catalogNouns)[number];
  /** A column that is null of no row. */
  readonly key: string;
  /** The name by which people know it. */
  readonly name: string;
  readonly fields: readonly string[];
  /** Fields that are names in place of ids. */
  readonly names?: Readonly<Record<string, string>>;
};

export const catalogNouns = [
  'CATALOG',
  'ASSIGNMENT',
  'BACKEND',
  'SECRET',
  'WEBHOOK',
  'PRODUCT',
  'PLAN',
  'API',
  'CONSUMER_ORG',
  'CONSUMER_GROUP',
  'APPLICATION',
  'SUBSCRIPTION',
] as const;

const then = (table: string, id: string, expression: string, alias: string) =>
  `(SELECT ${expression} FROM "rowAt"(NULL::"${table}", ${id}, m) ${alias})`;
const product = (id: string) => then('CatalogProduct', id, `p."name" || ':' || p."version"`, 'p');
/** The keys of an audience as a text, with the names of consumer orgs. */
const audience = (keys: string) => {
  const org = then('ConsumerOrg', 'substr(k, 5)::uuid', `'org:' || o."name"`, 'o');
  return `(SELECT string_agg(CASE WHEN k LIKE 'org:%' THEN coalesce(${org}, k) ELSE k END, ', ' ORDER BY k) FROM unnest(${keys}) k)`;
};
const application = (id: string) =>
  then(
    'Application',
    id,
    `${then('ConsumerOrg', 'a."consumerOrgId"', 'o."name"', 'o')} || '/' || a."name"`,
    'a',
  );

/** The things of a catalog by their tables. */
export const catalogThings: Readonly<Record<string, CatalogThing>> = {
  Catalog: {
    noun: 'CATALOG',
    key: 'id',
    name: 'x."name"',
    fields: catalogSettingColumns,
  },
  _CatalogToUserRegistry: {
    noun: 'ASSIGNMENT',
    key: 'A',
    name: then('UserRegistry', 'x."B"', `'user registry ' || u."name"`, 'u'),
    fields: [],
  },
  _CatalogToOAuthProvider: {
    noun: 'ASSIGNMENT',
    key: 'A',
    name: then('OAuthProvider', 'x."B"', `'OAuth provider ' || u."name"`, 'u'),
    fields: [],
  },
  ConsumerGroup: { noun: 'CONSUMER_GROUP', key: 'id', name: 'x."name"', fields: ['title', 'mailDomains'] },
  _ConsumerGroupToConsumerOrg: {
    noun: 'CONSUMER_GROUP',
    key: 'A',
    name: `${then('ConsumerGroup', 'x."A"', 'g."name"', 'g')} || '/' || ${then('ConsumerOrg', 'x."B"', 'o."name"', 'o')}`,
    fields: [],
  },
  CatalogBackend: {
    noun: 'BACKEND',
    key: 'id',
    name: then('Backend', 'x."backendId"', 'b."name"', 'b'),
    fields: ['settings'],
  },
  Secret: { noun: 'SECRET', key: 'id', name: 'x."name"', fields: ['changedAt'] },
  Webhook: { noun: 'WEBHOOK', key: 'id', name: 'x."name"', fields: ['url', 'types', 'active'] },
  CatalogProduct: {
    noun: 'PRODUCT',
    key: 'id',
    name: `x."name" || ':' || x."version"`,
    fields: [
      'title',
      'state',
      'visibility',
      'subscribability',
      'words',
      'subscriptionForm',
      'migrationPlans',
      'deprecatedAt',
      'sunsetAt',
      'sunsetIfIdleDays',
    ],
    names: {
      migrationTarget: product('x."migrationTargetId"'),
      visibleTo: audience('x."visibleTo"'),
      subscribableBy: audience('x."subscribableBy"'),
    },
  },
  CatalogPlan: {
    noun: 'PLAN',
    key: 'id',
    name: `${product('x."catalogProductId"')} || '/' || x."name"`,
    fields: [
      'title',
      'description',
      'rateLimit',
      'rateLimitUnit',
      'limits',
      'maxConcurrentCalls',
      'maxGraphQLCost',
      'maxGraphQLDepth',
      'graphQLCostLimit',
      'graphQLCostLimitUnit',
      'hiddenGraphQL',
      'registeredOperationsOnly',
      'approvalRequired',
      'price',
      'words',
    ],
    names: { visibleTo: audience('x."visibleTo"'), subscribableBy: audience('x."subscribableBy"') },
  },
  CatalogApi: {
    noun: 'API',
    key: 'id',
    name: `${product('x."catalogProductId"')} || '/' || x."name" || ':' || x."version"`,
    fields: [
      'title',
      'kind',
      'basePath',
      'targetUrl',
      'backend',
      'graphqlUrl',
      'openapi',
      'sdl',
      'securityDefinitions',
      'security',
      'forwardAuthorization',
      'settings',
      'words',
      'online',
    ],
  },
  ConsumerOrg: { noun: 'CONSUMER_ORG', key: 'id', name: 'x."name"', fields: ['title'] },
  Application: {
    noun: 'APPLICATION',
    key: 'id',
    name: `${then('ConsumerOrg', 'x."consumerOrgId"', 'o."name"', 'o')} || '/' || x."name"`,
    fields: ['title', 'state', 'suspensionReason', 'clientType', 'redirectUris'],
  },
  Subscription: {
    noun: 'SUBSCRIPTION',
    key: 'id',
    name: application('x."applicationId"'),
    fields: ['state', 'rejectionReason', 'ownLimits'],
    names: {
      product: product('x."catalogProductId"'),
      plan: then('CatalogPlan', 'x."catalogPlanId"', 'l."name"', 'l'),
    },
  },
};

/**
 * Writes the statement for rows of a table as they were. Their ids are $1, and the moment that they were before is $2. A
 * long value is told by its number of characters and its hash, as the audit does.
 */
export function imagesStatement(table: string, { key, name, fields, names = {} }: CatalogThing): string {
  const members = [
    ...fields.map((field) => `'${field}', x."${field}"`),
    ...Object.entries(names).map(([field, expression]) => `'${field}', ${expression}`),
  ];
  return `
    SELECT k."id"::text AS "id", ${name} AS "name",
      (SELECT coalesce(jsonb_object_agg(e.key, CASE WHEN length(e.value::text) <= 2000 THEN e.value ELSE jsonb_build_object(
          'characters', length(e.value::text), 'sha256', left(encode(sha256(convert_to(e.value::text, 'UTF8')), 'hex'), 16)) END), '{}')
        FROM jsonb_each(jsonb_build_object(${members.join(', ')})) e) AS "fields"
    FROM unnest($1::uuid[]) k("id"), (SELECT $2::bigint) moment(m), LATERAL "rowAt"(NULL::"${table}", k."id", m) x
    WHERE x."${key}" IS NOT NULL`;
}
