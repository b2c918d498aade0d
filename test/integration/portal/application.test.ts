import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';

let portal: PortalWorld;
let carol: PortalClient;
let erin: PortalClient;
let dave: PortalClient;
beforeAll(async () => {
  portal = await openPortal();
  [carol, erin, dave] = [
    await portal.signIn('carol'),
    await portal.signIn('erin'),
    await portal.signIn('dave'),
  ];
});
afterAll(() => portal.close());
afterEach(() => expect(portal.faults, 'no refusal was a fault').toEqual([]));

type Issued = { clientKey: string; clientSecret: string; application: { name: string; title: string } };
const CREATE = `mutation ($title: String!, $clientType: PortalClientType, $redirectUris: [String!]) {
  createApplication(title: $title, clientType: $clientType, redirectUris: $redirectUris) {
    clientKey clientSecret application { name title clientType redirectUris credentials { title clientKey createdAt } } } }`;
const create = async (client: PortalClient, title: string) =>
  (await client.run<{ createApplication: Issued }>(CREATE, { title, redirectUris: [] })).createApplication;
const APPLICATION = `query ($name: String!) { application(name: $name) {
  name title redirectUris credentials { title clientKey createdAt } subscriptions { id } } }`;
const application = async (client: PortalClient, name: string) =>
  (await client.run<{ application: object | null }>(APPLICATION, { name })).application;
const RESET = `mutation ($clientKey: String!, $overlapSeconds: Int) {
  resetClientSecret(clientKey: $clientKey, overlapSeconds: $overlapSeconds) { clientKey clientSecret application { name } } }`;
const reset = async (client: PortalClient, clientKey: string, overlapSeconds?: number) =>
  (await client.run<{ resetClientSecret: Issued }>(RESET, { clientKey, overlapSeconds })).resetClientSecret;
const VERIFY = `mutation ($clientKey: String!, $clientSecret: String!) {
  verifyClientSecret(clientKey: $clientKey, clientSecret: $clientSecret) }`;
const verify = async (
  client: PortalClient,
  { clientKey, clientSecret }: Pick<Issued, 'clientKey' | 'clientSecret'>,
) =>
  (await client.run<{ verifyClientSecret: boolean }>(VERIFY, { clientKey, clientSecret })).verifyClientSecret;
const lastEvent = () => portal.database.prisma.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } });

