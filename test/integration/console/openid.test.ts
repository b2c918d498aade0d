import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsole, type Visitor } from '../../support/console.ts';
import { type Issuer, type IssuerPeople, issuerClient, openIssuer } from '../../support/issuer.ts';
import { consoleAuthenticator, register, seen, show } from '../../support/second-factor.ts';

const CALLBACK = 'http://control.test/console/openid/callback';

let issuer: Issuer;
let world: ConsoleWorld;
let count = 0;
/** Of somebody whom no other test knows, by the subject `ada-…`. */
let subject: string;
let email: string;
const people: IssuerPeople = {};

beforeAll(async () => {
  issuer = await openIssuer(people, CALLBACK);
  world = await openConsole({ openId: { issuer: issuer.url, ...issuerClient } });
  for (const title of ['Acme', 'Beta']) await world.mutate('createOrg', { title });
});
afterAll(async () => {
  await world.close();
  await issuer.close();
});
beforeEach(() => {
  count += 1;
  subject = `ada-${count}`;
  email = `${subject}@acme.example`;
  people[subject] = { email, email_verified: true };
});

const invite = (org = 'acme') =>
  world.mutate<{ url: string }>('inviteUser', { org, email, role: 'DEVELOPER' }, '{ url }');
const pathOf = (address: string) => address.slice('http://control.test'.length);

/** The way of a browser to the issuer and back: the path that it is sent back to. */
async function wayBack(person: Visitor): Promise<string> {
  const begun = await person.get('/console/openid?returnTo=/console');
  expect(begun.status).toBe(303);
  return pathOf(await issuer.signIn(begun.headers.get('location') ?? '', subject));
}
async function signIn(person = world.visitor()) {
  const page = await person.get(await wayBack(person));
  return { person, status: page.status, text: await page.text(), headers: page.headers };
}
async function who(person: Visitor) {
  const query = '{ viewer { name role identityProvider orgs { name } } }';
  const answer = await person.post('/console/graphql', { query });
  return ((await answer.json()) as { data?: { viewer: unknown } }).data?.viewer;
}

