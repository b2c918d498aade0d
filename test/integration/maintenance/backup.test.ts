import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSnapshotFeed } from '../../../src/data-plane/snapshot/snapshot-feed.ts';
import { systemClock } from '../../../src/foundation/clock.ts';
import { type BackedUpTable, unsealRow } from '../../../src/infrastructure/backup/sealed-columns.ts';
import { change } from '../../../src/infrastructure/database/change.ts';
import { openEmbedded } from '../../../src/infrastructure/database/embedded.ts';
import { knownMigrations, migrate } from '../../../src/infrastructure/database/migrate.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { hashPassword } from '../../../src/infrastructure/secrets/argon2.ts';
import { holdToFirstSecretKey } from '../../../src/infrastructure/secrets/first-secret-key.ts';
import { createPasswords } from '../../../src/infrastructure/secrets/passwords.ts';
import { Secrets } from '../../../src/infrastructure/secrets/secrets.ts';
import { LocalUsers } from '../../../src/infrastructure/user-registries/local-users.ts';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';
import { createMigratedDatabase, createServerDatabase, type ServerDatabase } from '../../support/database.ts';
import {
  createApplicationRow,
  createCatalogProduct,
  createProvider,
  createSandbox,
} from '../../support/published.ts';
import { isThorough } from '../../support/runs.ts';
import { seedFile } from '../../support/seed-file.ts';
import { serverUrl } from '../../support/servers.ts';

const CLIENT_ID = 'ck_AbCdEfGhIjKlMnOpQrStUv';
const SECRET_KEY = 'the secret key of these tests, which is long';
const secrets = new Secrets(SECRET_KEY);
const server = await serverUrl('PostgreSQL server');

let gatehouse: CommandLine;
beforeEach(() => {
  gatehouse = openCommandLine();
  gatehouse.set({ SECRET_KEY, DATA_DIR: join(gatehouse.folder, 'data') });
});
afterEach(() => gatehouse.close());

const linesOf = (backup: Buffer) => gunzipSync(backup).toString().split('\n');
/** What a backup holds, whatever the order of rows; what is sealed in it is so in other words each time. */
function worldOf(backup: Buffer): string[] {
  let unseal: ReturnType<typeof unsealRow>;
  const lines = linesOf(backup).slice(1);
  return lines
    .map((line) => {
      if (line.startsWith('[')) return unseal ? unseal(line) : line;
      const table: Partial<BackedUpTable> = JSON.parse(line || '{}');
      unseal = table.columns && unsealRow(table as BackedUpTable, secrets);
      return line;
    })
    .sort();
}
const worldIn = (file: string) => worldOf(readFileSync(join(gatehouse.folder, file)));

const PASSWORD = 'the password of a local user';

/** An org with all that a gateway serves, a webhook, and a product whose state has changed; values that are hard to write down. */
async function fill(database: Awaited<ReturnType<typeof openEmbedded>>): Promise<void> {
  const sandbox = await createSandbox(database);
  const product = await createCatalogProduct(database, sandbox, { version: '1.0.0' });
  await createProvider(database, sandbox, secrets);
  const application = await createApplicationRow(database, sandbox, { name: 'client-1' });
  const { prisma } = database;
  await prisma.subscription.create({
    data: {
      applicationId: application.id,
      catalogProductId: product.id,
      catalogPlanId: product.plans[0]?.id ?? '',
    },
  });
  await prisma.webhook.create({
    data: {
      catalogId: sandbox.catalogId,
      name: 'hook',
      url: 'http://hook.test',
      // The last was added to its type by a migration of its own.
      types: ['PRODUCT_LIFECYCLE', 'SUBSCRIPTION', 'BACKEND_HEALTH'],
      secretSealed: new Uint8Array([0, 1, 255]),
    },
  });
  // LOCAL was added to its type by a migration of its own, and columns of that type have a default.
  await prisma.userRegistry.create({
    data: {
      orgId: sandbox.orgId,
      name: 'kept',
      title: 'Kept',
      displayName: 'Kept',
      type: 'LOCAL',
      url: 'local://users',
      localUsers: { create: { username: 'Zoë', key: 'zoë', passwordHash: hashPassword({ text: PASSWORD }) } },
    },
  });
  await prisma.catalogProduct.update({
    where: { id: product.id },
    data: { state: 'DEPRECATED', migrationTargetId: product.id },
  });
  await change(
    database,
    { orgId: sandbox.orgId, actor: 'token:ci', action: 'createCatalog', subject: 'odd' },
    (transaction) =>
      transaction.catalog.create({
        data: {
          orgId: sandbox.orgId,
          name: 'odd',
          title: 'Line \u2028 "quoted", \\ back\nslash, 日本 and 😀',
        },
      }),
  );
  await database.execute(`CREATE TABLE IF NOT EXISTS "UsageHour_20260101" PARTITION OF "UsageHour"
      FOR VALUES FROM ('2026-01-01 00:00:00+00') TO ('2026-01-02 00:00:00+00');
    INSERT INTO "UsageHour" VALUES (gen_random_uuid(), '2026-01-01 05:00:00+00', 'ANSWERED', '', 3, '{1,2,0}')`);
}

