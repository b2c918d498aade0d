import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/cli/maintenance/checks/check.ts';
import { systemClock } from '../../../src/foundation/clock.ts';
import { AUDIT, appendAuditOf, withAuditChain } from '../../../src/infrastructure/database/audit-chain.ts';
import { change, transact } from '../../../src/infrastructure/database/change.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { Secrets } from '../../../src/infrastructure/secrets/secrets.ts';
import { commandDatabases, type DatabaseSettings, openNamed } from '../../support/command-databases.ts';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';
import { removeWhatIsOver } from '../../support/retention.ts';

const SECRET_KEY = 'the secret key of these tests, which is long';
const DAY_MS = 86_400_000;

let gatehouse: CommandLine;
let database: DatabaseSettings;
const databases = commandDatabases();
beforeAll(() => databases.fill((opened) => fill(chained(opened))));
afterAll(() => databases.remove());
beforeEach(async () => {
  gatehouse = openCommandLine(systemClock);
  database = await databases.copy();
  const ports = { GATEWAY_PORT: '0', CONTROL_PORT: '0', GRAPHQL_SERVER_PORT: '0', BACKENDS_PORT: '0' };
  gatehouse.set({ ...ports, OPS_PORT: '0', ...database, SECRET_KEY });
});
afterEach(() => gatehouse.close());

const chained = (opened: Database) => withAuditChain(opened, new Secrets(SECRET_KEY).signer(AUDIT));

async function withDatabase(work: (database: Database) => Promise<unknown>, of = database): Promise<void> {
  const opened = await openNamed(of);
  await work(chained(opened)).finally(() => opened.close());
}

/** Five events of acme and three of beta, the last of each at once; three of acme are from before there were chains. */
async function fill(database: Database): Promise<void> {
  const { prisma } = database;
  const [acme = '', beta = ''] = await Promise.all(
    ['acme', 'beta'].map(async (name) => (await prisma.org.create({ data: { name, title: name } })).id),
  );
  const before = { orgId: acme, actor: 'token:ci', action: 'before', subject: 'acme' };
  await prisma.auditEvent.createMany({ data: [before, before, before] });
  for (const orgId of [acme, acme, beta, acme, beta, acme]) await changed(database, orgId);
  await transact(database, (transaction) =>
    appendAuditOf(transaction, null, { actor: 'user:ada', action: 'signIn', subject: 'ada' }),
  );
}

const changed = (database: Database, orgId: string) =>
  change(
    database,
    {
      orgId,
      actor: 'user:ada@acme.example',
      action: 'createCatalog',
      subject: 'shop',
      address: '192.0.2.1',
      detail: { z: [1, { b: null, a: 'ä\u2028"' }], a: 1e21, '2': true, '1': {} },
    },
    async () => {},
  );

async function found(): Promise<Finding[]> {
  const { stdout } = await gatehouse.run('doctor', '-o', 'json');
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  return findings.filter(({ check }) => check === 'audit');
}
const WHOLE = [
  { check: 'audit', state: 'ok', message: '8 events are chained, and 3 are from before the chains' },
];
const OF_ACME = `"orgId" = (SELECT id FROM "Org" WHERE name = 'acme')`;
/** The id of the nth chained event of acme. */
const nth = (n: number) =>
  `(SELECT id FROM "AuditEvent" WHERE ${OF_ACME} AND mac IS NOT NULL ORDER BY id OFFSET ${n} LIMIT 1)`;

