import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { watchStatements } from '../../../support/statements.ts';

const owner = { catalog: CATALOG, consumerOrg: 'consumers' };
const APPLICATION =
  '{ name title state clientType redirectUris credentials { title clientKey lastUsedAt } consumerOrg { name } }';
const ISSUED = '{ clientKey clientSecret credential { title clientKey createdAt } application { name } }';

type Issued = {
  readonly clientKey: string;
  readonly clientSecret: string;
  readonly application: { readonly name: string };
};

let world: CatalogWorld;

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  await world.product('customer:1.0.0', { publishTo: CATALOG });
  await create('Taken Title');
});
afterAll(() => world.close());

const create = (title: string, changes: object = {}) =>
  world.mutate<Issued>('createApplication', { ...owner, title, ...changes }, ISSUED);
const application = async (name: string) => {
  const document = `query ($name: String!) {
    application(catalog: "${CATALOG}", consumerOrg: "consumers", name: $name) ${APPLICATION} }`;
  return (await world.query(document, { name }))['application'];
};
const stored = (clientKey: string) =>
  world.database.prisma.credential.findUniqueOrThrow({ where: { clientKey } });

describe('createApplication', () => {
  it('reads whose it is by one statement for its quota and one for the life of its secret', async () => {
    const statements = watchStatements();
    await create('Soon Made');
    const alone = statements.filter(({ text }) => /^SELECT "public"\."(Catalog|ConsumerOrg)"/.test(text));
    const joined = statements.filter(({ text }) => /LATERAL.*"public"\."Catalog"/s.test(text));
    // The catalog and the consumer org by their names, and how many applications of the org have ended.
    expect([alone.length, joined.length]).toEqual([3, 2]);
  });

  it('issues a client key and a client secret, which is stored hashed and never read again', async () => {
    const issued = await create('My Application', { redirectUris: ['https://client.example.com/callback'] });
    expect(issued).toMatchObject({
      application: { name: 'my-application' },
      credential: { clientKey: issued.clientKey },
    });
    expect(issued.clientKey).toMatch(/^ck_[\w-]{22}$/);
    expect(issued.clientSecret).toMatch(/^cs_[\w-]{43}$/);
    expect(await application('my-application')).toEqual({
      name: 'my-application',
      title: 'My Application',
      state: 'ENABLED',
      clientType: 'CONFIDENTIAL',
      redirectUris: ['https://client.example.com/callback'],
      credentials: [{ title: 'Default credential', clientKey: issued.clientKey, lastUsedAt: null }],
      consumerOrg: { name: 'consumers' },
    });
    const row = await stored(issued.clientKey);
    expect(JSON.stringify(row)).not.toContain(issued.clientSecret);
    expect(world.deps.secrets.matches(issued.clientSecret, row.secretHash)).toBe(true);
    const events = await world.database.prisma.auditEvent.findMany({
      where: { action: 'createApplication', subject: { endsWith: '/my-application' } },
    });
    expect(events).toMatchObject([{ subject: 'sandbox/consumers/my-application' }]);
    expect(JSON.stringify(events.map(({ detail }) => detail))).not.toContain('cs_');
  });

  it('never issues the same twice', async () => {
    const all = [await create('One'), await create('Two'), await create('Three')];
    expect(new Set(all.flatMap(({ clientKey, clientSecret }) => [clientKey, clientSecret])).size).toBe(6);
  });

  it.each([
    [
      'a taken title',
      { title: 'Taken  Title' },
      { status: 409, code: 'NAME_TAKEN', path: ['input', 'title'] },
    ],
    ['a taken name', { name: 'taken-title' }, { status: 409, code: 'NAME_TAKEN', path: ['input', 'name'] }],
    ['an empty title', { title: '' }, { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'title'] }],
    [
      'a redirect URI with a fragment',
      { redirectUris: ['https://a.example.com/#x'] },
      { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'redirectUris', 0] },
    ],
    [
      'an unknown consumer org',
      { consumerOrg: 'nobody' },
      { status: 404, code: 'NOT_FOUND', path: ['input', 'consumerOrg'] },
    ],
    [
      'an unknown catalog',
      { catalog: 'nowhere' },
      { status: 404, code: 'NOT_FOUND', path: ['input', 'catalog'] },
    ],
  ])('refuses %s, and leaves nothing behind', async (_what, changes, expected) => {
    const input = { ...owner, title: 'Refused', ...changes };
    const refused = await world.changesNothing(() => world.refused('createApplication', input, ISSUED));
    expect(refused).toMatchObject(expected);
  });

  it('asked for twenty times at once, happens once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.send(
          'mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { clientKey } }',
          {
            input: { ...owner, title: 'Race' },
          },
        ),
      ),
    );
    const codes = answers.map(({ errors }) => errors[0]?.extensions.code ?? 'done').sort();
    expect(codes).toEqual([...Array.from({ length: 19 }, () => 'NAME_TAKEN'), 'done']);
  });
});

