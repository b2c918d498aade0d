import { getRequestListener } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { trustedProxies } from '../../src/http/ingress/client-address.ts';
import type { Layers } from '../../src/process/layers.ts';
import { createControl } from '../../src/process/parts/control/routes.ts';
import type { Config } from '../../src/process/settings/config.ts';
import { type Listening, listen } from '../support/gateway.ts';
import { openPortal, type PortalWorld, passwordOf } from '../support/portal.ts';

const EMAIL = 'ada@acme.example';
const ADDRESS = '203.0.113.9';

let portal: PortalWorld;
let server: Listening;
let adminToken: string;

beforeEach(async () => {
  portal = await openPortal();
  const { deps, database, orgId } = portal;
  const isTrustedProxy = trustedProxies(['127.0.0.0/8']);
  const urls = { ...deps.urls, console: deps.urls.control };
  const more = { urls, isTrustedProxy, onFault: (fault: unknown) => fault };
  const layers = { ...deps, ...more } as unknown as Layers;
  const config = { adminToken: undefined, demo: false, urls } as Config;
  const control = await createControl(config, layers);
  adminToken = control.adminToken ?? '';
  server = await listen(getRequestListener(control.handler.fetch));
  const passwordSalt = Buffer.alloc(16, 7);
  const passwordHash = await deps.passwords.hash(passwordOf(EMAIL), ['test'], passwordSalt);
  const beta = await database.prisma.org.create({ data: { name: 'beta', title: 'Beta' } });
  const held = { role: 'VIEWER', state: 'ENABLED', passwordHash } as const;
  await database.prisma.user.create({
    data: {
      email: EMAIL,
      passwordSalt,
      memberships: { create: [orgId, beta.id].map((id) => ({ orgId: id, ...held })) },
    },
  });
});
afterEach(async () => {
  await server.close();
  await portal.close();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const graphql = async (path: string, body: object, headers: Record<string, string>) => {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as { data?: Record<string, unknown> }) };
};
const consoleSignIn = (fields: Record<string, string>) =>
  fetch(`${server.url}/console/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: server.url, ...from(ADDRESS) },
    body: new URLSearchParams(fields),
  });
const SIGN_IN = `mutation ($username: String!, $password: String!) { signIn(username: $username, password: $password) { token } }`;
const portalSignIn = (username: string, password: string) =>
  graphql(
    '/portal/acme/sandbox/graphql',
    { query: SIGN_IN, variables: { username, password } },
    from(ADDRESS),
  );

type Event = Record<'action' | 'actor' | 'subject' | 'address', string> & { detail: Record<string, unknown> };
const EVENTS = `query ($org: String!, $action: String!) {
  auditEvents(org: $org, action: $action) { nodes { action actor subject address detail mac } } }`;
/** What the audit of an org tells by now, the oldest first. */
async function audited(org: string, action: string): Promise<Event[]> {
  await portal.deps.failedSignIns.tell();
  const headers = { authorization: `Bearer ${adminToken}` };
  const { data } = await graphql('/graphql', { query: EVENTS, variables: { org, action } }, headers);
  return (data as { auditEvents: { nodes: Event[] } }).auditEvents.nodes.toReversed();
}

describe('the audit tells', () => {
  it('where each change came from, as a trusted proxy tells it', async () => {
    const query = 'mutation { createCatalog(input: { org: "acme", title: "Shop" }) { name } }';
    const headers = { authorization: `Bearer ${adminToken}`, ...from(`6.6.6.6, ${ADDRESS}`) };
    expect((await graphql('/graphql', { query }, headers)).status).toBe(200);
    expect(await audited('acme', 'createCatalog')).toMatchObject([{ subject: 'shop', address: ADDRESS }]);
  });

  it('where a person signed in from, and what a consumer changed', async () => {
    expect((await consoleSignIn({ email: EMAIL, password: passwordOf(EMAIL), org: 'acme' })).status).toBe(
      303,
    );
    expect(await audited('acme', 'signIn')).toMatchObject([{ subject: EMAIL, address: ADDRESS }]);
    const { data } = await portalSignIn('carol', passwordOf('carol'));
    const { token } = (data as { signIn: { token: string } }).signIn;
    const query = 'mutation { createApplication(title: "App") { application { name } } }';
    await graphql(
      '/portal/acme/sandbox/graphql',
      { query },
      { authorization: `Bearer ${token}`, ...from(ADDRESS) },
    );
    expect(await audited('acme', 'createApplication')).toMatchObject([
      { actor: 'consumer:carol', address: ADDRESS },
    ]);
  });

  it('of failed sign-ins to the console each org of the person, or the one that was named', async () => {
    for (const org of ['', '', 'beta'])
      expect((await consoleSignIn({ email: EMAIL, password: 'a wrong password', org })).status).toBe(401);
    const told = (failures: number) => ({
      actor: 'anonymous',
      subject: EMAIL,
      address: ADDRESS,
      detail: { failures, since: expect.any(String), until: expect.any(String) },
    });
    expect(await audited('acme', 'signInFailed')).toMatchObject([told(2)]);
    expect(await audited('beta', 'signInFailed')).toMatchObject([told(3)]);
  });

  it('nothing of people who are unknown, and nothing before what was told is old', async () => {
    for (let time = 0; time < 2; time += 1)
      await consoleSignIn({ email: EMAIL, password: 'a wrong password', org: 'acme' });
    await portal.deps.failedSignIns.tell();
    const before = await portal.database.prisma.auditEvent.count();
    await consoleSignIn({ email: 'nobody@acme.example', password: 'a wrong password' });
    await consoleSignIn({ email: EMAIL, password: 'a wrong password', org: 'acme' });
    await portal.deps.failedSignIns.tell();
    expect(await portal.database.prisma.auditEvent.count()).toBe(before);
    portal.pass(15 * 60_000);
    expect((await audited('acme', 'signInFailed')).map(({ detail }) => detail['failures'])).toEqual([2, 1]);
  });

  it('of failed sign-ins to a portal its org, and names nobody who is not of the catalog', async () => {
    await portalSignIn('carol', 'a wrong password');
    for (const username of ['my secret password', 'another one']) await portalSignIn(username, 'x');
    const told = (await audited('acme', 'signInFailed')).filter(({ detail }) => detail['catalog']);
    expect(told).toMatchObject([
      { subject: 'carol', address: ADDRESS, detail: { catalog: 'sandbox', failures: 1 } },
      { subject: '(unknown)', address: ADDRESS, detail: { catalog: 'sandbox', failures: 2 } },
    ]);
    expect(JSON.stringify(told)).not.toContain('my secret password');
  });

  it('of an access token that has ended the org that it reached', async () => {
    const { database, deps, orgId } = portal;
    const token = deps.secrets.issue('gh_');
    const expiresAt = new Date(deps.clock().getTime() - 1);
    await database.prisma.accessToken.create({
      data: { orgId, name: 'ci', role: 'VIEWER', tokenHash: deps.secrets.hash(token), expiresAt },
    });
    for (const shown of [token, token]) {
      const headers = { authorization: `Bearer ${shown}`, ...from(ADDRESS) };
      expect((await graphql('/graphql', { query: '{ viewer { name } }' }, headers)).status).toBe(401);
    }
    expect(await audited('acme', 'accessTokenRefused')).toMatchObject([
      { subject: 'ci', actor: 'anonymous', address: ADDRESS, detail: { failures: 2 } },
    ]);
    expect(await audited('beta', 'accessTokenRefused')).toEqual([]);
  });

  it('nobody of a token that nobody has: the operator hears of it, once, with how many and from where', async () => {
    const { database, deps, strangers } = portal;
    const guess = async (path: string, address: string) => {
      const headers = {
        authorization: `Bearer ${deps.secrets.issue('gh_')}`,
        accept: 'application/graphql-response+json',
        ...from(address),
      };
      expect((await fetch(`${server.url}${path}`, { headers })).status).toBe(401);
    };
    await guess('/graphql?query={viewer{name}}', ADDRESS);
    await guess('/management/acme/apis/customer:1.0.0/openapi.json', '198.51.100.7');
    const before = await database.prisma.auditEvent.count();
    await deps.failedSignIns.tell();
    await guess('/graphql?query={viewer{name}}', ADDRESS);
    await deps.failedSignIns.tell();
    const addresses = [ADDRESS, '198.51.100.7'];
    const span = { since: expect.any(String), until: expect.any(String) };
    expect(strangers).toEqual([
      {
        action: 'accessTokenRefused',
        subject: '(unknown)',
        address: ADDRESS,
        detail: { failures: 2, ...span, addresses },
      },
    ]);
    expect(await database.prisma.auditEvent.count()).toBe(before);
  });
});
