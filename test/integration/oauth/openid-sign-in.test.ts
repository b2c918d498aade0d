import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openIdSettingsFrom } from '../../../src/domain/oauth/open-id-settings.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { type Issuer, issuerClient, openIssuer } from '../../support/issuer.ts';
import { CATALOG, client, GATEWAY_URL, PROVIDER, passwordGrant } from '../../support/oauth.ts';
import {
  authorizePath,
  CONSENTS,
  openProviderBrowser,
  type ProviderBrowser,
  VERIFIER,
} from '../../support/provider-browser.ts';
import { openStoredOAuth, REDIRECT_URI, type StoredOAuth } from '../../support/stored-oauth.ts';

/** Asks for consent, whatever was allowed before. */
const CONSENT = authorizePath({ prompt: 'consent' });
const CALLBACK = `${CATALOG}/${PROVIDER}/oauth2/callback`;
const people = {
  alice: { email: 'alice@acme.test', email_verified: true },
  bob: { email: 'bob@acme.test', email_verified: false },
};

let world: StoredOAuth;
let issuer: Issuer;
beforeAll(async () => {
  [world, issuer] = await Promise.all([openStoredOAuth(), openIssuer(people, GATEWAY_URL + CALLBACK)]);
});
beforeEach(async () => {
  issuer.breakDown(false);
  issuer.requested.length = 0;
  await setRegistry();
});
afterAll(async () => {
  await Promise.all([world.close(), issuer.close()]);
});

/** Makes the registry of the provider the issuer. */
async function setRegistry(change: { subjectClaim?: string; scopes?: string[]; secret?: string } = {}) {
  const { userRegistryId: id } = world;
  const { secret = issuerClient.clientSecret, ...draft } = change;
  const openId = openIdSettingsFrom({ clientId: issuerClient.clientId, ...draft }, issuer.url, []);
  const secretSealed = new Uint8Array(world.secrets.seal(secret, id));
  const data = {
    type: 'OPENID_CONNECT',
    url: issuer.url,
    displayName: 'Acme Login',
    openId: toStore(openId),
    secretSealed,
  } as const;
  await world.change((prisma) => prisma.userRegistry.update({ where: { id }, data }));
}

const pathOf = (url: URL | string) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** Sends a browser to the issuer, and signs somebody in there. @returns the path that it is sent back to */
async function signedInAtIssuer(browser: ProviderBrowser, subject = 'alice', path = authorizePath()) {
  const { location } = await browser.get(path);
  if (!location?.href.startsWith(issuer.url)) throw new Error(`The browser was not sent there: ${location}`);
  return pathOf(await issuer.signIn(location.href, subject));
}

async function tokenOf(location: URL) {
  const code = location.searchParams.get('code') ?? '';
  const form = { ...client(), grant_type: 'authorization_code', code, code_verifier: VERIFIER };
  const { status, json } = await world.post('token', { ...form, redirect_uri: REDIRECT_URI });
  return { status, subject: status === 200 ? decodeJwt(String(json['access_token'])).sub : undefined };
}

const audited = async () => {
  await world.failedSignIns.tell();
  const events = await world.database.prisma.auditEvent.findMany({ where: { action: 'signInFailed' } });
  return JSON.stringify(events.map(({ detail }) => detail));
};

