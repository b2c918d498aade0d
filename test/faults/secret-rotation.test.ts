import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/foundation/clock.ts';
import { ADMIN_TOKEN, graphql } from '../support/clock-world.ts';
import { type CommandLine, openCommandLine, type Ran } from '../support/command-line.ts';
import { createServerDatabase, type ServerDatabase } from '../support/database.ts';
import { until } from '../support/eventually.ts';
import { freePorts, type PlatformProcess, type Settings, startPlatform } from '../support/platform.ts';
import { serverUrl } from '../support/servers.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { recordingUpstream, type Upstream } from '../support/upstream.ts';

const postgres = await serverUrl('PostgreSQL server');
const LASTS_AT_MOST_MS = 240_000;
const FIRST = 'the first secret key of the rotation, which is long';
const SECOND = 'the second secret key of the rotation, also long';
const both = { SECRET_KEY: SECOND, SECRET_KEY_OLD: FIRST };

const OPENAPI = {
  openapi: '3.0.3',
  info: { title: 'Clock', version: '1.0.0' },
  paths: { '/now': { get: { responses: { 200: { description: 'Now.' } } } } },
};
const api = (title: string, definition: string, scopes = '[]') =>
  `createApi(input: { org: "acme", title: "${title}", version: "1.0.0", openapi: $openapi, targetUrl: $target,
    securityDefinitions: [${definition}], security: [{ definition: "way", scopes: ${scopes} }] }) { name }`;
const consumer = 'org: "acme", catalog: "sandbox", consumerOrg: "consumers"';
const WORLD = `mutation ($target: URL!, $hook: URL!, $registry: URL!, $openapi: JSON!) {
  createOrg(input: { title: "Acme" }) { name }
  createCatalog(input: { org: "acme", title: "Sandbox" }) { name }
  createUserRegistry(input: { org: "acme", title: "People", displayName: "People", url: $registry }) { name }
  assignUserRegistry(input: { org: "acme", catalog: "sandbox", userRegistry: "people" }) { name }
  createOAuthProvider(input: { org: "acme", title: "Idp", grantTypes: [RESOURCE_OWNER_PASSWORD],
    clientTypes: [CONFIDENTIAL], refreshTokens: true, scopes: [{ name: "time", description: "the time" }] }) { name }
  assignOAuthProvider(input: { org: "acme", catalog: "sandbox", oauthProvider: "idp" }) { name }
  keyed: ${api('Keyed', '{ name: "way", type: API_KEY, kind: KEY }')}
  secret: ${api('Secret', '{ name: "way", type: API_KEY, kind: CLIENT_ID_AND_SECRET }')}
  signed: ${api('Signed', '{ name: "way", type: OAUTH2, oauthProvider: "idp" }', '["time"]')}
  createProduct(input: { org: "acme", title: "Time", version: "1.0.0", publishTo: "sandbox",
    apis: ["keyed:1.0.0", "secret:1.0.0", "signed:1.0.0"], plans: [{ title: "Free" }] }) { name }
  createConsumerOrg(input: { org: "acme", catalog: "sandbox", title: "Consumers",
    owner: { username: "consumer", password: "consumer-password" } }) { name }
  application: createApplication(input: { ${consumer}, title: "App" }) { clientKey clientSecret }
  createSubscription(input: { ${consumer}, application: "app", product: "time:1.0.0", plan: "free" }) { id }
  key: ${apiKey('first')}
  hook: createWebhook(input: { org: "acme", catalog: "sandbox", name: "hook", types: [CREDENTIAL], url: $hook }) { secret }
  token: createAccessToken(input: { org: "acme", name: "ci", role: VIEWER }) { token }
}`;
function apiKey(title: string): string {
  return `createApiKey(input: { ${consumer}, application: "app", title: "${title}" }) { key }`;
}
type World = {
  readonly application: { readonly clientKey: string; readonly clientSecret: string };
  readonly key: { readonly key: string };
  readonly hook: { readonly secret: string };
  readonly token: { readonly token: string };
};
type Tokens = { readonly access_token: string; readonly refresh_token: string };

