import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, openCommandLine } from '../../support/command-line.ts';

let gatehouse: CommandLine;
beforeEach(() => {
  gatehouse = openCommandLine();
  gatehouse.answer(() => Response.json({ data: { exportManifest: {} } }));
});
afterEach(() => gatehouse.close());

const PROFILES = '.config/gatehouse/profiles.yaml';

/** Writes the profiles as only their owner can read them, unless a mode is given. */
function writeProfiles(text: string, { file = PROFILES, mode = 0o600 } = {}) {
  gatehouse.write(file, text);
  chmodSync(join(gatehouse.folder, file), mode);
}

const target = () =>
  gatehouse.sent.map(({ url, headers, body }) => ({
    url,
    authorization: headers.get('authorization'),
    org: (body as { variables: { org?: string } }).variables.org,
  }));

describe('the address and the token', () => {
  it('come from the environment', async () => {
    gatehouse.set({ GATEHOUSE_URL: 'https://gatehouse.example.com/' });
    expect((await gatehouse.run('export')).code).toBe(0);
    expect(target()).toEqual([
      { url: 'https://gatehouse.example.com/graphql', authorization: 'Bearer the-token-of-the-tests' },
    ]);
  });

  it('are by default the platform of this machine', async () => {
    await gatehouse.run('export');
    expect(target()).toMatchObject([{ url: 'http://127.0.0.1:9000/graphql' }]);
  });

  it('come from a profile, whole: its token is not sent to the address of the environment', async () => {
    writeProfiles('prod:\n  url: https://prod.example.com\n  token: token-of-prod\n  org: acme\n');
    gatehouse.set({ GATEHOUSE_URL: 'https://elsewhere.example.com' });
    await gatehouse.run('export', '--profile', 'prod');
    gatehouse.set({ GATEHOUSE_URL: undefined, GATEHOUSE_PROFILE: 'prod' });
    await gatehouse.run('export', '--org', 'other');
    const prod = { url: 'https://prod.example.com/graphql', authorization: 'Bearer token-of-prod' };
    expect(target()).toEqual([
      { ...prod, org: 'acme' },
      { ...prod, org: 'other' },
    ]);
  });

  it('are looked for below XDG_CONFIG_HOME, and a token in a file of its own beside the profiles', async () => {
    gatehouse.set({ XDG_CONFIG_HOME: join(gatehouse.folder, 'xdg') });
    writeProfiles('prod: { url: https://prod.example.com, tokenFile: ./token }', {
      file: 'xdg/gatehouse/profiles.yaml',
      mode: 0o644,
    });
    writeProfiles('token-of-the-file\n', { file: 'xdg/gatehouse/token' });
    await gatehouse.run('export', '--profile', 'prod');
    expect(target()).toMatchObject([{ authorization: 'Bearer token-of-the-file' }]);
  });

  it.each([
    ['profiles.yaml', 0o644],
    ['profiles.yaml', 0o640],
    ['token', 0o604],
  ])('are refused when others can read the token in %s (mode %o)', async (file, mode) => {
    const fields = file === 'token' ? 'tokenFile: ./token' : 'token: token-of-prod';
    writeProfiles(`prod:\n  url: https://prod.example.com\n  ${fields}\n`);
    writeProfiles('token-of-the-file', { file: '.config/gatehouse/token' });
    const path = join(gatehouse.folder, '.config/gatehouse', file);
    chmodSync(path, mode);
    expect(await gatehouse.run('export', '--profile', 'prod')).toEqual({
      code: 1,
      stdout: '',
      stderr: `gatehouse: PROFILE_UNSAFE: ${path} holds a token, and others than its owner can read it: chmod 600 ${path}\n`,
    });
    expect(gatehouse.sent).toEqual([]);
  });

  it.each([
    ['prod: { url: https://p.example.com, tokn: x }', /has the field "tokn"; there are: url, token, /],
    ['prod: { token: x }', /has no url\.$/],
    [
      'prod: { url: https://p.example.com, token: x, tokenFile: y }',
      /has a token and a tokenFile: leave one/,
    ],
    ['prod: { url: https://p.example.com, token: 12345678 }', /has a token that is no text\.$/],
    ['test: { url: https://p.example.com }', /has no profile "prod"; it has: test\.$/],
    ['- prod', /is no YAML map from the names of profiles/],
    ['prod: { token: "very-secret', /is no YAML map from the names of profiles/],
  ])('say what is wrong with a profile, and nothing of its token: %s', async (text, sentence) => {
    writeProfiles(text);
    const { code, stderr } = await gatehouse.run('export', '--profile', 'prod');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^gatehouse: PROFILE_INVALID: .+\n$/);
    expect(stderr.trimEnd()).toMatch(sentence);
    expect(stderr).not.toMatch(/very-secret|12345678/);
  });

  it('say so when there are no profiles, and when two platforms are named', async () => {
    expect((await gatehouse.run('export', '--profile', 'prod')).stderr).toMatch(
      /^gatehouse: FILE_UNREADABLE: .+profiles\.yaml cannot be read: there is no such file or folder\.\n$/,
    );
    gatehouse.set({ GATEHOUSE_PROFILE: 'prod', GATEHOUSE_URL: 'https://p.example.com' });
    expect((await gatehouse.run('export')).stderr).toMatch(
      /^gatehouse: SETTING_INVALID: GATEHOUSE_PROFILE and GATEHOUSE_URL both name a platform/,
    );
  });

  it.each([
    'gatehouse.example.com',
    'ftp://p.example.com',
    'https://u:very-secret@p.example.com',
    'http://p/?token=very-secret',
  ])('are refused when the address is none, without repeating it: %s', async (url) => {
    gatehouse.set({ GATEHOUSE_URL: url });
    const { code, stderr } = await gatehouse.run('export');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^gatehouse: SETTING_INVALID: GATEHOUSE_URL is no http or https address/);
    expect(stderr).not.toContain('very-secret');
  });

  it('are asked for when there is no token', async () => {
    gatehouse.set({ GATEHOUSE_TOKEN: undefined });
    const { code, stderr } = await gatehouse.run('export');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^gatehouse: UNAUTHENTICATED: There is no token: .*GATEHOUSE_TOKEN/);
    expect(gatehouse.sent).toEqual([]);
  });
});

