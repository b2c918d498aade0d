import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tellSunsets } from '../../../src/control-plane/jobs/sunset-notices.ts';
import { noticePlaceholders, templateKindNames } from '../../../src/domain/events/notice-template.ts';
import { noticeKindNames } from '../../../src/domain/events/notices.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';

const DAY_MS = 86_400_000;

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
  const { prisma } = world.database;
  await world.api('customerdb:1.0.0');
  for (const username of ['ada', 'bob']) {
    const consumerOrg = await prisma.consumerOrg.findFirstOrThrow({ where: { name: 'consumers' } });
    await prisma.member.create({
      data: { catalogId: world.catalogId, consumerOrgId: consumerOrg.id, username, passwordHash: '' },
    });
  }
  await world.mutate('createConsumerOrg', { catalog: CATALOG, title: 'Others' });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.database.prisma.catalogProduct.updateMany({ data: { sunsetAt: null } });
  await world.database.prisma.notice.deleteMany();
});

let products = 0;
/** A published product of its own with a subscribed application. */
async function subscribed(): Promise<{ product: string; application: string; next: string }> {
  products += 1;
  const name = `p${products}`;
  await world.product(`${name}:1.0.0`, { plans: [{ title: 'Gold' }], publishTo: CATALOG });
  await world.client(`App ${products}`, [`${name}:1.0.0`, 'gold']);
  return { product: `${name}:1.0.0`, application: `app-${products}`, next: `${name}:2.0.0` };
}

type Told = { kind: string; subject: string; detail: Record<string, unknown> };
/** What was told, the oldest first. Each is told to the consumer org once, and to each of its members. */
async function told(): Promise<Told[]> {
  const rows = await world.database.prisma.notice.findMany({
    orderBy: { id: 'asc' },
    include: { consumerOrg: true, readers: { include: { member: true } } },
  });
  for (const { consumerOrg, readers } of rows) {
    expect(consumerOrg.name, 'nobody else is told').toBe('consumers');
    expect(readers.map(({ member, readAt }) => [member.username, readAt]).sort()).toEqual([
      ['ada', null],
      ['bob', null],
    ]);
  }
  return rows.map(({ kind, subject, detail }) => ({ kind, subject, detail: detail as Told['detail'] }));
}
const kinds = async () => (await told()).map(({ kind, subject }) => [kind, subject]);

describe('subscribers of a product are told', () => {
  it('that it is deprecated, until when, and that it is retired: once, not of each subscription', async () => {
    const { product } = await subscribed();
    await world.lifecycle('deprecateProduct', { product, sunsetAt: '2030-06-30T12:00:00Z' });
    await world.lifecycle('retireProduct', { product });
    expect(await told()).toMatchObject([
      {
        kind: 'PRODUCT_DEPRECATED',
        subject: product,
        detail: { sunsetAt: '2030-06-30T12:00:00Z', successor: null },
      },
      { kind: 'PRODUCT_RETIRED', subject: product },
    ]);
  });

  it('that another takes its place, by name', async () => {
    const { product, next } = await subscribed();
    await world.product(next, { plans: [{ title: 'Gold' }] });
    await world.lifecycle('stageProduct', { product: next });
    await world.lifecycle('supersedeProduct', {
      old: product,
      new: next,
      plans: [{ source: 'gold', target: 'gold' }],
    });
    expect(await told()).toMatchObject([
      { kind: 'PRODUCT_SUPERSEDED', subject: product, detail: { successor: next } },
    ]);
  });

  it('that a subscription has ended, where its product goes on', async () => {
    const { application } = await subscribed();
    await world.database.prisma.subscription.deleteMany({ where: { application: { name: application } } });
    expect(await kinds()).toEqual([['SUBSCRIPTION_ENDED', `consumers/${application}`]]);
  });

  it.each([
    ['ACTIVE', 'PENDING_APPROVAL'],
    ['REJECTED', 'ACTIVE'],
    ['PENDING_APPROVAL', 'ACTIVE'],
  ] as const)('that a subscription is %s', async (state, before) => {
    const { application } = await subscribed();
    const subscription = { where: { application: { name: application } } };
    await world.database.prisma.subscription.updateMany({ ...subscription, data: { state: before } });
    await world.database.prisma.notice.deleteMany();
    await world.database.prisma.subscription.updateMany({ ...subscription, data: { state } });
    expect(await kinds()).toEqual([[`SUBSCRIPTION_${state}`, `consumers/${application}`]]);
  });

  it('of no change that was refused', async () => {
    const { product } = await subscribed();
    await world.lifecycleRefused('archiveProduct', { product });
    expect(await told()).toEqual([]);
  });
});

