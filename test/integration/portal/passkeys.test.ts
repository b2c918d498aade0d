import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Authenticator, type Circumstances, createAuthenticator } from '../../support/authenticator.ts';
import { openPages, type PagesWorld } from '../../support/portal-pages.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await openPages();
});
afterAll(() => world.close());

type Creation = Parameters<Authenticator['create']>[0];
type Request = Parameters<Authenticator['get']>[0];
type Begun<Options> = { readonly options: Options; readonly kept: string };
type Client = Pick<PagesWorld['portal'], 'run' | 'refused'>;

const ORIGIN = 'http://control.test';
const MINUTE = 60_000;
const REGISTER = `mutation ($kept: String!, $name: String!, $credential: String!) {
  registerPasskey(kept: $kept, name: $name, credential: $credential) { id name lastUsedAt } }`;
const SIGN_IN = `mutation ($kept: String!, $credential: String!) {
  signInWithPasskey(kept: $kept, credential: $credential) { token viewer { username } } }`;
const PASSKEYS = '{ viewer { passkeys { id name lastUsedAt } } }';
const KEPT = { 'passkey carol/Laptop': { createdAt: expect.any(String) } };
const DELETE = 'mutation ($id: ID!) { deletePasskey(id: $id) }';

const beginRegistration = async (person: Client): Promise<Begun<Creation>> =>
  (await person.run<{ beginPasskey: Begun<Creation> }>('mutation { beginPasskey { options kept } }'))
    .beginPasskey;
const beginSignIn = async (person: Client = world.portal): Promise<Begun<Request>> =>
  (
    await person.run<{ beginPasskeySignIn: Begun<Request> }>(
      'mutation { beginPasskeySignIn { options kept } }',
    )
  ).beginPasskeySignIn;

async function register(person: Client, authenticator: Authenticator, name = 'Laptop'): Promise<string> {
  const { options, kept } = await beginRegistration(person);
  const credential = JSON.stringify(authenticator.create(options));
  const { registerPasskey } = await person.run<{ registerPasskey: { id: string } }>(REGISTER, {
    kept,
    name,
    credential,
  });
  return registerPasskey.id;
}

async function answer(authenticator: Authenticator, lies?: Circumstances) {
  const { options, kept } = await beginSignIn();
  return { kept, credential: JSON.stringify(authenticator.get(options, lies)) };
}

const refusal = async (given: object, portal: Client = world.portal) => {
  const { status, code } = await portal.refused(SIGN_IN, { ...given });
  return [status, code];
};
const FAILED = [401, 'SIGN_IN_FAILED'];
const LOST = [400, 'SIGN_IN_LOST'];
const audited = async (action: string) => {
  await world.portal.deps.failedSignIns.tell();
  return world.portal.database.prisma.auditEvent.findMany({ where: { action }, orderBy: { id: 'desc' } });
};

let carol: Client;
let authenticator: Authenticator;
let id: string;
beforeEach(async () => {
  world.portal.pass(20 * MINUTE);
  await world.portal.database.prisma.memberPasskey.deleteMany();
  carol = await world.portal.signIn('carol');
  authenticator = createAuthenticator(ORIGIN);
  id = await register(carol, authenticator);
});

