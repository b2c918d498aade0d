import { readFileSync } from 'node:fs';
import pg from 'pg';
import { parse } from 'yaml';
import type { World } from './gateway/world.ts';

/** The size of the org. */
export type Size = { readonly products: number; readonly applications: number };

/** Applications with a subscription to each product that is superseded. */
export const SUBSCRIBERS = 1_000;
export const SUPERSEDED = 9;
/** Products that are in no catalog yet. */
export const DRAFTS = 25;
const CONSUMER_ORGS = 1_000;
const EVENTS = 100_000;

/** The consumer org of a person who can sign in to the portal. */
export const consumer = { username: 'carol', password: 'carol-password' };

const MAKE = `mutation Make($manifest: JSON!, $owner: OwnerInput!) {
  createOrg(input: { title: "Bench" }) { name }
  applyManifest(input: { org: "bench", manifest: $manifest }) { changes { action } }
  createConsumerOrg(input: { org: "bench", catalog: "sandbox", title: "Consumers", owner: $owner }) { name }
  setQuota(input: { org: "bench", resource: APPLICATIONS, limit: 1000 }) { limit }
  createApplication(input: { org: "bench", catalog: "sandbox", consumerOrg: "consumers", title: "Application" }) { clientKey }
  createSubscription(input: { org: "bench", catalog: "sandbox", consumerOrg: "consumers", application: "application"
    product: "first:1.0.0", plan: "gold" }) { id }
}`;

const plans = [
  { name: 'bronze', title: 'Bronze', rateLimit: 100 },
  { name: 'gold', title: 'Gold', rateLimit: 100_000 },
];

/** One of everything, by the management API. */
export async function makeFirst(manage: World['manage']): Promise<void> {
  const openapi: unknown = parse(readFileSync('openapi/customerdb.v1.yaml', 'utf8'));
  await manage(MAKE, {
    owner: consumer,
    manifest: {
      gatehouse: '1',
      apis: [{ name: 'first', title: 'First', version: '1.0.0', basePath: '/first', openapi }],
      products: [{ name: 'first', title: 'First', version: '1.0.0', apis: ['first:1.0.0'], plans }],
      catalogs: [
        {
          name: 'sandbox',
          title: 'Sandbox',
          products: [{ product: 'first:1.0.0', state: 'PUBLISHED' }],
        },
      ],
    },
  });
}

/**
 * Copies rows as the management API would write them, by statements of the database.
 *
 * Triggers are off but those that write a column, so that no process hears of it: start it again.
 */
export async function grow(databaseUrl: string, size: Size): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query('ALTER TABLE "CatalogApi" ENABLE ALWAYS TRIGGER "writeSearchText"');
    for (const table of ['Api', 'CatalogProduct'])
      await client.query(`ALTER TABLE "${table}" ENABLE ALWAYS TRIGGER "writeSortKey"`);
    for (const statement of [...drafts(size.products), ...published(size.products), ...consumers(size)])
      await client.query(statement);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

const PLAN_COLUMNS = `name, title, "rateLimit", "rateLimitUnit"`;

const drafts = (products: number) => [
  `INSERT INTO "Api" (id, "orgId", name, title, version, kind, "basePath", "targetUrl", openapi, "securityDefinitions", security)
   SELECT gen_random_uuid(), a."orgId", 'api-' || n, 'API ' || n, '1.0.0', a.kind, '/api-' || n, a."targetUrl",
     jsonb_set(a.openapi, '{info,title}', to_jsonb('API ' || n)), a."securityDefinitions", a.security
   FROM "Api" a, generate_series(1, ${products}) AS n WHERE a.name = 'first'`,
  `INSERT INTO "Product" (id, "orgId", name, title, version)
   SELECT gen_random_uuid(), a."orgId", 'product-' || substr(a.name, 5), 'Product ' || substr(a.name, 5), '1.0.0'
   FROM "Api" a WHERE a.name LIKE 'api-%'`,
  `INSERT INTO "ProductApi" ("productId", "apiId", position)
   SELECT p.id, a.id, 0 FROM "Product" p JOIN "Api" a ON a.name = 'api-' || substr(p.name, 9) WHERE p.name LIKE 'product-%'`,
  `INSERT INTO "Plan" (id, "productId", position, ${PLAN_COLUMNS})
   SELECT gen_random_uuid(), p.id, l.position, l.name, l.title, l."rateLimit", l."rateLimitUnit"
   FROM "Product" p, "Plan" l JOIN "Product" f ON f.id = l."productId" AND f.name = 'first' WHERE p.name LIKE 'product-%'`,
];

