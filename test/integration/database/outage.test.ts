import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { migrate } from '../../../src/infrastructure/database/migrate.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { consoleOf, type Visitor } from '../../support/console.ts';
import { createMigratedDatabase, type ServerDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { type ManagementWorld, openManagement } from '../../support/management.ts';
import { passwordGrant } from '../../support/oauth.ts';
import { serverUrl } from '../../support/servers.ts';
import { openStoredOAuth, type StoredOAuth } from '../../support/stored-oauth.ts';
import { openTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

const server = await serverUrl('PostgreSQL server');
const ACCEPT = { accept: 'application/graphql-response+json' };

describe.runIf(server)('while a PostgreSQL server is cut off', () => {
  let own: ServerDatabase;
  let line: TcpProxy;
  let database: Database;
  let management: ManagementWorld;
  let oauth: StoredOAuth;
  let administrator: Visitor;

  beforeAll(async () => {
    own = await createMigratedDatabase(server ?? '');
    line = await openTcpProxy(new URL(own.url));
    const url = new URL(own.url);
    url.port = `${line.port}`;
    database = await openServer(url.href);
    await migrate(database);
    oauth = await openStoredOAuth({ database });
    management = await openManagement(database);
    administrator = await (await consoleOf(management)).signedIn();
    await line.cut();
  });
  afterAll(async () => {
    await line.restore();
    await oauth.close();
    await line.close();
    await own.drop();
  });

  it.each(['{ orgs { name } }', 'mutation { createOrg(input: { name: "new", title: "New" }) { name } }'])(
    'the management API refuses %s with 503 and Retry-After',
    async (document) => {
      const { status, headers, errors } = await management.send(document);
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
      expect(errors).toMatchObject([
        { message: 'This is temporarily unavailable.', extensions: { code: 'TEMPORARILY_UNAVAILABLE' } },
      ]);
      expect(management.faults).toEqual([]);
    },
  );

  it.each([
    ['the portal', '/portal/acme/sandbox/', 'This is temporarily unavailable.'],
    ['the console', '/console/overview', 'TEMPORARILY_UNAVAILABLE'],
  ])('so do the pages of %s', async (_, path, sentence) => {
    const page = await administrator.get(path);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await page.text()).toContain(sentence);
  });

  it('so does the portal API', async () => {
    const answer = await administrator.post(
      '/portal/acme/sandbox/graphql',
      { query: '{ products { name } }' },
      ACCEPT,
    );
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await answer.json()).errors).toMatchObject([{ extensions: { code: 'TEMPORARILY_UNAVAILABLE' } }]);
  });

  it('so do the OAuth endpoints, in the words of RFC 6749', async () => {
    const answer = await passwordGrant(oauth.world);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.json).toMatchObject({ error: 'temporarily_unavailable' });
  });

  it('all of it is served again when it is back', async () => {
    onTestFinished(() => line.cut());
    await line.restore();
    // A connection that was lost is known as that by its next use.
    await eventually(async () =>
      expect(await management.query('{ orgs { name } }')).toEqual({ orgs: [{ name: 'acme' }] }),
    );
  });
});