describe('creating an application', () => {
  beforeAll(() => create(carol, 'Taken'));

  it('issues a client key, without a secret to a public client, named after the title', async () => {
    const uri = 'https://client.example.com/callback';
    const { createApplication } = await carol.run(CREATE, {
      title: 'Carol Application',
      clientType: 'PUBLIC',
      redirectUris: [uri],
    });
    const clientKey = expect.stringMatching(/^ck_/);
    expect(createApplication).toEqual({
      clientKey,
      clientSecret: '',
      application: {
        name: 'carol-application',
        title: 'Carol Application',
        clientType: 'PUBLIC',
        redirectUris: [uri],
        credentials: [{ title: 'Default credential', clientKey, createdAt: expect.any(String) }],
      },
    });
  });

  it.each(['Приложение', '顧客', '🚀'])('gives it a name of its own where %j makes none', async (title) => {
    const { application: created } = await create(carol, title);
    expect(created).toMatchObject({ title, name: expect.stringMatching(/^application-[0-9a-f]{10}$/) });
    expect(await lastEvent()).toMatchObject({ subject: `consumers/${created.name}` });
    expect((await create(carol, title)).application.name).not.toBe(created.name);
  });

  it('is told by the audit under the name of the person, without the secret', async () => {
    const { clientSecret } = await create(carol, 'Audited');
    const event = await lastEvent();
    expect(event).toMatchObject({
      actor: 'consumer:carol',
      action: 'createApplication',
      subject: 'consumers/audited',
    });
    expect(
      JSON.stringify(await portal.database.prisma.auditEvent.findMany({ omit: { id: true } })),
    ).not.toContain(clientSecret);
  });

  it('shows the secret this once', async () => {
    const { clientSecret } = await create(carol, 'Once');
    const seen = await carol.send(
      '{ viewer { consumerOrg { applications { name credentials { title clientKey createdAt } } } } }',
    );
    expect(seen.text).toContain('"once"');
    expect(seen.text).not.toContain(clientSecret);
    expect(JSON.stringify(await portal.database.prisma.credential.findMany())).not.toContain(clientSecret);
  });

  it.each([
    {
      what: 'a title that is taken',
      variables: { title: 'taken' },
      code: 'NAME_TAKEN',
      path: ['title'],
    },
    { what: 'an empty title', variables: { title: ' ' }, code: 'BAD_USER_INPUT', path: ['title'] },
    { what: 'a title with a NUL', variables: { title: 'a\0' }, code: 'BAD_USER_INPUT', path: ['title'] },
    {
      what: 'a redirect URI that is http',
      variables: { title: 'R', redirectUris: ['https://a.example', 'http://b.example'] },
      code: 'BAD_USER_INPUT',
      path: ['redirectUris', 1],
    },
  ])('is refused for $what, and nothing is left behind', async ({ variables, code, path }) => {
    const before = await portal.database.prisma.application.count();
    expect(await carol.refused(CREATE, variables)).toMatchObject({ code, path });
    expect(await portal.database.prisma.application.count()).toBe(before);
  });

  it('gives a name to one of two who want it at once', async () => {
    const answers = await Promise.all([carol, erin].map((client) => client.send(CREATE, { title: 'Race' })));
    const codes = answers.map(({ errors }) => errors[0]?.extensions.code);
    expect(codes.sort()).toEqual(['NAME_TAKEN', undefined]);
  });

  it('may take a name that another consumer org has', async () => {
    expect((await create(dave, 'Taken')).application.name).toBe('taken');
  });
});

describe('an application', () => {
  it('belongs to all members of its consumer org', async () => {
    await create(carol, 'Shared');
    expect(await application(erin, 'shared')).toMatchObject({ name: 'shared', subscriptions: [] });
  });

  it('does not exist for others, in any mutation', async () => {
    const issued = await create(carol, 'Private');
    const gone = { status: 404, code: 'NOT_FOUND' };
    expect(await application(dave, 'private')).toBeNull();
    expect(await dave.refused('mutation { deleteApplication(name: "private") }')).toMatchObject(gone);
    expect(await dave.refused(RESET, { clientKey: issued.clientKey })).toMatchObject(gone);
    expect(await dave.refused(VERIFY, issued)).toMatchObject(gone);
    expect(await application(carol, 'private')).not.toBeNull();
    expect(await verify(carol, issued)).toBe(true);
  });

  it.each(['no-such', '', 'a\0', 'A B', 'x'.repeat(100_000)])(
    'of an unknown name is null: %.20s',
    async (name) => {
      expect(await application(carol, name)).toBeNull();
      const DELETE = 'mutation ($name: String!) { deleteApplication(name: $name) }';
      expect(await carol.refused(DELETE, { name })).toMatchObject({ code: 'NOT_FOUND', path: ['name'] });
    },
  );

  it('is deleted with its client keys', async () => {
    const { clientKey } = await create(carol, 'Short Lived');
    expect(await carol.run('mutation { deleteApplication(name: "short-lived") }')).toEqual({
      deleteApplication: true,
    });
    expect(await application(carol, 'short-lived')).toBeNull();
    expect(await portal.database.prisma.credential.count({ where: { clientKey } })).toBe(0);
    expect(await lastEvent()).toMatchObject({
      action: 'deleteApplication',
      subject: 'consumers/short-lived',
    });
  });
});

