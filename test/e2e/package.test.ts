import { execFileSync, spawnSync } from 'node:child_process';
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
const commandLine = mkdtempSync(join(tmpdir(), 'gatehouse-cli-'));
const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-data-'));
let made: ReturnType<typeof files>;
let settings: Settings;
let platform: PlatformProcess;

beforeAll(async () => {
  execFileSync(process.execPath, ['bin/complete.mjs', release], { stdio: 'ignore' });
  made = files();
  const makeCommandLine = `import { makeCommandLine } from './bin/package.mjs'; makeCommandLine('${commandLine}');`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', makeCommandLine]);
  settings = { ...(await freePorts()), DATA_DIR: dataDir, ADMIN_TOKEN };
  platform = await startPlatform(settings, [join(release, 'bin/gatehouse.mjs'), 'start']);
}, STARTS_WITHIN_MS);

afterAll(async () => {
  await platform?.stop();
  for (const folder of [release, commandLine, dataDir]) rmSync(folder, { recursive: true, force: true });
});

/** The files of a release, each with its size and the time of its last change. */
function files(folder = release) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ name, stat: statSync(join(folder, name)) }))
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

/** Runs the command line alone, against the platform. */
function gatehouse(...args: string[]): { status: number | null; out: string; err: string } {
  const { PATH = '' } = process.env;
  const env = {
    PATH,
    HOME: dataDir,
    GATEHOUSE_URL: `http://127.0.0.1:${settings['CONTROL_PORT']}`,
    GATEHOUSE_TOKEN: ADMIN_TOKEN,
  };
  const command = [join(commandLine, 'bin/gatehouse.mjs'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
  return { status, out: stdout, err: stderr };
}

it('the command line alone speaks to it, in 5 MB and without other packages', () => {
  expect(gatehouse('get', 'products', '--org', 'acme')).toMatchObject({ status: 0, err: '' });
  const exported = gatehouse('export', '--org', 'acme');
  expect(exported).toMatchObject({ status: 0, out: expect.stringContaining('customerdb') });
  expect(bytesOf(files(commandLine))).toBeLessThan(5_000_000);
});

it('the command line alone says what a command needs that it does not bring', () => {
  for (const command of ['start', 'doctor', 'migrate'])
    expect(gatehouse(command)).toEqual({
      status: 1,
      out: '',
      err: 'gatehouse: PLATFORM_MISSING: This command needs the whole platform: npm install --global gatehouse, in place of gatehouse-cli.\n',
    });
});

const bytesOf = (all: ReturnType<typeof files>) => all.reduce((sum, { size }) => sum + size, 0);

it('takes less than 150 MB with the packages that it depends on', () => {
  const bytes = bytesOf(made);
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
