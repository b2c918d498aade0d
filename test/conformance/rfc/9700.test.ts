import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, CLIENT, client, oauthWorld, PREVIEW_CLIENT, PROVIDER, START } from '../../support/oauth.ts';
import { elementsOf, fieldOf, fieldsOf, postButtonsOf } from '../../support/page-elements.ts';
import {
  allow,
  authorizePath,
  CONSENTS,
  openProviderBrowser,
  type ProviderBrowser,
  type ProviderPage,
  SIGN_IN,
  VERIFIER,
} from '../../support/provider-browser.ts';
import { clientsOf } from '../../support/snapshot.ts';
import {
  LOOPBACK_URI,
  openStoredOAuth,
  PRIVATE_URI,
  REDIRECT_URI,
  type StoredOAuth,
} from '../../support/stored-oauth.ts';

const COOKIE = '__Host-oauth.acme.sandbox.customer-oauth';
const HOUR_MS = 3_600_000;

let world: StoredOAuth;
let browser: ProviderBrowser;
beforeAll(async () => {
  world = await openStoredOAuth();
});
afterAll(() => world.close());
beforeEach(() => {
  world.state.now = START;
  browser = openProviderBrowser(world.url);
});

const directive = ({ headers }: ProviderPage, name: string) =>
  headers
    .get('content-security-policy')
    ?.split('; ')
    .find((each) => each.startsWith(`${name} `));

async function signedIn(path = authorizePath({ prompt: 'consent' })): Promise<ProviderPage> {
  await browser.get(path);
  expect((await browser.submit('sign-in', SIGN_IN)).status).toBe(303);
  return browser.get(path);
}

describe('RFC 9700, the pages of the authorization server', () => {
  it('§4.16 nobody frames them, nothing runs in them, §4.2.4 no address is told on, and nobody keeps them', async () => {
    const [problem, login, consent, list] = [
      await browser.get(authorizePath({ client_id: 'x' })),
      await browser.get(authorizePath()),
      await signedIn(),
      await browser.get(CONSENTS),
    ];
    const back = await openProviderBrowser(world.url).get(authorizePath({ prompt: 'none' }));
    for (const page of [problem, login, consent, list, back]) {
      expect(directive(page, 'frame-ancestors')).toBe("frame-ancestors 'none'");
      expect(directive(page, 'default-src')).toBe("default-src 'none'");
      expect(directive(page, 'script-src')).toBeUndefined();
      expect(page.headers.get('x-frame-options')).toBe('DENY');
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('access-control-allow-origin')).toBeNull();
      expect(page.html).not.toContain('<script');
    }
  });

  it('§4.12 a form leads on by 303, and only here or to the client', async () => {
    const consent = await signedIn();
    expect(directive(consent, 'form-action')).toBe("form-action 'self' https://client.test");
    const { status, headers } = await browser.submit('allow');
    expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      303,
      'no-store',
      'no-referrer',
    ]);
    for (const [redirect_uri, source] of [
      [LOOPBACK_URI, 'http://127.0.0.1'],
      ['http://127.0.0.1:4711/callback', 'http://127.0.0.1:4711'],
      [PRIVATE_URI, 'com.example.client:'],
    ] as const) {
      const page = await browser.get(authorizePath({ redirect_uri, prompt: 'consent' }));
      expect(directive(page, 'form-action')).toBe(`form-action 'self' ${source}`);
    }
    expect(directive(await browser.get(CONSENTS), 'form-action')).toBe("form-action 'self'");
  });

  it('what a client or a person is called cannot break out of a page', async () => {
    const title = '"><script>alert(1)</script>';
    const rename = (name: string) =>
      world.change((prisma) =>
        prisma.application.updateMany({ where: { name: 'demo' }, data: { title: name } }),
      );
    await rename(title);
    const state = `${title}'`;
    const consent = await signedIn(authorizePath({ prompt: 'consent', state }));
    expect(consent.text).toContain('alert(1)');
    expect(consent.html).not.toContain('<script');
    const again = openProviderBrowser(world.url);
    await again.get(authorizePath());
    const refused = await again.submit('sign-in', { username: `${title}'`, password: 'wrong' });
    expect(refused.status).toBe(400);
    expect(refused.html).not.toContain('<script');
    await rename('The demo');
  });
});

