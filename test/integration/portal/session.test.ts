import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMember } from '../../../src/control-plane/consumer/consumer-org.ts';
import type { ConsumerOrg } from '../../../src/infrastructure/database/generated/prisma/client.ts';
import { openPortal, type PortalWorld, passwordOf } from '../../support/portal.ts';

let portal: PortalWorld;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());
afterEach(() => expect(portal.faults, 'no refusal was a fault').toEqual([]));

const SIGN_IN = `mutation ($username: String!, $password: String!) {
  signIn(username: $username, password: $password) { token expiresAt viewer { username consumerOrg { name } } } }`;
const VIEWER = '{ viewer { username } }';
const HOUR_MS = 3_600_000;
const credentials = (username: string, password = passwordOf(username)) => ({ username, password });

describe('without signing in', () => {
  it('the schema can be read', async () => {
    const { __schema } = await portal.run<{ __schema: { queryType: object } }>(
      '{ __schema { queryType { name } } }',
    );
    expect(__schema.queryType).toEqual({ name: 'Query' });
  });

  it('the catalog is shown, and nobody is signed in', async () => {
    const { catalog, viewer } = await portal.run(
      '{ catalog { name title gatewayUrl selfServiceSignUp } viewer { username } }',
    );
    expect(catalog).toEqual({
      name: 'sandbox',
      title: 'sandbox',
      gatewayUrl: 'http://gateway.test/acme/sandbox',
      selfServiceSignUp: false,
    });
    expect(viewer).toBeNull();
  });

  it.each([
    '{ application(name: "a") { name } }',
    'mutation { signOut }',
    'mutation { createApplication(title: "a") { clientSecret } }',
    'mutation { deleteApplication(name: "a") }',
    'mutation { resetClientSecret(clientKey: "a") { clientSecret } }',
    'mutation { verifyClientSecret(clientKey: "a", clientSecret: "b") }',
    'mutation { subscribe(application: "a", product: "customer:1.0.0", plan: "p") { id } }',
    'mutation { unsubscribe(id: "a") }',
    'mutation { migrateSubscription(id: "a") { id } }',
    'mutation { undoMigration(id: "a") { id } }',
    'mutation { updateApplication(name: "a") { name } }',
    'mutation { revokePreviousSecret(clientKey: "a") }',
    'mutation { changePassword(currentPassword: "a", newPassword: "b") }',
    'mutation { signOutEverywhere }',
  ])('is refused with a sentence that says how to sign in: %s', async (document) => {
    const { status, headers, errors } = await portal.send(document);
    expect([status, errors[0]?.extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(errors[0]?.message).toMatch(/^Sign in with signIn and send its token/);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="portal"');
  });

  it.each([
    ['org', { org: 'nobody', catalog: 'sandbox' }],
    ['catalog', { org: 'acme', catalog: 'nowhere' }],
    ['org of another form', { org: 'acme\0', catalog: 'sandbox' }],
  ])('there is no portal of an unknown %s: 404', async (_what, address) => {
    const refused = await portal.withToken(undefined, address).refused('{ catalog { name } }');
    expect(refused).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('no answer may be kept by a cache', async () => {
    for (const document of ['{ catalog { name } }', '{ nothing }', 'mutation { signOut }'])
      expect((await portal.send(document)).headers.get('cache-control')).toBe('no-store');
  });
});

describe('signing in', () => {
  it('gives a token for 12 hours', async () => {
    const { signIn } = await portal.run<{ signIn: { token: string } }>(SIGN_IN, credentials('carol'));
    expect(signIn).toEqual({
      token: expect.stringMatching(/^ps_[\w-]{43}$/),
      expiresAt: new Date(portal.deps.clock().getTime() + 12 * HOUR_MS).toISOString(),
      viewer: { username: 'carol', consumerOrg: { name: 'consumers' } },
    });
    expect(await portal.withToken(signIn.token).run(VIEWER)).toEqual({ viewer: { username: 'carol' } });
  });

  it('keeps no token that could be read', async () => {
    const { token } = await portal.signIn('carol');
    const sessions = await portal.database.prisma.portalSession.findMany();
    expect(JSON.stringify(sessions)).not.toContain(token.slice(3));
  });

  it.each([
    ['a wrong password', credentials('carol', 'wrong')],
    ['an unknown username', credentials('nobody')],
    ['a username that cannot be stored', credentials('carol\0')],
    ['a username of which one character is any', credentials('car_l', passwordOf('carol'))],
  ])('is refused alike: %s', async (_what, given) => {
    expect(await portal.refused(SIGN_IN, given)).toEqual({
      status: 401,
      code: 'SIGN_IN_FAILED',
      message: 'The username or the password is wrong.',
      path: undefined,
    });
  });

  it('takes the username in any case, and the person has one', async () => {
    expect(await portal.run(SIGN_IN, credentials('CaroL', passwordOf('carol')))).toMatchObject({
      signIn: { viewer: { username: 'carol' } },
    });
  });

  it('takes an accent in either form that Unicode has for it, and has one person of the two', async () => {
    const { prisma } = portal.database;
    const { catalogId, consumerOrgId } = await prisma.member.findFirstOrThrow({
      where: { username: 'carol' },
    });
    const owner = {
      username: 'Zoe\u0308',
      passwordHash: await portal.deps.passwords.hash('password-of-zoe', ['test']),
    };
    const add = (username: string) =>
      prisma.$transaction((transaction) =>
        createMember(transaction, { id: consumerOrgId, catalogId } as ConsumerOrg, { ...owner, username }),
      );
    expect(await add('Zoe\u0308')).toMatchObject({ username: 'Zo\u00eb' });
    await expect(add('zo\u00eb')).rejects.toMatchObject({ code: 'NAME_TAKEN', status: 409 });
    for (const username of ['Zo\u00eb', 'Zoe\u0308', 'ZOE\u0308'])
      expect(await portal.run(SIGN_IN, credentials(username, 'password-of-zoe'))).toMatchObject({
        signIn: { viewer: { username: 'Zo\u00eb' } },
      });
  });

  it('takes the exact username of people who differed by case alone before that was one', async () => {
    const { prisma } = portal.database;
    const carol = await prisma.member.findFirstOrThrow({ where: { username: 'carol' } });
    const passwordHash = await portal.deps.passwords.hash('another-password', ['test']);
    const { catalogId, consumerOrgId } = carol;
    const { id } = await prisma.member.create({
      data: { catalogId, consumerOrgId, username: 'Carol', passwordHash },
    });
    await portal.signIn('carol');
    const other = await portal.run(SIGN_IN, credentials('Carol', 'another-password'));
    expect(other).toMatchObject({ signIn: { viewer: { username: 'Carol' } } });
    expect(await portal.refused(SIGN_IN, credentials('CAROL', 'another-password'))).toMatchObject({
      code: 'SIGN_IN_FAILED',
    });
    await prisma.member.delete({ where: { id } });
  });

  it('is for the catalog that the person belongs to', async () => {
    const preview = portal.withToken(undefined, { org: 'acme', catalog: 'preview' });
    expect(await preview.refused(SIGN_IN, credentials('carol'))).toMatchObject({ code: 'SIGN_IN_FAILED' });
  });

  it('takes as long for an unknown username as for a wrong password', async () => {
    const verify = vi.spyOn(portal.deps.passwords, 'verify');
    await portal.refused(SIGN_IN, credentials('nobody'));
    await portal.refused(SIGN_IN, credentials('carol', 'wrong'));
    expect(verify.mock.calls.map(([password, hash]) => [password, hash])).toEqual([
      [passwordOf('nobody'), undefined],
      ['wrong', expect.stringMatching(/^\$argon2id\$/)],
    ]);
    verify.mockRestore();
  });
});

describe('guessing a password', () => {
  const guess = () => portal.send(SIGN_IN, credentials('dave', 'wrong'));

  it('is bounded: ten wrong ones, then not even the right one until it has waited; nobody else has to', async () => {
    const codes = [];
    for (let n = 0; n < 10; n += 1) codes.push((await guess()).errors[0]?.extensions.code);
    expect(codes).toEqual(Array(10).fill('SIGN_IN_FAILED'));
    portal.pass(1_000);
    const { status, headers, errors } = await portal.send(SIGN_IN, credentials('dave'));
    expect([status, errors[0]?.extensions.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect(headers.get('retry-after')).toBe('4');
    expect(errors[0]?.message).toContain('try again in 4 seconds');
    // Capitals give no more guesses.
    expect(await portal.refused(SIGN_IN, credentials('DAVE', passwordOf('dave')))).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
    });
    expect(await portal.run(SIGN_IN, credentials('carol'))).toHaveProperty('signIn.viewer.username', 'carol');
    portal.pass(4_000);
    expect(await portal.run(SIGN_IN, credentials('dave'))).toHaveProperty('signIn.viewer.username', 'dave');
  });

  it('is bounded also when all guesses come at once, in one document', async () => {
    const fields = Array.from(
      { length: 12 },
      (_, n) => `a${n}: signIn(username: "erin", password: "${n}") { token }`,
    );
    const [{ errors }, ...more] = await Promise.all([
      portal.send(`mutation { ${fields.join(' ')} }`),
      ...Array.from({ length: 12 }, () => portal.send(SIGN_IN, credentials('erin', 'wrong'))),
    ]);
    const codes = [...errors, ...more.flatMap((answer) => answer.errors)].map(
      ({ extensions }) => extensions.code,
    );
    expect(codes.filter((code) => code === 'SIGN_IN_FAILED')).toHaveLength(10);
  });

  it('does not count what was right', async () => {
    portal.pass(300_000);
    for (let n = 0; n < 12; n += 1) await portal.signIn('carol');
  });
});

describe('a session', () => {
  it('ends with signOut', async () => {
    const carol = await portal.signIn('carol');
    expect(await carol.run('mutation { signOut }')).toEqual({ signOut: true });
    expect(await carol.run(VIEWER)).toEqual({ viewer: null });
    expect(await carol.refused('mutation { signOut }')).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    });
  });

  it('ends alone: the other sessions of the person go on', async () => {
    const [one, another] = [await portal.signIn('carol'), await portal.signIn('carol')];
    await one.run('mutation { signOut }');
    expect(await another.run(VIEWER)).toEqual({ viewer: { username: 'carol' } });
  });

  it('ends after 12 hours, and is put away at the next sign-in', async () => {
    const carol = await portal.signIn('carol');
    portal.pass(12 * HOUR_MS - 1);
    expect(await carol.run(VIEWER)).toEqual({ viewer: { username: 'carol' } });
    portal.pass(1);
    expect(await carol.run(VIEWER)).toEqual({ viewer: null });
    expect(await carol.refused('{ application(name: "a") { name } }')).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await portal.signIn('carol');
    expect(
      await portal.database.prisma.portalSession.count({ where: { member: { username: 'carol' } } }),
    ).toBe(1);
  });

  it('is nothing in the portal of another catalog', async () => {
    const { token } = await portal.signIn('carol');
    const preview = portal.withToken(token, { org: 'acme', catalog: 'preview' });
    expect(await preview.run(VIEWER)).toEqual({ viewer: null });
  });

  it('is given by no other kind of token', async () => {
    const { database, deps } = portal;
    const token = deps.secrets.issue('gh_');
    await database.prisma.accessToken.create({
      data: { name: 'ci', role: 'ADMINISTRATOR', tokenHash: deps.secrets.hash(token) },
    });
    for (const each of [token, 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln', 'ps_', 'ck_AAAAAAAAAAAAAAAAAAAAAA'])
      expect(await portal.withToken(each).run(VIEWER)).toEqual({ viewer: null });
  });
});
