import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../src/domain/call/usage.ts';
import { CATALOG } from '../../../support/catalog.ts';
import { leftOut } from '../../../support/history-tables.ts';
import { instant } from '../../../support/instant.ts';
import { document, fill, type ManifestWorld, openManifest } from '../../../support/manifest.ts';
import { removeWhatIsOver } from '../../../support/retention.ts';

let world: ManifestWorld;
beforeEach(async () => {
  world = await openManifest();
  await fill(world);
  await world.client('Shop', ['customer:1.0.0', 'default-plan']);
});
afterEach(() => world.close());

const AS_OF = `query ($instant: DateTime!) { catalog(name: "${CATALOG}") { asOf(instant: $instant) {
  title definition productCount subscriptionCount products { product state } } } }`;
const AT = `query ($instant: DateTime!) { catalog(name: "${CATALOG}") { at(instant: $instant) { product state title } } }`;

const count = async (table: string, where = 'true') =>
  (
    await world.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM "${table}" WHERE ${where}`,
    )
  )[0]?.count;

async function historySince(): Promise<string> {
  const { org } = await world.query<{ org: { historySince: string } }>(
    '{ org(name: "acme") { historySince } }',
  );
  return org.historySince;
}

async function refusedAt(query: string, when: Date) {
  const { errors } = await world.send(query, { instant: when });
  return errors.map(({ message, extensions: { code, path } }) => ({ message, code, path }));
}

describe('history', () => {
  it('tells the settings of a catalog as they were, by the form of the manifest', async () => {
    await world.mutate('updateCatalog', { name: CATALOG, title: 'Trial', selfServiceSignUp: true });
    await world.mutate(
      'setSecret',
      { catalog: CATALOG, name: 'token', value: 'never-in-history-1' },
      '{ name }',
    );
    const then = await instant();
    await world.mutate('updateCatalog', { name: CATALOG, title: 'Sandbox', selfServiceSignUp: false });
    await world.mutate(
      'setSecret',
      { catalog: CATALOG, name: 'token', value: 'never-in-history-2' },
      '{ name }',
    );

    const { catalog } = await world.query<{ catalog: { asOf: unknown } }>(AS_OF, { instant: then });
    expect(catalog.asOf).toEqual({
      title: 'Trial',
      definition: {
        name: CATALOG,
        title: 'Trial',
        selfServiceSignUp: true,
        userRegistries: ['sample-users'],
        oauthProviders: ['customer-oauth'],
        secrets: [{ name: 'token' }],
      },
      productCount: 1,
      subscriptionCount: 1,
      products: [{ product: 'customer:1.0.0', state: 'PUBLISHED' }],
    });
  });

  it('has no secret, no credential and no member in it', async () => {
    for (const value of ['never-in-history-1', 'never-in-history-2'])
      await world.mutate('setSecret', { catalog: CATALOG, name: 'token', value }, '{ name }');
    await world.mutate(
      'addMember',
      {
        catalog: CATALOG,
        consumerOrg: 'consumers',
        username: 'never-in-history',
        password: 'never-in-history',
      },
      '{ name }',
    );
    const rows = await world.database.query<{ row: string }>(
      `SELECT "before"::text || coalesce("documents"::text, '') AS row FROM "HistoryRow"
       UNION ALL SELECT "content"::text FROM "HistoryDocument"`,
    );
    const text = rows.map(({ row }) => row).join('\n');
    expect(text).not.toMatch(/never-in-history|Sealed|Hash"|\\\\x/);
    const tables = await world.database.query<{ table: string }>('SELECT DISTINCT "table" FROM "HistoryRow"');
    const names = tables.map(({ table }) => table);
    expect(names).toContain('Secret');
    expect(names.filter((name) => /Member|Credential/.test(name))).toEqual([]);
  });

  it('keeps all columns of its tables but those that are named, none of them with bytes', async () => {
    const missing = await world.database.query<{ table: string; columns: readonly string[] }>(
      `SELECT c.relname AS table, array(SELECT a.attname::text FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
           AND strpos(f.prosrc, format('jsonb_build_object(%L, o.%I)', a.attname, a.attname)) = 0) AS columns
       FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc f ON f.oid = t.tgfoid
       WHERE t.tgname = 'keepHistoryOnUpdate'`,
    );
    expect(Object.fromEntries(missing.map(({ table, columns }) => [table, columns.toSorted()]))).toEqual(
      Object.fromEntries(Object.entries(leftOut).map(([table, names]) => [table, names.toSorted()])),
    );
  });

  it('keeps a document once, however often APIs come back to it', async () => {
    const openapi = (text: string) => ({ ...document('x'), tags: [{ name: text.repeat(2500) }] });
    for (const text of ['a', 'b', 'a', 'b', 'a'])
      await world.mutate('updateApi', { api: 'customerdb:1.0.0', openapi: openapi(text) });
    expect(await count('HistoryDocument')).toBe(2);
    expect(await count('HistoryRow', `"table" = 'Api' AND "documents" IS NOT NULL`)).toBe(4);
  });

  it('notes nothing of what changes nothing, and of a rehearsal', async () => {
    const before = await count('HistoryMoment');
    await world.lifecycle('retireProduct', { product: 'customer:1.0.0', dryRun: true });
    await world.database.query(`UPDATE "Subscription" SET state = state`);
    await world.database.query(`UPDATE "Webhook" SET failures = failures + 1`);
    expect(await count('HistoryMoment')).toBe(before);
  });

  it('keeps what is written without the platform, and knows nobody who did it', async () => {
    const then = await instant();
    await world.database.query(`UPDATE "CatalogPlan" SET "rateLimit" = 7`);
    const { catalog } = await world.query<{ catalog: { at: unknown } }>(
      `query ($instant: DateTime!) { catalog(name: "${CATALOG}") { at(instant: $instant) { plans { rateLimit } } } }`,
      { instant: then },
    );
    expect(catalog.at).toEqual([{ plans: [{ rateLimit: 100 }] }]);
    await world.database.query(`UPDATE "CatalogPlan" SET "rateLimit" = 100`);
  });

  it('begins at an instant, and refuses one before with it; names and states are told for ever', async () => {
    const early = await instant();
    await world.lifecycle('deprecateProduct', { product: 'customer:1.0.0' });
    const since = await instant();
    await world.database.query(
      'INSERT INTO "HistoryStart" (id, since) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET since = $1',
      [since],
    );

    const refused = {
      code: 'HISTORY_NOT_KEPT',
      message: `History is kept since ${since.toISOString()}: name that instant or a later one.`,
      path: ['instant'],
    };
    expect(await refusedAt(AS_OF, early)).toEqual([refused]);
    expect(await refusedAt(AT, early)).toEqual([refused]);
    expect(await historySince()).toBe(since.toISOString());
    expect(
      await world.query(
        `query ($instant: DateTime!) { catalog(name: "${CATALOG}") { at(instant: $instant) { product state } } }`,
        { instant: early },
      ),
    ).toEqual({ catalog: { at: [{ product: 'customer:1.0.0', state: 'PUBLISHED' }] } });
    const { errors } = await world.send('query ($at: DateTime!) { exportManifest(org: "acme", at: $at) }', {
      at: early,
    });
    expect(errors[0]?.extensions).toEqual({ code: 'HISTORY_NOT_KEPT', path: ['at'] });
    await world.database.query('DELETE FROM "HistoryStart"');
  });

  it('tells of an org before it was there that there was none', async () => {
    const before = await instant();
    await world.emptyOrg('later');
    const { errors } = await world.send('query ($at: DateTime!) { exportManifest(org: "later", at: $at) }', {
      at: before,
    });
    expect(errors[0]?.extensions).toEqual({ code: 'NOT_FOUND', path: ['at'] });
  });

  it('goes after HISTORY_DAYS, with its documents, and begins where it was cut', async () => {
    await world.mutate('updateCatalog', { name: CATALOG, title: 'Changed' });
    const now = await instant();
    const later = new Date(now.getTime() + 10 * DAY_MS);
    expect(await count('HistoryRow')).toBeGreaterThan(0);
    await removeWhatIsOver(world.database, later, { historyDays: 5 });
    expect([await count('HistoryRow'), await count('HistoryMoment'), await count('HistoryDocument')]).toEqual(
      [0, 0, 0],
    );
    const since = new Date(later.getTime() - 5 * DAY_MS).toISOString();
    expect(await historySince()).toBe(since);
    await removeWhatIsOver(world.database, later, { historyDays: 400 });
    expect(await historySince()).toBe(since);
    await world.database.query('DELETE FROM "HistoryStart"');
  });

  it('goes with its org', async () => {
    await world.emptyOrg('later');
    await world.mutate('createCatalog', { org: 'later', title: 'Place' });
    for (const text of ['a', 'b'])
      await world.mutate(text === 'a' ? 'createApi' : 'updateApi', {
        org: 'later',
        ...(text === 'a' ? { name: 'x' } : { api: 'x:1.0.0' }),
        openapi: { ...document('x'), tags: [{ name: text.repeat(3000) }] },
      });
    const { id } = await world.database.prisma.org.findUniqueOrThrow({ where: { name: 'later' } });
    expect(await count('HistoryMoment', `"orgId" = '${id}'`)).toBeGreaterThan(0);
    expect(await count('HistoryDocument', `"orgId" = '${id}'`)).toBe(1);
    await world.mutate('deleteOrg', { name: 'later' }, '');
    expect(await count('HistoryMoment', `"orgId" = '${id}'`)).toBe(0);
    expect(await count('HistoryDocument', `"orgId" = '${id}'`)).toBe(0);
  });
});

describe('exportManifest of an instant', () => {
  it('can be applied: the org is again as it was in all that a manifest covers', async () => {
    const other = await openManifest();
    await fill(other);
    const then = await instant();
    const manifest = await other.export();
    await other.mutate('updateCatalog', { name: CATALOG, title: 'Changed' });
    await other.mutate('updateApi', { api: 'customerdb:1.0.0', openapi: document('Changed') });
    await other.mutate('createApi', { name: 'orders', openapi: document('Orders') });
    await other.mutate('createProduct', { title: 'Orders', apis: ['orders:1.0.0'], publishTo: CATALOG });
    await other.mutate('updatePlan', {
      product: 'customer:2.0.0',
      name: 'gold',
      plan: { title: 'Gold', rateLimit: 1 },
    });
    await other.mutate('unassignOAuthProvider', { catalog: CATALOG, oauthProvider: 'customer-oauth' });
    const { exportManifest } = await other.query<{ exportManifest: unknown }>(
      'query ($at: DateTime!) { exportManifest(org: "acme", at: $at) }',
      { at: then },
    );
    expect(exportManifest).toEqual(manifest);
    expect(await other.export()).not.toEqual(manifest);
    await other.apply(exportManifest, { prune: true });
    expect(await other.export()).toEqual(manifest);
    await other.close();
  });
});
