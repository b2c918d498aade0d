import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ConsoleWorld, openConsole, type Visitor } from '../../../support/console.ts';

const WEEK = 7 * 86_400_000;
const ACCEPT = { accept: 'application/graphql-response+json' };
const WHO = '{ viewer { name role orgs { name } } }';

let world: ConsoleWorld;
let count = 0;
/** The address of somebody whom no other test knows. */
let email: string;

beforeAll(async () => {
  world = await openConsole();
  for (const title of ['Acme', 'Beta']) await world.mutate('createOrg', { title });
});
afterAll(() => world.close());
beforeEach(() => {
  count += 1;
  email = `ada-${count}@acme.example`;
});

/** The name of an org that is there for one test. */
async function anotherOrg(title: string): Promise<string> {
  const { name } = await world.mutate<{ name: string }>('createOrg', { title });
  onTestFinished(async () => void (await world.mutate('deleteOrg', { name }, '')));
  return name;
}
type Invitation = { url: string; expiresAt: string; user: { email: string; role: string; state: string } };
const invite = (input: object = {}) =>
  world.mutate<Invitation>(
    'inviteUser',
    { org: 'acme', email, role: 'ADMINISTRATOR', ...input },
    '{ url expiresAt user { email role state } }',
  );
const codeOf = ({ url }: Invitation) => new URL(url).searchParams.get('code') ?? '';
const accept = (person: Visitor, invitation: Invitation, password = 'ada-password') =>
  person.submit('/console/invitation', { code: codeOf(invitation), password });

/** Somebody who was invited, and has accepted. */
async function member(input: object = {}): Promise<Visitor> {
  const person = world.visitor();
  const { status } = await accept(person, await invite(input));
  expect(status).toBe(303);
  return person;
}
type Asked = { data?: Record<string, never>; errors?: { message: string; extensions: { code: string } }[] };
async function ask(person: Visitor, query: string, variables: object = {}) {
  const answer = await person.post('/console/graphql', { query, variables }, ACCEPT);
  const { data, errors } = (await answer.json()) as Asked;
  return { status: answer.status, data, code: errors?.[0]?.extensions.code, message: errors?.[0]?.message };
}
const users = async (org = 'acme') => {
  const found = await world.query<{ users: { email: string; role: string; state: string }[] }>(
    'query ($org: String) { users(org: $org) { email role state lastSignInAt } }',
    { org },
  );
  return found.users.filter((user) => user.email === email);
};

describe('a change that waits for its turn', () => {
  it('is refused to a person whose role is a lesser one meanwhile', async () => {
    const ada = await member();
    const make = (name: string) =>
      ask(
        ada,
        `mutation { createAccessToken(input: { org: "acme", name: "${name}-${count}", role: ADMINISTRATOR }) { name } }`,
      );
    const asked = ['one', 'two', 'three', 'four'].map(make);
    const demoted = world.mutate('updateUser', { org: 'acme', email, role: 'VIEWER' }, '{ role }');
    const codes = (await Promise.all(asked)).map(({ code }) => code);
    await demoted;
    expect(codes.at(-1)).toBe('FORBIDDEN');
  });
});