describe('a platform that does not answer as it should', () => {
  const timeout = () => {
    throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  };
  const html = () =>
    new Response('<h1>Bad gateway</h1>', {
      status: 502,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  const refused = () =>
    Response.json(
      { errors: [{ message: 'A valid bearer token is needed.', extensions: { code: 'UNAUTHENTICATED' } }] },
      { status: 401 },
    );
  const moved = () =>
    new Response(null, { status: 302, headers: { location: 'https://sso.example.com/login?t=1' } });

  it.each([
    [
      'nobody',
      undefined,
      /^UNREACHABLE: Nothing answers at http:\/\/127\.0\.0\.1:9000\/graphql \(ECONNREFUSED\): /,
    ],
    [
      'nothing in time',
      timeout,
      /^TIMEOUT: http:\/\/127\.0\.0\.1:9000\/graphql did not answer within 60 s\.$/,
    ],
    ['a page', html, /^ANSWER_INVALID: .+ answered 502 and text\/html instead of JSON: /],
    [
      'another JSON',
      () => Response.json({ state: 'Ready' }),
      /^ANSWER_INVALID: .+ answered 200 without GraphQL: /,
    ],
    ['a list', () => Response.json([]), /^ANSWER_INVALID: /],
    [
      'nothing at all',
      () => Response.json({ data: null }),
      /^ANSWER_INVALID: .+ answered neither data nor errors\.$/,
    ],
    [
      'a redirect',
      moved,
      /^ANSWER_INVALID: .+ leads elsewhere: set the address to https:\/\/sso\.example\.com\.$/,
    ],
    ['401', refused, /^UNAUTHENTICATED: http:\/\/127\.0\.0\.1:9000 does not accept the token: /],
  ])('is named in one sentence, with exit code 1: %s', async (_what, answering, sentence) => {
    const line = openCommandLine();
    if (answering) line.answer(answering);
    const { code, stdout, stderr } = await line.run('export');
    line.close();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^gatehouse: [^\n]+\n$/);
    expect(stderr.slice('gatehouse: '.length).trimEnd()).toMatch(sentence);
    expect(stderr).not.toContain('the-token-of-the-tests');
  });

  it('cannot send escape sequences to the terminal', async () => {
    gatehouse.answer(() =>
      Response.json({
        errors: [{ message: 'No\x1b[2J\nsuch\u202e org.', extensions: { code: 'NOT_\x07FOUND' } }],
      }),
    );
    expect((await gatehouse.run('export')).stderr).toBe('gatehouse: NOT_FOUND: No[2J such org.\n');
  });
});