describe('suspendedApplications', () => {
  it('are those of the org, until they are enabled again', async () => {
    const suspended = '{ suspendedApplications { name state consumerOrg { name catalog { name } } } }';
    await create('Stopped');
    const change = (state: string) => world.mutate('updateApplication', { ...owner, name: 'stopped', state });
    await change('SUSPENDED');
    expect(await world.query(suspended)).toEqual({
      suspendedApplications: [
        {
          name: 'stopped',
          state: 'SUSPENDED',
          consumerOrg: { name: 'consumers', catalog: { name: CATALOG } },
        },
      ],
    });
    await change('ENABLED');
    expect(await world.query(suspended)).toEqual({ suspendedApplications: [] });
  });
});

const reasonRefused = { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'suspensionReason'] };

describe('updateApplication', () => {
  it('keeps the reason of a suspension until it is taken away, or the application is enabled', async () => {
    await create('Unpaid');
    const state = '{ state suspensionReason }';
    const change = (changes: object) =>
      world.mutate('updateApplication', { ...owner, name: 'unpaid', ...changes }, state);
    const suspensionReason = 'The invoice of May is not paid.';
    const suspended = { state: 'SUSPENDED', suspensionReason };
    expect(await change({ ...suspended, suspensionReason: ` ${suspensionReason} ` })).toEqual(suspended);
    expect(await change({ title: 'Unpaid still' })).toEqual(suspended);
    expect(await change({ suspensionReason: null })).toEqual({ ...suspended, suspensionReason: null });
    expect(await change({ suspensionReason })).toEqual(suspended);
    expect(await change({ state: 'ENABLED' })).toEqual({ state: 'ENABLED', suspensionReason: null });
  });

  it('suspends, and enables again; redirect URIs replace the whole list', async () => {
    await create('Changing', { redirectUris: ['https://a.example.com/', 'https://b.example.com/'] });
    const update = (changes: object) =>
      world.mutate('updateApplication', { ...owner, name: 'changing', ...changes }, APPLICATION);
    expect(await update({ state: 'SUSPENDED' })).toMatchObject({
      state: 'SUSPENDED',
      title: 'Changing',
      redirectUris: ['https://a.example.com/', 'https://b.example.com/'],
    });
    expect(
      await update({ state: 'ENABLED', title: 'Changed', redirectUris: ['http://localhost/'] }),
    ).toMatchObject({
      name: 'changing',
      state: 'ENABLED',
      title: 'Changed',
      redirectUris: ['http://localhost/'],
    });
    expect(await update({ redirectUris: [] })).toMatchObject({ redirectUris: [] });
  });

  it('makes a confidential client public, and confidential again: its client key stays', async () => {
    const { clientKey, clientSecret } = await create('Device', { clientType: 'PUBLIC' });
    expect(clientSecret).toBe('');
    expect(await world.refused('resetClientSecret', { catalog: CATALOG, clientKey }, ISSUED)).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'The application is a public client, which has no secret: make it CONFIDENTIAL first.',
    });
    const credentials = [{ clientKey }];
    expect(await application('device')).toMatchObject({ clientType: 'PUBLIC', credentials });
    for (const clientType of ['CONFIDENTIAL', 'PUBLIC'])
      expect(
        await world.mutate('updateApplication', { ...owner, name: 'device', clientType }, APPLICATION),
      ).toMatchObject({ clientType, credentials });
  });

  it.each([
    [
      'an unknown application',
      { name: 'nothing' },
      { status: 404, code: 'NOT_FOUND', path: ['input', 'name'] },
    ],
    ['an empty title', { title: ' ' }, { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'title'] }],
    ['null for a state', { state: null }, { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'state'] }],
    [
      'null for a client type',
      { clientType: null },
      { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'clientType'] },
    ],
    [
      'a redirect URI that is none',
      { redirectUris: ['x'] },
      { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'redirectUris', 0] },
    ],
    ['a long reason', { state: 'SUSPENDED', suspensionReason: 'x'.repeat(501) }, reasonRefused],
    ['a reason of two lines', { state: 'SUSPENDED', suspensionReason: 'a\nb' }, reasonRefused],
    ['an empty reason', { state: 'SUSPENDED', suspensionReason: ' ' }, reasonRefused],
    ['a reason for an application that is enabled', { suspensionReason: 'Why?' }, reasonRefused],
  ])('refuses %s', async (_what, changes, expected) => {
    const input = { ...owner, name: 'taken-title', ...changes };
    expect(await world.changesNothing(() => world.refused('updateApplication', input))).toMatchObject(
      expected,
    );
  });
});