describe('changing an application', () => {
  const UPDATE = `mutation ($name: String!, $title: String, $clientType: PortalClientType, $redirectUris: [String!]) {
    updateApplication(name: $name, title: $title, clientType: $clientType, redirectUris: $redirectUris) {
      name title clientType redirectUris state createdAt } }`;
  const redirectUris = ['https://client.example.com/callback'];
  beforeEach(() => carol.run(CREATE, { title: 'Plain', redirectUris }));
  afterEach(() => carol.run('mutation { deleteApplication(name: "plain") }'));

  it('replaces what is given, and leaves the rest and the name as they are', async () => {
    const plain = {
      name: 'plain',
      clientType: 'CONFIDENTIAL',
      state: 'ENABLED',
      createdAt: expect.any(String),
    };
    expect(await carol.run(UPDATE, { name: 'plain', title: 'Fancy' })).toEqual({
      updateApplication: { ...plain, title: 'Fancy', redirectUris },
    });
    expect(await lastEvent()).toMatchObject({
      actor: 'consumer:carol',
      action: 'updateApplication',
      subject: 'consumers/plain',
    });
    expect(await carol.run(UPDATE, { name: 'plain', redirectUris: [] })).toEqual({
      updateApplication: { ...plain, title: 'Fancy', redirectUris: [] },
    });
    expect(await carol.run(UPDATE, { name: 'plain', clientType: 'PUBLIC' })).toEqual({
      updateApplication: { ...plain, title: 'Fancy', clientType: 'PUBLIC', redirectUris: [] },
    });
  });

  it.each([
    { what: 'an empty title', change: { title: ' ' }, path: ['title'] },
    {
      what: 'a redirect URI that is http',
      change: { title: 'Not this', redirectUris: ['http://b.example'] },
      path: ['redirectUris', 0],
    },
  ])('is refused for $what, and changes nothing', async ({ change, path }) => {
    const before = await application(carol, 'plain');
    const refused = await carol.refused(UPDATE, { name: 'plain', ...change });
    expect(refused).toMatchObject({ status: 400, code: 'BAD_USER_INPUT', path });
    expect(await application(carol, 'plain')).toEqual(before);
  });

  it('is for members of its consumer org alone', async () =>
    expect(await dave.refused(UPDATE, { name: 'plain', title: 'Mine' })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      path: ['name'],
    }));

  it('cannot enable one that its provider has suspended', async () => {
    await portal.database.prisma.application.updateMany({
      where: { name: 'plain' },
      data: { state: 'SUSPENDED' },
    });
    const changed = await carol.run(UPDATE, { name: 'plain', title: 'Suspended' });
    expect(changed).toMatchObject({ updateApplication: { title: 'Suspended', state: 'SUSPENDED' } });
  });
});