describe('signing in with an identity provider', () => {
  it('is asked for with a code challenge, a state and a nonce, which only this browser has', async () => {
    const begun = await world.visitor().get('/console/openid');
    const { origin, searchParams } = new URL(begun.headers.get('location') ?? '');
    expect(origin).toBe(issuer.url);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'gatehouse',
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(begun.headers.getSetCookie()[0]).toMatch(
      /^__Host-console\.begun=.*; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it('accepts the invitation of a verified address, and leads on by a page of our own', async () => {
    await invite();
    const { person, status, headers } = await signIn();
    expect([status, headers.get('refresh')]).toEqual([
      200,
      '0;url=/console/sign-in?signedIn&returnTo=%2Fconsole',
    ]);
    const viewer = { name: email, role: 'DEVELOPER', identityProvider: issuer.url, orgs: [{ name: 'acme' }] };
    expect(await who(person)).toEqual(viewer);
  });

  it('knows the person by issuer and subject from then on, whatever her address is', async () => {
    await invite();
    await signIn();
    people[subject] = { email: 'changed@acme.example', email_verified: false };
    expect(await who((await signIn()).person)).toMatchObject({ name: email });
  });

  it.each([
    ['was not invited', async () => people, 'Nobody has invited'],
    [
      'was invited by an address that is not verified',
      async () => {
        await invite();
        people[subject] = { email, email_verified: false };
      },
      'does not vouch for your email address',
    ],
    [
      'is another subject with the address of somebody known',
      async () => {
        await invite();
        await signIn();
        subject = `impostor-${count}`;
        people[subject] = { email, email_verified: true };
      },
      'Nobody has invited',
    ],
    [
      'was removed',
      async () => {
        await invite();
        await signIn();
        await world.mutate('removeUser', { org: 'acme', email }, '');
      },
      'Nobody has invited',
    ],
  ])('is refused to who %s', async (_who, prepare, sentence) => {
    await prepare();
    const { person, status, text } = await signIn();
    expect([status, person.cookie, text]).toEqual([403, undefined, expect.stringContaining(sentence)]);
  });

  it('takes the place of a password that whoever had the link chose: what that opened ends', async () => {
    const thief = world.visitor();
    const code = new URL((await invite()).url).searchParams.get('code') ?? '';
    const credentials = { email, password: 'chosen by another' };
    expect((await thief.submit('/console/invitation', { code, ...credentials })).status).toBe(303);
    const { person } = await signIn();
    expect(await who(person)).toMatchObject({ name: email });
    expect(await who(thief)).toBeUndefined();
    expect((await world.visitor().submit('/console/sign-in', credentials)).status).toBe(401);
  });

  it('is followed by the passkey of who has one, which it stands in for as little as a password does', async () => {
    await invite();
    const authenticator = consoleAuthenticator();
    await register((await signIn()).person, authenticator);
    const { person } = await signIn();
    expect(await seen(person)).toBe('SECOND_FACTOR_REQUIRED');
    expect((await person.get('/console/sign-in?signedIn')).headers.get('location')).toContain(
      '/console/second-factor?',
    );
    await invite('beta');
    const { person: later } = await signIn();
    expect((await show(later, authenticator)).status).toBe(303);
    expect(await seen(later)).toEqual(['acme']);
    // The invitation that she has accepted by the way asks for it from now on.
    const { users } = await world.query<{ users: { email: string; hasSecondFactor: boolean }[] }>(
      '{ users(org: "beta", first: 200) { email hasSecondFactor } }',
    );
    expect(users.filter((user) => user.email === email)).toEqual([{ email, hasSecondFactor: true }]);
  });

  it('opens all orgs of the address that it vouches for, and ends what another accepted one of them with', async () => {
    const squatter = world.visitor();
    const code = new URL((await invite()).url).searchParams.get('code') ?? '';
    await invite('beta');
    const { person } = await signIn();
    expect((await person.submit('/console/account/org', { org: 'beta' })).status).toBe(303);
    expect(await who(person)).toMatchObject({ orgs: [{ name: 'beta' }] });
    await world.mutate('removeUser', { org: 'acme', email }, '');
    const again = new URL((await invite()).url).searchParams.get('code') ?? '';
    const password = 'set by eve';
    expect((await squatter.submit('/console/invitation', { code, password })).status).toBe(404);
    expect((await squatter.submit('/console/invitation', { code: again, password })).status).toBe(303);
    expect((await squatter.submit('/console/account/org', { org: 'beta' })).status).toBe(404);
    expect((await person.submit('/console/account/org', { org: 'acme' })).status).toBe(404);
    expect(await who((await signIn()).person)).toMatchObject({ orgs: [{ name: 'acme' }] });
    expect(await who(squatter)).toBeUndefined();
    expect(await who(person)).toMatchObject({ orgs: [{ name: 'beta' }] });
  });

  it('is refused to a browser that has not begun it, that began another, or that comes twice', async () => {
    await invite();
    const [one, two] = [world.visitor(), world.visitor()];
    const back = await wayBack(one);
    expect((await world.visitor().get(back)).status).toBe(401);
    await wayBack(two);
    expect((await two.get(back)).status).toBe(401);
    expect((await one.get(back)).status).toBe(200);
    expect((await one.get(back)).status).toBe(401);
  });

  it('that the person cancelled says so, and lets her try again', async () => {
    const person = world.visitor();
    const begun = await person.get('/console/openid');
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state');
    const page = await person.get(
      `/console/openid/callback?error=access_denied&state=${state}&iss=${issuer.url}`,
    );
    expect([page.status, await page.text()]).toEqual([
      401,
      expect.stringContaining('Your identity provider did not sign you in'),
    ]);
  });
});

it('what must be registered at the identity provider is told administrators, never with the secret, and nobody else', async () => {
  const query = '{ identityProvider { issuer clientId redirectUrl } }';
  const ask = async (person: Visitor) => {
    const answer = await person.post('/console/graphql', { query });
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  expect(await ask(await world.signedIn())).toEqual({
    status: 200,
    data: { identityProvider: { issuer: issuer.url, clientId: 'gatehouse', redirectUrl: CALLBACK } },
  });
  await invite();
  expect(await ask((await signIn()).person)).toMatchObject({
    status: 200,
    data: { identityProvider: null },
    errors: [
      {
        message: 'This needs the role ADMINISTRATOR; yours is DEVELOPER.',
        extensions: { code: 'FORBIDDEN' },
      },
    ],
  });
});

it('an identity provider that cannot be asked is said on the page, and asked again the next time', async () => {
  const other = await openIssuer(people, CALLBACK);
  const port = Number(new URL(other.url).port);
  await other.close();
  const lost = await openConsole({ openId: { issuer: `http://127.0.0.1:${port}`, ...issuerClient } });
  try {
    const page = await lost.visitor().get('/console/openid');
    const text = await page.text();
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    expect(text).toContain(`The identity provider 127.0.0.1:${port} cannot be asked at this moment`);
    expect(text).toContain('Use the token');
  } finally {
    await lost.close();
  }
});

it('without an identity provider there is no way to it', async () => {
  const plain = await openConsole();
  try {
    expect(await (await plain.visitor().get('/console/sign-in')).text()).not.toContain('identity provider');
    expect((await plain.visitor().get('/console/openid')).status).toBe(303);
  } finally {
    await plain.close();
  }
});