describe('the session of a person', () => {
  it('ends when somebody signs in again in the same browser', async () => {
    await signedIn();
    const before = browser.cookies.get(COOKIE) ?? '';
    await browser.get(authorizePath({ prompt: 'login' }));
    expect((await browser.submit('sign-in', SIGN_IN)).status).toBe(303);
    expect(browser.cookies.get(COOKIE)).not.toBe(before);
    const thief = openProviderBrowser(world.url);
    thief.cookies.set(COOKIE, before);
    expect(fieldsOf(await thief.get(CONSENTS), 'Password')).toHaveLength(1);
    expect(fieldsOf(await browser.get(CONSENTS), 'Password')).toEqual([]);
  });

  it('lies in a cookie of this host that scripts do not see, and is rotated by signing in', async () => {
    const first = await browser.get(authorizePath());
    const set = first.headers.get('set-cookie') ?? '';
    expect(set).toMatch(new RegExp(`^${COOKIE}=ob_[A-Za-z0-9_-]{43}; `));
    for (const attribute of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax', 'Max-Age=3600'])
      expect(set.split('; ')).toContain(attribute);
    expect(set).not.toContain('Domain');
    const before = browser.cookies.get(COOKIE);
    await browser.submit('sign-in', SIGN_IN);
    expect(browser.cookies.get(COOKIE)).toMatch(/^os_/);
    const session = browser.cookies.get(COOKIE) ?? '';
    expect(session).not.toBe(before);
    await browser.get(authorizePath({ prompt: 'login' }));
    await browser.submit('sign-in', SIGN_IN);
    expect(browser.cookies.get(COOKIE)).not.toBe(session);
    const stored = JSON.stringify(await world.database.prisma.providerSession.findMany());
    expect(stored).not.toContain(session.slice(3));
  });

  it('is over after one hour, or when somebody else wants to sign in', async () => {
    await signedIn();
    world.state.now = new Date(START.getTime() + HOUR_MS - 1);
    expect((await browser.get(authorizePath({ prompt: 'consent' }))).text).toContain('asks for access');
    world.state.now = new Date(START.getTime() + HOUR_MS);
    expect((await browser.get(authorizePath())).text).toContain('Password');
    world.state.now = START;
    await browser.get(authorizePath({ prompt: 'consent' }));
    expect((await browser.submit('switch')).status).toBe(303);
    expect((await browser.get(authorizePath())).text).toContain('Password');
  });

  it('of one catalog is none in another, though the provider is the same', async () => {
    await signedIn();
    const token = browser.cookies.get(COOKIE) ?? '';
    browser.cookies.set(COOKIE.replace('sandbox', 'preview'), token);
    const page = await browser.get(CONSENTS.replace('sandbox', 'preview'));
    expect(page.text).toContain('Password');
  });

  it.each(['garbage', 'os_', `os_${'A'.repeat(43)}`, "os_'", 'é'])('is not %j', async (value) => {
    browser.cookies.set(COOKIE, encodeURIComponent(value));
    expect((await browser.get(authorizePath())).text).toContain('Password');
  });
});

describe('RFC 6749 §10.12, a form is sent from our own page, in the browser that it was shown to', () => {
  const foreign: [string, Record<string, string>, Record<string, string>][] = [
    ['without its token', { form_token: '' }, {}],
    ['with another token', { form_token: 'A'.repeat(43) }, {}],
    ['from another origin', {}, { origin: 'https://evil.test' }],
    ['from another site', {}, { 'sec-fetch-site': 'cross-site' }],
    ['from another host of the site', {}, { 'sec-fetch-site': 'same-site' }],
    ['by a script', {}, { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }],
    ['in a frame', {}, { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }],
  ];
  it.each(foreign)('a consent %s is refused', async (_what, fields, headers) => {
    await signedIn();
    const before = await world.database.prisma.authorizationCode.count();
    const { status, location } = await browser.submit('allow', fields, headers);
    expect([status, location]).toEqual([403, undefined]);
    expect(await world.database.prisma.authorizationCode.count()).toBe(before);
  });

  it.each(foreign)('signing in %s is refused, and nobody is asked', async (_what, fields, headers) => {
    await browser.get(authorizePath());
    const asked = world.registry.asked.length;
    const { status } = await browser.submit('sign-in', { ...SIGN_IN, ...fields }, headers);
    expect([status, world.registry.asked.length]).toEqual([403, asked]);
  });

  it('the token of another browser, and that of before signing in, are no good', async () => {
    const other = openProviderBrowser(world.url);
    const { form_token = '' } = (await other.get(authorizePath())).hidden('sign-in');
    const before = (await browser.get(authorizePath())).hidden('sign-in')['form_token'] ?? '';
    await signedIn();
    for (const stale of [form_token, before])
      expect((await browser.submit('allow', { form_token: stale })).status).toBe(403);
  });

  it('a form without a cookie is refused', async () => {
    await signedIn();
    browser.cookies.clear();
    const { status, text } = await browser.submit('allow');
    expect([status, text]).toEqual([403, expect.stringContaining('did not keep its cookie')]);
  });

  it('browsers that say where a form comes from, or hide it as our pages tell them, are believed', async () => {
    const told: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
      { origin: 'null' },
    ];
    for (const headers of told) {
      browser = openProviderBrowser(world.url);
      await signedIn();
      expect((await browser.submit('allow', {}, headers)).status).toBe(303);
    }
  });

  it('a page is not given to a script, nor into a frame', async () => {
    for (const destination of ['empty', 'iframe', 'image', 'script'])
      expect((await browser.get(authorizePath(), { 'sec-fetch-dest': destination })).status).toBe(403);
    expect((await browser.get(authorizePath(), { 'sec-fetch-dest': 'document' })).status).toBe(200);
  });
});

