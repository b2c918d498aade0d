import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { announce, change } from '../../../src/infrastructure/database/change.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { createMigratedDatabase, type ServerDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { openNoticeSwallower } from '../../support/notice-swallower.ts';
import { serverUrl } from '../../support/servers.ts';
import { openTcpProxy } from '../../support/tcp-proxy.ts';

const server = await serverUrl('PostgreSQL server');

describe.runIf(server)('who listens on a PostgreSQL server', () => {
  let own: ServerDatabase;
  let database: Database;
  let heard: (string | undefined)[];
  beforeEach(async () => {
    own = await createMigratedDatabase(server ?? '');
    database = await openServer(own.url);
    heard = [];
    await database.listen((orgId) => heard.push(orgId));
  });
  afterEach(async () => {
    await database.close();
    await own.drop();
  });
  const listeners = `FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = '`;
  const endListeners = async () => {
    const { pathname } = new URL(own.url);
    await own.administer(`SELECT pg_terminate_backend(pid) ${listeners}${pathname.slice(1)}'`);
  };

  it('has connections that say whose they are', async () => {
    const named = await openServer(own.url, { name: 'gatehouse gateway' });
    await named.listen(() => {});
    const names =
      await named.query(`SELECT application_name AS name, bool_or(query LIKE 'LISTEN %') AS listens,
      bool_or(query NOT LIKE 'LISTEN %') AS asks FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'gatehouse g%' GROUP BY 1`);
    expect(names).toEqual([{ name: 'gatehouse gateway', listens: true, asks: true }]);
    await named.close();
  });

  it('hears what another process announces', async () => {
    const another = await openServer(own.url);
    await announce(another, 'org-1');
    await eventually(() => expect(heard).toEqual(['org-1']));
    await another.close();
  });

  it('is told that changes may have been missed when the server ends the connection, and hears again', async () => {
    await endListeners();
    await eventually(() => expect(heard).toEqual([undefined, undefined]));
    await announce(database, 'org-2');
    await eventually(() => expect(heard).toEqual([undefined, undefined, 'org-2']));
  });

  it('hears each change once, with others who listen too, also after connections were lost', async () => {
    const others: (string | undefined)[] = [];
    await database.listen((orgId) => others.push(orgId));
    for (const round of [1, 2]) {
      await endListeners();
      await eventually(() => expect(heard).toHaveLength(2 * round));
    }
    await announce(database, 'org-3');
    await eventually(() => expect(heard.at(-1)).toBe('org-3'));
    expect(heard.filter((orgId) => orgId === 'org-3')).toHaveLength(1);
    expect(others).toEqual(heard);
  });

  it('says since when it may have missed something, also on a line that is dead though nobody was told', async () => {
    const line = await openTcpProxy(new URL(own.url));
    const url = new URL(own.url);
    url.port = `${line.port}`;
    const far = await openServer(url.href);
    await far.listen(() => {});
    expect(far.deafSince()).toBeUndefined();
    const hung = Date.now();
    line.hang();
    await eventually(() => expect(far.deafSince()).toBeDefined());
    expect(far.deafSince()?.getTime()).toBeLessThanOrEqual(hung);
    line.resume();
    await eventually(() => expect(far.deafSince()).toBeUndefined());
    await far.close();
    await line.close();
  });

  describe('through a pooler that swallows notices', () => {
    const openFar = async (url: string, listenUrl?: string) => {
      const far = await openServer(url, { listenUrl });
      const told: (string | undefined)[] = [];
      await far.listen((orgId) => told.push(orgId));
      return { far, told };
    };

    it('finds out, and is told of each change within seconds, until notices arrive again', async () => {
      const pooler = await openNoticeSwallower(own.url);
      const { far, told } = await openFar(pooler.url);
      expect(await far.hearsNotices()).toBe(false);
      await eventually(() => expect(far.polls()).toBe(true));
      // Its first poll has to be answered.
      await eventually(() => expect(far.deafSince()).toBeUndefined());
      await eventually(() => expect(told).toEqual([undefined]));
      await database.prisma.org.create({ data: { name: 'acme', title: 'Acme' } });
      await eventually(() => expect(told.length).toBeGreaterThan(1));
      pooler.relent();
      await eventually(() => expect(far.polls()).toBe(false));
      expect(await far.hearsNotices()).toBe(true);
      await announce(database, 'org-4');
      await eventually(() => expect(told.at(-1)).toBe('org-4'));
      await far.close();
      await pooler.close();
    });

    it('hears by the address past it', async () => {
      const pooler = await openNoticeSwallower(own.url);
      const { far, told } = await openFar(pooler.url, own.url);
      expect(await far.hearsNotices()).toBe(true);
      expect(far.polls()).toBe(false);
      await announce(database, 'org-5');
      await eventually(() => expect(told).toEqual(['org-5']));
      await far.close();
      await pooler.close();
    });

    it('says since when it may have missed something where the database does not answer either', async () => {
      const pooler = await openNoticeSwallower(own.url);
      const { far } = await openFar(pooler.url);
      await eventually(() => expect(far.polls()).toBe(true));
      await pooler.close();
      await eventually(() => expect(far.deafSince()).toBeDefined());
      await far.close();
    });
  });

  it('leaves no connection behind when the database is closed', async () => {
    await endListeners();
    await database.close();
    const watcher = await openServer(own.url);
    const { pathname } = new URL(own.url);
    const left = () => watcher.query(`SELECT pid ${listeners}${pathname.slice(1)}'`);
    await eventually(async () => expect(await left()).toEqual([]));
    await watcher.close();
    database = await openServer(own.url);
  });
});

describe('a PostgreSQL server that cannot be reached', () => {
  it('refuses changes with TEMPORARILY_UNAVAILABLE, and listening with an error', async () => {
    const gone = await openServer('postgres://nobody@127.0.0.1:1/nothing');
    const request = { orgId: 'org', actor: 'token:test', action: 'createCatalog', subject: 'sandbox' };
    await expect(change(gone, request, async () => {})).rejects.toMatchObject({
      code: 'TEMPORARILY_UNAVAILABLE',
      status: 503,
      message: 'This is temporarily unavailable.',
    });
    await expect(gone.listen(() => {})).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await gone.close();
  });
});
