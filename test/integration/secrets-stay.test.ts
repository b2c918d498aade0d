import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/foundation/clock.ts';
import { type Platform, startPlatform } from '../../src/process/platform.ts';
import { readConfig } from '../../src/process/settings/config.ts';
import { type Collector, openCollector } from '../support/collector.ts';
import { createMigratedDatabase, type ServerDatabase } from '../support/database.ts';
import { eventually, until } from '../support/eventually.ts';
import { freePorts, type Settings } from '../support/platform.ts';
import { exchange } from '../support/raw-http.ts';
import { serverUrl } from '../support/servers.ts';
import { recordingUpstream, type Upstream } from '../support/upstream.ts';

/**
 * One platform with everything that tells what it does switched on. Whatever is secret in a request or an answer begins
 * with `canary`, or is noted as it is issued; then nothing of it may be found anywhere.
 */
const ADMIN_TOKEN = 'canary-of-the-administrator';
/** Migrations included, on a busy machine. */
const STARTS_WITHIN_MS = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-secrets-'));
const accessLog = join(folder, 'access.log');
const secrets = new Set(['canary', 'alice-password', 'consumer-password']);
const logged: string[] = [];
let collector: Collector;
let receiver: Upstream;
let platform: Platform;
let database: ServerDatabase | undefined;
let ports: Settings;

const at = (name: string, path: string) => `http://127.0.0.1:${ports[name]}${path}`;

