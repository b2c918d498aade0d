import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDetachedFeed } from '../../src/data-plane/snapshot/detached-feed.ts';
import type { SnapshotFeed } from '../../src/data-plane/snapshot/snapshot-feed.ts';
import { systemClock as clock } from '../../src/foundation/clock.ts';
import type { Database } from '../../src/infrastructure/database/database.ts';
import { migrate } from '../../src/infrastructure/database/migrate.ts';
import { openServer } from '../../src/infrastructure/database/postgres-server.ts';
import { Secrets, UnsealError } from '../../src/infrastructure/secrets/secrets.ts';
import { openLayers } from '../../src/process/layers.ts';
import { readConfig } from '../../src/process/settings/config.ts';
import { createMigratedDatabase, type ServerDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { createProvider, createSandbox } from '../support/published.ts';
import { serverUrl } from '../support/servers.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';

const server = await serverUrl('PostgreSQL server');
const SECRET_KEY = 'the secret key of these tests, which is long';
const secrets = new Secrets(SECRET_KEY);

describe.runIf(server)('a process that serves no calls', () => {
  let own: ServerDatabase;
  let outside: Database;
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-'));
  beforeEach(async () => {
    own = await createMigratedDatabase(server ?? '');
    outside = await openServer(own.url);
    await migrate(outside);
    await createProvider(outside, await createSandbox(outside), secrets);
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  afterEach(async () => {
    await outside.close();
    await own.drop();
  });

  /** Paths of the catalogs that a process with these roles holds. */
  async function held(ROLES: string): Promise<string[]> {
    const config = readConfig({ ROLES, SECRET_KEY, DATABASE_URL: own.url, DATA_DIR: dataDir });
    const layers = await openLayers(config, { log: pino({ level: 'silent' }), clock });
    const paths = [...layers.snapshots.current().catalogs.keys()];
    await layers.close();
    return paths;
  }

  it('holds nothing of what is published: backends', async () => {
    expect(await held('backends')).toEqual([]);
  });

  it.each(['gateway', 'graphql-server', 'control', 'all'])('is none that has the role %s', async (roles) => {
    expect(await held(roles)).toEqual(['/acme/sandbox']);
  });

  it('refuses another secret key at its start all the same', async () => {
    const others = new Secrets('another secret key of these tests, also long');
    const opened = openDetachedFeed({ database: outside, secrets: others, clock });
    await expect(opened).rejects.toThrow(UnsealError);
  });

  it('waits for its database, tells of that once, and later since when it has lost it', async () => {
    const line = await openTcpProxy(new URL(own.url));
    const url = new URL(own.url);
    url.port = `${line.port}`;
    const database = await openServer(url.href);
    const faults: unknown[] = [];
    let feed: SnapshotFeed | undefined;
    await line.cut();
    const opened = openDetachedFeed({ database, secrets, clock, onFault: (fault) => faults.push(fault) });
    void opened.then((open) => {
      feed = open;
    });
    await eventually(() =>
      expect(`${faults}`).toMatch('The database does not answer: the start waits for it.'),
    );
    expect(feed).toBeUndefined();
    await line.restore();
    const { staleSince } = await opened;
    expect([faults.length, staleSince()]).toEqual([1, undefined]);
    await line.cut();
    await eventually(() => expect(staleSince()).toBeInstanceOf(Date));
    await line.restore();
    await eventually(() => expect(staleSince()).toBeUndefined());
    await database.close();
    await line.close();
  });
});
