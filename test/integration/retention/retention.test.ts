import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/domain/call/usage.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { migrate } from '../../../src/infrastructure/database/migrate.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { unitsOf } from '../../../src/infrastructure/usage/meter-units.ts';
import { usageReport } from '../../../src/infrastructure/usage/report.ts';
import { createMigratedDatabase, everyDatabase } from '../../support/database.ts';
import { removeWhatIsOver } from '../../support/retention.ts';
import { serverUrl } from '../../support/servers.ts';
import { countFields, countUnits, countUsage } from '../../support/usage.ts';

const NOW = new Date('2027-03-10T12:00Z');
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const later = (days: number) => ago(-days);

describe.each(await everyDatabase())('a meter in $name', ({ open }) => {
  it('has its units by the hour, then by the day, and they are told all the same', async () => {
    const database = await open();
    const subscriptionId = '00000000-0000-7000-8000-000000000001';
    const metered = (days: number, units: number) =>
      countUnits(database, [{ hour: ago(days), units, faults: 1, subscriptionId }]);
    await metered(36, 3);
    await metered(36.1, 4);
    await metered(0, 5);
    await removeWhatIsOver(database, NOW);
    await metered(36, 10);
    await removeWhatIsOver(database, NOW);
    const all = { subscriptionIds: [subscriptionId], from: ago(60), until: later(1) };
    expect(await unitsOf(database, all)).toEqual([
      { subscriptionId, hour: new Date('2027-02-02T00:00Z'), meter: 'tokens', units: 17 },
      { subscriptionId, hour: NOW, meter: 'tokens', units: 5 },
    ]);
    expect(await database.prisma.meterDay.findMany()).toMatchObject([{ units: 17n, faults: 3n }]);
    await removeWhatIsOver(database, new Date('2029-01-01T00:00Z'));
    expect(await unitsOf(database, all)).toEqual([]);
    await database.close();
  });
});

describe.each(await everyDatabase())('calls by the fields that they use in $name', ({ open }) => {
  it('are kept by the day, as long as usage is', async () => {
    const database = await open();
    const called = (days: number, field: string) =>
      countFields(database, [{ minute: ago(days), calls: 1, api: 'crm:1.0.0', coordinates: [field] }]);
    await called(500, 'Query.old');
    await called(300, 'Query.used');
    await removeWhatIsOver(database, NOW);
    expect(await database.prisma.fieldSet.findMany()).toMatchObject([{ coordinates: ['Query.used'] }]);
    expect(await database.prisma.fieldSetDay.findMany()).toMatchObject([{ calls: 1n }]);
    await removeWhatIsOver(database, new Date('2029-01-01T00:00Z'));
    expect([await database.prisma.fieldSet.count(), await database.prisma.fieldSetDay.count()]).toEqual([
      0, 0,
    ]);
    await database.close();
  });
});

