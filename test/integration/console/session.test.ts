import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ensureAdministrator } from '../../../src/control-plane/management/people/first-administrator.ts';
import { type ConsoleWorld, openConsole, type Visitor } from '../../support/console.ts';

const HOUR = 3_600_000;
const WHO = { query: '{ viewer { name role } }' };

let world: ConsoleWorld;

beforeAll(async () => {
  world = await openConsole();
  await world.mutate('createOrg', { title: 'Acme' });
});
afterAll(() => world.close());

type Told = { data?: unknown; errors?: { message: string; extensions: { code: string } }[] };
async function told(answer: Promise<Response>) {
  const response = await answer;
  const { data, errors } = (await response.json()) as Told;
  return { status: response.status, data, code: errors?.[0]?.extensions.code, message: errors?.[0]?.message };
}
const who = (person: Visitor) => told(person.post('/console/graphql', WHO));
async function leadsTo(answer: Promise<Response>) {
  const { status, headers } = await answer;
  return [status, headers.get('location')];
}
async function tokenOf(input: Record<string, unknown>) {
  const issued = await world.mutate<{ token: string }>('createAccessToken', input, '{ token }');
  return issued.token;
}
const ADMINISTRATOR = { viewer: { name: 'administrator', role: 'ADMINISTRATOR' } };

describe('somebody who is not signed in', () => {
  it('comes to the console by the address of the control plane alone', async () => {
    expect(await leadsTo(world.visitor().get('/'))).toEqual([302, '/console']);
  });

  it.each([
    '/console',
    '/console/',
    '/console/overview',
    '/console/graphiql?open=publishProduct',
    '/console/no-such',
  ])('is sent to sign in, and from there back to %s', async (path) => {
    const returnTo = encodeURIComponent(path);
    expect(await leadsTo(world.visitor().get(path))).toEqual([303, `/console/sign-in?returnTo=${returnTo}`]);
  });

  it('is told, where a form was sent, that it was in vain, and is led back to the page of the form', async () => {
    const stranger = world.visitor();
    const [status, location] = await leadsTo(
      stranger.submit('/console/people', { email: 'ada@acme.example' }),
    );
    expect([status, location]).toEqual([
      303,
      `/console/sign-in?returnTo=${encodeURIComponent('/console/people')}&ended`,
    ]);
    expect(await (await stranger.get(String(location))).text()).toContain(
      'Your session has ended and your input was not saved. Sign in and send it again.',
    );
  });

  it('reads the sign-in in the language that this browser chose', async () => {
    const stranger = world.visitor();
    const read = async () => (await stranger.get('/console/sign-in')).text();
    expect(await read()).toContain('Sign in to the console');
    expect(await leadsTo(stranger.submit('/console/language', { language: 'de' }))).toEqual([
      303,
      '/console/overview',
    ]);
    const german = await read();
    expect(german).toContain('<html lang="de">');
    expect(german).toContain('Bei der Konsole anmelden');
    expect(german).toContain('value="de" lang="de" aria-pressed="true"');
  });

  it.each([{ cookie: undefined }, { cookie: '__Host-console=gs_guessed' }, { cookie: '__Host-console=' }])(
    'gets nothing of the management API: %o',
    async ({ cookie }) => {
      const stranger = Object.assign(world.visitor(), { cookie });
      const refused = { status: 401, code: 'UNAUTHENTICATED', data: undefined };
      expect(await who(stranger)).toMatchObject(refused);
      expect(await told(stranger.post('/console/tokens', {}))).toMatchObject(refused);
    },
  );

  it('cannot sign in with what is no access token', async () => {
    for (const token of ['gh_guessed', '', 'ps_other']) {
      const person = world.visitor();
      const answer = await person.submit('/console/sign-in', { token });
      expect([answer.status, person.cookie]).toEqual([401, undefined]);
      expect(await answer.text()).toContain('The access token is unknown, revoked or expired.');
    }
  });
});