describe('a client secret', () => {
  it('is replaced at once, and the client key stays', async () => {
    const old = await create(carol, 'Reset');
    const fresh = await reset(carol, old.clientKey);
    expect(fresh).toEqual({
      clientKey: old.clientKey,
      clientSecret: expect.stringMatching(/^cs_[\w-]{43}$/),
      application: { name: 'reset' },
    });
    expect([await verify(carol, old), await verify(carol, fresh)]).toEqual([false, true]);
    expect(await lastEvent()).toMatchObject({
      action: 'resetClientSecret',
      subject: expect.stringMatching(new RegExp(`^[a-z-]+/reset/${old.clientKey.slice(0, 7)}…$`)),
      detail: null,
    });
  });

  it('stays valid beside the new one for as long as was said', async () => {
    const old = await create(carol, 'Overlap');
    const fresh = await reset(carol, old.clientKey, 60);
    expect([await verify(carol, old), await verify(carol, fresh)]).toEqual([true, true]);
    portal.pass(60_000);
    expect([await verify(carol, old), await verify(carol, fresh)]).toEqual([false, true]);
  });

  describe('that was replaced', () => {
    const USES = `query ($name: String!) { application(name: $name) { credentials {
      lastUsedAt secretLastUsedAt previousSecret { expiresAt lastUsedAt } } } }`;
    const REVOKE = 'mutation ($clientKey: String!) { revokePreviousSecret(clientKey: $clientKey) }';
    const usesOf = async (name: string) =>
      (await carol.run<{ application: { credentials: unknown[] } }>(USES, { name })).application
        .credentials[0];
    const used = new Date('2027-01-01T09:59:00Z');
    /** As the OAuth endpoints note it. */
    const use = (clientKey: string) =>
      portal.database.prisma.credential.update({
        where: { clientKey },
        data: { lastUsedAt: used, secretLastUsedAt: used },
      });

    it('keeps its last use while it is admitted; the new one begins unused', async () => {
      const { clientKey } = await create(carol, 'Uses');
      const unused = { lastUsedAt: null, secretLastUsedAt: null, previousSecret: null };
      expect(await usesOf('uses')).toEqual(unused);
      await use(clientKey);
      await reset(carol, clientKey, 60);
      const lastUsedAt = used.toISOString();
      const expiresAt = new Date(portal.deps.clock().getTime() + 60_000).toISOString();
      expect(await usesOf('uses')).toEqual({
        ...unused,
        lastUsedAt,
        previousSecret: { expiresAt, lastUsedAt },
      });
      portal.pass(60_000);
      expect(await usesOf('uses')).toEqual({ ...unused, lastUsedAt });
    });

    it('is forgotten with its last use where nothing overlaps', async () => {
      const { clientKey } = await create(carol, 'Used Once');
      await use(clientKey);
      await reset(carol, clientKey, 60);
      await reset(carol, clientKey);
      expect(await usesOf('used-once')).toMatchObject({ secretLastUsedAt: null, previousSecret: null });
      const stored = await portal.database.prisma.credential.findUniqueOrThrow({ where: { clientKey } });
      expect(stored).toMatchObject({ previousSecretHash: null, previousSecretLastUsedAt: null });
    });

    it('can be ended before its time', async () => {
      const old = await create(carol, 'Ended');
      const fresh = await reset(carol, old.clientKey, 60);
      expect(await carol.run(REVOKE, { clientKey: old.clientKey })).toEqual({ revokePreviousSecret: true });
      expect([await verify(carol, old), await verify(carol, fresh)]).toEqual([false, true]);
      expect(await usesOf('ended')).toMatchObject({ previousSecret: null });
      expect(await lastEvent()).toMatchObject({
        actor: 'consumer:carol',
        action: 'revokePreviousSecret',
        subject: expect.stringMatching(new RegExp(`^[a-z-]+/ended/${old.clientKey.slice(0, 7)}…$`)),
      });
    });

    it("is not ended by another's hand", async () => {
      const old = await create(carol, 'Kept');
      await reset(carol, old.clientKey, 60);
      expect(await dave.refused(REVOKE, { clientKey: old.clientKey })).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
        path: ['clientKey'],
      });
      expect(await verify(carol, old)).toBe(true);
    });
  });

  it.each([-1, 86_401])('does not overlap for %d seconds', async (overlapSeconds) => {
    const { clientKey } = await create(carol, `Overlap of ${overlapSeconds}`.replace('-', 'minus '));
    const refused = await carol.refused(RESET, { clientKey, overlapSeconds });
    expect(refused).toMatchObject({ code: 'BAD_USER_INPUT', path: ['overlapSeconds'] });
  });

  it.each(['ck_unknown', '', 'a\0'])('of an unknown client key is not there: %j', async (clientKey) => {
    expect(await carol.refused(RESET, { clientKey })).toMatchObject({
      code: 'NOT_FOUND',
      path: ['clientKey'],
    });
    const guess = { clientKey, clientSecret: 'x' };
    expect(await carol.refused(VERIFY, guess)).toMatchObject({ code: 'NOT_FOUND', path: ['clientKey'] });
  });

  it('is not to be guessed: ten wrong ones, then not even the right one until it has waited', async () => {
    const issued = await create(carol, 'Guessed');
    for (let n = 0; n < 10; n += 1)
      expect(await verify(carol, { ...issued, clientSecret: `cs_${n}` })).toBe(false);
    expect(await carol.refused(VERIFY, issued)).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
    portal.pass(5_000);
    expect(await verify(carol, issued)).toBe(true);
  });
});
