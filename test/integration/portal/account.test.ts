import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPortal, type PortalClient, type PortalWorld, passwordOf } from '../../support/portal.ts';

let portal: PortalWorld;
beforeEach(async () => {
  portal = await openPortal();
});
afterEach(() => portal.close());
afterEach(() => expect(portal.faults, 'no refusal was a fault').toEqual([]));

const VIEWER = '{ viewer { username } }';
const SESSIONS = '{ viewer { sessions { id createdAt expiresAt current } } }';
const CHANGE = `mutation ($currentPassword: String!, $newPassword: String!) {
  changePassword(currentPassword: $currentPassword, newPassword: $newPassword) }`;
const SIGN_IN = `mutation ($username: String!, $password: String!) {
  signIn(username: $username, password: $password) { token } }`;

type Session = { id: string; createdAt: string; expiresAt: string; current: boolean };
const sessionsOf = async (client: PortalClient) =>
  (await client.run<{ viewer: { sessions: Session[] } }>(SESSIONS)).viewer.sessions;
const isSignedIn = async (client: PortalClient) =>
  (await client.run<{ viewer: object | null }>(VIEWER)).viewer !== null;

describe('an account', () => {
  it('has an email address where one is known', async () => {
    const carol = await portal.signIn('carol');
    const EMAIL = '{ viewer { email } }';
    expect(await carol.run(EMAIL)).toEqual({ viewer: { email: null } });
    const data = { email: 'carol@example.com' };
    await portal.database.prisma.member.updateMany({ where: { username: 'carol' }, data });
    expect(await carol.run(EMAIL)).toEqual({ viewer: data });
  });

  it('shows its sessions that have not ended, the newest first, and which one asks', async () => {
    const old = await portal.signIn('erin');
    portal.pass(60_000);
    const fresh = await portal.signIn('erin');
    const [newest, oldest] = await sessionsOf(old);
    expect(newest).toEqual({
      id: expect.any(String),
      createdAt: '2027-01-01T10:01:00.000Z',
      expiresAt: '2027-01-01T22:01:00.000Z',
      current: false,
    });
    expect(oldest).toMatchObject({ createdAt: '2027-01-01T10:00:00.000Z', current: true });
    expect((await sessionsOf(fresh)).map(({ current }) => current)).toEqual([true, false]);
    portal.pass(12 * 3_600_000 - 60_000);
    expect(await sessionsOf(fresh)).toMatchObject([{ id: newest?.id, current: true }]);
  });

  it('is signed out everywhere at once, here too', async () => {
    const [one, another] = [await portal.signIn('carol'), await portal.signIn('carol')];
    const dave = await portal.signIn('dave');
    expect(await one.run('mutation { signOutEverywhere }')).toEqual({ signOutEverywhere: true });
    expect(await Promise.all([one, another, dave].map(isSignedIn))).toEqual([false, false, true]);
  });
});

describe('the people of an organization', () => {
  const PEOPLE = '{ viewer { consumerOrg { members { username isOwner } } } }';
  const REMOVE = 'mutation ($username: String!) { removeMember(username: $username) }';

  it('are removed by its owner alone, and are signed out at once', async () => {
    const { prisma } = portal.database;
    const carol = await prisma.member.findFirstOrThrow({ where: { username: 'carol' } });
    const { id: _id, createdAt: _createdAt, ...columns } = carol;
    for (const username of ['joan', 'kim'])
      await prisma.member.create({ data: { ...columns, role: 'DEVELOPER', username } });
    const { passwordHash } = await prisma.member.findFirstOrThrow({ where: { username: 'joan' } });
    expect(passwordHash).toBe(carol.passwordHash);
    const password = passwordOf('carol');
    const signIn = async (username: string) =>
      portal.withToken(
        (await portal.run<{ signIn: { token: string } }>(SIGN_IN, { username, password })).signIn.token,
      );
    const [owner, joan] = [await signIn('carol'), await signIn('joan')];
    expect(await owner.run(PEOPLE)).toEqual({
      viewer: {
        consumerOrg: {
          members: [
            { username: 'carol', isOwner: true },
            { username: 'erin', isOwner: false },
            { username: 'joan', isOwner: false },
            { username: 'kim', isOwner: false },
          ],
        },
      },
    });
    const code = async (client: PortalClient, username: string) =>
      (await client.send(REMOVE, { username })).errors[0]?.extensions.code;
    expect(await code(joan, 'kim')).toBe('FORBIDDEN');
    expect(await code(joan, 'joan')).toBe('FORBIDDEN');
    expect(await code(owner, 'carol')).toBe('BAD_USER_INPUT');
    expect(await code(owner, 'dave')).toBe('NOT_FOUND');
    expect(await owner.run(REMOVE, { username: 'joan' })).toEqual({ removeMember: true });
    expect([await isSignedIn(joan), await isSignedIn(owner)]).toEqual([false, true]);
    expect(await code(owner, 'joan')).toBe('NOT_FOUND');
    await prisma.member.deleteMany({ where: { username: 'kim' } });
  });
});

