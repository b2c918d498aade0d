// Passkeys and recovery codes of people of the console, over HTTP, with an authenticator of our own that may lie.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Circumstances } from '../../support/authenticator.ts';
import { type ConsoleWorld, consoleOf, openConsole, readPage, type Visitor } from '../../support/console.ts';
import { hiddenOf } from '../../support/page-elements.ts';
import {
  accepted,
  codesIn,
  consoleAuthenticator,
  type Invitee,
  optionsOf,
  passwordGiven,
  register,
  seen,
  show,
} from '../../support/second-factor.ts';

const MINUTE = 60_000;
const NOT_ACCEPTED = 'The passkey was not accepted';

let world: ConsoleWorld;
let count = 0;
let ada: Invitee;

beforeAll(async () => {
  world = await openConsole();
  for (const title of ['Acme', 'Beta']) await world.mutate('createOrg', { title });
});
afterAll(() => world.close());
beforeEach(async () => {
  count += 1;
  ada = await accepted(world, { org: 'acme', email: `ada-${count}@acme.example` });
});

/** Ada with a passkey, in a browser that has shown the password alone. */
async function halfway() {
  const authenticator = consoleAuthenticator();
  const { codes } = await register(ada.person, authenticator);
  return { authenticator, codes, person: await passwordGiven(world, ada) };
}
const actionsOf = async (org = 'acme') => {
  const { auditEvents } = await world.query<{
    auditEvents: { nodes: { actor: string; action: string; detail: unknown }[] };
  }>('query ($org: String) { auditEvents(org: $org, first: 8) { nodes { actor action detail } } }', { org });
  return auditEvents.nodes.filter(({ actor }) => actor === `user:${ada.email}`);
};
const leadsTo = async (answer: Promise<Response>) => (await answer).headers.get('location');

