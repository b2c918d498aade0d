import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePorts, type PlatformProcess, type Settings, startPlatform } from '../support/platform.ts';

const STARTS_WITHIN_MS = 240_000;
const SIZE_MAX_BYTES = 150_000_000;
const ADMIN_TOKEN = 'the-admin-token-of-the-e2e-tests';

/** A release, as the image has it. It lies where no clone and no other package can be found. */
const release = mkdtempSync(join(tmpdir(), 'gatehouse-release-'));
const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-data-'));
let made: ReturnType<typeof files>;
let settings: Settings;
let platform: PlatformProcess;

beforeAll(async () => {
  execFileSync(process.execPath, ['bin/complete.mjs', release], { stdio: 'ignore' });
  made = files();
  settings = { ...(await freePorts()), DATA_DIR: dataDir, ADMIN_TOKEN };
  platform = await startPlatform(settings, [join(release, 'bin/gatehouse.mjs'), 'start']);
}, STARTS_WITHIN_MS);

afterAll(async () => {
  await platform?.stop();
  for (const folder of [release, dataDir]) rmSync(folder, { recursive: true, force: true });
});

/** The files of the release, each with its size and the time of its last change. */
function files() {
  return readdirSync(release, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ name, stat: statSync(join(release, name)) }))
    .filter(({ stat }) => stat.isFile())
    .map(({ name, stat }) => ({ name, size: stat.size, at: stat.mtimeMs }));
}

async function asked(port: string, path: string, body?: object): Promise<{ status: number; text: string }> {
  const answer = await fetch(`http://127.0.0.1:${settings[port]}${path}`, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

it('a release starts with every part, and writes, installs and compiles nothing in its own folder', async () => {
  expect(platform.readiness.at(-1)).toBe('200 Ready');
  const customers = await asked('GRAPHQL_SERVER_PORT', '/api/sample', { query: '{ __typename }' });
  expect(customers).toMatchObject({ status: 200, text: expect.stringContaining('"__typename":"Query"') });
  const orgs = await asked('CONTROL_PORT', '/graphql', { query: '{ org(name: "acme") { name } }' });
  expect(orgs).toEqual({ status: 200, text: '{"data":{"org":{"name":"acme"}}}' });
  expect(files()).toEqual(made);
});

it('its pages have what they run in browsers, and their style', async () => {
  const { status, text } = await asked('CONTROL_PORT', '/portal/acme/sandbox/');
  expect(status).toBe(200);
  const [, style = ''] = /<link[^>]+href="([^"]+\.css)"/.exec(text) ?? [];
  await expect(asked('CONTROL_PORT', style)).resolves.toMatchObject({ status: 200 });
  expect(made.filter(({ name }) => name.startsWith('web/built/')).length).toBeGreaterThan(10);
});

it('takes less than 150 MB with the packages that it depends on', () => {
  const bytes = made.reduce((sum, { size }) => sum + size, 0);
  expect(bytes).toBeGreaterThan(SIZE_MAX_BYTES / 10);
  expect(bytes).toBeLessThan(SIZE_MAX_BYTES);
});

it('names all packages that it contains, with their licences', () => {
  const notices = readFileSync(join(release, 'THIRD-PARTY-NOTICES'), 'utf8');
  for (const name of ['graphql@', '@graphql-mesh/', '@prisma/client@', 'vue@', 'MIT License'])
    expect(notices).toContain(name);
  const { components } = JSON.parse(readFileSync(join(release, 'sbom.cdx.json'), 'utf8')) as {
    components: readonly { readonly name: string }[];
  };
  expect(components.map(({ name }) => name)).toContain('graphql-yoga');
});
