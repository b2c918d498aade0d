import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/cli/maintenance/checks/check.ts';
import { systemClock } from '../../../src/foundation/clock.ts';
import { openEmbedded } from '../../../src/infrastructure/database/embedded.ts';
import { knownMigrations } from '../../../src/infrastructure/database/migrate.ts';
import { holdToFirstSecretKey } from '../../../src/infrastructure/secrets/first-secret-key.ts';
import { Secrets } from '../../../src/infrastructure/secrets/secrets.ts';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';
import { createMigratedDatabase } from '../../support/database.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { openNoticeSwallower } from '../../support/notice-swallower.ts';
import { createProvider, createSandbox } from '../../support/published.ts';
import { seedFile } from '../../support/seed-file.ts';
import { serverUrl } from '../../support/servers.ts';

const SECRET_KEY = 'the secret key of these tests, which is long';
const postgres = await serverUrl('PostgreSQL server');
const redis = await serverUrl('Redis server');

let gatehouse: CommandLine;
let dataDir: string;
beforeEach(() => {
  gatehouse = openCommandLine(systemClock);
  dataDir = join(gatehouse.folder, 'data');
  // Ports that the tests of this machine use as seldom as any.
  const ports = { GATEWAY_PORT: '0', CONTROL_PORT: '0', GRAPHQL_SERVER_PORT: '0', BACKENDS_PORT: '0' };
  gatehouse.set({ ...ports, OPS_PORT: '0', DATA_DIR: dataDir, SECRET_KEY });
});
afterEach(() => gatehouse.close());

/** What it says of a check, as JSON. */
async function examined(): Promise<{ code: number; of: (check: string) => Finding | undefined }> {
  const { code, stdout } = await gatehouse.run('doctor', '-o', 'json');
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  return {
    code,
    of: (check) =>
      findings.find((each) => each.check === check && each.state !== 'ok') ??
      findings.find((each) => each.check === check),
  };
}

async function withWorld(secretKey: string): Promise<void> {
  const database = await openEmbedded({ dataDir, seed: new Blob([readFileSync(seedFile())]) });
  await createProvider(database, await createSandbox(database), new Secrets(secretKey));
  await database.close();
}