describe('credentials', () => {
  it('an application can have several, and loses them one by one, the last one too', async () => {
    const first = await create('Several');
    const input = { ...owner, application: 'several', title: 'For the night' };
    const second = await world.mutate<Issued>('createCredential', input, ISSUED);
    expect(await application('several')).toMatchObject({
      credentials: [{ clientKey: first.clientKey }, { clientKey: second.clientKey, title: 'For the night' }],
    });
    for (const { clientKey } of [first, second])
      expect(await world.mutate('deleteCredential', { catalog: CATALOG, clientKey }, '')).toBe(true);
    expect(await application('several')).toMatchObject({ credentials: [] });
  });

  it('a reset gives a new secret at once; the key stays', async () => {
    const before = await create('Reset');
    const after = await world.mutate<Issued>(
      'resetClientSecret',
      { catalog: CATALOG, clientKey: before.clientKey },
      ISSUED,
    );
    expect(after.clientKey).toBe(before.clientKey);
    const row = await stored(before.clientKey);
    expect(world.deps.secrets.matches(after.clientSecret, row.secretHash)).toBe(true);
    expect(row).toMatchObject({ previousSecretHash: null, previousSecretExpiresAt: null });
  });

  it('a reset with an overlap keeps the old secret valid for so long, and no longer', async () => {
    const before = await create('Overlap');
    const input = { catalog: CATALOG, clientKey: before.clientKey };
    await world.mutate('resetClientSecret', { ...input, overlapSeconds: 3600 }, ISSUED);
    const row = await stored(before.clientKey);
    expect(world.deps.secrets.matches(before.clientSecret, row.previousSecretHash ?? '')).toBe(true);
    expect(row.previousSecretExpiresAt?.getTime()).toBe(world.deps.clock().getTime() + 3_600_000);
    await world.mutate('resetClientSecret', input, ISSUED);
    expect(await stored(before.clientKey)).toMatchObject({ previousSecretHash: null });
  });

  it.each([
    [
      'an overlap of less than nothing',
      { overlapSeconds: -1 },
      { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'overlapSeconds'] },
    ],
    [
      'an overlap of more than a day',
      { overlapSeconds: 86_401 },
      { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'overlapSeconds'] },
    ],
    [
      'an unknown client key',
      { clientKey: 'ck_nothing' },
      { status: 404, code: 'NOT_FOUND', path: ['input', 'clientKey'] },
    ],
  ])('a reset refuses %s', async (_what, changes, expected) => {
    const { clientKey } = await world.database.prisma.credential.findFirstOrThrow();
    const input = { catalog: CATALOG, clientKey, ...changes };
    expect(await world.changesNothing(() => world.refused('resetClientSecret', input, ISSUED))).toMatchObject(
      expected,
    );
  });

  it('are told to nobody who may not call: a viewer sees how a client key begins, and the audit names it so', async () => {
    const { clientKey } = await create('Told');
    const short = `${clientKey.slice(0, 7)}…`;
    const document = `{ application(catalog: "${CATALOG}", consumerOrg: "consumers", name: "told") { credentials { clientKey } } }`;
    expect(await (await world.as('VIEWER')).query(document)).toEqual({
      application: { credentials: [{ clientKey: short }] },
    });
    expect(await application('told')).toMatchObject({ credentials: [{ clientKey }] });
    await world.mutate('resetClientSecret', { catalog: CATALOG, clientKey }, ISSUED);
    await world.mutate('deleteCredential', { catalog: CATALOG, clientKey }, '');
    const events = await world.database.prisma.auditEvent.findMany({ orderBy: { id: 'desc' }, take: 2 });
    expect(events.map(({ action, subject }) => [action, subject])).toEqual([
      ['deleteCredential', `sandbox/consumers/told/${short}`],
      ['resetClientSecret', `sandbox/consumers/told/${short}`],
    ]);
    const { auditEvent, event } = world.database.prisma;
    const kept = [...(await auditEvent.findMany()), ...(await event.findMany())];
    const text = JSON.stringify(kept, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
    expect(text).not.toContain(clientKey);
  });

  it('a client key of another catalog is not found', async () => {
    await world.mutate('createCatalog', { title: 'Preview' });
    const { clientKey } = await create('Elsewhere');
    const input = { catalog: 'preview', clientKey };
    expect(await world.refused('deleteCredential', input, '')).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
  });
});

describe('deleteApplication', () => {
  it('deletes its credentials and subscriptions with it', async () => {
    const { name, clientKey } = await world.client('Ends', ['customer:1.0.0', 'default-plan']);
    expect(await world.mutate('deleteApplication', { ...owner, name }, '')).toBe(true);
    expect(await application(name)).toBeNull();
    const { prisma } = world.database;
    expect(await prisma.credential.count({ where: { clientKey } })).toBe(0);
    expect(await prisma.subscription.count()).toBe(0);
  });
});