describe('a passkey', () => {
  it('is registered on the account page, named, with ten recovery codes; from then on the password alone opens nothing', async () => {
    const authenticator = consoleAuthenticator();
    const before = ada.person.cookie;
    const { status, codes, text } = await register(ada.person, authenticator, { name: 'Blue key' });
    expect([status, codes.length, new Set(codes).size]).toEqual([200, 10, 10]);
    expect(text).toContain('They are not shown again.');
    expect(await seen(ada.person)).toEqual(['acme']);
    expect(await seen(Object.assign(world.visitor(), { cookie: before }))).toBe('UNAUTHENTICATED');
    const account = await readPage(ada.person.get('/console/account?done=passkey'));
    expect(account.text).toContain('Blue key');
    expect(account.text).toContain('Unused recovery codes: 10');
    const person = await passwordGiven(world, ada);
    expect(await seen(person)).toBe('SECOND_FACTOR_REQUIRED');
    expect(await actionsOf()).toMatchObject([
      { action: 'registerPasskey', detail: { passkey: 'Blue key' } },
      { action: 'addSecondFactor' },
      { action: 'signIn' },
    ]);
    expect(await show(person, authenticator)).toMatchObject({ status: 303, location: '/console/overview' });
    expect(await seen(person)).toEqual(['acme']);
    expect((await actionsOf())[0]).toMatchObject({ action: 'signIn', detail: { secondFactor: 'passkey' } });
    expect((await readPage(person.get('/console/account'))).text).not.toContain('Last used Never');
  });

  it('is asked for between the password and each page, and leads on to the page that was wanted', async () => {
    const { person, authenticator } = await halfway();
    const wanted = '/console/people?org=acme';
    const signIn = `/console/sign-in?returnTo=${encodeURIComponent(wanted)}`;
    expect(await leadsTo(person.get(wanted))).toBe(signIn);
    const asking = `/console/second-factor?returnTo=${encodeURIComponent(wanted)}`;
    expect(await leadsTo(person.get(signIn))).toBe(asking);
    const page = await readPage(person.get(asking));
    expect(page.text).toContain(`${ada.email}, one more step to Acme.`);
    expect(page.headers.get('content-security-policy')).toContain("style-src 'self';");
    expect(page.text).not.toContain('Laptop');
    for (const path of ['/console/account', '/console/access-tokens', '/console/second-factor/no-such'])
      expect(await leadsTo(person.get(path))).toContain('/console/sign-in?');
    const body = { minutes: 5 };
    expect((await person.post('/console/tokens', body)).status).toBe(401);
    expect(await leadsTo(person.submit('/console/account/org', { org: 'acme' }))).toContain('sign-in');
    const { options } = await optionsOf<Parameters<typeof authenticator.get>[0]>(person, 'authentication');
    const credential = JSON.stringify(authenticator.get(options));
    const shown = person.submit('/console/second-factor', { credential, returnTo: wanted });
    expect(await leadsTo(shown)).toBe(wanted);
  });

  it('is not added by a password alone where there is one already', async () => {
    const { person } = await halfway();
    const thief = consoleAuthenticator();
    expect(await optionsOf(person, 'registration')).toMatchObject({
      status: 401,
      code: 'SECOND_FACTOR_REQUIRED',
    });
    const { options } = await optionsOf<Parameters<typeof thief.get>[0]>(person, 'authentication');
    const made = thief.create({ ...options, rp: { id: options.rpId }, user: { id: '', name: '' } });
    for (const path of ['/console/second-factor/passkey', '/console/account/passkeys'])
      await person.submit(path, { credential: JSON.stringify(made), name: 'Mine' });
    expect(await seen(person)).toBe('SECOND_FACTOR_REQUIRED');
    expect(await world.database.prisma.passkey.count({ where: { credentialId: thief.credentialId } })).toBe(
      0,
    );
  });

  const lies: Record<string, Circumstances> = {
    'another origin': { origin: 'https://control.test.evil.example' },
    'another port of the host': { origin: 'http://control.test:9000' },
    'another relying party': { rpId: 'evil.example' },
    'an answer to a registration': { type: 'webauthn.create' },
    'nobody who touched it': { isPresent: false },
  };

  it.each(Object.entries(lies))('does not sign in from %s', async (_what, lie) => {
    const { person, authenticator } = await halfway();
    const refused = await show(person, authenticator, lie);
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining(NOT_ACCEPTED)]);
    expect(await seen(person)).toBe('SECOND_FACTOR_REQUIRED');
    expect((await show(person, authenticator)).status).toBe(303);
  });

  it.each(Object.entries(lies).filter(([, { isPresent, type }]) => isPresent === undefined && !type))(
    'is not registered from %s',
    async (_what, lie) => {
      const refused = await register(ada.person, consoleAuthenticator(), { lies: lie });
      expect([refused.status, refused.text]).toEqual([
        400,
        expect.stringContaining('The passkey could not be checked'),
      ]);
      expect(await seen(await passwordGiven(world, ada))).toEqual(['acme']);
    },
  );

  it('signs in once by one answer: a challenge is of one session, one purpose and five minutes', async () => {
    const { person, authenticator } = await halfway();
    type Request = Parameters<typeof authenticator.get>[0];
    const other = await passwordGiven(world, ada);
    const { options } = await optionsOf<Request>(person, 'authentication');
    const answer = JSON.stringify(authenticator.get(options));
    await optionsOf(other, 'authentication');
    const post = (to: Visitor, credential: string) =>
      readPage(to.submit('/console/second-factor', { credential }));
    expect(await post(other, answer)).toMatchObject({ status: 401 });
    expect(await post(person, answer)).toMatchObject({ status: 303 });
    // Replayed, in a session that has a challenge no more, and in one that has another.
    expect(await post(other, answer)).toMatchObject({ status: 401 });
    const third = await passwordGiven(world, ada);
    await optionsOf(third, 'authentication');
    expect(await post(third, answer)).toMatchObject({ status: 401 });
    const late = await optionsOf<Request>(third, 'authentication');
    const lateAnswer = JSON.stringify(authenticator.get(late.options));
    world.pass(5 * MINUTE);
    const refused = await post(third, lateAnswer);
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining(NOT_ACCEPTED)]);
    // The challenge of a registration is none to sign in by.
    const registration = await optionsOf<{ challenge: string }>(person, 'registration');
    const { challenge } = registration.options;
    const crossed = authenticator.get({ challenge, rpId: 'control.test' });
    expect(await post(await passwordGiven(world, ada), JSON.stringify(crossed))).toMatchObject({
      status: 401,
    });
  });

  it('does not sign in another person', async () => {
    const { person } = await halfway();
    const eve = await accepted(world, { org: 'acme', email: `eve-${count}@acme.example` });
    const hers = consoleAuthenticator();
    await register(eve.person, hers);
    expect(await show(person, hers)).toMatchObject({ status: 401 });
    expect(await seen(person)).toBe('SECOND_FACTOR_REQUIRED');
    expect((await register(ada.person, hers)).text).toContain('This passkey is registered already.');
  });

  it('that has counted back is a copy: refused, and told to the audit', async () => {
    const { person, authenticator } = await halfway();
    const copy = authenticator.copy();
    expect((await show(person, authenticator)).status).toBe(303);
    expect((await show(await passwordGiven(world, ada), authenticator)).status).toBe(303);
    const thief = await passwordGiven(world, ada);
    expect((await show(thief, copy)).status).toBe(401);
    expect(await seen(thief)).toBe('SECOND_FACTOR_REQUIRED');
    expect((await actionsOf())[0]).toMatchObject({
      action: 'refusePasskey',
      detail: { passkey: 'Laptop', reason: expect.stringContaining('count went back') },
    });
  });

  it('of an authenticator that does not count signs in again and again', async () => {
    const { person, authenticator } = await halfway();
    for (const each of [person, await passwordGiven(world, ada)])
      expect((await show(each, authenticator, { counter: 0 })).status).toBe(303);
  });

  it('that is removed signs in no more; the other sessions end, and with the last one the codes go', async () => {
    const { person, authenticator } = await halfway();
    const second = consoleAuthenticator();
    expect(await register(ada.person, second, { name: 'Phone' })).toMatchObject({ status: 303, codes: [] });
    const { options } = await optionsOf<Parameters<typeof second.get>[0]>(person, 'authentication');
    const other = await passwordGiven(world, ada);
    await show(other, second);
    expect(await seen(other)).toEqual(['acme']);
    const ids = async () => hiddenOf(await readPage(ada.person.get('/console/account')), 'of');
    const [first = '', last = ''] = await ids();
    const remove = (of: string) => readPage(ada.person.submit('/console/account/passkeys/delete', { of }));
    expect((await remove(first)).location).toBe('/console/account?done=passkeyDeleted');
    expect(await seen(other)).toBe('UNAUTHENTICATED');
    const credential = JSON.stringify(authenticator.get(options));
    expect((await person.submit('/console/second-factor', { credential })).status).toBe(401);
    const { detail } = (await actionsOf()).find(({ action }) => action === 'deletePasskey') ?? {};
    expect(Object.entries((detail as { before: object }).before)).toEqual([
      [expect.stringMatching(/^passkey /), { createdAt: expect.any(String) }],
    ]);
    expect((await remove(first)).status).toBe(404);
    expect((await remove(last)).status).toBe(303);
    expect(await seen(await passwordGiven(world, ada))).toEqual(['acme']);
    expect(
      await world.database.prisma.recoveryCode.count({
        where: { secondFactor: { user: { email: ada.email } } },
      }),
    ).toBe(0);
  });

  it('is one of twenty at most, and has a name that can be read', async () => {
    await register(ada.person, consoleAuthenticator());
    const { id } = await world.database.prisma.secondFactor.findFirstOrThrow({
      where: { user: { email: ada.email } },
    });
    const unnamed = await register(ada.person, consoleAuthenticator(), { name: ' ' });
    expect([unnamed.status, unnamed.text]).toEqual([400, expect.stringContaining('The name is empty.')]);
    const unreadable = await register(ada.person, consoleAuthenticator(), { name: 'a\u0000b' });
    expect(unreadable.status).toBe(400);
    await world.database.prisma.passkey.createMany({
      data: Array.from({ length: 19 }, (_, index) => ({
        secondFactorId: id,
        name: `${index}`,
        credentialId: `${count}-${index}`,
        publicKey: new Uint8Array(1),
        counter: 0,
      })),
    });
    expect(await optionsOf(ada.person, 'registration')).toMatchObject({
      status: 409,
      code: 'QUOTA_EXCEEDED',
    });
  });

  it.each([{ transports: 7 }, { transports: [{}, 'x'.repeat(1000)] }, { transports: 'usb' }])(
    'keeps nothing that a browser makes up of how it is reached: %o',
    async (lies) => {
      const authenticator = consoleAuthenticator();
      expect((await register(ada.person, authenticator, { lies })).status).toBe(200);
      const { credentialId } = authenticator;
      const { transports } = await world.database.prisma.passkey.findUniqueOrThrow({
        where: { credentialId },
      });
      expect(transports).toEqual([]);
    },
  );

  it('is no matter for access tokens: those of the person go on, and nobody registers one by a token', async () => {
    const administrator = await accepted(world, {
      org: 'acme',
      email: `boss-${count}@acme.example`,
      role: 'ADMINISTRATOR',
    });
    const mutation = `mutation { createAccessToken(input: {name: "ci-${count}", role: VIEWER}) { token } }`;
    const made = await administrator.person.post('/console/graphql', { query: mutation });
    const { data } = (await made.json()) as { data: { createAccessToken: { token: string } } };
    const { token } = data.createAccessToken;
    await register(administrator.person, consoleAuthenticator());
    const script = world.withToken(token);
    expect(await script.query('{ viewer { passkeys { name } recoveryCodesLeft } }')).toEqual({
      viewer: { passkeys: [], recoveryCodesLeft: 0 },
    });
    expect(await script.refused('deletePasskey', { id: 'x' }, '')).toMatchObject({ code: 'BAD_USER_INPUT' });
    const session = await world.signedIn(token);
    expect(await optionsOf(session, 'registration')).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });

  it.each(['', 'null', '[]', '{"id":7}', '{"id":"x\\u0000"}', '{"id":"x","response":{}}', '{'])(
    'is not what says %s',
    async (credential) => {
      const { person, authenticator } = await halfway();
      await optionsOf(person, 'authentication');
      expect((await person.submit('/console/second-factor', { credential })).status).toBe(401);
      await optionsOf(ada.person, 'registration');
      const refused = await ada.person.submit('/console/account/passkeys', { credential, name: 'x' });
      expect(refused.status).toBe(400);
      expect((await show(person, authenticator)).status).toBe(303);
    },
  );
});