/** A database that is filled once. The tests have copies of it. */
let filled: ServerDatabase;
beforeAll(async () => {
  if (server === undefined) return;
  filled = await createMigratedDatabase(server);
  const database = await openServer(filled.url);
  await migrate(database);
  await fill(database);
  await database.close();
});
afterAll(() => filled?.drop());
const copyOfFilled = () => createServerDatabase(server ?? '', new URL(filled.url).pathname.slice(1));

describe.runIf(server)('a backup', () => {
  let own: ServerDatabase;
  afterEach(() => own.drop());
  const openBare = async () => {
    own = await createServerDatabase(server ?? '');
  };
  const openFilled = async () => {
    own = await copyOfFilled();
  };

  const onServer = () => gatehouse.set({ DATABASE_URL: own.url });
  const embedded = () => gatehouse.set({ DATABASE_URL: undefined });

  it('of an embedded database is the same world on a server, and back, with keys that sign and sequences that go on', async () => {
    await openBare();
    const dataDir = join(gatehouse.folder, 'data');
    mkdirSync(dataDir);
    const first = await openEmbedded({ dataDir, seed: new Blob([readFileSync(seedFile())]) });
    await fill(first);
    await first.close();
    expect(await gatehouse.run('backup', 'one')).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^one: \d+ rows of \d+ tables, at \d+_\w+\n$/),
    });
    expect(statSync(join(gatehouse.folder, 'one')).mode & 0o777).toBe(0o600);

    onServer();
    expect(await gatehouse.run('restore', 'one')).toMatchObject({ code: 0, stderr: '' });
    await gatehouse.run('backup', 'two');
    expect(worldIn('two')).toEqual(worldIn('one'));

    const database = await openServer(own.url);
    const feed = await openSnapshotFeed({
      database,
      secrets,
      gatewayUrl: 'http://gateway.test',
      clock: systemClock,
    });
    const catalog = feed.current().catalogs.get('/acme/sandbox');
    expect(catalog?.clients.get('client-1')?.subscriptions.size).toBe(1);
    expect(catalog?.providers.get('native')?.keys).toHaveLength(1);
    await feed.close();
    const kept = await database.prisma.userRegistry.findFirstOrThrow({ where: { name: 'kept' } });
    const localUsers = new LocalUsers({ database, passwords: createPasswords(), clock: () => new Date() });
    expect(await localUsers.authenticate(kept, { username: 'zoë', password: PASSWORD })).toBe('Zoë');
    const byDefault = {
      orgId: kept.orgId,
      name: 'other',
      title: 'Other',
      displayName: 'Other',
      url: 'http://a.test',
    };
    expect(await database.prisma.userRegistry.create({ data: byDefault })).toMatchObject({
      type: 'AUTHENTICATION_URL',
    });
    await database.prisma.userRegistry.delete({
      where: { orgId_name: { orgId: kept.orgId, name: 'other' } },
    });
    const { id: orgId } = await database.prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
    const before = await database.prisma.auditEvent.count();
    await change(database, { orgId, actor: 'token:test', action: 'test', subject: 'acme' }, async () => {});
    expect(await database.prisma.auditEvent.count()).toBe(before + 1);
    await database.close();

    embedded();
    gatehouse.set({ DATA_DIR: join(gatehouse.folder, 'other') });
    expect(await gatehouse.run('restore', 'two')).toMatchObject({ code: 0, stderr: '' });
    await gatehouse.run('backup', 'three');
    expect(worldIn('three')).toEqual(worldIn('one'));
  });

  it('taken while everything changes is of one moment: each revision has its audit event', async () => {
    await openFilled();
    onServer();
    const database = await openServer(own.url);
    const { id: orgId } = await database.prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
    const files = isThorough ? ['one', 'two', 'three'] : ['one', 'two'];
    let isOver = false;
    const changing = (async () => {
      while (!isOver)
        await change(database, { orgId, actor: 'token:t', action: 't', subject: 'acme' }, async () => {});
    })();
    for (const file of files) expect(await gatehouse.run('backup', file)).toMatchObject({ code: 0 });
    isOver = true;
    await changing;
    await database.close();
    const revisions: number[] = [];
    for (const file of files) {
      expect(await gatehouse.run('restore', file, '--replace')).toMatchObject({ code: 0 });
      const restored = await openServer(own.url);
      const { revision } = await restored.prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
      expect(await restored.prisma.auditEvent.count({ where: { action: 't' } })).toBe(revision - 1);
      await restored.close();
      revisions.push(revision);
    }
    expect(new Set(revisions).size).toBe(files.length);
  });

  it('holds no key that a call could be made with, and gives back the same ones', async () => {
    await openFilled();
    onServer();
    const database = await openServer(own.url);
    const { clientKey } = await database.prisma.credential.findFirstOrThrow();
    await database.prisma.credential.updateMany({ data: { clientKey: CLIENT_ID } });
    await gatehouse.run('backup', 'one');
    const text = linesOf(readFileSync(join(gatehouse.folder, 'one'))).join('\n');
    expect(text).toContain(clientKey);
    expect(text).not.toContain(CLIENT_ID);
    expect(text).not.toContain(Buffer.from(CLIENT_ID).toString('base64'));
    await database.close();
    expect(await gatehouse.run('restore', 'one', '--replace')).toMatchObject({ code: 0, stderr: '' });
    const restored = await openServer(own.url);
    expect((await restored.prisma.credential.findFirstOrThrow()).clientKey).toBe(CLIENT_ID);
    await restored.close();
  });

  it('holds no secret of a catalog in clear, and gives back the same ones', async () => {
    await openFilled();
    onServer();
    const database = await openServer(own.url);
    const { id: catalogId } = await database.prisma.catalog.findFirstOrThrow();
    const [id, canary] = ['01900000-0000-7000-8000-000000000009', 'canary-of-a-back-end'];
    const valueSealed = new Uint8Array(secrets.seal(canary, id));
    await database.prisma.secret.create({ data: { id, catalogId, name: 'crm', valueSealed } });
    await gatehouse.run('backup', 'one');
    const text = linesOf(readFileSync(join(gatehouse.folder, 'one'))).join('\n');
    expect(text).toContain(id);
    for (const form of ['utf8', 'base64', 'hex'] as const)
      expect(text).not.toContain(Buffer.from(canary).toString(form));
    await database.close();
    expect(await gatehouse.run('restore', 'one', '--replace')).toMatchObject({ code: 0, stderr: '' });
    const restored = await openServer(own.url);
    const row = await restored.prisma.secret.findUniqueOrThrow({ where: { id } });
    expect(secrets.unseal(row.valueSealed, id)).toBe(canary);
    await restored.close();
  });

  it('from before client ids were sealed in it is restored as it is', async () => {
    await openFilled();
    onServer();
    await gatehouse.run('backup', 'one');
    const [head = '', ...lines] = linesOf(readFileSync(join(gatehouse.folder, 'one')));
    let unseal: ReturnType<typeof unsealRow>;
    const before = lines.map((line) => {
      if (line.startsWith('[')) return unseal ? unseal(line) : line;
      if (!line.includes('"columns"')) return line;
      const { sealed, ...table }: BackedUpTable = JSON.parse(line);
      unseal = unsealRow({ ...table, ...(sealed && { sealed }) }, secrets);
      return JSON.stringify(table);
    });
    const first = JSON.stringify({ ...JSON.parse(head), format: 1 });
    writeFileSync(join(gatehouse.folder, 'before'), gzipSync([first, ...before].join('\n')));
    expect(await gatehouse.run('restore', 'before', '--replace')).toMatchObject({ code: 0, stderr: '' });
    await gatehouse.run('backup', 'two');
    expect(worldIn('two')).toEqual(worldIn('one'));
  });

  it('of an older version is migrated', async () => {
    await openBare();
    const database = await openServer(own.url);
    const known = knownMigrations();
    await migrate(database, { upTo: known.at(-2) });
    await database.execute(
      `INSERT INTO "Org" ("id", "name", "title") VALUES (gen_random_uuid(), 'acme', 'Acme')`,
    );
    await database.close();
    onServer();
    await gatehouse.run('backup', 'old');
    const { code, stdout } = await gatehouse.run('restore', 'old', '--replace');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining(`\nmigrated: ${known.at(-1)}\n`),
    });
    const restored = await openServer(own.url);
    expect(await restored.prisma.org.findMany({ select: { name: true } })).toEqual([{ name: 'acme' }]);
    await restored.close();
  });

  it('is restored where processes of the platform wait for it, which have noted their key and nothing else', async () => {
    await openFilled();
    onServer();
    await gatehouse.run('backup', 'one');
    const database = await openServer(own.url);
    await database.execute('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await migrate(database);
    await holdToFirstSecretKey({ database, secrets });
    await database.close();
    expect(await gatehouse.run('restore', 'one')).toMatchObject({ code: 0, stderr: '' });
    await gatehouse.run('backup', 'two');
    expect(worldIn('two')).toEqual(worldIn('one'));
  });

  it('is not written over another file, and of nothing there is none', async () => {
    await openBare();
    onServer();
    expect(await gatehouse.run('backup', 'none')).toMatchObject({
      code: 1,
      stderr: 'gatehouse: DATABASE_MISSING: This database holds nothing of the platform.\n',
    });
    expect(readdirSync(gatehouse.folder)).toEqual([]);
    gatehouse.write('there', 'something else');
    expect(await gatehouse.run('backup', 'there')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('BACKUP_EXISTS'),
    });
    expect(readFileSync(join(gatehouse.folder, 'there'), 'utf8')).toBe('something else');
  });

  it('is a file that can be read, and written', async () => {
    await openFilled();
    onServer();
    expect(await gatehouse.run('restore', 'nowhere')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^gatehouse: FILE_UNREADABLE: \S+nowhere cannot be read: ENOENT/),
    });
    expect(await gatehouse.run('backup', 'nowhere/file')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^gatehouse: FILE_UNWRITABLE: \S+ cannot be written: there is no such file/,
      ),
    });
  });
});

