import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { graphql } from '../support/clock-world.ts';
import { createServerDatabase } from '../support/database.ts';
import { freePorts, type PlatformProcess, run, type Settings, startPlatform } from '../support/platform.ts';
import { serverUrl } from '../support/servers.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';

const postgres = await serverUrl('PostgreSQL server');
const redis = await serverUrl('Redis server');
const STARTS_WITHIN_MS = 120_000;

describe.skipIf(!postgres || !redis)(
  'control plane and gateway in two processes, on PostgreSQL and Redis',
  () => {
    const processes: PlatformProcess[] = [];
    let drop: () => Promise<void>;
    let settings: Settings;

    beforeAll(async () => {
      const database = await createServerDatabase(postgres ?? '');
      drop = database.drop;
      settings = {
        ...(await freePorts()),
        DATABASE_URL: database.url,
        REDIS_URL: `${redis}/9`,
        SECRET_KEY: 'the same in every process, 32 characters or more',
        ADMIN_TOKEN: 'the-admin-token-of-the-e2e-tests',
        DEMO: 'true',
        SECURITY_CONTACT: 'mailto:security@acme.example',
        METRICS_TOKEN: 'the-token-of-those-who-scrape',
      };
    });

    // The test that stops the processes leaves none to the next one, nor to its own second try.
    beforeEach(async () => {
      if (processes.length > 0) return;
      const { OPS_PORT = '' } = await freePorts();
      // In this order the control process hears at its start where the gateway is, not half a minute later.
      const gateway = await startPlatform({ ...settings, OPS_PORT, ROLES: 'gateway' });
      processes.push(gateway);
      const control = await startPlatform({ ...settings, ROLES: 'control,graphql-server,backends' });
      processes.unshift(control);
    }, STARTS_WITHIN_MS);

    afterAll(async () => {
      for (const each of processes) await each.stop();
      await drop?.();
    });

    it.runIf(process.platform === 'linux')(
      'lets the gateway go first: each thread of the other yields',
      () => {
        const [control, gateway] = processes.map(({ pid }) =>
          readdirSync(`/proc/${pid}/task`).map((thread) => getPriority(Number(thread))),
        );
        expect(Math.min(...(control ?? []))).toBe(Math.max(5, getPriority()));
        // The threads of V8 that collect garbage.
        expect(Math.max(...(control ?? []))).toBeGreaterThanOrEqual(10);
        expect(Math.min(...(gateway ?? []))).toBe(getPriority());
      },
    );

    it('both tell whom to write to about a vulnerability (RFC 9116)', async () => {
      for (const name of ['GATEWAY_PORT', 'CONTROL_PORT']) {
        const answer = await fetch(`http://127.0.0.1:${settings[name]}/.well-known/security.txt`);
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8$/i);
        expect(await answer.text()).toMatch(/^Contact: mailto:security@acme.example\nExpires: /);
      }
    });

    it('are no target of an API by another address either: the control plane refuses what the platform sends', async () => {
      const elsewhere = await openTcpProxy(new URL(`http://127.0.0.1:${settings['CONTROL_PORT']}`));
      onTestFinished(() => elsewhere.cut());
      const { CONTROL_URL, GATEWAY_URL } = processes[0]?.settings ?? {};
      const headers = {
        Authorization: `Bearer ${settings['ADMIN_TOKEN']}`,
        'Content-Type': 'application/json',
      };
      const name = `inner-${randomUUID()}`;
      const query = `mutation ($openapi: JSON!) {
        createApi(input: { org: "acme", title: "${name}", version: "1.0.0", basePath: "/${name}", security: [], openapi: $openapi }) { name }
        createProduct(input: { org: "acme", title: "${name}", apis: ["${name}:1.0.0"], publishTo: "sandbox" }) { name } }`;
      const openapi = {
        openapi: '3.0.3',
        info: { title: name, version: '1.0.0' },
        servers: [{ url: `http://127.0.0.1:${elsewhere.port}` }],
        paths: { '/graphql': { get: { responses: { 200: { description: 'OK' } } } } },
      };
      const body = JSON.stringify({ query, variables: { openapi } });
      const made = await fetch(`${CONTROL_URL}/graphql`, { method: 'POST', headers, body });
      expect(await made.json()).toMatchObject({ data: { createProduct: { name } } });
      await expect
        .poll(async () => {
          const answer = await fetch(`${GATEWAY_URL}/acme/sandbox/${name}/graphql`);
          return [answer.status, await answer.text()];
        })
        .toEqual([
          403,
          expect.stringContaining('Nothing of the platform is called through the platform itself'),
        ]);
      const direct = await fetch(`http://127.0.0.1:${elsewhere.port}/graphql`);
      expect(direct.status).not.toBe(403);
    });

    it('are no target of an API by an address that only the other one knows', {
      timeout: STARTS_WITHIN_MS,
    }, async () => {
      const { CONTROL_URL } = processes[0]?.settings ?? {};
      const query = `mutation ($openapi: JSON!) {
        createApi(input: { org: "acme", title: "Measures", version: "1.0.0", basePath: "/measures", security: [], openapi: $openapi }) { name } }`;
      const openapi = {
        openapi: '3.0.3',
        info: { title: 'Measures', version: '1.0.0' },
        servers: [{ url: processes[1]?.settings['OPS_URL'] }],
        paths: { '/metrics': { get: { responses: { 200: { description: 'OK' } } } } },
      };
      await expect
        .poll(
          async () => {
            const answer = await fetch(`${CONTROL_URL}/graphql`, {
              method: 'POST',
              headers: {
                Authorization: `Bearer ${settings['ADMIN_TOKEN']}`,
                'Content-Type': 'application/json',
              },
              body: JSON.stringify({
                query: query.replace('"Measures"', `"Measures ${performance.now()}"`),
                variables: { openapi },
              }),
            });
            return JSON.stringify(await answer.json());
          },
          // It says where it is twice a minute.
          { timeout: 60_000, interval: 2_000 },
        )
        .toContain("is this platform's own: give the address of a back-end.");
    });

    it('tell measures only to who brings the token', async () => {
      const ask = (token?: string) =>
        fetch(`http://127.0.0.1:${settings['OPS_PORT']}/metrics`, {
          headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
        });
      expect((await ask()).status).toBe(401);
      expect((await ask('another-token-of-those-who-scrape')).status).toBe(401);
      const told = await ask(settings['METRICS_TOKEN']);
      expect([told.status, await told.text()]).toEqual([
        200,
        expect.stringContaining('process_cpu_seconds_total'),
      ]);
      const ready = await fetch(`http://127.0.0.1:${settings['OPS_PORT']}/readyz`);
      expect(ready.status).toBe(200);
    });

    it(
      'tell the whole story: what one changes, the other serves',
      async () => {
        const { code, stdout } = await run('examples/story.ts', processes[0]?.settings ?? {});
        const [, held, all] = /(\d+) of (\d+) steps held\n$/.exec(stdout) ?? [];
        expect({ code, held }).toEqual({ code: 0, held: all });
      },
      STARTS_WITHIN_MS,
    );

    it('stop cleanly: what the gateway has noted for the audit is in it then', async () => {
      const [control, gateway] = processes.splice(0) as [PlatformProcess, PlatformProcess];
      const manage = <Data>(query: string) =>
        graphql<Data>(`${control.settings['CONTROL_URL']}/graphql`, {
          query,
          token: settings['ADMIN_TOKEN'],
        });
      const idp = `idp-${randomUUID()}`;
      const { issued } = await manage<{ issued: { clientKey: string; clientSecret: string } }>(`mutation {
        createOAuthProvider(input: { org: "acme", title: "${idp}", userRegistry: "sample-users", scopes: [],
          grantTypes: [RESOURCE_OWNER_PASSWORD], clientTypes: [CONFIDENTIAL] }) { name }
        assignOAuthProvider(input: { org: "acme", catalog: "sandbox", oauthProvider: "${idp}" }) { name }
        issued: createCredential(input: { org: "acme", catalog: "sandbox", consumerOrg: "consumers",
          application: "demo-application", title: "${idp}" }) { clientKey clientSecret } }`);
      const client = { client_id: issued.clientKey, client_secret: issued.clientSecret };
      const guess = { grant_type: 'password', username: 'alice', password: 'a wrong password' };
      const token = async () => {
        const body = new URLSearchParams({ ...client, ...guess });
        const url = `${gateway.settings['GATEWAY_URL']}/acme/sandbox/${idp}/oauth2/token`;
        return (await fetch(url, { method: 'POST', body })).json();
      };
      await expect.poll(token).toMatchObject({ error: 'invalid_grant' });
      expect((await gateway.stop()).code).toBe(0);
      expect(
        await manage('{ auditEvents(org: "acme", action: "signInFailed") { nodes { detail } } }'),
      ).toMatchObject({
        auditEvents: {
          nodes: expect.arrayContaining([
            { detail: expect.objectContaining({ oauthProvider: idp, application: 'demo-application' }) },
          ]),
        },
      });
      expect((await control.stop()).code).toBe(0);
    });
  },
);