describe('inviteUser', () => {
  it('gives a link, good for a week, which makes the person an administrator with a password of her own', async () => {
    const invitation = await invite({ email: ` ${email.toUpperCase()}`.trim() });
    expect(invitation).toMatchObject({
      user: { email, role: 'ADMINISTRATOR', state: 'INVITED' },
      url: expect.stringMatching(/^http:\/\/control\.test\/console\/invitation\?code=gv_[\w-]{43}$/),
      expiresAt: new Date(world.deps.clock().getTime() + WEEK).toISOString(),
    });
    const person = world.visitor();
    const page = await (await person.get(`/console/invitation?code=${codeOf(invitation)}`)).text();
    expect(page).toContain(`${email} is invited to Acme as administrator.`);
    expect((await accept(person, invitation)).headers.get('location')).toContain('/console/sign-in?signedIn');
    expect(await ask(person, WHO)).toMatchObject({
      data: { viewer: { name: email, role: 'ADMINISTRATOR', orgs: [{ name: 'acme' }] } },
    });
    expect(await users()).toMatchObject([{ state: 'ENABLED', lastSignInAt: expect.any(String) }]);
    const again = await accept(world.visitor(), invitation);
    expect([again.status, await again.text()]).toEqual([
      404,
      expect.stringContaining('was used, or has ended'),
    ]);
  });

  it('ends after a week, when it is given again, and when it is taken back', async () => {
    const first = await invite();
    const second = await invite({ role: 'VIEWER' });
    expect((await accept(world.visitor(), first)).status).toBe(404);
    await world.mutate('removeUser', { org: 'acme', email }, '');
    expect((await accept(world.visitor(), second)).status).toBe(404);
    const late = await invite();
    world.pass(WEEK);
    expect((await accept(world.visitor(), late)).status).toBe(404);
  });

  it('stores neither the link nor the password', async () => {
    const invitation = await invite();
    await accept(world.visitor(), invitation);
    const rows = await world.database.prisma.user.findMany({ include: { memberships: true } });
    expect(JSON.stringify(rows)).not.toContain('ada-password');
    const [membership] = rows.find((row) => row.email === email)?.memberships ?? [];
    expect(membership?.passwordHash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(rows)).not.toContain(codeOf(invitation).slice(3));
  });

  it('is refused for who is in the org already, for what is no address, and for every org from one', async () => {
    const person = await member();
    expect(
      await world.refused('inviteUser', { org: 'acme', email, role: 'VIEWER' }, '{ url }'),
    ).toMatchObject({
      status: 409,
      code: 'NAME_TAKEN',
      path: ['input', 'email'],
    });
    const mutation = 'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { url } }';
    const input = { email: 'nobody', role: 'VIEWER' };
    expect(await ask(person, mutation, { input })).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
    const everywhere = { email: 'x@acme.example', role: 'VIEWER', everyOrg: true };
    expect(await ask(person, mutation, { input: everywhere })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
  });

  it('for every org makes an administrator of the platform, who is told to the audit of each', async () => {
    const person = await member({ org: undefined, everyOrg: true });
    const { data } = await ask(person, '{ viewer { orgs { name } } }');
    expect(data).toEqual({ viewer: { orgs: [{ name: 'acme' }, { name: 'beta' }] } });
    const { auditEvents } = await world.query<{ auditEvents: { nodes: unknown[] } }>(
      '{ auditEvents(org: "beta", first: 2) { nodes { actor action subject } } }',
    );
    expect(auditEvents.nodes).toEqual([
      { actor: `user:${email}`, action: 'signIn', subject: email },
      { actor: expect.stringMatching(/^token:administrator/), action: 'inviteUser', subject: email },
    ]);
    await world.mutate('removeUser', { everyOrg: true, email }, '');
    expect((await ask(person, WHO)).status).toBe(401);
  });
});

describe('a person of several orgs', () => {
  const WHERE = '{ viewer { memberships { org current } } }';
  const signIn = async (password: string, org = '') => {
    const person = world.visitor();
    const answer = await person.submit('/console/sign-in', { email, password, org });
    return { person, status: answer.status, text: await answer.text() };
  };
  const orgsOf = async (person: Visitor) => {
    const { data } = await ask(person, WHERE);
    const { viewer } = data as unknown as { viewer: { memberships: { org: string }[] } };
    return viewer.memberships.map(({ org }) => org);
  };
  const enter = async (person: Visitor, org: string) =>
    (await person.submit('/console/account/org', { org })).status;

  it.each([
    ['acme', 'beta'],
    ['beta', 'acme'],
  ])('reaches each by its own password: who accepted for %s reaches nothing of %s', async (eve, vic) => {
    const squatter = world.visitor();
    expect((await accept(squatter, await invite({ org: eve }), 'set by eve')).status).toBe(303);
    const invitation = await invite({ org: vic });
    for (const person of [squatter, (await signIn('set by eve')).person]) {
      expect(await orgsOf(person)).toEqual([eve]);
      expect(await enter(person, vic)).toBe(404);
    }
    const cfo = world.visitor();
    const page = await (await cfo.get(`/console/invitation?code=${codeOf(invitation)}`)).text();
    expect(page).toContain('Choose a password');
    expect((await accept(cfo, invitation, 'of her own')).status).toBe(303);
    expect(await ask(cfo, WHO)).toMatchObject({ data: { viewer: { orgs: [{ name: vic }] } } });
    for (const person of [
      cfo,
      (await signIn('of her own')).person,
      (await signIn('of her own', vic)).person,
    ]) {
      expect(await orgsOf(person)).toEqual([vic]);
      expect(await enter(person, eve)).toBe(404);
    }
    expect(await orgsOf((await signIn('set by eve')).person)).toEqual([eve]);
    for (const [password, org] of [
      ['set by eve', vic],
      ['of her own', eve],
    ] as const) {
      const refused = await signIn(password, org);
      expect([refused.status, refused.text]).toEqual([
        401,
        expect.stringContaining('The email address or the password is wrong.'),
      ]);
    }
  });

  it('goes from one to the other where she chose the same password, signs in with it, and names none', async () => {
    await member();
    await member({ org: 'beta', role: 'VIEWER' });
    const { person } = await signIn('ada-password');
    expect(await orgsOf(person)).toEqual(['acme', 'beta']);
    expect(await enter(person, 'beta')).toBe(303);
    expect(await ask(person, '{ viewer { role memberships { org current } } }')).toMatchObject({
      data: {
        viewer: {
          role: 'VIEWER',
          memberships: [
            { org: 'acme', current: false },
            { org: 'beta', current: true },
          ],
        },
      },
    });
    expect(await enter(person, 'no-such')).toBe(404);
  });

  it('is told no org of another: an invitation reads as that of somebody unknown', async () => {
    const told = '{ expiresAt user { email role state identityProvider lastSignInAt invitedAt } }';
    await member();
    const known = await world.mutate<object>('inviteUser', { org: 'beta', email, role: 'VIEWER' }, told);
    const other = `nobody-${email}`;
    const unknown = await world.mutate<object>(
      'inviteUser',
      { org: 'beta', email: other, role: 'VIEWER' },
      told,
    );
    const invitedAt = expect.any(String);
    const user = { role: 'VIEWER', state: 'INVITED', identityProvider: null, lastSignInAt: null, invitedAt };
    expect(known).toMatchObject({ user: { ...user, email } });
    expect(unknown).toMatchObject({ user: { ...user, email: other } });
    const page = async (address: string) => {
      const invitation = await invite({ org: 'beta', email: address });
      const path = `/console/invitation?code=${codeOf(invitation)}`;
      const text = await (await world.visitor().get(path)).text();
      return text.replaceAll(codeOf(invitation), '').replaceAll(address, '');
    };
    expect(await page(email)).toBe(await page(other));
  });

  it('loses one of them alone by a removal, a changed password or a sign-out in it', async () => {
    const acme = world.visitor();
    await accept(acme, await invite(), 'of acme only');
    const beta = world.visitor();
    await accept(beta, await invite({ org: 'beta' }), 'of beta only');
    const changed = { currentPassword: 'of acme only', newPassword: 'of acme anew' };
    expect((await acme.submit('/console/account/password', changed)).status).toBe(303);
    expect((await signIn('of acme only')).status).toBe(401);
    expect(await orgsOf((await signIn('of beta only')).person)).toEqual(['beta']);
    expect((await acme.submit('/console/account/sign-out-everywhere')).status).toBe(303);
    expect([(await ask(acme, WHO)).status, (await ask(beta, WHO)).status]).toEqual([401, 200]);
    await world.mutate('removeUser', { org: 'acme', email }, '');
    expect((await signIn('of acme anew')).status).toBe(401);
    expect([(await ask(beta, WHO)).status, (await signIn('of beta only')).status]).toEqual([200, 303]);
    const again = world.visitor();
    expect((await accept(again, await invite(), 'of acme again')).status).toBe(303);
    expect(await orgsOf(again)).toEqual(['acme']);
  });

  it('is guessed at no faster by who sets her password in another: that counts as a failure, and opens no way', async () => {
    await accept(world.visitor(), await invite({ org: 'beta' }), 'of her own');
    const eve = world.visitor();
    await accept(eve, await invite(), 'set by eve');
    const guess = { currentPassword: 'set by eve', newPassword: 'of her own' };
    expect((await eve.submit('/console/account/password', guess)).status).toBe(303);
    expect([await orgsOf(eve), await enter(eve, 'beta')]).toEqual([['acme'], 404]);
    const back = { currentPassword: 'of her own', newPassword: 'set by eve' };
    expect((await eve.submit('/console/account/password', back)).status).toBe(303);
    const sign = async (password: string) =>
      (await eve.submit('/console/sign-in', { email, password, org: '' })).status;
    for (let count = 0; count < 5; count += 1)
      expect([await sign('wrong'), await sign('set by eve')]).toEqual([401, 303]);
    expect(await sign('of her own')).toBe(429);
    expect((await signIn('of her own', 'beta')).status).toBe(303);
  });
});

describe('users', () => {
  it('come page by page, by address, are told apart by their state, and are counted', async () => {
    await anotherOrg('Paged');
    for (const name of ['c', 'a', 'b']) await invite({ org: 'paged', email: `${name}@paged.example` });
    await accept(world.visitor(), await invite({ org: 'paged', email: 'b@paged.example' }));
    const invited = 'org: "paged", state: [INVITED]';
    expect(
      await world.query(`{
        all: users(org: "paged", first: 2, offset: 1) { email }
        invited: users(${invited}) { email }
        count: userCount(org: "paged")
        invitedCount: userCount(${invited})
      }`),
    ).toEqual({
      all: [{ email: 'b@paged.example' }, { email: 'c@paged.example' }],
      invited: [{ email: 'a@paged.example' }, { email: 'c@paged.example' }],
      count: 3,
      invitedCount: 2,
    });
  });
});

describe('what a person does', () => {
  it('stands in the audit under her address', async () => {
    const person = await member();
    await ask(person, 'mutation ($input: CreateCatalogInput!) { createCatalog(input: $input) { name } }', {
      input: { title: `Catalog ${count}` },
    });
    const { auditEvents } = await world.query<{ auditEvents: { nodes: unknown[] } }>(
      '{ auditEvents(org: "acme", first: 1) { nodes { actor action } } }',
    );
    expect(auditEvents.nodes).toEqual([{ actor: `user:${email}`, action: 'createCatalog' }]);
  });
});

describe('the rights of a person', () => {
  /** A person with a session, and a token that she has made. */
  async function withToken() {
    await world.mutate(
      'inviteUser',
      { org: 'acme', email: `keeper-${email}`, role: 'ADMINISTRATOR' },
      '{ url }',
    );
    const person = await member();
    const mutation = `mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { token } }`;
    const { data } = await ask(person, mutation, { input: { name: `ci-${count}`, role: 'ADMINISTRATOR' } });
    const { token } = (data as unknown as { createAccessToken: { token: string } }).createAccessToken;
    return { person, script: world.withToken(token) };
  }

  it('are less at once when she is demoted, in her session and in the tokens that she made', async () => {
    const { person, script } = await withToken();
    await world.mutate('updateUser', { org: 'acme', email, role: 'VIEWER' }, '{ role }');
    const viewer = { viewer: { role: 'VIEWER' } };
    expect(await ask(person, '{ viewer { role } }')).toMatchObject({ data: viewer });
    expect(await script.query('{ viewer { role } }')).toEqual(viewer);
    expect(await script.refused('createCatalog', { title: 'Mine' })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      message: 'This needs the role DEVELOPER; yours is VIEWER.',
    });
  });

  it('rest while she is suspended: neither session, nor token, nor password lets her in', async () => {
    const { person, script } = await withToken();
    await world.mutate('updateUser', { org: 'acme', email, suspended: true }, '{ state }');
    expect((await ask(person, WHO)).status).toBe(401);
    expect((await script.send(WHO)).status).toBe(401);
    const refused = await world.visitor().submit('/console/sign-in', { email, password: 'ada-password' });
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('in no org at present'),
    ]);
    await world.mutate('updateUser', { org: 'acme', email, suspended: false }, '{ state }');
    expect((await script.send(WHO)).status).toBe(200);
  });

  it('end when she is removed, with her tokens, and nothing of her is left', async () => {
    const { person, script } = await withToken();
    const query = 'subscription { events { type } }';
    const live = await person.post('/console/graphql', { query }, { accept: 'text/event-stream' });
    expect(live.status).toBe(200);
    const ended = live.text();
    expect(await world.mutate('removeUser', { org: 'acme', email }, '')).toBe(true);
    expect((await ask(person, WHO)).status).toBe(401);
    expect((await script.send(WHO)).status).toBe(401);
    await expect(ended).resolves.toContain('event: complete');
    expect(await world.database.prisma.user.count({ where: { email } })).toBe(0);
    expect(await world.refused('removeUser', { org: 'acme', email }, '')).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
  });
});