describe('signing in with an access token', () => {
  it('keeps it in no cookie: one of its own, for this host, out of reach of scripts and other sites', async () => {
    const answer = await world.visitor().submit('/console/sign-in', { token: world.adminToken });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-console=gs_[\w-]{43};/);
    for (const attribute of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict'])
      expect(cookie.split('; ')).toContain(attribute);
    expect(cookie).not.toContain(world.adminToken.slice(3));
    expect(cookie).not.toContain('Domain');
    const rows = await world.database.prisma.consoleSession.findMany();
    expect(JSON.stringify(rows)).not.toContain(/gs_([\w-]{43})/.exec(cookie)?.[1]);
  });

  it('leads back to where one wanted to go, by a page that sees whether the cookie was kept', async () => {
    const person = world.visitor();
    const returnTo = '/console/graphiql?open=publishProduct';
    const sent = await person.submit('/console/sign-in', { token: world.adminToken, returnTo });
    const check = `/console/sign-in?signedIn&returnTo=${encodeURIComponent(returnTo)}`;
    expect([sent.status, sent.headers.get('location')]).toEqual([303, check]);
    expect(await leadsTo(person.get(check))).toEqual([303, returnTo]);
    const withoutCookie = await world.visitor().get(check);
    expect(withoutCookie.status).toBe(200);
    expect(await withoutCookie.text()).toContain('Your browser did not keep the cookie');
  });

  it.each([
    'https://evil.test/console',
    '//evil.test',
    '/\\evil.test',
    '/consolation',
    '/console\\@evil.test',
    '/console/../portal/acme/sandbox/sign-in',
    '/console/%2e%2e/portal/acme/sandbox/sign-in',
    '/portal/acme/sandbox/',
  ])('leads to no place outside the console: %s', async (returnTo) => {
    const person = await world.signedIn();
    const answer = person.get(`/console/sign-in?returnTo=${encodeURIComponent(returnTo)}`);
    expect(await leadsTo(answer)).toEqual([303, '/console/overview']);
  });

  it('has the pages never kept by a cache, framed or running foreign scripts', async () => {
    const { headers } = await world.visitor().get('/console/sign-in');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

describe('a session', () => {
  it("by an access token has no account page: that is a person's", async () => {
    const { status } = await (await world.signedIn()).get('/console/account');
    expect(status).toBe(404);
  });

  it('is the management API with the rights of its token', async () => {
    expect(await who(await world.signedIn())).toMatchObject({ status: 200, data: ADMINISTRATOR });
    const viewer = await world.signedIn(await tokenOf({ org: 'acme', name: 'reader', role: 'VIEWER' }));
    expect(await who(viewer)).toMatchObject({ data: { viewer: { name: 'reader', role: 'VIEWER' } } });
    const query = 'mutation { createCatalog(input: { title: "Mine" }) { name } }';
    expect(await told(viewer.post('/console/graphql', { query }))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('ends when its person signs out', async () => {
    const person = await world.signedIn();
    const before = { cookie: person.cookie };
    expect(await leadsTo(person.submit('/console/sign-out'))).toEqual([303, '/console/sign-in']);
    expect(person.cookie).toBeUndefined();
    expect(await who(Object.assign(world.visitor(), before))).toMatchObject({ status: 401 });
  });

  it('ends after 12 hours', async () => {
    const person = await world.signedIn();
    world.pass(12 * HOUR - 1);
    expect((await who(person)).status).toBe(200);
    world.pass(1);
    expect((await who(person)).status).toBe(401);
  });

  it('ends when its access token is revoked, or expires', async () => {
    const revoked = await world.signedIn(await tokenOf({ org: 'acme', name: 'revoked', role: 'VIEWER' }));
    expect((await who(revoked)).status).toBe(200);
    await world.mutate('revokeAccessToken', { org: 'acme', name: 'revoked' }, '');
    expect((await who(revoked)).status).toBe(401);

    const expiresAt = new Date(world.deps.clock().getTime() + HOUR).toISOString();
    const short = await world.signedIn(
      await tokenOf({ org: 'acme', name: 'short', role: 'VIEWER', expiresAt }),
    );
    world.pass(HOUR - 1);
    expect((await who(short)).status).toBe(200);
    world.pass(1);
    expect((await who(short)).status).toBe(401);
  });

  it('follows events live, until its person signs out', async () => {
    const person = await world.signedIn();
    const query = 'subscription { events(org: "acme") { type subject } }';
    const answer = await person.post('/console/graphql', { query }, { accept: 'text/event-stream' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const ended = answer.text();
    await person.submit('/console/sign-out');
    await expect(ended).resolves.toContain('event: complete');
  });
});

describe('what another page makes a browser send', () => {
  const FOREIGN = 'http://evil.test';
  it.each([
    [
      'a document without the header that no form can send',
      '/console/graphql',
      { 'x-gatehouse-console': undefined },
    ],
    ['a document from another origin', '/console/graphql', { origin: FOREIGN }],
    ['a document from a page of another port', '/console/graphql', { origin: 'http://control.test:81' }],
    ['a document from a page without an origin of its own', '/console/graphql', { origin: 'null' }],
    ['the wish for a token', '/console/tokens', { 'x-gatehouse-console': undefined }],
    ['a sign-in', '/console/sign-in', { origin: FOREIGN }],
    ['a sign-out', '/console/sign-out', { origin: FOREIGN }],
  ])('is refused: %s', async (_what, path, headers) => {
    const person = await world.signedIn();
    expect(await told(person.post(path, WHO, headers))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect((await who(person)).status).toBe(200);
  });

  it('does not let it read an answer, nor ask first', async () => {
    const person = await world.signedIn();
    const answer = await person.post('/console/graphql', WHO, { origin: FOREIGN });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const asked = await person.ask('/console/graphql', FOREIGN);
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });
});

describe('the link that a start prints', () => {
  let started: ConsoleWorld;
  let code: string;
  beforeEach(async () => {
    started = await openConsole();
    code = new URLSearchParams(started.signInPath.split('?')[1]).get('code') ?? '';
  });
  afterEach(() => started.close());

  it('signs the administrator in, once, by the press of a button', async () => {
    const person = started.visitor();
    for (const _look of ['by a link preview', 'by the person']) {
      const page = await person.get(started.signInPath);
      expect(await page.text()).toContain('Sign in as administrator');
    }
    expect((await person.submit('/console/sign-in', { code })).status).toBe(303);
    expect(await who(person)).toMatchObject({ data: ADMINISTRATOR });
    const second = started.visitor();
    const again = await second.submit('/console/sign-in', { code });
    expect([again.status, second.cookie]).toEqual([401, undefined]);
    expect(await again.text()).toContain('This link was used, or is more than 15 minutes old');
  });

  it('is good for 15 minutes, and for no other code', async () => {
    started.pass(15 * 60_000 - 1);
    expect((await started.visitor().submit('/console/sign-in', { code: 'gi_guessed' })).status).toBe(401);
    started.pass(1);
    expect((await started.visitor().submit('/console/sign-in', { code })).status).toBe(401);
  });
});

describe('a token for scripts', () => {
  type Issued = { token: string; expiresAt: string };
  const issue = (person: Visitor, body: object = {}) => person.post('/console/tokens', body);

  it('has the rights of the session, lives for an hour, and is told to the audit', async () => {
    const answer = await issue(await world.signedIn());
    const { token, expiresAt } = (await answer.json()) as Issued;
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(token).toMatch(/^gh_[\w-]{43}$/);
    expect(expiresAt).toBe(new Date(world.deps.clock().getTime() + HOUR).toISOString());
    const { viewer } = await world
      .withToken(token)
      .query<{ viewer: { name: string; role: string } }>(WHO.query);
    expect(viewer).toEqual({
      name: expect.stringMatching(/^temporary-[0-9a-f]{12}$/),
      role: 'ADMINISTRATOR',
    });
    const { auditEvents } = await world.query<{ auditEvents: { nodes: unknown[] } }>(
      '{ auditEvents(org: "acme", first: 1) { nodes { actor action subject detail } } }',
    );
    const row = `access token ${viewer.name}`;
    expect(auditEvents.nodes).toEqual([
      {
        actor: 'token:administrator',
        action: 'issueTemporaryToken',
        subject: viewer.name,
        detail: {
          role: 'ADMINISTRATOR',
          expiresAt,
          before: { [row]: null },
          after: { [row]: { role: 'ADMINISTRATOR', expiresAt: expiresAt.replace('.000Z', '+00:00') } },
        },
      },
    ]);
    world.pass(HOUR);
    expect((await world.withToken(token).send(WHO.query)).status).toBe(401);
  });

  it('has fewer rights, one org and another time where that is asked for', async () => {
    const answer = await issue(await world.signedIn(), { minutes: 1, role: 'VIEWER', org: 'acme' });
    const { token } = (await answer.json()) as Issued;
    const client = world.withToken(token);
    expect(await client.query('{ viewer { role orgs { name } } }')).toEqual({
      viewer: { role: 'VIEWER', orgs: [{ name: 'acme' }] },
    });
    expect(await client.refused('createCatalog', { title: 'Mine' })).toMatchObject({ code: 'FORBIDDEN' });
    world.pass(60_000);
    expect((await client.send(WHO.query)).status).toBe(401);
  });

  it('never has more rights than the session, nor lives longer', async () => {
    const expiresAt = new Date(world.deps.clock().getTime() + HOUR).toISOString();
    const token = await tokenOf({ org: 'acme', name: 'short-reader', role: 'VIEWER', expiresAt });
    const reader = await world.signedIn(token);
    for (const role of ['DEVELOPER', 'ADMINISTRATOR'])
      expect(await told(issue(reader, { role }))).toEqual({
        status: 403,
        code: 'FORBIDDEN',
        message: 'The token may have the role VIEWER at most, which is yours.',
        data: undefined,
      });
    const issued = (await (await issue(reader, { minutes: 1440 })).json()) as Issued;
    expect(issued.expiresAt).toBe(expiresAt);
  });

  it.each([
    ['no time at all', { minutes: 0 }],
    ['more than a day', { minutes: 1441 }],
    ['a time that is no number', { minutes: 'long' }],
    ['a role that is none', { role: 'KING' }],
    ['what is no object', 'hour'],
  ])('is refused for %s', async (_what, body) => {
    const refused = await told((await world.signedIn()).post('/console/tokens', body));
    expect(refused).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
  });

  it('for another org than that of the session is refused', async () => {
    await world.mutate('createOrg', { title: 'Beta' });
    const beta = await world.signedIn(await tokenOf({ org: 'beta', name: 'dev', role: 'DEVELOPER' }));
    expect(await told(issue(beta, { org: 'acme' }))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('is put away some time after its end', async () => {
    const temporary = () =>
      world.database.prisma.accessToken.count({ where: { orgId: null, name: { startsWith: 'temporary-' } } });
    await issue(await world.signedIn(), { minutes: 1 });
    world.pass(24 * HOUR);
    await issue(await world.signedIn());
    expect(await temporary()).toBe(1);
  });
});

it('another ADMIN_TOKEN ends the sessions of the old one, the same one none', async () => {
  const started = await openConsole();
  onTestFinished(() => started.close());
  const { database, secrets } = started.deps;
  const [one, two] = ['the-first-token-of-the-admin', 'the-second-token-of-the-admin'];
  await ensureAdministrator({ database, secrets, token: one });
  const person = await started.signedIn(one);
  await ensureAdministrator({ database, secrets, token: one });
  expect((await who(person)).status).toBe(200);
  await ensureAdministrator({ database, secrets, token: two });
  expect((await who(person)).status).toBe(401);
});