describe('at an OAuth provider with a registry of type OPENID_CONNECT', () => {
  it('a person is sent to the issuer with PKCE, nonce and state, and comes back to the consent of the application', async () => {
    const browser = openProviderBrowser(world.url);
    const sent = await browser.get(authorizePath());
    expect(sent.status).toBe(303);
    const asked = Object.fromEntries(sent.location?.searchParams ?? []);
    expect(asked).toMatchObject({
      client_id: issuerClient.clientId,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: GATEWAY_URL + CALLBACK,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.any(String),
    });
    // The issuer learns nothing of the application's request.
    expect(sent.location?.href).not.toContain('demo-key');
    const returned = await browser.get(pathOf(await issuer.signIn(sent.location?.href ?? '', 'alice')));
    expect([returned.status, pathOf(returned.location ?? '')]).toEqual([303, authorizePath()]);
    const consent = await browser.get(CONSENT);
    expect(consent.text).toContain('You are signed in as alice');
    const { location } = await browser.submit('allow');
    expect(await tokenOf(location ?? new URL('x:'))).toEqual({ status: 200, subject: 'alice' });
  });

  it('the claim of the settings names the person, also where userinfo alone has it', async () => {
    await setRegistry({ subjectClaim: 'email', scopes: ['email'] });
    const browser = openProviderBrowser(world.url);
    await browser.get(await signedInAtIssuer(browser));
    expect((await browser.get(CONSENT)).text).toContain('You are signed in as alice@acme.test');
  });

  it('an email address that the issuer has not verified names nobody', async () => {
    await setRegistry({ subjectClaim: 'email', scopes: ['email'] });
    const browser = openProviderBrowser(world.url);
    const page = await browser.get(await signedInAtIssuer(browser, 'bob'));
    expect([page.status, page.text]).toEqual([401, expect.stringContaining('SIGN_IN_FAILED')]);
    expect(await audited()).toContain('or has not verified it');
  });

  it('a rotation of its keys refuses nobody', async () => {
    for (const rotation of [1, 2]) {
      issuer.rotate();
      const browser = openProviderBrowser(world.url);
      const page = await browser.get(await signedInAtIssuer(browser));
      expect([rotation, page.status, pathOf(page.location ?? '')]).toEqual([rotation, 303, authorizePath()]);
    }
  });

  it('who declines there goes back to the application with access_denied', async () => {
    const browser = openProviderBrowser(world.url);
    const sent = await browser.get(authorizePath());
    const page = await browser.get(pathOf(await issuer.decline(sent.location?.href ?? '')));
    const { origin, searchParams } = page.location ?? new URL('x:');
    expect([page.status, origin]).toEqual([303, new URL(REDIRECT_URI).origin]);
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['access_denied', 'a state']);
  });

  it('who has declined from the page of consents is told so', async () => {
    const browser = openProviderBrowser(world.url);
    const shown = await browser.get(CONSENTS);
    const page = await browser.get(pathOf(await issuer.decline(linkIn(shown.html))));
    expect([page.status, page.text]).toEqual([401, expect.stringContaining('SIGN_IN_FAILED')]);
  });

  it('an issuer that is away is told to the application, and to a person who comes back', async () => {
    const browser = openProviderBrowser(world.url);
    const back = await signedInAtIssuer(browser);
    issuer.breakDown();
    const page = await browser.get(back);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    expect(page.text).toContain(
      'Your identity provider cannot be asked at this moment. TEMPORARILY_UNAVAILABLE',
    );
    // The same answer is good when the issuer is back.
    issuer.breakDown(false);
    expect((await browser.get(back)).status).toBe(303);
  });

  it('another secret than that of the client is said in the audit, and not to the person', async () => {
    await setRegistry({ secret: 'canary-secret' });
    const browser = openProviderBrowser(world.url);
    const page = await browser.get(await signedInAtIssuer(browser));
    expect([page.status, page.text]).toEqual([503, expect.stringContaining('TEMPORARILY_UNAVAILABLE')]);
    const events = await audited();
    expect(events).toContain('it answered 401: check the client id, its secret');
    expect(events + page.html).not.toContain('canary');
  });
});

describe('an answer of an OpenID provider', () => {
  it.each([
    ['of a sign-in that another browser began', (back: string) => back],
    ['with another state', (back: string) => back.replace(/state=[^&]*/, 'state=other')],
    ['without a state', (back: string) => back.replace(/&?state=[^&]*/, '')],
  ])('%s signs nobody in', async (_what, change) => {
    const back = await signedInAtIssuer(openProviderBrowser(world.url));
    const other = openProviderBrowser(world.url);
    await other.get(authorizePath());
    const page = await other.get(change(back));
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('FORBIDDEN')]);
    expect((await other.get(authorizePath())).location?.href).toContain(issuer.url);
  });

  it('cannot be replayed, in the browser that it was for or in another', async () => {
    const browser = openProviderBrowser(world.url);
    const before = new Map(browser.cookies);
    const back = await signedInAtIssuer(browser);
    for (const [name, value] of browser.cookies) before.set(name, value);
    expect((await browser.get(back)).status).toBe(303);
    const sessions = await world.database.prisma.providerSession.count();
    // Who is signed in by now goes on as whom they are.
    expect(pathOf((await browser.get(back)).location ?? '')).toBe(authorizePath());
    const thief = openProviderBrowser(world.url);
    for (const [name, value] of before) thief.cookies.set(name, value);
    // The issuer refuses the code, which was used before.
    expect((await thief.get(back)).status).toBe(401);
    expect(await world.database.prisma.providerSession.count()).toBe(sessions);
  });

  it('is of one catalog: another one takes neither it nor the token of the browser', async () => {
    const browser = openProviderBrowser(world.url);
    const back = await signedInAtIssuer(browser);
    for (const [name, value] of [...browser.cookies])
      browser.cookies.set(name.replace('sandbox', 'preview'), value);
    const page = await browser.get(back.replace('/sandbox/', '/preview/'));
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('FORBIDDEN')]);
    expect((await browser.get(back)).status).toBe(303);
  });

  it('leads on in a window whose browser has signed in by another one meanwhile', async () => {
    const browser = openProviderBrowser(world.url);
    const [first, second] = [
      await signedInAtIssuer(browser),
      await signedInAtIssuer(browser, 'bob', CONSENT),
    ];
    expect((await browser.get(first)).status).toBe(303);
    expect(pathOf((await browser.get(second)).location ?? '')).toBe(CONSENT);
    expect((await browser.get(CONSENT)).text).toContain('You are signed in as alice');
  });

  it('that does not hold is slowed by network, as a wrong password is', async () => {
    const browser = openProviderBrowser(world.url);
    const back = await signedInAtIssuer(browser);
    const wrong = back.replace(/code=[^&]*/, 'code=guessed');
    let page = await browser.get(wrong);
    for (let attempt = 0; attempt < 12 && page.status === 401; attempt += 1) page = await browser.get(wrong);
    expect([page.status, page.text]).toEqual([429, expect.stringContaining('TOO_MANY_ATTEMPTS')]);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    world.state.now = new Date(world.state.now.getTime() + 16 * 60_000);
  });

  it('that names another issuer is refused: it was mixed up', async () => {
    const browser = openProviderBrowser(world.url);
    const back = await signedInAtIssuer(browser);
    expect(back).toContain('&iss=');
    for (const mixed of [
      back.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.test'),
      back.replace(/&iss=[^&]*/, ''),
    ])
      expect((await browser.get(mixed)).status).toBe(401);
    expect(issuer.requested).not.toContain('/token');
  });

  it('comes too late after a quarter of an hour, and after the provider has got another registry', async () => {
    const browser = openProviderBrowser(world.url);
    const back = await signedInAtIssuer(browser);
    world.state.now = new Date(world.state.now.getTime() + 15 * 60_000);
    expect((await browser.get(back)).status).toBe(403);
    const again = await signedInAtIssuer(browser);
    const { orgId, userRegistryId } = world;
    const other = await world.database.prisma.userRegistry.create({
      data: { orgId, name: 'other', title: 'Other', displayName: 'Other', url: 'http://127.0.0.1:9/' },
    });
    await world.settings({ userRegistry: { connect: { id: other.id } } });
    expect((await browser.get(again)).status).toBe(403);
    await world.settings({ userRegistry: { connect: { id: userRegistryId } } });
  });
});