describe('the last administrator of an org', () => {
  it('cannot remove, demote or suspend herself; the platform can', async () => {
    const org = await anotherOrg(`Org ${count}`);
    const person = await member({ org });
    const message = `${email} is the last administrator of the org: make somebody else one first.`;
    for (const [field, input, selection] of [
      ['updateUser', { email, role: 'DEVELOPER' }, '{ role }'],
      ['updateUser', { email, suspended: true }, '{ role }'],
      ['removeUser', { email }, ''],
    ] as const) {
      const type = field === 'updateUser' ? 'UpdateUserInput' : 'UserInput';
      const mutation = `mutation ($input: ${type}!) { ${field}(input: $input) ${selection} }`;
      expect(await ask(person, mutation, { input })).toMatchObject({
        status: 409,
        code: 'LAST_ADMINISTRATOR',
        message,
      });
    }
    expect(await ask(person, WHO)).toMatchObject({ data: { viewer: { role: 'ADMINISTRATOR' } } });
    expect(await world.mutate('removeUser', { org, email }, '')).toBe(true);
  });
});

describe('a password', () => {
  const change = (person: Visitor, currentPassword: string, newPassword: string) =>
    person.submit('/console/account/password', { currentPassword, newPassword });
  const signIn = async (password: string) => {
    const person = world.visitor();
    const { status } = await person.submit('/console/sign-in', { email, password });
    return { status, person };
  };

  it('is changed by who knows it; her other sessions end, this one stays', async () => {
    const other = await member();
    const { person } = await signIn('ada-password');
    const wrong = await change(person, 'wrong password', 'new-password');
    expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining('password is wrong')]);
    expect((await change(person, 'ada-password', 'short')).status).toBe(400);
    expect((await change(person, 'ada-password', 'new-password')).status).toBe(303);
    expect((await ask(person, WHO)).status).toBe(200);
    expect((await ask(other, WHO)).status).toBe(401);
    expect((await signIn('ada-password')).status).toBe(401);
    expect((await signIn('new-password')).status).toBe(303);
  });

  it('cannot be changed by a page of another origin', async () => {
    const person = await member();
    const body = { currentPassword: 'ada-password', newPassword: 'new-password' };
    const answer = await person.post('/console/account/password', body, { origin: 'http://evil.test' });
    expect(answer.status).toBe(403);
  });

  it('and all sessions everywhere end by one button', async () => {
    const [one, two] = [await member(), (await signIn('ada-password')).person];
    expect((await one.submit('/console/account/sign-out-everywhere')).status).toBe(303);
    expect([(await ask(one, WHO)).status, (await ask(two, WHO)).status]).toEqual([401, 401]);
  });

  it('is no matter for an access token', async () => {
    const input = { currentPassword: 'x', newPassword: 'long enough' };
    expect(await world.refused('changePassword', input, '')).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
    });
  });
});