/** Publishes each draft, and stages second versions of those that are to be superseded. */
const published = (products: number) => [
  `INSERT INTO "CatalogProduct" (id, "catalogId", name, title, version, state, visibility, subscribability)
   SELECT gen_random_uuid(), c."catalogId", p.name, p.title, p.version, 'PUBLISHED', p.visibility, p.subscribability
   FROM "Product" p, "CatalogProduct" c WHERE c.name = 'first' AND p.name LIKE 'product-%'
     AND substr(p.name, 9)::int <= ${products - DRAFTS}`,
  `INSERT INTO "CatalogProduct" (id, "catalogId", name, title, version, state, visibility, subscribability)
   SELECT gen_random_uuid(), p."catalogId", p.name, p.title, '2.0.0', 'STAGED', p.visibility, p.subscribability
   FROM "CatalogProduct" p, generate_series(1, ${SUPERSEDED}) AS n WHERE p.name = 'product-' || n`,
  `INSERT INTO "CatalogPlan" (id, "catalogProductId", position, ${PLAN_COLUMNS})
   SELECT gen_random_uuid(), p.id, l.position, l.name, l.title, l."rateLimit", l."rateLimitUnit"
   FROM "CatalogProduct" p, "CatalogPlan" l JOIN "CatalogProduct" f ON f.id = l."catalogProductId" AND f.name = 'first'
   WHERE p.name LIKE 'product-%'`,
  `INSERT INTO "CatalogApi" (id, "catalogProductId", position, name, title, version, kind, "basePath", "targetUrl", openapi,
     "securityDefinitions", security, online)
   SELECT gen_random_uuid(), p.id, 0, a.name, a.title, p.version, a.kind, a."basePath", a."targetUrl", a.openapi,
     a."securityDefinitions", a.security, p.state = 'PUBLISHED'
   FROM "CatalogProduct" p JOIN "Api" a ON a.name = 'api-' || substr(p.name, 9) WHERE p.name LIKE 'product-%'`,
];

/**
 * Creates applications of a thousand consumer orgs, each with a credential and a subscription.
 *
 * The first of them subscribe to the same few products. One of the orgs is that of the person.
 */
const consumers = ({ products, applications }: Size) => [
  `INSERT INTO "ConsumerOrg" (id, "catalogId", name, title)
   SELECT gen_random_uuid(), o."catalogId", 'consumers-' || n, 'Consumers ' || n
   FROM "ConsumerOrg" o, generate_series(1, ${CONSUMER_ORGS - 1}) AS n WHERE o.name = 'consumers'`,
  `INSERT INTO "Application" (id, "consumerOrgId", name, title)
   SELECT gen_random_uuid(), o.id, 'application-' || n, 'Application ' || n
   FROM generate_series(1, ${applications}) AS n
     JOIN "ConsumerOrg" o ON o.name = concat_ws('-', 'consumers', nullif(n % ${CONSUMER_ORGS}, 0))`,
  `INSERT INTO "Credential" (id, "applicationId", title, "clientKey", "secretHash")
   SELECT gen_random_uuid(), a.id, 'Default credential', 'ck_' || lpad(substr(a.name, 13), 22, '0'), md5(a.name)
   FROM "Application" a WHERE a.name LIKE 'application-%'`,
  'ANALYZE',
  `INSERT INTO "Subscription" (id, "applicationId", "catalogProductId", "catalogPlanId")
   SELECT gen_random_uuid(), a.id, p.id, l.id
   FROM (SELECT id, substr(name, 13)::int AS n FROM "Application" WHERE name LIKE 'application-%') AS a
     JOIN "CatalogProduct" p ON p.version = '1.0.0' AND p.name = 'product-' || CASE
       WHEN a.n <= ${SUPERSEDED * SUBSCRIBERS} THEN 1 + a.n % ${SUPERSEDED}
       ELSE 1 + ${SUPERSEDED} + a.n % ${products - DRAFTS - SUPERSEDED} END
     JOIN "CatalogPlan" l ON l."catalogProductId" = p.id AND l.name = 'gold'`,
  `INSERT INTO "AuditEvent" ("orgId", actor, action, subject)
   SELECT id, 'bench', 'bench', 'event-' || n FROM "Org", generate_series(1, ${EVENTS}) AS n WHERE name = 'bench'`,
];
