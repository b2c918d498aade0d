import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '../support/clock-world.ts';
import {
  freePorts,
  ownDatabase,
  type PlatformProcess,
  type Settings,
  startPlatform,
} from '../support/platform.ts';
import { seedDataDir } from '../support/seed-file.ts';

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
  const dataDir = join(folder, '.data');
  seedDataDir(dataDir);
  platform = await startPlatform({ ...ports, ...(await ownDatabase(dataDir)), ADMIN_TOKEN });
  // The org `shop` has what the folder `catalog` says. No test changes either.
  cpSync('examples/catalog', join(folder, 'catalog'), { recursive: true });
  await createOrg('shop');
  expect(await gatehouse('apply', '-f', 'catalog', '--org', 'shop')).toMatchObject({ code: 0, stderr: '' });
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
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const edit = (file: string, change: (text: string) => string) => write(file, change(read(file)));

const CREATE_ORG =
  'mutation CreateOrg($title: String!) { createOrg(input: { title: $title }) { name revision } }';

/** Creates an org by the API, which takes less time than a command. */
const createOrg = (title: string) =>
  graphql(`${environment['GATEHOUSE_URL']}/graphql`, {
    query: CREATE_ORG,
    variables: { title },
    token: ADMIN_TOKEN,
  });

const NOTHING = 'Created: 0 Updated: 0 Deleted: 0 Moved: 0\n';

describe('a CI script, from an empty folder', () => {
  it('waits until the platform is ready, and for a GraphQL server', async () => {
    const { stderr, ...ended } = await waited;
    expect(ended).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/^(Waiting for ready: [^\n]+\n)*$/);
    const args = ['--for=graphql-server/sample', '--org', 'acme'];
    expect(await gatehouse('wait', ...args)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('runs a document and reads its data as JSON', async () => {
    write('create-org.graphql', CREATE_ORG);
    const createRetail = () => gatehouse('run', 'create-org.graphql', '--var', 'title=retail');
    const { code, stdout, stderr } = await createRetail();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({ createOrg: { name: 'retail', revision: expect.any(Number) } });
    expect(await createRetail()).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^gatehouse: NAME_TAKEN: .+\n$/),
    });
  });

  it('sees what a catalog as code would change, changes it, and sees that nothing is left to change', async () => {
    await createOrg('changed');
    const manifest = ['-f', 'catalog', '--org', 'changed'];
    const seen = await gatehouse('diff', ...manifest);
    expect(seen).toMatchObject({ code: 2, stderr: '' });
    expect(seen.stdout).toContain('+ Api customerdb:1.0.0\n');
    const dry = await gatehouse('apply', ...manifest, '--dry-run');
    expect(dry).toEqual({ ...seen, code: 0, stderr: 'This was a dry run: nothing was changed.\n' });
    expect(await gatehouse('apply', ...manifest)).toEqual({ ...seen, code: 0 });
    expect(await gatehouse('diff', ...manifest, '--prune')).toEqual({ code: 0, stdout: NOTHING, stderr: '' });
    expect(await gatehouse('apply', ...manifest)).toEqual({ code: 0, stdout: NOTHING, stderr: '' });
  });

  it('exports the same text from another org that it was applied to', async () => {
    expect(await gatehouse('export', '--org', 'shop', '--output', 'shop.yaml')).toMatchObject({ code: 0 });
    expect(await gatehouse('diff', '-f', 'shop.yaml', '--org', 'shop', '--prune')).toMatchObject({ code: 0 });
    await createOrg('twin');
    expect((await gatehouse('apply', '-f', 'shop.yaml', '--org', 'twin')).stderr).toBe('');
    const { stdout: twin } = await gatehouse('export', '--org', 'twin');
    const { stdout: shop } = await gatehouse('export', '--org', 'shop');
    expect(twin).toBe(shop);
    const { stdout: json } = await gatehouse('export', '--org', 'shop', '-o', 'json');
    expect(JSON.parse(json)).toMatchObject({ gatehouse: '1', apis: [{ name: 'customerdb' }, {}, {}] });
  });

  it('moves a product through its life by a change of its line', async () => {
    await createOrg('moving');
    await gatehouse('apply', '-f', 'catalog', '--org', 'moving');
    cpSync(join(folder, 'catalog'), join(folder, 'moved'), { recursive: true });
    edit('moved/catalogs.yaml', (text) => text.replace('STAGED', 'PUBLISHED'));
    const { code, stdout } = await gatehouse('apply', '-f', 'moved', '--org', 'moving', '-o', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      dryRun: false,
      changes: [{ action: 'TRANSITION', name: 'sandbox/customer:2.0.0' }],
      summary: { created: 0, updated: 0, deleted: 0, moved: 1 },
    });
  });

  it('is told of everything that is wrong, with file, line and column, and changes nothing then', async () => {
    cpSync(join(folder, 'catalog'), join(folder, 'wrong'), { recursive: true });
    edit('wrong/apis.yaml', (text) =>
      text.replace('version: 2.0.0', 'version: "2"').replace('title: Customers', 'tilte: Customers'),
    );
    edit('wrong/products.yaml', (text) =>
      text.replace('HOUR', 'DAY').replace('customerdb:1.0.0', 'lost:1.0.0'),
    );
    edit('wrong/openapi/customerdb.yaml', (text) => text.replace('3.0.3', '2.0.0'));
    const { code, stdout, stderr } = await gatehouse('apply', '-f', 'wrong', '--org', 'shop');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const [head, ...lines] = stderr.trimEnd().split('\n');
    expect(head).toMatch(/^gatehouse: [A-Z_]+: The manifest is wrong in \d places\.$/);
    for (const line of lines) expect(line).toMatch(/^ {2}wrong\/[a-z/]+\.yaml:\d+:\d+: .+\.$/);
    const positions = lines.map((line) => /^ {2}(wrong\/\S+?:\d+:\d+):/.exec(line)?.[1]);
    expect(positions).toEqual(
      expect.arrayContaining([
        'wrong/apis.yaml:25:5',
        'wrong/apis.yaml:13:5',
        'wrong/products.yaml:14:53',
        'wrong/products.yaml:8:12',
        'wrong/openapi/customerdb.yaml:1:1',
      ]),
    );
    expect((await gatehouse('diff', '-f', 'catalog', '--org', 'shop')).code).toBe(0);
  });

  it('is refused where the org has moved on, and deletes only when it says so', async () => {
    const stale = ['apply', '-f', 'catalog', '--org', 'shop', '--expected-revision', '0'];
    expect(await gatehouse(...stale)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^gatehouse: CONFLICT: .+\n$/),
    });
    write('less.yaml', 'gatehouse: "1"\ncatalogs: []\nproducts: []\n');
    await createOrg('pruned');
    await gatehouse('apply', '-f', 'catalog', '--org', 'pruned');
    const less = ['-f', 'less.yaml', '--org', 'pruned'];
    expect(await gatehouse('diff', ...less)).toEqual({ code: 0, stdout: NOTHING, stderr: '' });
    const pruned = await gatehouse('apply', ...less, '--prune');
    expect(pruned).toMatchObject({ code: 0, stderr: '' });
    expect(pruned.stdout).toMatch(/^- Catalog sandbox$/m);
    expect(pruned.stdout).toMatch(/^Created: 0 Updated: 0 Deleted: [1-9]\d* Moved: 0$/m);
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
