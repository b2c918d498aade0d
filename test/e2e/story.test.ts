import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts, type PlatformProcess, run, type Settings, startPlatform } from '../support/platform.ts';
import { isThorough } from '../support/runs.ts';

const ADMIN_TOKEN = 'the-admin-token-of-the-e2e-tests';
const STARTS_WITHIN_MS = 90_000;

let dataDir: string;
let settings: Settings;
let platform: PlatformProcess;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
  settings = { ...(await freePorts()), DATA_DIR: dataDir, ADMIN_TOKEN };
  platform = await startPlatform(settings);
}, STARTS_WITHIN_MS);

afterAll(async () => {
  await platform?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The call that the block ends with. */
const printedCall = () => /^ +Try +(curl .+)$/m.exec(platform.block)?.[1] ?? '';

function hasCurl(): boolean {
  try {
    execFileSync('curl', ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** What the demo world has gone through: with every change its revision rises. */
async function demoRevision(): Promise<number> {
  const response = await fetch(`${platform.settings['CONTROL_URL']}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
    body: JSON.stringify({ query: '{ org(name: "acme") { revision } }' }),
  });
  const { data } = (await response.json()) as { data: { org: { revision: number } } };
  return data.org.revision;
}

describe('the platform, started as a user starts it', () => {
  it('goes from Pending to Ready', () => {
    expect(platform.readiness.at(-1)).toBe('200 Ready');
    expect(platform.readiness.slice(0, -1).filter((said) => said !== '503 Pending')).toEqual([]);
  });

  it('prints where everything is, and no admin token that it was given', () => {
    for (const name of ['GATEWAY_URL', 'CONTROL_URL', 'GRAPHQL_SERVER_URL', 'BACKENDS_URL'])
      expect(platform.block).toContain(platform.settings[name]);
    expect(platform.block).toContain('consumer / consumer-password');
    expect(platform.block).not.toContain(ADMIN_TOKEN);
  });

  it.skipIf(!hasCurl())('prints a curl that answers 200 when it is pasted', async () => {
    const command = `${printedCall()} --silent --show-error --write-out '\n%{http_code}'`;
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    const [body = '', status] = stdout.split(/\n(?=\d+$)/);
    expect(status).toBe('200');
    expect(JSON.parse(body)).toHaveLength(10);
  });

  it.each(isThorough ? ['', ', and again'] : [''])(
    'holds every step of the story of spec.md%s',
    async () => {
      const { code, stdout, stderr } = await run('examples/story.ts', platform.settings);
      expect(stdout.split('\n').filter((line) => line.includes('✗'))).toEqual([]);
      expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^(\d{2,}) of \1 steps held$/);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      for (const secret of [ADMIN_TOKEN, 'alice-password', 'carol-password', /eyJ[\w-]{8}/, /cs_[\w-]{8}/])
        expect(stdout).not.toMatch(secret);
    },
    STARTS_WITHIN_MS,
  );

  it('keeps a second process from its data directory, and says which process holds it', async () => {
    const { code, stdout, stderr } = await run('src/main.ts', { ...settings, ...(await freePorts()) });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `The data directory ${dataDir} is in use by process ${platform.pid}: stop that one, or give this one another DATA_DIR.\n`,
    );
  });

  it(
    'stops on SIGTERM with exit code 0, and starts again with what it had',
    async () => {
      const before = { call: printedCall(), revision: await demoRevision() };
      const { code, stderr } = await platform.stop();
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      platform = await startPlatform(settings);
      expect({ call: printedCall(), revision: await demoRevision() }).toEqual(before);
    },
    STARTS_WITHIN_MS,
  );
});

describe('the story', () => {
  it('says what is missing when it has no admin token', async () => {
    const { code, stdout, stderr } = await run('examples/story.ts', {});
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^ADMIN_TOKEN is missing\. .+\n$/);
  });

  it('says so when nothing answers, and when the admin token is another one', async () => {
    const nobody = { ADMIN_TOKEN, CONTROL_URL: `http://127.0.0.1:${(await freePorts())['CONTROL_PORT']}` };
    expect((await run('examples/story.ts', nobody)).stderr).toMatch(/^Nothing answers at /);
    const stranger = { ...platform.settings, ADMIN_TOKEN: 'the-token-of-another-platform' };
    const { code, stderr } = await run('examples/story.ts', stranger);
    expect(code).toBe(1);
    expect(stderr).toMatch(/refuses the ADMIN_TOKEN/);
    expect(stderr).not.toContain('another-platform');
  });

  it(
    'goes on where a step does not hold, names what is missing, and ends with exit code 1',
    async () => {
      const [, port] = Object.entries(await freePorts())[0] ?? [];
      const withoutBackEnds = { ...platform.settings, BACKENDS_URL: `http://127.0.0.1:${port}` };
      const { code, stdout } = await run('examples/story.ts', withoutBackEnds);
      expect(code).toBe(1);
      expect(stdout).toContain('does not answer (ECONNREFUSED)');
      expect(stdout).toMatch(/not tried: it needs step 2, "The customer database v3/);
      expect(stdout).toMatch(/✓ Customer 1\.0\.0 is superseded by 2\.0\.0/);
      const [, held, all] = /^(\d+) of (\d+) steps held$/m.exec(stdout) ?? [];
      expect(Number(held)).toBeGreaterThan(20);
      expect(Number(held)).toBeLessThan(Number(all));
    },
    STARTS_WITHIN_MS,
  );
});
