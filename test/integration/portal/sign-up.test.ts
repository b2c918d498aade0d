import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type PortalWorld } from '../../support/portal.ts';

let portal: PortalWorld;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());
afterEach(() => expect(portal.faults, 'no refusal was a fault').toEqual([]));

const SIGN_UP = `mutation ($input: SignUpInput!) {
  signUp(input: $input) { token viewer { username consumerOrg { name title applications { name } } } } }`;
const frank = {
  consumerOrgTitle: 'Frank & Friends',
  username: 'frank',
  password: 'frank-password',
  email: 'frank@example.com',
};
const inputOf = (changes: Partial<typeof frank> = {}) => ({ input: { ...frank, ...changes } });
const counts = async () => [
  await portal.database.prisma.consumerOrg.count(),
  await portal.database.prisma.member.count(),
  (await portal.database.prisma.org.findUniqueOrThrow({ where: { id: portal.orgId } })).revision,
];

describe('self-service sign-up', () => {
  it('is off unless the catalog allows it', async () => {
    const before = await counts();
    expect(await portal.refused(SIGN_UP, inputOf())).toMatchObject({ status: 403, code: 'SIGN_UP_DISABLED' });
    expect(await counts()).toEqual(before);
  });

  describe('where the catalog allows it', () => {
    let signUp: { token: string; viewer: object };
    beforeAll(async () => {
      const { database, catalogId } = portal;
      await database.prisma.catalog.update({ where: { id: catalogId }, data: { selfServiceSignUp: true } });
      ({ signUp } = await portal.run<{ signUp: typeof signUp }>(SIGN_UP, inputOf()));
    });
    afterAll(async () => {
      const { database, catalogId } = portal;
      await database.prisma.catalog.update({ where: { id: catalogId }, data: { selfServiceSignUp: false } });
    });

    it('creates a consumer org with its owner and signs the owner in', async () => {
      expect(signUp.viewer).toEqual({
        username: 'frank',
        consumerOrg: { name: 'frank-friends', title: 'Frank & Friends', applications: [] },
      });
      const { viewer } = await portal
        .withToken(signUp.token)
        .run<{ viewer: object }>('{ viewer { username } }');
      expect(viewer).toEqual({ username: 'frank' });
      await portal.signIn('frank');
    });

    it('is told by the audit, without the password', async () => {
      const where = { action: 'signUp', subject: 'frank' };
      const event = await portal.database.prisma.auditEvent.findFirstOrThrow({ where });
      expect(event).toMatchObject({
        actor: 'consumer:frank',
        action: 'signUp',
        subject: 'frank',
        detail: {
          before: { 'consumer org frank-friends': null, 'member frank': null },
          after: {
            'consumer org frank-friends': { title: 'Frank & Friends' },
            'member frank': { email: 'frank@example.com' },
          },
        },
      });
    });

    it('verifies no address, so the address of another opens nothing of theirs', async () => {
      const taken = { consumerOrgTitle: 'Not Frank', username: 'mallory', email: frank.email };
      const { signUp } = await portal.run<{ signUp: { token: string } }>(SIGN_UP, inputOf(taken));
      const { viewer } = await portal
        .withToken(signUp.token)
        .run<{ viewer: object }>('{ viewer { username consumerOrg { name members { username } } } }');
      expect(viewer).toEqual({
        username: 'mallory',
        consumerOrg: { name: 'not-frank', members: [{ username: 'mallory' }] },
      });
      expect(
        await portal.refused(
          'mutation ($username: String!, $password: String!) { signIn(username: $username, password: $password) { token } }',
          {
            username: frank.email,
            password: frank.password,
          },
        ),
      ).toMatchObject({ code: 'SIGN_IN_FAILED' });
    });

    it('gives a company a name of its own where its title makes none', async () => {
      const company = { consumerOrgTitle: '株式会社', username: 'yuki', email: 'yuki@example.com' };
      const { signUp } = await portal.run(SIGN_UP, inputOf(company));
      expect(signUp).toMatchObject({
        viewer: {
          consumerOrg: { title: '株式会社', name: expect.stringMatching(/^organization-[0-9a-f]{10}$/) },
        },
      });
    });

    const taken = { status: 409, code: 'NAME_TAKEN' };
    const wrong = { status: 400, code: 'BAD_USER_INPUT' };
    it.each([
      { what: 'a taken username', changes: { consumerOrgTitle: 'Another' }, refusal: taken, at: 'username' },
      {
        what: 'a taken username in capitals',
        changes: { consumerOrgTitle: 'Another', username: 'FRANK' },
        refusal: taken,
        at: 'username',
      },
      { what: 'a taken title', changes: { username: 'gina' }, refusal: taken, at: 'consumerOrgTitle' },
      { what: 'an empty title', changes: { consumerOrgTitle: ' ' }, refusal: wrong, at: 'consumerOrgTitle' },
      { what: 'a short password', changes: { password: '1234567' }, refusal: wrong, at: 'password' },
      {
        what: 'an email without @',
        changes: { consumerOrgTitle: 'G', username: 'g', email: 'g' },
        refusal: wrong,
        at: 'email',
      },
      {
        what: 'an empty username',
        changes: { consumerOrgTitle: 'G', username: '' },
        refusal: wrong,
        at: 'username',
      },
      {
        what: 'a NUL in the username',
        changes: { consumerOrgTitle: 'G', username: 'g\0' },
        refusal: wrong,
        at: 'username',
      },
    ])('is refused and leaves nothing behind: $what', async ({ changes, refusal, at }) => {
      const before = await counts();
      const refused = await portal.refused(SIGN_UP, inputOf(changes));
      expect(refused).toMatchObject({ ...refusal, path: ['input', at] });
      expect(await counts()).toEqual(before);
    });

    it('is bounded: ten with one email address, then each has to wait, in whatever case it is written', async () => {
      const email = 'many@example.com';
      const taken = { username: 'frank', consumerOrgTitle: 'Many' };
      const codes = [];
      for (let n = 0; n < 10; n += 1)
        codes.push((await portal.refused(SIGN_UP, inputOf({ ...taken, email }))).code);
      expect(codes).toEqual(Array(10).fill('NAME_TAKEN'));
      const { status, headers, errors } = await portal.send(
        SIGN_UP,
        inputOf({ username: 'many', consumerOrgTitle: 'Many', email: email.toUpperCase() }),
      );
      expect([status, errors[0]?.extensions.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
      expect(headers.get('retry-after')).toBe('5');
      expect(errors[0]?.message).toBe('There were too many attempts: try again in 5 seconds.');
      const other = inputOf({ username: 'other', consumerOrgTitle: 'Other', email: 'other@example.com' });
      expect(await portal.run(SIGN_UP, other)).toHaveProperty('signUp.viewer.username', 'other');
    });

    it('gives a username to one of two who want it at once', async () => {
      const both = ['One', 'Two'].map((consumerOrgTitle) =>
        portal.send(SIGN_UP, inputOf({ consumerOrgTitle, username: 'henry' })),
      );
      const codes = (await Promise.all(both)).map(({ errors }) => errors[0]?.extensions.code);
      expect(codes.sort()).toEqual(['NAME_TAKEN', undefined]);
    });
  });
});