describe('gatehouse doctor, of the audit', () => {
  it('finds a whole one, whatever its events tell, in each org by itself', async () => {
    expect(await found()).toEqual(WHOLE);
  });

  it.each([
    ['an event that was changed', `UPDATE "AuditEvent" SET actor = 'user:eve' WHERE id = ${nth(1)}`, 5],
    ['an address that was changed', `UPDATE "AuditEvent" SET address = NULL WHERE id = ${nth(1)}`, 5],
    ['a detail that was changed', `UPDATE "AuditEvent" SET detail = '{}' WHERE id = ${nth(0)}`, 4],
    [
      'an instant that was changed',
      `UPDATE "AuditEvent" SET at = at - interval '1 hour' WHERE id = ${nth(0)}`,
      4,
    ],
    ['an event that was removed', `DELETE FROM "AuditEvent" WHERE id = ${nth(1)}`, 7],
    ['the first events removed', `DELETE FROM "AuditEvent" WHERE ${OF_ACME} AND id < ${nth(2)}`, 7],
    ['the last event removed', `DELETE FROM "AuditEvent" WHERE id = ${nth(4)}`, 10],
    [
      'an event of another org put into it',
      `UPDATE "AuditEvent" SET ${OF_ACME} WHERE id = (SELECT id FROM "AuditEvent" WHERE NOT ${OF_ACME} ORDER BY id LIMIT 1)`,
      6,
    ],
    ['the chain begun anew', `DELETE FROM "AuditChain" WHERE ${OF_ACME}`, 4],
  ])('tells the first event at which it breaks: of %s', async (_what, sql, id) => {
    await withDatabase((database) => database.execute(sql));
    const [finding] = (await found()).filter(({ message }) => message.includes('acme'));
    expect(finding).toMatchObject({
      state: 'fail',
      message: expect.stringContaining(`the audit of the org acme breaks at the event ${id}: it `),
      remedy: expect.stringContaining('Compare the audit with that of the last backup'),
    });
    expect((await gatehouse.run('doctor')).code).toBe(1);
  });

  it('tells that the ends of a chain were forged, also when events and retention have followed', async () => {
    await withDatabase(async (database) => {
      const { id: orgId } = await database.prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
      await database.execute(`UPDATE "AuditChain" SET "headId" = ${nth(3)},
        "headMac" = (SELECT mac FROM "AuditEvent" WHERE id = ${nth(3)}) WHERE ${OF_ACME};
        DELETE FROM "AuditEvent" WHERE id = ${nth(4)}`);
      await changed(database, orgId);
      await database.execute(`UPDATE "AuditEvent" SET at = at WHERE ${OF_ACME}`);
      await removeWhatIsOver(database, new Date(Date.now() + DAY_MS), { auditDays: 30 });
    });
    expect(await found()).toMatchObject([
      { state: 'fail', message: 'where the audit of the org acme begins and ends was changed' },
    ]);
  });

  it('warns of events that are in no chain, as a process of the version before writes them', async () => {
    await withDatabase(async ({ prisma }) => {
      const { id: orgId } = await prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
      await prisma.auditEvent.create({ data: { orgId, actor: 'token:ci', action: 'late', subject: 'acme' } });
    });
    expect(await found()).toMatchObject([
      {
        state: 'warn',
        message: expect.stringContaining('1 events of the org acme, the first of them 12, are in no chain'),
      },
    ]);
  });

  it('finds it whole when retention has removed its beginning, and all of it', async () => {
    await withDatabase(async (database) => {
      const rows = await database.prisma.auditEvent.findMany({
        where: { org: { name: 'acme' } },
        orderBy: { id: 'asc' },
      });
      const after = new Date((rows[4]?.at.getTime() ?? 0) + 1 + 30 * DAY_MS);
      await removeWhatIsOver(database, after, { auditDays: 30 });
    });
    const [finding] = await found();
    expect(finding).toMatchObject({
      state: 'ok',
      message: expect.stringMatching(/^[1-6] events are chained$/),
    });
    await withDatabase(async (database) => {
      await removeWhatIsOver(database, new Date(Date.now() + 40 * DAY_MS), { auditDays: 30 });
      expect(await database.prisma.auditEvent.count()).toBe(0);
    });
    expect(await found()).toEqual([{ check: 'audit', state: 'ok', message: '0 events are chained' }]);
    await withDatabase(async (database) => {
      const { id } = await database.prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
      await changed(database, id);
    });
    expect(await found()).toEqual([{ check: 'audit', state: 'ok', message: '1 events are chained' }]);
  });

  it('finds it whole in what a backup was restored to, and when an org was deleted', async () => {
    const other = await databases.vacant();
    expect((await gatehouse.run('backup', 'a.gz')).code).toBe(0);
    gatehouse.set(other);
    expect((await gatehouse.run('restore', 'a.gz')).code).toBe(0);
    expect(await found()).toEqual(WHOLE);
    await withDatabase(async ({ prisma }) => {
      await prisma.org.delete({ where: { name: 'acme' } });
      expect(await prisma.auditChain.count()).toBe(1);
    }, other);
    expect(await found()).toEqual([{ check: 'audit', state: 'ok', message: '3 events are chained' }]);
  });
});