describe('a passkey of a consumer', () => {
  it('is discoverable, verifies its person, and signs in without a username', async () => {
    const { options } = await beginRegistration(carol);
    expect(options).toMatchObject({
      rp: { id: 'control.test', name: 'sandbox' },
      user: { name: 'carol' },
      excludeCredentials: [{ id: authenticator.credentialId }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(await carol.run(PASSKEYS)).toEqual({
      viewer: { passkeys: [{ id, name: 'Laptop', lastUsedAt: null }] },
    });
    const { signInWithPasskey } = await world.portal.run<{
      signInWithPasskey: { token: string; viewer: object };
    }>(SIGN_IN, await answer(authenticator));
    expect(signInWithPasskey.viewer).toEqual({ username: 'carol' });
    const { viewer } = await world.portal
      .withToken(signInWithPasskey.token)
      .run<{ viewer: { passkeys: object[] } }>(PASSKEYS);
    expect(viewer.passkeys).toMatchObject([{ lastUsedAt: world.portal.deps.clock().toISOString() }]);
    expect((await audited('registerPasskey'))[0]).toMatchObject({
      actor: 'consumer:carol',
      subject: 'carol',
      detail: { passkey: 'Laptop' },
    });
  });

  it('answers its own challenge once, within five minutes, at the origin of the portal', async () => {
    const used = await answer(authenticator);
    await world.portal.run(SIGN_IN, used);
    expect(await refusal(used)).toEqual(LOST);
    const [first, second] = [await answer(authenticator), await answer(authenticator)];
    expect(await refusal({ kept: first.kept, credential: second.credential })).toEqual(FAILED);
    const late = await answer(authenticator);
    world.portal.pass(5 * MINUTE);
    expect(await refusal(late)).toEqual(LOST);
    expect(await refusal(await answer(authenticator, { origin: 'http://evil.test' }))).toEqual(FAILED);
    expect(await refusal(await answer(authenticator, { rpId: 'evil.test' }))).toEqual(FAILED);
    const { kept } = await beginSignIn();
    for (const credential of ['', '{}', '{"id":""}', JSON.stringify({ id: authenticator.credentialId })])
      expect((await refusal({ kept: (await beginSignIn()).kept, credential }))[1]).toBe('SIGN_IN_FAILED');
    expect(await refusal({ kept: `x${kept}`, credential: '{}' })).toEqual(LOST);
    expect((await audited('signInFailed'))[0]).toMatchObject({ detail: { catalog: 'sandbox' } });
  });

  it('is of no other portal', async () => {
    const preview = world.portal.withToken(undefined, { org: 'acme', catalog: 'preview' });
    expect(await refusal(await answer(authenticator), preview)).toEqual(LOST);
    const { options, kept } = await beginSignIn(preview);
    const credential = JSON.stringify(authenticator.get(options));
    expect(await refusal({ kept, credential }, preview)).toEqual(FAILED);
  });

  it('that counts back is a copy: refused, and in the audit', async () => {
    const copy = authenticator.copy();
    await world.portal.run(SIGN_IN, await answer(authenticator));
    expect(await refusal(await answer(copy))).toEqual(FAILED);
    expect(await audited('refusePasskey')).toMatchObject([
      { subject: 'carol', detail: { passkey: 'Laptop' } },
    ]);
  });

  it('that is removed signs nobody in, and other sessions end; it is removed by its person alone', async () => {
    const elsewhere = await world.portal.signIn('carol');
    const dave = await world.portal.signIn('dave');
    for (const unknown of [id, 'x'])
      expect(await dave.refused(DELETE, { id: unknown })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await carol.run(DELETE, { id })).toEqual({ deletePasskey: true });
    expect(await refusal(await answer(authenticator))).toEqual(FAILED);
    expect(await elsewhere.run(PASSKEYS)).toEqual({ viewer: null });
    expect(await carol.run(PASSKEYS)).toEqual({ viewer: { passkeys: [] } });
  });

  it('that is added or removed is in the audit as a row by its name, never with its key', async () => {
    await carol.run(DELETE, { id });
    const told = await Promise.all(['registerPasskey', 'deletePasskey'].map(audited));
    expect(told.map(([event]) => event)).toMatchObject([
      { actor: 'consumer:carol', subject: 'carol', detail: { after: KEPT } },
      { actor: 'consumer:carol', subject: 'carol', detail: { before: KEPT } },
    ]);
    for (const [event] of told) {
      const text = JSON.stringify(event?.detail);
      for (const secret of ['publicKey', 'credentialId', 'counter', 'transports'])
        expect(text).not.toContain(secret);
    }
  });

  it('is registered for who began it, with a name, once, and ten times at most', async () => {
    const dave = await world.portal.signIn('dave');
    const { options, kept } = await beginRegistration(carol);
    const credential = JSON.stringify(createAuthenticator(ORIGIN).create(options));
    const given = { kept, name: 'Phone', credential };
    expect(await dave.refused(REGISTER, given)).toMatchObject({ code: 'SIGN_IN_LOST' });
    expect(await carol.refused(REGISTER, { ...given, name: ' ' })).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['name'],
    });
    await carol.run(REGISTER, given);
    expect(await carol.refused(REGISTER, given)).toMatchObject({ code: 'SIGN_IN_LOST' });
    const { options: own, kept: ownKept } = await beginRegistration(dave);
    const taken = { kept: ownKept, name: 'Mine', credential: JSON.stringify(authenticator.create(own)) };
    expect(await dave.refused(REGISTER, taken)).toMatchObject({ status: 409, code: 'CONFLICT' });
    for (let index = 3; index <= 10; index += 1)
      await register(carol, createAuthenticator(ORIGIN), `${index}`);
    expect(await carol.refused('mutation { beginPasskey { kept } }')).toMatchObject({
      code: 'QUOTA_EXCEEDED',
    });
  });

  it('is guessed as slowly as a password, with which it shares its limit', async () => {
    for (let index = 0; index < 10; index += 1)
      expect(await refusal(await answer(authenticator, { origin: 'http://evil.test' }))).toEqual(FAILED);
    expect(await refusal(await answer(authenticator))).toEqual([429, 'TOO_MANY_ATTEMPTS']);
  });

  it('is added, used and removed on the pages; the data of the person name it', async () => {
    const browser = await world.signedIn('carol');
    const key = createAuthenticator(ORIGIN);
    const creation = JSON.parse((await browser.post('/account/passkey-options')).html) as Creation;
    const added = await browser.post('/account/passkeys', {
      name: 'Blue key',
      credential: JSON.stringify(key.create(creation)),
    });
    expect([added.status, added.location]).toEqual([303, '/account?done=passkeyAdded']);
    const page = await browser.get('/account?done=passkeyAdded');
    expect(page.text).toContain('The passkey is added');
    expect(page.text).toContain('Blue key');
    expect((await browser.get('/account/data.json')).html).toContain('Blue key');

    const visitor = world.browser();
    expect((await visitor.get('/sign-in')).text).toContain('Sign in with a passkey');
    const request = JSON.parse((await visitor.post('/sign-in/passkey-options')).html) as Request;
    const credential = JSON.stringify(key.get(request));
    const signedIn = await visitor.post('/sign-in/passkey', { credential, returnTo: '' });
    expect([signedIn.status, signedIn.location]).toEqual([303, expect.stringContaining('/sign-in?signedIn')]);
    expect((await visitor.get('/account')).status).toBe(200);
    const again = await world.browser().post('/sign-in/passkey', { credential, returnTo: '' });
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('Sign in')]);
    const foreign = await world.browser().post('/sign-in/passkey-options', {}, 'http://evil.test');
    expect(foreign.status).toBe(403);
    const removed = await browser.post('/account/passkeys/delete', { id });
    expect(removed.location).toBe('/account?done=passkeyRemoved');
  });

  it('ends with the account, and opens nothing for a person of no organization', async () => {
    const { prisma } = world.portal.database;
    const erin = await world.portal.signIn('erin');
    const key = createAuthenticator(ORIGIN);
    await register(erin, key);
    const { catalogId } = world.portal;
    const { id: memberId } = await prisma.member.findFirstOrThrow({ where: { username: 'erin', catalogId } });
    await prisma.$transaction([
      prisma.$executeRaw`SET LOCAL session_replication_role = replica`,
      prisma.consumerMembership.deleteMany({ where: { memberId } }),
    ]);
    expect(await refusal(await answer(key))).toEqual([403, 'NO_CONSUMER_ORG']);
    await prisma.member.delete({ where: { id: memberId } });
    expect(await prisma.memberPasskey.count({ where: { memberId } })).toBe(0);
    expect(await refusal(await answer(key))).toEqual(FAILED);
  });
});