describe('changing the password', () => {
  const newPassword = 'a new password';

  it('takes the new one from then on, ends all other sessions of the person, and is told by the audit', async () => {
    const [here, elsewhere] = [await portal.signIn('carol'), await portal.signIn('carol')];
    const erin = await portal.signIn('erin');
    const passwords = { currentPassword: passwordOf('carol'), newPassword };
    expect(await here.run(CHANGE, passwords)).toEqual({ changePassword: true });
    expect(await Promise.all([here, elsewhere, erin].map(isSignedIn))).toEqual([true, false, true]);
    const old = { username: 'carol', password: passwordOf('carol') };
    expect(await portal.refused(SIGN_IN, old)).toMatchObject({ status: 401, code: 'SIGN_IN_FAILED' });
    const fresh = { username: 'carol', password: newPassword };
    expect(await portal.run(SIGN_IN, fresh)).toHaveProperty('signIn.token');
    const event = await portal.database.prisma.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(event).toMatchObject({
      actor: 'consumer:carol',
      action: 'changePassword',
      subject: 'carol',
      detail: null,
    });
  });

  it('leaves no session to a sign-in by the old one that was being verified meanwhile', async () => {
    const here = await portal.signIn('carol');
    const { verify } = portal.deps.passwords;
    vi.spyOn(portal.deps.passwords, 'verify').mockImplementationOnce(async (...given) => {
      const isRight = await verify(...given);
      await here.run(CHANGE, { currentPassword: passwordOf('carol'), newPassword });
      return isRight;
    });
    const late = portal.refused(SIGN_IN, { username: 'carol', password: passwordOf('carol') });
    expect(await late).toMatchObject({ status: 401, code: 'SIGN_IN_FAILED' });
    expect(await sessionsOf(here)).toHaveLength(1);
  });

  it.each([
    {
      what: 'a wrong present one',
      passwords: { currentPassword: 'wrong', newPassword },
      refusal: { status: 401, code: 'SIGN_IN_FAILED', message: 'The present password is wrong.' },
      path: ['currentPassword'],
    },
    {
      what: 'a new one that is too short',
      passwords: { currentPassword: passwordOf('dave'), newPassword: '1234567' },
      refusal: { status: 400, code: 'BAD_USER_INPUT', message: 'A password has 8 to 256 characters.' },
      path: ['newPassword'],
    },
  ])('is refused for $what, and nothing changes', async ({ passwords, refusal, path }) => {
    const [dave, elsewhere] = [await portal.signIn('dave'), await portal.signIn('dave')];
    expect(await dave.refused(CHANGE, passwords)).toEqual({ ...refusal, path });
    expect(await isSignedIn(elsewhere)).toBe(true);
    await portal.signIn('dave');
  });

  it('is no way around the bound on guessing at the sign-in, nor the other way round', async () => {
    const dave = await portal.signIn('dave');
    const codes = [];
    for (let n = 0; n < 5; n += 1) {
      codes.push((await dave.refused(CHANGE, { currentPassword: `guess ${n}`, newPassword })).code);
      codes.push((await portal.refused(SIGN_IN, { username: 'dave', password: `guess ${n}` })).code);
    }
    expect(codes).toEqual(Array(10).fill('SIGN_IN_FAILED'));
    const right = { currentPassword: passwordOf('dave'), newPassword };
    for (const refused of [
      await dave.refused(CHANGE, right),
      await portal.refused(SIGN_IN, { username: 'dave', password: passwordOf('dave') }),
    ])
      expect(refused).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
  });

  it('of two changes at once takes one', async () => {
    const erin = await portal.signIn('erin');
    const answers = await Promise.all(
      ['one', 'two'].map((each) =>
        erin.send(CHANGE, { currentPassword: passwordOf('erin'), newPassword: `password ${each}` }),
      ),
    );
    const taken = answers.map(({ errors }) => errors.length === 0);
    expect(taken.filter(Boolean)).toHaveLength(1);
    const signIns = await Promise.all(
      ['one', 'two'].map((each) => portal.send(SIGN_IN, { username: 'erin', password: `password ${each}` })),
    );
    expect(signIns.map(({ errors }) => errors.length === 0)).toEqual(taken);
  });
});