describe('the pages of an OAuth provider whose registry has pages of its own', () => {
  it('send an application back that asks without pages, and ask anew by a click', async () => {
    const browser = openProviderBrowser(world.url);
    const { location } = await browser.get(authorizePath({ prompt: 'none' }));
    expect(location?.searchParams.get('error')).toBe('login_required');
    const page = await browser.get(authorizePath({ prompt: 'login' }));
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Sign in with Acme Login')]);
    expect(page.html).not.toContain('name="password"');
    expect(new URL(linkIn(page.html)).searchParams.get('prompt')).toBe('login');
    await browser.get(pathOf(await issuer.signIn(linkIn(page.html), 'alice')));
    expect((await browser.get(CONSENT)).text).toContain('You are signed in as alice');
    const switched = await browser.submit('switch');
    expect(switched.location?.searchParams.get('prompt')).toBe('login consent');
    expect((await browser.get(pathOf(switched.location ?? ''))).text).toContain('Sign in with Acme Login');
  });

  it('show the consents of whoever has signed in there', async () => {
    const browser = openProviderBrowser(world.url);
    const shown = await browser.get(CONSENTS);
    expect(shown.text).toContain('Sign in with Acme Login');
    const returned = await browser.get(pathOf(await issuer.signIn(linkIn(shown.html), 'alice')));
    expect(returned.location?.pathname).toBe(CONSENTS);
    expect((await browser.get(CONSENTS)).text).toContain('You are signed in as alice');
  });

  it('take no form with a username and password', async () => {
    const browser = openProviderBrowser(world.url);
    await browser.get(authorizePath({ prompt: 'login' }));
    const token = { form_token: 'none' };
    expect((await browser.submit('sign-in', { ...token, username: 'alice', password: 'x' })).status).toBe(
      403,
    );
  });

  it('are read by a navigation of a window alone', async () => {
    const browser = openProviderBrowser(world.url);
    const back = await signedInAtIssuer(browser);
    const page = await browser.get(back, { 'sec-fetch-dest': 'iframe' });
    expect(page.status).toBe(403);
    expect(page.headers.get('x-frame-options')).toBe('DENY');
  });

  it('refuse a request that is too long to come back', async () => {
    const browser = openProviderBrowser(world.url);
    const { location } = await browser.get(authorizePath({ state: 'x'.repeat(4_000) }));
    expect(location?.searchParams.get('error')).toBe('invalid_request');
  });
});

describe('a registry that takes no passwords', () => {
  it('leaves out the password grant, in the metadata too', async () => {
    const { status, json } = await passwordGrant(world);
    expect([status, json['error']]).toEqual([400, 'unsupported_grant_type']);
    const metadata = await world.send(`/.well-known/oauth-authorization-server${CATALOG}/${PROVIDER}`);
    expect(metadata.json['grant_types_supported']).not.toContain('password');
  });
});

const linkIn = (html: string) => (/href="(http[^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