describe('gatehouse doctor', () => {
  it('finds nothing wrong before the first start, and says so in words', async () => {
    const { code, stdout } = await gatehouse.run('doctor');
    expect(code).toBe(0);
    expect(stdout).toContain('ok   database: there is none yet: the first start makes it\n');
    expect(stdout).toContain('ok   settings: for gateway, control, graphql-server, backends\n');
  });

  it('finds a whole platform in order, and warns of a registry that takes no connection', async () => {
    await withWorld(SECRET_KEY);
    const { code, of } = await examined();
    expect(code).toBe(0);
    for (const check of ['database', 'database clock', 'database notices', 'migrations', 'keys', 'disk'])
      expect(of(check)).toMatchObject({ state: 'ok' });
    expect(of('reach')).toMatchObject({ state: 'warn', remedy: expect.any(String) });
  });

  it('tells what is missing in a database of another version, and does not read its tables', async () => {
    const database = await openEmbedded({ dataDir, seed: new Blob([readFileSync(seedFile())]) });
    await database.execute(`DELETE FROM "_prisma_migrations" WHERE migration_name = '${knownMigrations().at(-1)}';
      ALTER TABLE "SigningKey" RENAME TO "Other"`);
    await database.close();
    const { code, of } = await examined();
    expect([code, of('keys')]).toEqual([0, undefined]);
    expect(of('migrations')).toEqual({
      check: 'migrations',
      state: 'warn',
      message: `1 are missing: ${knownMigrations().at(-1)}`,
      remedy: 'Run gatehouse migrate; the next start does it, too.',
    });
  });

  it('tells each thing that is wrong, with what to do', async () => {
    await withWorld('another secret key of these tests, also long');
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    gatehouse.set({ GATEWAY_PORT: `${port}`, REDIS_URL: 'redis://127.0.0.1:1' });
    const { code, of } = await examined();
    taken.close();
    expect(code).toBe(1);
    expect(of('keys')).toMatchObject({
      state: 'fail',
      message: 'SECRET_KEY does not open 1 of 1 keys that are stored',
      remedy: 'Give the SECRET_KEY (or the file secret.key in DATA_DIR) that they were sealed with.',
    });
    expect(of('ports')).toMatchObject({
      state: 'fail',
      message: `GATEWAY_PORT ${port} is in use by another program`,
    });
    expect(of('redis')).toMatchObject({ state: 'fail', remedy: expect.stringContaining('REDIS_URL') });
  });

  it('tells another secret key than that of the first start, also where nothing is sealed', async () => {
    const database = await openEmbedded({ dataDir, seed: new Blob([readFileSync(seedFile())]) });
    const other = new Secrets('another secret key of these tests, also long');
    await holdToFirstSecretKey({ database, secrets: other });
    await database.close();
    const { code, of } = await examined();
    expect([code, of('keys')]).toEqual([
      1,
      {
        check: 'keys',
        state: 'fail',
        message: 'SECRET_KEY is another one than that which this platform was first started with',
        remedy: expect.stringContaining('Give the first SECRET_KEY (or the file secret.key in DATA_DIR)'),
      },
    ]);
  });

  it.runIf(postgres)('warns of a pooler that swallows the notices of the database', async () => {
    const own = await createMigratedDatabase(postgres ?? '');
    const pooler = await openNoticeSwallower(own.url);
    gatehouse.set({ DATABASE_URL: pooler.url });
    const { code, of } = await examined();
    expect(code).toBe(0);
    expect(of('database notices')).toEqual({
      check: 'database notices',
      state: 'warn',
      message: 'a notice that was sent has not arrived, so that each process asks for changes every second',
      remedy: 'Set DATABASE_LISTEN_URL to an address of the database without the pooler.',
    });
    await pooler.close();
    await own.drop();
  });

  it('goes on where the database does not answer, and where settings are wrong tells of these', async () => {
    gatehouse.set({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });
    const { code, of } = await examined();
    expect([code, of('database')?.state, of('disk')?.state]).toEqual([1, 'fail', 'ok']);
    gatehouse.set({ DATABASE_URL: 'mysql://nowhere' });
    expect((await examined()).of('settings')).toMatchObject({
      state: 'fail',
      message: expect.stringContaining('DATABASE_URL'),
    });
  });

  it('tells whether the mail server answers and takes mail', async () => {
    expect((await examined()).of('mail')).toMatchObject({
      state: 'ok',
      message: expect.stringMatching(/^no server/),
    });
    const server = await openMailServer();
    gatehouse.set({ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'notices@gatehouse.example' });
    expect((await examined()).of('mail')).toMatchObject({
      state: 'ok',
      message: `127.0.0.1:${server.port} answers and takes mail`,
    });
    await server.close();
    const { code, of } = await examined();
    expect([code, of('mail')]).toEqual([
      1,
      {
        check: 'mail',
        state: 'fail',
        message: expect.stringContaining('the mail server does not take mail: '),
        remedy: 'Mend SMTP_URL, or start the server: until then mail waits, for two days at most.',
      },
    ]);
  });

  it.runIf(redis)('tells the version of Redis, and a clock that is wrong', async () => {
    gatehouse.set({ REDIS_URL: `${redis}` });
    expect((await examined()).of('redis clock')).toMatchObject({ state: 'ok' });
    gatehouse.pass(-120_000);
    expect((await examined()).of('redis clock')).toMatchObject({
      state: 'warn',
      message: expect.stringMatching(/^its clock is 1[12]\d{4} ms ahead of this machine's$/),
      remedy: expect.stringContaining('NTP'),
    });
  });
});