describe('the sunset of a product', () => {
  const tellAt = (now: Date) => tellSunsets({ database: world.database, clock: () => now });
  const sunsetAt = new Date('2099-06-30T12:00:00Z');
  const daysBefore = (days: number) => new Date(sunsetAt.getTime() - days * DAY_MS);

  it('is told 30, 7 and 1 days before, each once by whichever process', async () => {
    const { product } = await subscribed();
    await world.lifecycle('deprecateProduct', { product, sunsetAt: sunsetAt.toISOString() });
    await world.database.prisma.notice.deleteMany();
    for (const days of [31, 30, 29, 8, 7, 6, 2, 1, 0.5, -1])
      await Promise.all([tellAt(daysBefore(days)), tellAt(daysBefore(days))]);
    expect((await told()).map(({ kind, subject, detail }) => [kind, subject, detail.days])).toEqual([
      ['PRODUCT_SUNSET', product, 30],
      ['PRODUCT_SUNSET', product, 7],
      ['PRODUCT_SUNSET', product, 1],
    ]);
  });

  it('is told as the last that is due, after a time without a process', async () => {
    const { product } = await subscribed();
    await world.lifecycle('deprecateProduct', { product, sunsetAt: sunsetAt.toISOString() });
    await world.database.prisma.notice.deleteMany();
    await tellAt(daysBefore(3));
    expect((await told()).map(({ detail }) => detail.days)).toEqual([7]);
  });

  it('is not told again where the deprecation itself told it within those days', async () => {
    const { product } = await subscribed();
    await world.lifecycle('deprecateProduct', { product, sunsetAt: sunsetAt.toISOString() });
    await world.database.prisma.catalogProduct.updateMany({
      where: { deprecatedAt: { not: null }, state: 'DEPRECATED' },
      data: { deprecatedAt: daysBefore(5) },
    });
    await world.database.prisma.notice.deleteMany();
    await tellAt(daysBefore(4));
    expect(await told()).toEqual([]);
    await tellAt(daysBefore(1));
    expect((await told()).map(({ detail }) => detail.days)).toContain(1);
  });
});

describe('an API that serves', () => {
  const openapi = (paths: Record<string, unknown>) => toStore({ openapi: '3.0.3', paths });
  const write = (document: unknown, product: string) =>
    world.database.prisma.$executeRaw`UPDATE "CatalogApi" a SET "openapi" = ${JSON.stringify(document)}::jsonb
      FROM "CatalogProduct" p WHERE p."id" = a."catalogProductId" AND p."name" = ${product.split(':')[0]}`;

  it('is told to have changed, with its operations', async () => {
    const { product } = await subscribed();
    await write(openapi({ '/a': { get: { summary: 'A' }, delete: {} }, '/b': { get: {} } }), product);
    await world.database.prisma.notice.deleteMany();
    const next = openapi({ '/a': { get: { summary: 'B' } }, '/b': { get: {} }, '/c': { post: {} } });
    await write(next, product);
    await write(next, product);
    expect(await told()).toMatchObject([
      {
        kind: 'API_CHANGED',
        subject: 'customerdb:1.0.0',
        detail: { product, security: false, added: ['POST /c'], removed: ['DELETE /a'], changed: ['GET /a'] },
      },
    ]);
  });
});

describe('an API that asks its callers for something else', () => {
  it('is told when the product is published again', async () => {
    const { product } = await subscribed();
    await world.mutate('updateApi', { api: 'customerdb:1.0.0', security: [] });
    await world.database.prisma.notice.deleteMany();
    await world.lifecycle('publishProduct', { product });
    expect(await told()).toMatchObject([{ kind: 'API_CHANGED', detail: { product, security: true } }]);
  });

  it('is told once, and not where nothing of that changed', async () => {
    const { product } = await subscribed();
    const update = (set: string) =>
      world.database.prisma.$executeRawUnsafe(
        `UPDATE "CatalogApi" a SET ${set} FROM "CatalogProduct" p
          WHERE p."id" = a."catalogProductId" AND p."name" = '${product.split(':')[0]}'`,
      );
    await world.database.prisma.notice.deleteMany();
    await update(`"security" = "security", "settings" = "settings" || '{"timeoutSeconds": 7}'`);
    expect(await told()).toEqual([]);
    await update(`"security" = '[]'`);
    await update(
      `"settings" = "settings" || '{"operationSecurity": [{"operation": "GET /a", "security": []}]}'`,
    );
    const detail = { product, security: true, added: [], removed: [], changed: [] };
    expect(await told()).toMatchObject([
      { kind: 'API_CHANGED', subject: 'customerdb:1.0.0', detail },
      { kind: 'API_CHANGED', subject: 'customerdb:1.0.0', detail },
    ]);
  });
});

