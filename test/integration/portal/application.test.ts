import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

type Issued = { clientKey: string; clientSecret: string; application: { name: string; title: string } };
const CREATE = `mutation ($title: String!, $redirectUris: [String!]) {
  createApplication(title: $title, redirectUris: $redirectUris) {
    clientKey clientSecret application { name title redirectUris credentials { title clientKey createdAt } } } }`;
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
  it('issues a client key and a client secret, named after the title', async () => {
    const uri = 'https://client.example.com/callback';
    const { createApplication } = await carol.run(CREATE, {
      title: 'Carol Application',
      redirectUris: [uri],
    });
    const clientKey = expect.stringMatching(/^ck_/);
    expect(createApplication).toEqual({
      clientKey,
      clientSecret: expect.stringMatching(/^cs_[\w-]{43}$/),
      application: {
        name: 'carol-application',
        title: 'Carol Application',
        redirectUris: [uri],
        credentials: [{ title: 'Default credential', clientKey, createdAt: expect.any(String) }],
      },
    });
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
      variables: { title: 'carol application' },
      code: 'NAME_TAKEN',
      path: ['title'],
    },
    { what: 'an empty title', variables: { title: ' ' }, code: 'BAD_USER_INPUT', path: ['title'] },
    { what: 'a title of no letters', variables: { title: '!' }, code: 'BAD_USER_INPUT', path: ['title'] },
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
    expect((await create(dave, 'Carol Application')).application.name).toBe('carol-application');
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
      subject: old.clientKey,
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

  it('is not to be guessed: ten wrong ones in five minutes, then not even the right one', async () => {
    const issued = await create(carol, 'Guessed');
    for (let n = 0; n < 10; n += 1)
      expect(await verify(carol, { ...issued, clientSecret: `cs_${n}` })).toBe(false);
    expect(await carol.refused(VERIFY, issued)).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
    portal.pass(300_000);
    expect(await verify(carol, issued)).toBe(true);
  });
});

it('no refusal was a fault', () => expect(portal.faults).toEqual([]));