describe.each(await everyDatabase())('in $name', ({ open }) => {
  let database: Database;
  let orgId: string;
  let catalogId: string;
  beforeAll(async () => {
    database = await open();
    orgId = (await database.prisma.org.create({ data: { name: 'acme', title: 'Acme' } })).id;
    const catalog = { orgId, name: 'sandbox', title: 'Sandbox' };
    catalogId = (await database.prisma.catalog.create({ data: catalog })).id;
  });
  afterAll(() => database.close());

  describe('usage', () => {
    const report = async () => {
      const range = { from: new Date('2026-02-01T00:00Z'), to: later(1), countedBy: 'HOUR' } as const;
      const asked = { interval: 'DAY', by: ['OPERATION'], where: {}, limit: 100, offset: 0 } as const;
      const groups = await usageReport(database, { orgId, ...range, ...asked });
      return groups.map(({ from, calls, answered, limited, percentile }) => ({
        from: from?.toISOString().slice(0, 10),
        calls,
        answered,
        limited,
        p95: Math.round(percentile(0.95) ?? 0),
      }));
    };
    const partitions = async () => {
      const rows = await database.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ '^Usage.*_' ORDER BY 1`,
      );
      return rows.map(({ name }) => name);
    };
    const called = (days: number, calls: number, ms = 5) => {
      const hour = new Date(Math.floor(ago(days).getTime() / 3_600_000) * 3_600_000);
      return { orgId, hour, outcome: 'ANSWERED', operation: 'GET /x', calls, ms } as const;
    };

    it('by the hour becomes usage by the day, also where it is written late, and goes with its month: no report changes', async () => {
      await countUsage(database, [
        called(36, 90),
        { ...called(36.2, 10), outcome: 'LIMITED' },
        called(36.1, 9, 800),
        called(34, 7),
        called(0, 1),
      ]);
      const before = await report();
      await removeWhatIsOver(database, NOW);
      expect(await database.prisma.usageHour.count()).toBe(2);
      expect(await report()).toEqual(before);
      expect(before).toMatchObject([
        { from: '2027-02-02', calls: 109, answered: 99, limited: 10 },
        { from: '2027-02-04', calls: 7 },
        { from: '2027-03-10', calls: 1 },
      ]);
      expect(await partitions()).toEqual([
        'UsageDay_202702',
        'UsageHour_20270203',
        'UsageHour_20270204',
        'UsageHour_20270205',
        'UsageHour_20270310',
        'UsageHour_20270311',
        'UsageMinute_20270310',
        'UsageMinute_20270311',
      ]);

      // A gateway writes when the hours are gone: it is added to the day.
      await countUsage(database, [called(36, 1000)]);
      await removeWhatIsOver(database, NOW);
      await removeWhatIsOver(database, NOW);
      expect((await report())[0]).toMatchObject({ from: '2027-02-02', calls: 1109, answered: 1099 });

      // A month goes as a whole, and with it the name of what nobody calls any more.
      const late = new Date('2028-04-05T00:00Z');
      await removeWhatIsOver(database, new Date(late.getTime() - DAY_MS));
      expect(await partitions()).toContain('UsageDay_202702');
      await removeWhatIsOver(database, late);
      expect(await partitions()).toEqual(['UsageDay_202703']);
      expect(await database.prisma.usageSeries.count()).toBe(1);
      await removeWhatIsOver(database, new Date('2029-01-01T00:00Z'));
      expect([await database.prisma.usageSeries.count(), await partitions()]).toEqual([0, []]);
    });
  });

  describe('what is over goes, and nothing else', () => {
    it('events with their deliveries, however many there are', async () => {
      const { prisma } = database;
      const hook = { catalogId, name: 'hook', url: 'https://x.test', secretSealed: Buffer.from('') };
      await prisma.webhook.create({ data: { ...hook, types: ['CREDENTIAL'] } });
      const event = { orgId, catalogId, type: 'CREDENTIAL', subject: 'a/b', detail: {} } as const;
      await prisma.event.createMany({
        data: Array.from({ length: 2500 }, () => ({ ...event, at: ago(91) })),
      });
      await prisma.event.create({ data: { ...event, at: ago(89) } });
      await Promise.all([removeWhatIsOver(database, NOW), removeWhatIsOver(database, NOW)]);
      // Of two, each leaves to the other what it has in hand.
      await removeWhatIsOver(database, NOW);
      expect((await prisma.event.findMany()).map(({ at }) => at)).toEqual([ago(89)]);
      expect(await prisma.webhookDelivery.count()).toBeLessThanOrEqual(1);
    });

    it('audit events where it is said when, and never else', async () => {
      const { prisma } = database;
      const audited = { orgId, actor: 'token:ci', action: 'test', subject: 'acme' };
      await prisma.auditEvent.createMany({ data: [ago(5000), ago(10)].map((at) => ({ ...audited, at })) });
      await removeWhatIsOver(database, NOW);
      expect(await prisma.auditEvent.count()).toBe(2);
      await removeWhatIsOver(database, NOW, { auditDays: 30 });
      expect((await prisma.auditEvent.findMany()).map(({ at }) => at)).toEqual([ago(10)]);
    });

    it('sessions of people, and what an undo needs', async () => {
      const { prisma } = database;
      const consumers = { catalogId, name: 'consumers', title: '' };
      const person = { catalog: { connect: { id: catalogId } }, username: 'carol', passwordHash: '' };
      const { id: memberId } = await prisma.member.create({
        data: { ...person, consumerOrg: { create: consumers } },
      });
      const { id: accessTokenId } = await prisma.accessToken.create({
        data: { orgId, name: 'ci', role: 'VIEWER', tokenHash: 'x' },
      });
      const ends = [ago(0.01), later(0.01)];
      const undo = { orgId, catalogId, action: 'a', subject: 's', before: {}, after: {} };
      for (const expiresAt of ends) {
        const row = { tokenHash: expiresAt.toISOString(), expiresAt };
        await prisma.portalSession.create({ data: { ...row, memberId } });
        await prisma.consoleSession.create({ data: { ...row, accessTokenId } });
        await prisma.lifecycleUndo.create({ data: { ...row, ...undo } });
      }
      await removeWhatIsOver(database, NOW);
      for (const rows of [
        await prisma.portalSession.findMany(),
        await prisma.consoleSession.findMany(),
        await prisma.lifecycleUndo.findMany(),
      ])
        expect(rows.map(({ expiresAt }) => expiresAt)).toEqual([later(0.01)]);
    });

    it('invitations that nobody accepted, and tokens that have ended', async () => {
      const { prisma } = database;
      const invited = async (email: string, invitationEndsAt: Date) => {
        const data = { email, createdAt: ago(60) };
        await prisma.user.create({
          data: { ...data, memberships: { create: { orgId, role: 'VIEWER', invitationEndsAt } } },
        });
      };
      await invited('late@x.test', ago(31));
      await invited('later@x.test', ago(29));
      const token = (name: string, expiresAt: Date | null) =>
        prisma.accessToken.create({ data: { orgId, name, role: 'VIEWER', tokenHash: name, expiresAt } });
      for (const [name, end] of [
        ['temporary-1', ago(0.01)],
        ['temporary-2', later(1)],
        ['over', ago(31)],
        ['just-over', ago(29)],
        ['endless', null],
      ] as const)
        await token(name, end);
      await removeWhatIsOver(database, NOW);
      expect((await prisma.user.findMany()).map(({ email }) => email)).toEqual(['later@x.test']);
      const left = await prisma.accessToken.findMany({
        where: { name: { not: 'ci' } },
        orderBy: { id: 'asc' },
      });
      expect(left.map(({ name }) => name)).toEqual(['temporary-2', 'just-over', 'endless']);
    });

    it('findings of documents, which are linted again', async () => {
      const { lintResult } = database.prisma;
      for (const days of [31, 29])
        await lintResult.create({ data: { orgId, key: `${days}`, findings: {}, createdAt: ago(days) } });
      await removeWhatIsOver(database, NOW);
      expect((await lintResult.findMany()).map(({ key }) => key)).toEqual(['29']);
    });

    it('is left to another process while it is its turn', async () => {
      if (database.kind === 'embedded') return;
      const audited = { orgId, actor: 'token:ci', action: 'test', subject: 'turn', at: ago(50) };
      await database.prisma.auditEvent.create({ data: audited });
      const own = { where: { subject: 'turn' } };
      await database.prisma.$transaction(async (other) => {
        await other.$executeRaw`SELECT FROM pg_advisory_xact_lock(hashtext('gatehouse retention'))`;
        await removeWhatIsOver(database, NOW, { auditDays: 30 });
        expect(await database.prisma.auditEvent.count(own)).toBe(1);
      });
      await removeWhatIsOver(database, NOW, { auditDays: 30 });
      expect(await database.prisma.auditEvent.count(own)).toBe(0);
    });
  });
});

const server = await serverUrl('PostgreSQL server');

it.runIf(server)('a day of usage is summed up, though that takes longer than an answer may', async () => {
  const own = await createMigratedDatabase(server ?? '');
  const database = await openServer(own.url, { answerMs: 500 });
  await migrate(database);
  const { id: orgId } = await database.prisma.org.create({ data: { name: 'acme', title: 'Acme' } });
  await countUsage(database, [
    { orgId, hour: ago(36.5), outcome: 'ANSWERED', operation: 'GET /x', calls: 7, ms: 5 },
  ]);
  await database.execute(`
    CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1.6); RETURN NEW; END';
    CREATE TRIGGER slow BEFORE INSERT ON "UsageDay" FOR EACH ROW EXECUTE FUNCTION slow()`);
  await removeWhatIsOver(database, NOW);
  expect(await database.query('SELECT calls::int AS calls FROM "UsageDay"')).toEqual([{ calls: 7 }]);
  expect(await database.query('SELECT 1 FROM "UsageHour"')).toEqual([]);
  await database.close();
  await own.drop();
});