describe('the notices of an org', () => {
  it('are its last 1,000', async () => {
    const { prisma } = world.database;
    const { id: consumerOrgId } = await prisma.consumerOrg.findFirstOrThrow({ where: { name: 'consumers' } });
    const row = { catalogId: world.catalogId, consumerOrgId, subject: 'x', detail: {}, at: new Date() };
    await prisma.notice.createMany({
      data: Array.from({ length: 1_005 }, (_, at) => ({
        ...row,
        kind: 'PRODUCT_RETIRED' as const,
        eventId: BigInt(1_000_000 + at),
      })),
    });
    const kept = await prisma.notice.findMany({ orderBy: { id: 'asc' }, select: { eventId: true } });
    expect([kept.length, kept[0]?.eventId]).toEqual([1_000, 1_000_005n]);
  });

  it('are the newest of them, where one change tells of more', async () => {
    const { prisma } = world.database;
    const { orgId, id: catalogId } = await prisma.catalog.findUniqueOrThrow({
      where: { id: world.catalogId },
    });
    const consumerOrgs = await prisma.consumerOrg.findMany({ select: { id: true } });
    const rows = consumerOrgs.flatMap(({ id: consumerOrgId }) =>
      Array.from({ length: 1_005 }, (_, at) => ({
        orgId,
        catalogId,
        consumerOrgId,
        type: 'SUBSCRIPTION' as const,
        subject: `${at}`,
        detail: { change: 'ENDED', id: `${at}`, state: null },
      })),
    );
    await prisma.event.createMany({ data: rows });
    for (const { id: consumerOrgId } of consumerOrgs) {
      const kept = await prisma.notice.findMany({ where: { consumerOrgId }, orderBy: { id: 'asc' } });
      expect([kept.length, kept.at(0)?.subject, kept.at(-1)?.subject]).toEqual([1_000, '5', '1004']);
    }
    await prisma.event.deleteMany({ where: { subject: { in: rows.map(({ subject }) => subject) } } });
  });

  it('are written without a look at those of other orgs, however few there are when a session plans it', async () => {
    const { product } = await subscribed();
    // An empty table is read as a whole by what is planned now.
    await world.database.prisma.$executeRaw`TRUNCATE "Notice" CASCADE`;
    await world.database.prisma.$executeRaw`ANALYZE "Notice"`;
    const { orgId, id: catalogId } = await world.database.prisma.catalog.findUniqueOrThrow({
      where: { id: world.catalogId },
    });
    const [name = ''] = product.split(':');
    const { id: productId } = await world.database.prisma.catalogProduct.findFirstOrThrow({
      where: { name },
    });
    const detail = { from: 'PUBLISHED', to: 'DEPRECATED' };
    const event = {
      orgId,
      catalogId,
      productId,
      type: 'PRODUCT_LIFECYCLE' as const,
      subject: product,
      detail,
    };
    // What a session has counted before and not yet handed on is in it, too.
    const scans = (transaction: Pick<typeof world.database.prisma, '$queryRaw'>) =>
      transaction.$queryRaw`SELECT "relname", "seq_scan"::int AS "scans" FROM pg_stat_xact_user_tables
        WHERE "relname" IN ('Notice', 'Subscription', 'ConsumerMembership') ORDER BY 1`;
    const [before, after] = await world.database.prisma.$transaction(async (transaction) => [
      await scans(transaction),
      await transaction.event.create({ data: event }).then(() => scans(transaction)),
    ]);
    expect(after).toEqual(before);
    expect(await kinds()).toEqual([['PRODUCT_DEPRECATED', product]]);
  });

  it('have a kind of the table, each', async () => {
    const values = await world.database.prisma.$queryRaw<{ kind: string }[]>`
      SELECT unnest(enum_range(NULL::"NoticeKind"))::text AS kind`;
    expect(values.map(({ kind }) => kind)).toEqual(noticeKindNames);
  });
});

describe('the preview of a template', () => {
  it.each(templateKindNames)('fills each placeholder of %s', async (kind) => {
    const names = noticePlaceholders[kind];
    const template = {
      kind,
      language: 'de',
      subject: 'x',
      text: names.map((name) => `{${name}}`).join(' | '),
    };
    const { noticePreview } = await world.query<{ noticePreview: { subject: string; text: string } }>(
      'query ($template: NoticeTemplateInput!) { noticePreview(template: $template) { subject text } }',
      { template },
    );
    expect(noticePreview.subject).toBe('x');
    expect(noticePreview.text.split(' | ').filter((value) => value.trim() !== '')).toHaveLength(names.length);
  });
});