beforeAll(async () => {
  [collector, receiver, ports] = await Promise.all([openCollector(), recordingUpstream(), freePorts()]);
  const server = await serverUrl('PostgreSQL server');
  database = server === undefined ? undefined : await createMigratedDatabase(server);
  const config = readConfig({
    ...ports,
    // Where there is a server, which is migrated sooner.
    ...(database && { DATABASE_URL: database.url, SECRET_KEY: 'canary-of-the-key, 32 characters or more' }),
    DATA_DIR: join(folder, 'data'),
    ADMIN_TOKEN,
    ACCESS_LOG: accessLog,
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  platform = await startPlatform(config, { log, clock: systemClock });
  vi.unstubAllEnvs();
  await platform.ready;
}, STARTS_WITHIN_MS);
afterAll(async () => {
  await Promise.all([collector.close(), receiver.close()]);
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Notes what was issued. */
function note<Secret extends string | undefined>(secret: Secret): Secret {
  if (secret) secrets.add(secret);
  return secret;
}

async function graphql<T>(url: string, query: string, more: { token?: string; variables?: object } = {}) {
  const { token, variables } = more;
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: 'any=canary-cookie',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  return (await answer.json()) as { data: T; errors?: unknown };
}
const manage = async <T>(query: string, variables: object = {}): Promise<T> => {
  const { data, errors } = await graphql<T>(at('CONTROL_PORT', '/graphql'), query, {
    token: ADMIN_TOKEN,
    variables,
  });
  expect(errors).toBeUndefined();
  return data;
};
const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' });

const requestIds: string[] = [];
async function call(path: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(at('GATEWAY_PORT', `/acme/sandbox/${path}`), init);
  await answer.text();
  if (answer.status >= 400) requestIds.push(answer.headers.get('x-request-id') ?? '');
  return answer.status;
}

/** The webhook's secret, a token of the management API, and mutations with secrets among their variables. */
async function useManagement(): Promise<void> {
  const url = at('CONTROL_PORT', '/graphql');
  const { createWebhook } = await manage<{ createWebhook: { secret: string } }>(
    'mutation ($url: URL!) { createWebhook(input: { org: "acme", catalog: "sandbox", name: "w", url: $url, types: [SUBSCRIPTION] }) { secret } }',
    { url: receiver.url },
  );
  note(createWebhook.secret);
  const { createAccessToken } = await manage<{ createAccessToken: { token: string } }>(
    'mutation { createAccessToken(input: { org: "acme", name: "ci", role: VIEWER }) { token } }',
  );
  await graphql(url, '{ viewer { role } }', { token: note(createAccessToken.token) });
  await graphql(url, '{ viewer { role } }', { token: 'canary-of-nobody' });
  await graphql(url, 'mutation { createOrg(input: { title: "canary" ', { token: ADMIN_TOKEN });
  await graphql(url, 'query ($canary: Nothing) { no(canary: "canary") }', { token: ADMIN_TOKEN });
}

/** An open API whose back-end gets a secret, which the back-end sends back in vain: it answers with a fault. */
async function useBackend(): Promise<void> {
  const openapi = {
    openapi: '3.0.3',
    info: { title: 'Crm', version: '1.0.0' },
    paths: { '/people': { get: { responses: { 200: { description: 'All.' } } } } },
  };
  const mutations = [
    'createBackend(input: { org: "acme", name: "crm" }) { name }',
    'setSecret(input: { org: "acme", catalog: "sandbox", name: "crm-key", value: "canary-of-the-back-end" }) { name }',
    'setBackend(input: { org: "acme", catalog: "sandbox", backend: "crm", targets: [{ url: $url }], credentials: { type: QUERY, name: "key", secret: "crm-key" } }) { after { credentials { secret } } }',
    'createApi(input: { org: "acme", openapi: $openapi, backend: "crm", security: [] }) { backend { catalogs { credentials { secret } } } }',
    'createProduct(input: { org: "acme", title: "Crm", apis: ["crm:1.0.0"], publishTo: "sandbox" }) { name }',
  ];
  for (const mutation of mutations) {
    const types = { url: 'URL!', openapi: 'JSON!' };
    const used = Object.entries(types).filter(([name]) => mutation.includes(`$${name}`));
    const declared = used.map(([name, type]) => `$${name}: ${type}`).join(', ');
    await manage(`mutation ${declared && `(${declared})`} { ${mutation} }`, { url: receiver.url, openapi });
  }
  await until(async () => (await call('crm/people')) === 200);
  expect(receiver.seen.at(-1)?.url).toBe('/people?key=canary-of-the-back-end');
  // A target where nobody is: what fails is told too.
  const nowhere = { url: 'http://127.0.0.1:1' };
  await manage(
    'mutation ($url: URL!) { setBackend(input: { org: "acme", catalog: "sandbox", backend: "crm", targets: [{ url: $url }], credentials: { type: BASIC, username: "crm", secret: "crm-key" } }) { dryRun } }',
    nowhere,
  );
  await until(async () => (await call('crm/people')) === 502);
  const { exportManifest } = await manage<{ exportManifest: object }>('{ exportManifest(org: "acme") }');
  expect(JSON.stringify(exportManifest)).toContain('crm-key');
  expect(JSON.stringify(exportManifest)).not.toContain('canary');
}

/** Beside the demo world, whose users sign in at the same registry. */
async function useOAuthProvider(): Promise<void> {
  const example = (name: string) => readFileSync(`examples/${name}.graphql`, 'utf8');
  await manage(example('06-create-oauth-provider'), { org: 'acme' });
  await manage(example('08-assign-oauth-provider'), { org: 'acme', catalog: 'sandbox' });
}

/** Signs in rightly and wrongly, and makes an application. */
async function usePortal() {
  const url = at('CONTROL_PORT', '/portal/acme/sandbox/graphql');
  const signIn = readFileSync('examples/portal/01-sign-in.graphql', 'utf8');
  await graphql(url, signIn, { variables: { username: 'consumer', password: 'canary-password' } });
  const { data } = await graphql<{ signIn: { token: string } }>(url, signIn, {
    variables: { username: 'consumer', password: 'consumer-password' },
  });
  const token = note(data.signIn.token);
  await post(at('CONTROL_PORT', '/portal/acme/sandbox/sign-in'), {
    username: 'consumer',
    password: 'canary-password',
  });
  const made = await graphql<{ createApplication: { clientKey: string; clientSecret: string } }>(
    url,
    'mutation { createApplication(title: "App") { clientKey clientSecret } }',
    { token },
  );
  const { clientKey, clientSecret } = made.data.createApplication;
  note(clientSecret);
  await graphql(
    url,
    'mutation { subscribe(application: "app", product: "customer:1.0.0", plan: "default-plan") { id } }',
    { token },
  );
  return { clientKey, clientSecret };
}

async function useConsole(): Promise<void> {
  const url = at('CONTROL_PORT', '/console/sign-in');
  note(new URL(platform.signInUrl ?? '').searchParams.get('code') ?? undefined);
  await fetch(`${url}?code=canary-code`);
  await post(url, { token: 'canary-token' });
  const answer = await post(url, { token: ADMIN_TOKEN });
  const cookie = (answer.headers.getSetCookie()[0] ?? '').split(';', 1)[0] ?? '';
  note(cookie.split('=', 2)[1]);
  expect((await fetch(at('CONTROL_PORT', '/console/overview'), { headers: { cookie } })).status).toBe(200);
}

type Client = { readonly clientKey: string; readonly clientSecret: string };

async function askForTokens({ clientKey, clientSecret }: Client): Promise<string> {
  const url = at('GATEWAY_PORT', '/acme/sandbox/customer-oauth/oauth2/token');
  const form = { grant_type: 'password', username: 'alice' };
  const client = { client_id: clientKey, client_secret: clientSecret };
  await post(`${url}?client_secret=canary`, { ...form, ...client, password: 'canary-password' });
  await post(url, { ...form, password: 'canary' }, { authorization: `Basic ${btoa(`${clientKey}:canary`)}` });
  await post(url, { ...form, client_id: 'canary-id', client_secret: 'canary', password: 'canary' });
  const answer = await post(url, { ...form, ...client, password: 'alice-password' });
  const { access_token: token, error } = (await answer.json()) as { access_token: string; error?: string };
  expect(error).toBeUndefined();
  return note(token);
}

async function useGateway(clientKey: string, token: string): Promise<void> {
  const path = 'customerdb/v1/customers';
  const hidden = { cookie: 'session=canary', 'x-any': 'canary-header', authorization: 'Basic canary' };
  const headers = { ...hidden, 'x-client-id': clientKey };
  expect(await eventually(() => call(`${path}?secret=canary`, { headers }))).toBe(200);
  expect(await call(`${path}?client_id=canary&access_token=canary`, { headers: hidden })).toBe(401);
  expect(await call(path, { headers: { 'x-client-id': 'canary-key' } })).toBe(401);
  expect(
    await call(path, { headers: { 'x-client-id': clientKey }, method: 'PATCH', body: 'canary' }),
  ).not.toBe(200);
  await call(path, { headers: { authorization: `Bearer ${token}` } });
  await call(path, { headers: { authorization: `Bearer ${token}canary` } });
  await exchange(Number(ports['GATEWAY_PORT']), 'GET /x HTTP/1.1\r\nHost: a\r\nHost: b\r\nX: canary\r\n\r\n');
  await exchange(Number(ports['GATEWAY_PORT']), 'canary\r\n\r\n');
}

it('no secret is in a log, an access log, a metric, a span, a refused call or an audit event', async () => {
  await useManagement();
  await useBackend();
  await useOAuthProvider();
  const client = await usePortal();
  await useConsole();
  const token = await askForTokens(client);
  await until(
    async () =>
      (await call('customerdb/v1/customers', { headers: { 'x-client-id': client.clientKey } })) === 200,
  );
  await useGateway(client.clientKey, token);
  await until(() => receiver.seen.length > 0);

  const WHY =
    'query ($requestId: String!) { why(org: "acme", requestId: $requestId) { requestId path detail decision { facts } } }';
  const last = requestIds.at(-1);
  await until(async () => (await manage<{ why: unknown }>(WHY, { requestId: last })).why !== null);
  const refusedCalls = await Promise.all(requestIds.map((requestId) => manage(WHY, { requestId })));
  const audit = await manage<{ auditEvents: { nodes: unknown[] } }>(
    '{ auditEvents(org: "acme", first: 100) { nodes { actor action subject detail } } }',
  );
  const metrics = await (await fetch(at('OPS_PORT', '/metrics'))).text();
  await platform.close();
  const told = {
    log: logged.join(''),
    accessLog: readFileSync(accessLog, 'utf8'),
    metrics,
    spans: collector.texts.join(''),
    refusedCalls: JSON.stringify(refusedCalls),
    audit: JSON.stringify(audit),
  };

  // Else nothing would be found because nothing was told.
  expect(told.accessLog.trim().split('\n').length).toBeGreaterThan(6);
  expect(collector.spans().map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'POST /acme/sandbox/customer-oauth/oauth2/token',
      'POST /graphql',
      'POST /portal/:org/:catalog/graphql',
      'GET /acme/sandbox/customerdb/v1',
    ]),
  );
  expect(requestIds.length).toBeGreaterThan(3);
  expect(audit.auditEvents.nodes.length).toBeGreaterThan(6);
  const found = Object.entries(told).flatMap(([where, text]) =>
    [...secrets].filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${where}`),
  );
  expect(found).toEqual([]);
  for (const [where, text] of Object.entries(told))
    if (where !== 'audit') expect(text, where).not.toContain(client.clientKey);
});