describe('accessTokens', () => {
  it('tells role, person, expiry and last use, and no value', async () => {
    await world.mutate('createAccessToken', { org: 'beta', name: 'ci', role: 'VIEWER' }, '{ name }');
    const selection = '{ name role person expiresAt lastUsedAt }';
    const found = await world.query(`{ accessTokens(org: "beta") ${selection} }`);
    const ci = { name: 'ci', role: 'VIEWER', person: null, expiresAt: null, lastUsedAt: null };
    expect(found).toEqual({ accessTokens: [ci] });
  });
});

describe('guessing access tokens', () => {
  const CHOSEN = 'a-token-that-an-operator-chose';
  const send = (token: string, network: string) =>
    world.fetch(
      new Request('http://control.test/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json',
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({ query: WHO }),
      }),
      network,
    );
  const statusOf = async (token: string, network: string) => (await send(token, network)).status;

  it('is slowed after ten from a network; a chosen one waits with it, save where it was shown before', async () => {
    const tokenHash = world.deps.secrets.hash(CHOSEN);
    await world.database.prisma.accessToken.create({ data: { name: 'chosen', role: 'VIEWER', tokenHash } });
    const { token } = await world.mutate<{ token: string }>(
      'createAccessToken',
      { org: 'acme', name: 'issued', role: 'VIEWER' },
      '{ token }',
    );
    expect(await statusOf(CHOSEN, 'office')).toBe(200);
    for (const network of ['office', 'elsewhere'])
      for (let guess = 0; guess < 10; guess += 1) expect(await statusOf(`guess-${guess}`, network)).toBe(401);
    const slowed = await send('guess-11', 'elsewhere');
    expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await slowed.json()).toMatchObject({
      errors: [
        {
          message: 'There were too many attempts: try again in 5 seconds.',
          extensions: { code: 'TOO_MANY_ATTEMPTS' },
        },
      ],
    });
    expect([await statusOf(CHOSEN, 'elsewhere'), await statusOf(CHOSEN, 'office')]).toEqual([429, 200]);
    expect(await statusOf(token, 'elsewhere')).toBe(200);
    world.pass(5_000);
    expect(await statusOf(CHOSEN, 'elsewhere')).toBe(200);
  });
});