describe('several control processes', () => {
  it('take the answer to a challenge that another one gave', async () => {
    const { person, authenticator } = await halfway();
    const another = await consoleOf(world);
    const { options } = await optionsOf<Parameters<typeof authenticator.get>[0]>(person, 'authentication');
    const elsewhere = Object.assign(another.visitor(), { cookie: person.cookie });
    const credential = JSON.stringify(authenticator.get(options));
    expect((await elsewhere.submit('/console/second-factor', { credential })).status).toBe(303);
    expect(await seen(elsewhere)).toEqual(['acme']);
    expect((await person.submit('/console/second-factor', { credential })).headers.get('location')).toContain(
      '/console/sign-in',
    );
  });

  it('take one answer, one code and one first passkey, of those that come at the same time', async () => {
    const asked = await Promise.all(
      [ada.person, await passwordGiven(world, ada)].map(async (person) => {
        const authenticator = consoleAuthenticator();
        const { options } = await optionsOf<Parameters<typeof authenticator.create>[0]>(
          person,
          'registration',
        );
        return { person, credential: JSON.stringify(authenticator.create(options)) };
      }),
    );
    const registered = await Promise.all(
      asked.map(({ person, credential }) =>
        readPage(person.submit('/console/account/passkeys', { credential, name: 'Laptop' })),
      ),
    );
    const [codes = [], ...others] = registered.map(codesIn).filter((each) => each.length > 0);
    expect([codes.length, others]).toEqual([10, []]);
    expect(
      await world.database.prisma.passkey.count({ where: { secondFactor: { user: { email: ada.email } } } }),
    ).toBe(1);
    const people = await Promise.all([1, 2, 3].map(() => passwordGiven(world, ada)));
    const used = people.map((each) => each.submit('/console/second-factor', { code: codes[0] ?? '' }));
    const statuses = (await Promise.all(used)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([303, 401, 401]);
  });
});

describe('a session that waits for a passkey', () => {
  it('ends after ten minutes; one that was shown in time lasts as long as any', async () => {
    const { person, authenticator } = await halfway();
    const other = await passwordGiven(world, ada);
    world.pass(9 * MINUTE);
    expect((await show(other, authenticator)).status).toBe(303);
    world.pass(MINUTE);
    expect(await seen(person)).toBe('UNAUTHENTICATED');
    expect((await person.post('/console/passkey-options/authentication', {})).status).toBe(401);
    world.pass(11 * 60 * MINUTE);
    expect(await seen(other)).toEqual(['acme']);
    world.pass(60 * MINUTE);
    expect(await seen(other)).toBe('UNAUTHENTICATED');
  });

  it('gives its options to no page of another origin, and to no form', async () => {
    const { person } = await halfway();
    const path = '/console/passkey-options/authentication';
    for (const headers of [{ origin: 'http://evil.test' }, { 'x-gatehouse-console': undefined }])
      expect((await person.post(path, {}, headers)).status).toBe(403);
  });

  it('can be ended by who waits', async () => {
    const { person } = await halfway();
    expect(await leadsTo(person.submit('/console/sign-out'))).toBe('/console/sign-in');
    expect(await seen(person)).toBe('UNAUTHENTICATED');
  });
});

describe('a recovery code', () => {
  const use = async (person: Visitor, code: string) =>
    readPage(person.submit('/console/second-factor', { code }));

  it('signs in in place of a passkey, once, however it is typed; the audit says so', async () => {
    const { person, codes } = await halfway();
    const [code = '', another = ''] = codes;
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    expect(await use(person, typed)).toMatchObject({
      status: 303,
      location: '/console/account?done=recoveryCodeUsed',
    });
    expect(await seen(person)).toEqual(['acme']);
    const account = await readPage(person.get('/console/account?done=recoveryCodeUsed'));
    expect(account.text).toContain('Unused recovery codes: 9');
    expect(await actionsOf()).toMatchObject([
      { action: 'signIn', detail: { secondFactor: 'recovery code' } },
      { action: 'useRecoveryCode', detail: { left: 9 } },
      {},
      {},
      {},
    ]);
    const again = await passwordGiven(world, ada);
    const refused = await use(again, code);
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('was used before')]);
    expect((await use(again, another)).status).toBe(303);
  });

  it('is stored by its hash alone', async () => {
    const { codes } = await halfway();
    const rows = JSON.stringify(await world.database.prisma.recoveryCode.findMany());
    for (const code of codes) {
      expect(rows).not.toContain(code);
      expect(rows).not.toContain(code.replaceAll('-', ''));
    }
  });

  it('is void when others are made', async () => {
    const { person, codes } = await halfway();
    const page = await readPage(ada.person.submit('/console/account/recovery-codes'));
    const made = codesIn(page);
    expect(made.length).toBe(10);
    expect((await use(person, codes[0] ?? '')).status).toBe(401);
    expect((await use(person, made[0] ?? '')).status).toBe(303);
    expect((await actionsOf()).map(({ action }) => action)).toContain('replaceRecoveryCodes');
  });

  it('is of one person', async () => {
    const { codes } = await halfway();
    const eve = await accepted(world, { org: 'acme', email: `eve-${count}@acme.example` });
    await register(eve.person, consoleAuthenticator());
    expect((await use(await passwordGiven(world, eve), codes[0] ?? '')).status).toBe(401);
  });

  it('is guessed slowly, as passwords are: right ones wait with the wrong ones', async () => {
    const { person, codes, authenticator } = await halfway();
    for (let index = 0; index < 10; index += 1)
      expect((await use(person, `AAAA-AAAA-AAAA-AAA${index}`)).status).toBe(401);
    const refused = await use(person, codes[0] ?? '');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    expect((await show(person, authenticator)).status).toBe(429);
    world.pass(MINUTE);
    expect((await use(person, codes[0] ?? '')).status).toBe(303);
  });
});