describe.runIf(server)('a backup that cannot be restored leaves the database as it was:', () => {
  let own: ServerDatabase;
  let whole: Buffer;
  beforeAll(async () => {
    own = await copyOfFilled();
    const first = openCommandLine();
    first.set({ SECRET_KEY, DATABASE_URL: own.url });
    await first.run('backup', 'whole');
    whole = readFileSync(join(first.folder, 'whole'));
    first.close();
  });
  afterAll(() => own.drop());

  const head = (lines: string[], change: object) =>
    [JSON.stringify({ ...JSON.parse(lines[0] ?? ''), ...change }), ...lines.slice(1)].join('\n');
  /** A row of the table of credentials: what follows its table's description begins with its id. */
  const ofOtherRow = (line: string, at: number, lines: string[]) =>
    lines[at - 1]?.includes('"sealed"') ? line.replace(/^\["[0-9a-f]{8}/, '["00000000') : line;
  it.each<[string, (lines: string[], bytes: Buffer) => Buffer | string, string]>([
    ['one that was cut off', (_, bytes) => bytes.subarray(0, bytes.length / 2), 'BACKUP_INVALID'],
    ['one without its end', (lines) => lines.slice(0, -2).join('\n'), 'BACKUP_INVALID'],
    [
      'one that lacks a row',
      (lines) => lines.filter((line) => !line.includes('token:ci')).join('\n'),
      'BACKUP_INVALID',
    ],
    [
      'one whose sealed client id is that of another application',
      (lines) => lines.map(ofOtherRow).join('\n'),
      'BACKUP_INVALID',
    ],
    ['another file', () => 'something else', 'BACKUP_INVALID'],
    [
      'one of a newer version',
      (lines) => head(lines, { migration: '99990101000000_later' }),
      'BACKUP_TOO_NEW',
    ],
    ['one under another key', (lines) => head(lines, { key: 'other' }), 'SECRET_KEY_OTHER'],
    ['any, where there is something already', (_, bytes) => bytes, 'DATABASE_NOT_EMPTY'],
  ])('%s', async (_, damage, code) => {
    gatehouse.set({ DATABASE_URL: own.url });
    const damaged = damage(linesOf(whole), whole);
    writeFileSync(
      join(gatehouse.folder, 'damaged'),
      typeof damaged === 'string' ? gzipSync(damaged) : damaged,
    );
    const options = code === 'DATABASE_NOT_EMPTY' ? [] : ['--replace'];
    const { code: exitCode, stderr } = await gatehouse.run('restore', 'damaged', ...options);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(new RegExp(`^gatehouse: ${code}: .+\n$`)),
    });
    await gatehouse.run('backup', 'after');
    expect(worldIn('after')).toEqual(worldOf(whole));
  });
});

describe('maintenance of an embedded database', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is refused while the platform has it open, and where there is none', async () => {
    expect(await gatehouse.run('backup', 'file')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^gatehouse: DATABASE_MISSING: There is no database in /),
    });
    gatehouse.set({ DATA_DIR: folder });
    const database = await openEmbedded({ dataDir: folder, seed: new Blob([readFileSync(seedFile())]) });
    for (const command of [['backup', 'file'], ['restore', 'file'], ['migrate']])
      expect(await gatehouse.run(...command)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^gatehouse: DATABASE_IN_USE: The data directory \S+ is in use by/),
      });
    await database.close();
    expect(await gatehouse.run('migrate')).toMatchObject({
      code: 0,
      stderr: 'The database is up to date.\n',
    });
  });

  it('needs settings that are right', async () => {
    gatehouse.set({ DATABASE_URL: 'mysql://nowhere' });
    expect(await gatehouse.run('migrate')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('gatehouse: SETTING_INVALID: These settings are wrong:'),
    });
  });
});
