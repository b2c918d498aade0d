import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock as clock } from '../../src/foundation/clock.ts';
import type { Database } from '../../src/infrastructure/database/database.ts';
import { migrate } from '../../src/infrastructure/database/migrate.ts';
import { openServer } from '../../src/infrastructure/database/postgres-server.ts';
import { Secrets, UnsealError } from '../../src/infrastructure/secrets/secrets.ts';
import { openLayers } from '../../src/process/layers.ts';
import { readConfig } from '../../src/process/settings/config.ts';
import { createServerDatabase, type ServerDatabase } from '../support/database.ts';
import { createProvider, createSandbox } from '../support/published.ts';
import { serverUrl } from '../support/servers.ts';

const server = await serverUrl('PostgreSQL server');
const FIRST = 'the secret key of these tests, which is long';
const OTHER = 'another secret key of these tests, also long';

describe.runIf(server)('the secret key of the first start', () => {
  let own: ServerDatabase;
  let database: Database;
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-'));
  beforeEach(async () => {
    own = await createServerDatabase(server ?? '');
    database = await openServer(own.url);
  });
  afterEach(async () => {
    await database.close();
    await own.drop();
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  /** Starts a process as far as its layers, and ends it. */
  async function start(SECRET_KEY: string, ROLES = 'control'): Promise<void> {
    const config = readConfig({ ROLES, SECRET_KEY, DATABASE_URL: own.url, DATA_DIR: dataDir });
    await (await openLayers(config, { log: pino({ level: 'silent' }), clock })).close();
  }

  it.each(['control', 'gateway', 'backends'])(
    'is that of every process, also where nothing is sealed yet: %s',
    async (roles) => {
      await start(FIRST);
      const refused = start(OTHER, roles);
      await expect(refused).rejects.toThrow(UnsealError);
      await expect(refused).rejects.toThrow(/sealed with another secret key.*give the SECRET_KEY/);
      await start(FIRST, roles);
    },
  );

  it('is that of whoever comes first, of many that start at the same time', async () => {
    const keys = [FIRST, OTHER, FIRST, OTHER, FIRST, OTHER];
    const ends = await Promise.allSettled(keys.map((key) => start(key)));
    const [winner] = keys.filter((_, at) => ends[at]?.status === 'fulfilled');
    for (const [at, key] of keys.entries())
      expect(ends[at]).toMatchObject(
        key === winner ? { status: 'fulfilled' } : { status: 'rejected', reason: { name: 'UnsealError' } },
      );
  });

  it('is that of an earlier version, if it opens what that one has sealed', async () => {
    await migrate(database);
    await createProvider(database, await createSandbox(database), new Secrets(FIRST));
    await expect(start(OTHER)).rejects.toThrow(UnsealError);
    expect(await database.prisma.secretKey.count()).toBe(0);
    await start(FIRST);
    await database.prisma.signingKey.deleteMany();
    await expect(start(OTHER)).rejects.toThrow(UnsealError);
  });
});