describe('signing in', () => {
  it('says that the username or the password is wrong, beside what was typed', async () => {
    await browser.get(authorizePath());
    const page = await browser.submit('sign-in', { username: 'alice', password: 'wrong' });
    expect([page.status, page.text]).toEqual([
      400,
      expect.stringContaining('The username or the password is wrong.'),
    ]);
    expect([fieldOf(page, 'Username').value, fieldOf(page, 'Password').value]).toEqual(['alice', '']);
    expect((await browser.submit('sign-in', SIGN_IN)).status).toBe(303);
  });

  it('is slowed like the password grant when somebody guesses', async () => {
    const path = authorizePath();
    await browser.get(path);
    const statuses: number[] = [];
    let last: ProviderPage | undefined;
    for (let attempt = 0; attempt < 11; attempt += 1) {
      last = await browser.submit('sign-in', { username: 'bob', password: `wrong ${attempt}` });
      statuses.push(last.status);
    }
    expect(last?.text).toContain('There were too many attempts: try again in 5 seconds.');
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('says that nobody can be asked, and asks again later', async () => {
    world.registry.state.answer = (_request, response) => void response.writeHead(500).end();
    await browser.get(authorizePath());
    const page = await browser.submit('sign-in', SIGN_IN);
    expect([page.status, page.text]).toEqual([503, expect.stringContaining('The user registry cannot say')]);
    world.registry.state.answer = undefined;
    expect((await browser.submit('sign-in', SIGN_IN)).status).toBe(303);
  });
});

describe('a withdrawal that could not revoke', () => {
  it('leaves the consent in the list, to be withdrawn again', async () => {
    await allow(browser);
    const { prisma } = world.database;
    await browser.get(CONSENTS);
    await prisma.$executeRaw`ALTER TABLE "TokenFamily" RENAME TO "TokenFamilyAway"`;
    const failed = await browser.submit('withdraw');
    await prisma.$executeRaw`ALTER TABLE "TokenFamilyAway" RENAME TO "TokenFamily"`;
    expect([failed.status, failed.text]).toEqual([503, expect.stringContaining('TEMPORARILY_UNAVAILABLE')]);
    expect(world.faults.splice(0)).toHaveLength(1);
    expect(postButtonsOf(await browser.get(CONSENTS))).toContainEqual(expect.stringMatching(/^Withdraw /));
    expect((await browser.submit('withdraw')).status).toBe(303);
    expect(await prisma.tokenFamily.count({ where: { revokedAt: null } })).toBe(0);
  });
});

describe('the files of the pages', () => {
  it('are served beside the provider, compressed and for ever', async () => {
    const [sheet] = elementsOf(await browser.get(authorizePath())).all('link[rel=stylesheet]');
    const path = sheet?.attributes['href'] ?? '';
    expect(path).toMatch(/^\/acme\/sandbox\/customer-oauth\/oauth2\/assets\/style-[A-Za-z0-9_-]{10}\.css$/);
    const style = await world.send(path, { headers: { 'accept-encoding': 'br' } });
    expect([style.status, style.headers.get('content-type'), style.headers.get('content-encoding')]).toEqual([
      200,
      'text/css; charset=utf-8',
      'br',
    ]);
    expect(style.text).toContain('.card');
    expect(style.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it.each(['style.css', '../assets/style.css', '..%2f..%2fpackage.json', 'islands/manifest.json', ''])(
    'there is no %j among them',
    async (file) => {
      const reply = await world.send(`${CATALOG}/${PROVIDER}/oauth2/assets/${file}`);
      expect(reply.status).toBe(404);
    },
  );
});

describe('without the database', () => {
  it('a client hears of it, where it can be told', async () => {
    const broken = {
      prisma: new Proxy({}, { get: () => ({ findFirst: () => Promise.reject(new Error('gone')) }) }),
    };
    const lonely = await oauthWorld({ database: broken as never });
    lonely.provider({ grantTypes: new Set(['ACCESS_CODE']) });
    const client = lonely.state.snapshot.catalogs.get(CATALOG)?.clients.get(CLIENT);
    if (!client) throw new Error('There is no such client.');
    lonely.catalog({
      clients: clientsOf([{ ...client, redirectUris: ['https://client.test/callback?tenant=1'] }]),
    });
    const visitor = openProviderBrowser(lonely.url);
    visitor.cookies.set(COOKIE, `os_${'A'.repeat(43)}`);
    const { location } = await visitor.get(authorizePath());
    expect(location?.searchParams.get('error')).toBe('temporarily_unavailable');
    expect(lonely.faults).toHaveLength(1);
    await lonely.close();
  });
});

describe('RFC 9700 §2.6, scripts of other origins', () => {
  const allowed = async (path: string, init: RequestInit) =>
    (await world.send(path, { headers: { origin: 'https://client.test' }, ...init })).headers.get(
      'access-control-allow-origin',
    );
  const at = (endpoint: string) => `${CATALOG}/${PROVIDER}/oauth2/${endpoint}`;

  it('may ask for tokens and revoke them where clients are web pages, and never see the pages', async () => {
    await world.settings({ clientTypes: ['PUBLIC', 'CONFIDENTIAL'] });
    for (const endpoint of ['token', 'revoke']) {
      const preflight = await world.send(at(endpoint), { method: 'OPTIONS' });
      expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
        204,
        'POST',
      ]);
      expect(await allowed(at(endpoint), { method: 'POST' })).toBe('*');
    }
    for (const path of [authorizePath(), CONSENTS]) expect(await allowed(path, {})).toBeNull();
    expect(await allowed(at('introspect'), { method: 'POST' })).toBeNull();
    await world.settings({ clientTypes: ['CONFIDENTIAL'] });
  });

  it('may not where every client has a secret', async () => {
    for (const endpoint of ['token', 'revoke'])
      expect(await allowed(at(endpoint), { method: 'POST' })).toBeNull();
  });
});

describe('mixed up places (RFC 9700 §4.4)', () => {
  const SIBLING = 'sibling-oauth';
  const here = `${CATALOG}/${PROVIDER}`;
  const preview = `${CATALOG.replace('sandbox', 'preview')}/${PROVIDER}`;
  const sibling = `${CATALOG}/${SIBLING}`;

  beforeAll(async () => {
    const hash = world.secrets.hash(`${PREVIEW_CLIENT}-secret`);
    const credentials = { create: { title: 'x', clientKey: PREVIEW_CLIENT, secretHash: hash } };
    const applications = { create: { name: 'demo', title: 'The demo', credentials } };
    await world.change(async ({ catalog, oAuthProvider }) => {
      const { id: catalogId } = await catalog.findFirstOrThrow({ where: { name: 'preview' } });
      const consumerOrgs = { create: { name: 'consumers', title: 'Consumers', applications } };
      await catalog.update({ where: { id: catalogId }, data: { consumerOrgs } });
      const {
        id: _id,
        issuer: _issuer,
        ...settings
      } = await oAuthProvider.findUniqueOrThrow({
        where: { id: world.providerId },
      });
      const { id } = await oAuthProvider.create({
        data: { ...settings, name: SIBLING, scopes: settings.scopes ?? [] },
      });
      const oauthProviders = { connect: { id } };
      await catalog.update({ where: { id: world.catalogId }, data: { oauthProviders } });
    });
  });

  const post = (path: string, endpoint: string, fields: Record<string, string>) =>
    world.send(`${path}/oauth2/${endpoint}`, {
      method: 'POST',
      body: new URLSearchParams({ ...client(path === preview ? PREVIEW_CLIENT : CLIENT), ...fields }),
    });
  const redeem = (path: string, code: string) =>
    post(path, 'token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
    });
  const refresh = (path: string, token: unknown) =>
    post(path, 'token', { grant_type: 'refresh_token', refresh_token: String(token) });
  const codeOf = async () => (await allow(browser)).searchParams.get('code') ?? '';

  describe.each([
    ['another catalog of the provider', preview],
    ['another provider of the catalog', sibling],
  ])('at %s', (_what, path) => {
    it('a code is not redeemed, and stays good where it belongs', async () => {
      const code = await codeOf();
      for (let times = 0; times < 2; times += 1) {
        const { status, json } = await redeem(path, code);
        expect([status, json['error']]).toEqual([400, 'invalid_grant']);
      }
      expect((await redeem(here, code)).status).toBe(200);
    });

    it('a refresh token is not taken, used or not, and stays good where it belongs', async () => {
      const { json: first } = await redeem(here, await codeOf());
      const { json: second } = await refresh(here, first['refresh_token']);
      for (const token of [first['refresh_token'], second['refresh_token']]) {
        const { status, json } = await refresh(path, token);
        expect([status, json['error']]).toEqual([400, 'invalid_grant']);
      }
      expect((await refresh(here, second['refresh_token'])).status).toBe(200);
    });

    it('nothing is said of a token, and it is not revoked (RFC 7662 §2.2, RFC 7009 §2.2)', async () => {
      const { json } = await redeem(here, await codeOf());
      for (const token of [String(json['access_token']), String(json['refresh_token'])]) {
        expect((await post(path, 'introspect', { token })).text).toBe('{"active":false}');
        expect((await post(path, 'revoke', { token })).status).toBe(200);
        expect((await post(here, 'introspect', { token })).json['active']).toBe(true);
      }
    });
  });

  it('who is signed in at one provider, and has consented there, is asked for both at another', async () => {
    await allow(browser);
    expect((await browser.get(authorizePath().replace(here, sibling))).text).toContain('Password');
    await browser.submit('sign-in', SIGN_IN);
    const page = await browser.get(authorizePath().replace(here, sibling));
    expect([page.location, page.text]).toEqual([undefined, expect.stringContaining('asks for access')]);
  });
});

it('nothing of all that was a fault', () => expect(world.faults).toEqual([]));
