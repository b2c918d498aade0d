import pg from 'pg';
import { backendSettings } from '../src/domain/backend/backend.ts';
import type { World } from './gateway/world.ts';

/** The size of the org of a world, besides its first content. */
export type Size = {
  readonly apis: number;
  readonly subscriptions: number;
  /** Back-ends of three weighted targets, which the APIs share; 0 for none. */
  readonly pools: number;
};

const PRODUCTS = 100;
/** Consumer orgs of the clients. One may have twelve hundred tokens a minute. */
const CONSUMER_ORGS = 20;

/** The client keys of the applications that a world is grown by. */
export const grownKey = (number: number) => `ck_${`${number}`.padStart(22, '0')}`;

/**
 * Writes rows as the management API would, by statements of the database.
 *
 * The API would take a day. Triggers are off, so that no gateway hears of it: start it again.
 */
export async function grow({ databaseUrl }: World, { apis, subscriptions, pools }: Size): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await growClients(client, subscriptions);
    await growApis(client, apis);
    if (pools > 0) await poolApis(client, pools);
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

/** Creates applications with a credential and a subscription each. All have the first application's secret. */
async function growClients(client: pg.Client, count: number): Promise<void> {
  await client.query(`
    INSERT INTO "ConsumerOrg" (id, "catalogId", name, title)
    SELECT gen_random_uuid(), c.id, 'grown-' || n, 'Grown ' || n
    FROM "Catalog" c JOIN "Org" g ON g.id = c."orgId" AND g.name = 'bench', generate_series(0, ${CONSUMER_ORGS - 1}) AS n`);
  await client.query(`
    INSERT INTO "Application" (id, "consumerOrgId", name, title)
    SELECT gen_random_uuid(), o.id, 'application-' || n, 'Application ' || n
    FROM generate_series(1, ${count}) AS n JOIN "ConsumerOrg" o ON o.name = 'grown-' || n % ${CONSUMER_ORGS}
      JOIN "Catalog" c ON c.id = o."catalogId" JOIN "Org" g ON g.id = c."orgId" AND g.name = 'bench'`);
  await client.query(`
    INSERT INTO "Credential" (id, "applicationId", title, "clientKey", "secretHash")
    SELECT gen_random_uuid(), a.id, 'Default credential', 'ck_' || lpad(substr(a.name, 13), 22, '0'), k."secretHash"
    FROM "Application" a, (SELECT k.* FROM "Credential" k JOIN "Application" a ON a.id = k."applicationId" AND a.name = 'application'
      JOIN "ConsumerOrg" o ON o.id = a."consumerOrgId" AND o.name = 'consumers') AS k
    WHERE a.name LIKE 'application-%'`);
  await client.query(`
    INSERT INTO "Subscription" (id, "applicationId", "catalogProductId", "catalogPlanId")
    SELECT gen_random_uuid(), a.id, p.id, l.id
    FROM "Application" a, "CatalogProduct" p JOIN "CatalogPlan" l ON l."catalogProductId" = p.id
    WHERE a.name LIKE 'application-%' AND p.name = 'bench'`);
}

/** Creates a hundred published products with copies of the API that takes tokens. */
async function growApis(client: pg.Client, count: number): Promise<void> {
  await client.query(`
    INSERT INTO "CatalogProduct" (id, "catalogId", name, title, version, state, visibility, subscribability)
    SELECT gen_random_uuid(), p."catalogId", 'product-' || n, 'Product ' || n, '1.0.0', p.state, p.visibility, p.subscribability
    FROM "CatalogProduct" p, generate_series(0, ${Math.min(PRODUCTS, count) - 1}) AS n WHERE p.name = 'bench'`);
  await client.query(`
    INSERT INTO "CatalogPlan" (id, "catalogProductId", position, name, title, "rateLimit")
    SELECT gen_random_uuid(), p.id, 0, 'large', 'Large', 1000000 FROM "CatalogProduct" p WHERE p.name LIKE 'product-%'`);
  await client.query(`
    INSERT INTO "CatalogApi" (id, "catalogProductId", position, name, title, version, kind, "basePath", "targetUrl", openapi,
      "securityDefinitions", security, online)
    SELECT gen_random_uuid(), p.id, n, 'api-' || n, 'API ' || n, '1.0.0', t.kind, '/api-' || n, t."targetUrl", t.openapi,
      t."securityDefinitions", t.security, true
    FROM generate_series(1, ${count}) AS n JOIN "CatalogProduct" p ON p.name = 'product-' || n % ${PRODUCTS},
      (SELECT a.* FROM "CatalogApi" a JOIN "CatalogProduct" p ON p.id = a."catalogProductId"
        WHERE a.name = 'token' AND p.name = 'bench') AS t`);
}

/** Gives the APIs back-ends of three targets each, at the address that they called. */
async function poolApis(client: pg.Client, count: number): Promise<void> {
  const { rows } = await client.query<{ url: string }>(`
    SELECT a."targetUrl" AS url FROM "CatalogApi" a JOIN "CatalogProduct" p ON p.id = a."catalogProductId"
    WHERE a.name = 'token' AND p.name = 'bench'`);
  const url = rows[0]?.url ?? '';
  const targets = [1, 2, 3].map((weight) => ({ url: url.replace('127.0.0.1', `127.0.0.${weight}`), weight }));
  const settings = JSON.stringify(backendSettings({ targets }));
  await client.query(
    `INSERT INTO "Backend" (id, "orgId", name, title)
    SELECT gen_random_uuid(), g.id, 'pool-' || n, 'Pool ' || n FROM "Org" g, generate_series(0, ${count - 1}) AS n
    WHERE g.name = 'bench'`,
  );
  await client.query(
    `INSERT INTO "CatalogBackend" (id, "catalogId", "backendId", settings)
    SELECT gen_random_uuid(), c.id, b.id, $1::jsonb FROM "Backend" b JOIN "Catalog" c ON c."orgId" = b."orgId"
    WHERE b.name LIKE 'pool-%'`,
    [settings],
  );
  await client.query(`
    UPDATE "CatalogApi" SET "targetUrl" = NULL,
      backend = 'pool-' || CASE WHEN name = 'token' THEN 0 ELSE substr(name, 5)::int % ${count} END
    WHERE name = 'token' OR name LIKE 'api-%'`);
}
