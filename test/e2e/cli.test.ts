import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts, type PlatformProcess, type Settings, startPlatform } from '../support/platform.ts';

const ADMIN_TOKEN = 'the-admin-token-of-the-cli-tests';
const STARTS_WITHIN_MS = 90_000;
const GATEHOUSE = resolve('bin/gatehouse.mjs');

type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };

let folder: string;
let environment: Settings;
let platform: PlatformProcess;
let waited: Promise<Ran>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-cli-e2e-'));
  const ports = await freePorts();
  const at = (port: string) => `http://127.0.0.1:${ports[port]}`;
  environment = {
    GATEHOUSE_URL: at('CONTROL_PORT'),
    GATEHOUSE_TOKEN: ADMIN_TOKEN,
    GATEHOUSE_OPS_URL: at('OPS_PORT'),
    BACKENDS_URL: at('BACKENDS_PORT'),
    GRAPHQL_SERVER_URL: at('GRAPHQL_SERVER_PORT'),
  };
  // As in a CI script: what waits begins before there is anything to wait for.
  waited = gatehouse('wait', '--for=ready', '--timeout', '90s');
  platform = await startPlatform({ ...ports, DATA_DIR: join(folder, '.data'), ADMIN_TOKEN });
}, STARTS_WITHIN_MS);

afterAll(async () => {
  await platform?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command line in the folder, with the settings of the script and no others. */
function gatehouse(...args: string[]): Promise<Ran> {
  return within(environment, ...args);
}

function within(settings: Settings, ...args: string[]): Promise<Ran> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, ...settings };
  return new Promise((done) => {
    execFile(process.execPath, [GATEHOUSE, ...args], { cwd: folder, env }, (error, stdout, stderr) => {
      done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr });
    });
  });
}

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

async function createOrg(name: string) {
  write(
    'create-org.graphql',
    'mutation CreateOrg($title: String!) { createOrg(input: { title: $title }) { name revision } }',
  );
  return gatehouse('run', 'create-org.graphql', '--var', `title=${name}`);
}

describe('a CI script, from an empty folder', () => {
  it('waits until the platform is ready, and for a GraphQL server', async () => {
    expect(await waited).toEqual({ code: 0, stdout: '', stderr: '' });
    const args = ['--for=graphql-server/sample', '--org', 'acme'];
    expect(await gatehouse('wait', ...args)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('runs a document and reads its data as JSON', async () => {
    const { code, stdout, stderr } = await createOrg('shop');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({ createOrg: { name: 'shop', revision: expect.any(Number) } });
    expect(await createOrg('shop')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^gatehouse: NAME_TAKEN: .+\n$/),
    });
  });

  it('has one line on standard error and exit code 1 when the platform cannot be used', async () => {
    const stranger = { ...environment, GATEHOUSE_TOKEN: 'the-token-of-another-platform' };
    const nobody = { ...environment, GATEHOUSE_URL: `http://127.0.0.1:${(await freePorts())['OPS_PORT']}` };
    const elsewhere = { ...environment, GATEHOUSE_URL: environment['GATEHOUSE_OPS_URL'] ?? '' };
    for (const [settings, code] of [
      [stranger, 'UNAUTHENTICATED'],
      [nobody, 'UNREACHABLE'],
      [elsewhere, 'ANSWER_INVALID'],
    ] as const)
      expect(await within(settings, 'export', '--org', 'shop')).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(new RegExp(`^gatehouse: ${code}: .+\\n$`)),
      });
  });

  it('is not disturbed by a tsconfig.json or a package.json of the folder', async () => {
    write('tsconfig.json', '{ "compilerOptions": { "target": "ES3", "paths": {');
    write('package.json', '{ "type": "commonjs" }');
    expect(await gatehouse('version')).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
  });
});
