import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTokenRecipient, sealToken } from '../../../src/infrastructure/tokens/handover.ts';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';

const PLATFORM = 'http://gatehouse.test';
const TOKEN = 'gh_the-token-of-the-page';
const DAY = 86_400_000;

let line: CommandLine;
beforeEach(() => {
  line = openCommandLine();
  line.set({ GATEHOUSE_TOKEN: undefined, GATEHOUSE_URL: PLATFORM });
  line.answer(({ headers }) =>
    headers.get('authorization') === `Bearer ${TOKEN}`
      ? Response.json({
          data: {
            viewer: { name: 'temporary-1', role: 'DEVELOPER', everyOrg: false, orgs: [{ name: 'acme' }] },
            revokeAccessToken: true,
          },
        })
      : Response.json(
          { errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] },
          { status: 401 },
        ),
  );
});
afterEach(() => line.close());

const file = () => join(line.folder, '.config/gatehouse/logins.json');

/** Does what the page does once somebody confirms, and gives the query that it was opened with. */
function confirming(token = TOKEN): Promise<URLSearchParams> {
  return new Promise((opened) => {
    line.browse(async (url) => {
      const { searchParams } = new URL(url);
      const sealed = await sealToken(token, searchParams.get('key') ?? '');
      const loopback = `http://127.0.0.1:${searchParams.get('port')}/`;
      expect((await fetch(`${loopback}favicon.ico`)).status).toBe(404);
      expect((await fetch(`${loopback}?sealed=${sealed}`)).status).toBe(200);
      opened(searchParams);
    });
  });
}

describe('gatehouse login', () => {
  it('opens the browser, takes the token that the page seals for it, and keeps it for its owner alone', async () => {
    const opened = confirming();
    const { code, stderr } = await line.run('login');
    expect(code).toBe(0);
    const query = await opened;
    const shown = /shows the code (\S+)\./.exec(stderr)?.[1];
    expect(shown).toMatch(/^[\w-]{4}-[\w-]{4}$/);
    expect(stderr).toContain(`${PLATFORM}/console/command-line?key=${query.get('key')}`);
    expect(stderr).toContain('with the token temporary-1, DEVELOPER, until 2027-03-02T00:00:00.000Z');
    expect(stderr).not.toContain(TOKEN);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
      [PLATFORM]: { token: TOKEN, expiresAt: '2027-03-02T00:00:00.000Z' },
    });
  });

  it('takes a pasted text where there is no browser, and nothing that was sealed for another', async () => {
    const other = await createTokenRecipient();
    line.type(await sealToken(TOKEN, other.publicKey));
    const refused = await line.run('login', '--no-browser');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('ANSWER_INVALID: This is not what the page has shown for this login');
    expect(refused.stderr).not.toContain('port=');
    line.type('');
    expect((await line.run('login', '--no-browser')).stderr).toContain('Nothing was pasted');
  });

  it('gives up when nobody confirms it', async () => {
    const { code, stderr } = await line.run('login', '--timeout', '1ms');
    expect(code).toBe(1);
    expect(stderr).toContain('UNREACHABLE: Nobody has confirmed it in time');
  });
});

describe('the token of a login', () => {
  beforeEach(async () => {
    const opened = confirming();
    await line.run('login');
    await opened;
  });

  it('is used where no other is given, at its own platform alone, until it ends', async () => {
    const { stdout } = await line.run('whoami');
    expect(stdout).toBe(`temporary-1 at ${PLATFORM}: DEVELOPER of acme\n`);
    line.set({ GATEHOUSE_TOKEN: 'another' });
    expect((await line.run('whoami')).stderr).toContain('does not accept the token');
    line.set({ GATEHOUSE_TOKEN: undefined, GATEHOUSE_URL: 'http://elsewhere.test' });
    expect((await line.run('whoami')).stderr).toContain('There is no token: gatehouse login gets one.');
    line.set({ GATEHOUSE_URL: PLATFORM });
    line.pass(DAY);
    expect((await line.run('whoami')).stderr).toContain('There is no token');
  });

  it('is ended and forgotten by logout', async () => {
    const { code, stderr } = await line.run('logout');
    expect([code, stderr]).toEqual([0, `You are signed out at ${PLATFORM}.\n`]);
    expect(line.sent.at(-1)?.body).toMatchObject({ variables: { name: 'temporary-1', org: 'acme' } });
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({});
    expect((await line.run('logout')).stderr).toBe(`There was no login at ${PLATFORM}.\n`);
  });
});

describe('the file of logins', () => {
  it('is read by nobody else, or not at all', async () => {
    line.write('.config/gatehouse/logins.json', '{}');
    chmodSync(file(), 0o644);
    const { code, stderr } = await line.run('whoami');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /PROFILE_UNSAFE: .*logins.json holds tokens, and others than its owner can read it: chmod 600/,
    );
  });
});