describe.skipIf(!postgres)('the secret key of a control process and a gateway, when it is rotated', () => {
  let upstream: Upstream;
  let hook: Upstream;
  let database: ServerDatabase;
  let wayToDatabase: TcpProxy;
  let gatehouse: CommandLine;
  let control: PlatformProcess;
  let gateway: PlatformProcess;
  let settings: Record<'control' | 'gateway', Settings>;
  let world: World;
  let session: string;
  /** Issued under the first key: the access token holds for an hour, the refresh token is replaced by its use. */
  let first: Tokens;
  let refresh: string;
  let made = 0;
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'));

  const start = async (keys: Settings) => {
    [control, gateway] = await Promise.all([
      startPlatform({ ...settings.control, ...keys }),
      startPlatform({ ...settings.gateway, ...keys }),
    ]);
  };
  const restart = async (keys: Settings) => {
    await Promise.all([control.stop(), gateway.stop()]);
    await start(keys);
  };
  const command = (keys: Settings, ...args: string[]): Promise<Ran> => {
    gatehouse.set({ ...settings.control, SECRET_KEY: undefined, SECRET_KEY_OLD: undefined, ...keys });
    return gatehouse.run(...args);
  };
  const manage = <Data>(query: string, variables = {}) =>
    graphql<Data>(`${control.settings['CONTROL_URL']}/graphql`, { query, variables, token: ADMIN_TOKEN });
  const called = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${gateway.settings['GATEWAY_URL']}/acme/sandbox/${path}/now`, { headers })).status;
  const bySecret = () => ({
    'x-client-id': world.application.clientKey,
    'x-client-secret': world.application.clientSecret,
  });
  async function token(form: Record<string, string>): Promise<Tokens> {
    const { clientKey, clientSecret } = world.application;
    const body = new URLSearchParams({ ...form, client_id: clientKey, client_secret: clientSecret });
    const response = await fetch(`${gateway.settings['GATEWAY_URL']}/acme/sandbox/idp/oauth2/token`, {
      method: 'POST',
      body,
    });
    const text = await response.text();
    expect([response.status, text]).toEqual([200, expect.stringContaining('refresh_token')]);
    return JSON.parse(text) as Tokens;
  }
  const portal = <Data>(query: string, bearer?: string) =>
    graphql<Data>(`${control.settings['CONTROL_URL']}/portal/acme/sandbox/graphql`, {
      query,
      ...(bearer !== undefined && { token: bearer }),
    });

  /** Everything that was hashed, sealed or signed under the first key does what it did. */
  async function expectAllWorks(): Promise<void> {
    expect(await called('keyed', { 'x-api-key': world.key.key })).toBe(200);
    expect(await called('secret', bySecret())).toBe(200);
    expect(await called('signed', { authorization: `Bearer ${first.access_token}` })).toBe(200);
    const next = await token({ grant_type: 'refresh_token', refresh_token: refresh });
    refresh = next.refresh_token;
    expect(await called('signed', { authorization: `Bearer ${next.access_token}` })).toBe(200);
    const viewer = { query: '{ viewer { name } }', token: world.token.token };
    expect(await graphql(`${control.settings['CONTROL_URL']}/graphql`, viewer)).toEqual({
      viewer: { name: 'ci' },
    });
    expect(await portal('{ viewer { username } }', session)).toEqual({ viewer: { username: 'consumer' } });
    await expectSignedDelivery();
  }
  async function expectSignedDelivery(): Promise<void> {
    made += 1;
    await manage(
      `mutation { createApplication(input: { ${consumer}, title: "Other ${made}" }) { clientKey } }`,
    );
    await until(() => hook.seen.length >= made);
    const delivery = hook.seen[made - 1];
    const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(`${delivery?.headers['gatehouse-signature']}`) ?? [];
    const body = delivery?.body ?? '';
    expect(createHmac('sha256', world.hook.secret).update(`${t}.${body}`).digest('hex')).toBe(v1);
  }

  beforeAll(async () => {
    [upstream, hook] = await Promise.all([recordingUpstream(), recordingUpstream()]);
    database = await createServerDatabase(postgres ?? '');
    wayToDatabase = await openTcpProxy(new URL(database.url));
    const throughProxy = new URL(database.url);
    throughProxy.host = `127.0.0.1:${wayToDatabase.port}`;
    const shared = { ADMIN_TOKEN, DEMO: 'false', TARGET_ALLOWLIST: '127.0.0.0/8', LOG_LEVEL: 'info' };
    const ports = await freePorts();
    settings = {
      control: {
        ...shared,
        ...ports,
        ROLES: 'control',
        DATABASE_URL: database.url,
        DATA_DIR: join(folder, 'control'),
        GATEWAY_URL: 'http://gateway.test',
      },
      gateway: {
        ...shared,
        ...(await freePorts()),
        ROLES: 'gateway',
        GATEWAY_URL: 'http://gateway.test',
        DATABASE_URL: throughProxy.href,
        DATA_DIR: join(folder, 'gateway'),
      },
    };
    gatehouse = openCommandLine(systemClock);
    await start({ SECRET_KEY: FIRST });
    world = await manage<World>(WORLD, {
      openapi: OPENAPI,
      target: upstream.url,
      hook: hook.url,
      registry: upstream.url,
    });
    const signIn = 'mutation { signIn(username: "consumer", password: "consumer-password") { token } }';
    session = (await portal<{ signIn: { token: string } }>(signIn)).signIn.token;
    first = await token({
      grant_type: 'password',
      username: 'alice',
      password: 'alice-password',
      scope: 'time',
    });
    refresh = first.refresh_token;
  }, LASTS_AT_MOST_MS);
  afterAll(async () => {
    await Promise.all([control?.stop(), gateway?.stop()]);
    await wayToDatabase?.close();
    await database?.drop();
    await Promise.all([upstream?.close(), hook?.close()]);
    gatehouse?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    'goes over to the new one without losing anything',
    async () => {
      await expectAllWorks();

      // The new one alone starts nothing, and says what to change.
      const refused = startPlatform({ ...settings.gateway, ...(await freePorts()), SECRET_KEY: SECOND });
      await expect(refused).rejects.toThrow(
        'A new SECRET_KEY needs that one beside it, as SECRET_KEY_OLD, until gatehouse rotate-secret has ended.',
      );
      expect(await command({ SECRET_KEY: SECOND }, 'rotate-secret')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('SECRET_KEY_OLD_MISSING: Set SECRET_KEY to the new key'),
      });

      // Before: each knows both, and makes everything under the first.
      await restart({ SECRET_KEY: FIRST, SECRET_KEY_OLD: SECOND });
      await expectAllWorks();
      expect(await command({ SECRET_KEY: FIRST, SECRET_KEY_OLD: SECOND }, 'rotate-secret')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('SECRET_KEYS_SWAPPED: SECRET_KEY is the key of this platform'),
      });

      // Then under the second, also beside a gateway that still makes under the first.
      await control.stop();
      control = await startPlatform({ ...settings.control, ...both });
      await expectAllWorks();
      await gateway.stop();
      gateway = await startPlatform({ ...settings.gateway, ...both });
      const { key } = (await manage<{ key: { key: string } }>(`mutation { key: ${apiKey('second')} }`)).key;
      await expectAllWorks();
      await until(async () => (await called('keyed', { 'x-api-key': key })) === 200);

      const rotated = await command(both, 'rotate-secret');
      expect(rotated).toMatchObject({ code: 0, stderr: '' });
      expect(rotated.stdout.split('\n')).toEqual([
        'signing keys: 1 of 1 made anew',
        'webhook secrets: 1 of 1 made anew',
        'previous webhook secrets: 0 of 0 made anew',
        'secrets of catalogs: 0 of 0 made anew',
        'secrets of user registries: 0 of 0 made anew',
        'chains of audits: 0 of 1 made anew',
        expect.stringMatching(
          /^kept, since only their holders know them: hashes of \d+ client secrets, 2 API keys, 2 access tokens/,
        ),
        'Nothing needs SECRET_KEY_OLD any more: leave it out, and restart every process.',
        '',
      ]);
      await expectAllWorks();
      const again = await command(both, 'rotate-secret');
      expect(again.stdout).toContain('signing keys: 0 of 1 made anew\nwebhook secrets: 0 of 1 made anew\n');

      await restart({ SECRET_KEY: SECOND });
      await expectAllWorks();
      expect(await called('keyed', { 'x-api-key': key })).toBe(200);
      const { stdout } = await command({ SECRET_KEY: SECOND }, 'doctor', '-o', 'json');
      const findings = (JSON.parse(stdout) as { findings: { check: string; state: string }[] }).findings;
      expect(findings.filter(({ check }) => ['keys', 'audit'].includes(check))).toMatchObject([
        { check: 'keys', state: 'ok' },
        { check: 'audit', state: 'ok' },
      ]);

      // A gateway that starts without its database knows what was hashed under the first, too.
      await gateway.stop();
      await wayToDatabase.cut();
      gateway = await startPlatform({ ...settings.gateway, SECRET_KEY: SECOND });
      expect(await called('keyed', { 'x-api-key': world.key.key })).toBe(200);
      expect(await called('secret', bySecret())).toBe(200);
      expect(await called('signed', { authorization: `Bearer ${first.access_token}` })).toBe(200);
      await wayToDatabase.restore();

      const retired: Settings[] = [{ SECRET_KEY: FIRST }, { SECRET_KEY: FIRST, SECRET_KEY_OLD: SECOND }];
      await Promise.all(
        retired.map(async (keys, at) => {
          const own = {
            ...(await freePorts()),
            DATABASE_URL: database.url,
            DATA_DIR: join(folder, `retired ${at}`),
          };
          await expect(startPlatform({ ...settings.gateway, ...own, ...keys })).rejects.toThrow(
            'What is stored for this platform was sealed with another secret key',
          );
        }),
      );
    },
    LASTS_AT_MOST_MS,
  );
});
