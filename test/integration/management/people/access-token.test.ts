import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureAdministrator } from '../../../../src/control-plane/management/people/first-administrator.ts';
import { type ManagementWorld, openManagement } from '../../../support/management.ts';

let world: ManagementWorld;

beforeEach(async () => {
  world = await openManagement();
  await world.mutate('createOrg', { title: 'Acme' });
});
afterEach(() => world.close());

const ISSUED = '{ name role token expiresAt }';
type Issued = { name: string; role: string; token: string; expiresAt: string | null };
const issue = (input: object) => world.mutate<Issued>('createAccessToken', { org: 'acme', ...input }, ISSUED);
const send = (mutation: string, input: object) =>
  world.send(`mutation ($input: CreateAccessTokenInput!) { ${mutation}(input: $input) ${ISSUED} }`, {
    input,
  });
const WHO = '{ viewer { name role orgs { name } } }';

describe('createAccessToken', () => {
  it('gives a token that reaches the org with its role; its value is stored only as a hash', async () => {
    const { token, ...issued } = await issue({ name: 'ci', role: 'DEVELOPER' });
    expect(issued).toEqual({ name: 'ci', role: 'DEVELOPER', expiresAt: null });
    expect(token).toMatch(/^gh_[\w-]{43}$/);
    expect(await world.withToken(token).query(WHO)).toEqual({
      viewer: { name: 'ci', role: 'DEVELOPER', orgs: [{ name: 'acme' }] },
    });
    const row = await world.database.prisma.accessToken.findFirstOrThrow({ where: { name: 'ci' } });
    expect(JSON.stringify(row)).not.toContain(token.slice(3));
    expect(row.lastUsedAt).toEqual(world.deps.clock());
  });

  it('is told to the audit, without the value', async () => {
    await issue({ name: 'ci', role: 'DEVELOPER' });
    const { auditEvents } = await world.query<{ auditEvents: { nodes: unknown[] } }>(
      '{ auditEvents { nodes { action subject detail } } }',
    );
    expect(auditEvents.nodes[0]).toMatchObject({
      action: 'createAccessToken',
      subject: 'ci',
      detail: {
        role: 'DEVELOPER',
        before: { 'access token ci': null },
        after: { 'access token ci': { role: 'DEVELOPER' } },
      },
    });
    expect(JSON.stringify(auditEvents)).not.toContain('gh_');
  });

  it('changes nothing any more once it is revoked, also by what was asked before and waits for its turn', async () => {
    const { token } = await issue({ name: 'ci', role: 'ADMINISTRATOR' });
    const own = world.withToken(token);
    const make = (name: string) =>
      own.send(
        `mutation { createAccessToken(input: { org: "acme", name: "${name}", role: ADMINISTRATOR }) { token } }`,
      );
    const asked = ['one', 'two', 'three', 'four'].map(make);
    const revoked = world.mutate('revokeAccessToken', { org: 'acme', name: 'ci' }, '');
    const answers = await Promise.all(asked);
    await revoked;
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code);
    expect(codes.at(-1)).toBe('UNAUTHENTICATED');
    const { length: made } = codes.filter((code) => code === undefined);
    expect(
      await world.database.prisma.accessToken.count({
        where: { name: { in: ['one', 'two', 'three', 'four'] } },
      }),
    ).toBe(made);
    const { auditEvents } = await world.query<{ auditEvents: { nodes: { action: string }[] } }>(
      '{ auditEvents(first: 1) { nodes { action } } }',
    );
    expect(auditEvents.nodes).toEqual([{ action: 'revokeAccessToken' }]);
  });

  it.each([
    ['createAccessToken(input: { everyOrg: true, name: "next", role: ADMINISTRATOR }) { token }'],
    ['createOrg(input: { title: "Next" }) { name }'],
    ['deleteOrg(input: { name: "acme" })'],
  ])('of every org, once it is revoked, changes nothing by what waits: %s', async (mutation) => {
    const root = { everyOrg: true, name: 'root' };
    const { token } = await world.mutate<Issued>(
      'createAccessToken',
      { ...root, role: 'ADMINISTRATOR' },
      ISSUED,
    );
    const revoked = world.mutate('revokeAccessToken', root, '');
    const { errors } = await world.withToken(token).send(`mutation { ${mutation} }`);
    await revoked;
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('ended before the change had its turn'),
      extensions: { code: 'UNAUTHENTICATED' },
    });
    const { prisma } = world.database;
    expect(await prisma.accessToken.count({ where: { name: 'next' } })).toBe(0);
    expect(await prisma.org.findMany({ select: { name: true } })).toEqual([{ name: 'acme' }]);
  });

  it('that expires is refused from that instant on', async () => {
    const expiresAt = new Date(world.deps.clock().getTime() + 60_000).toISOString();
    const { token } = await issue({ name: 'short', role: 'VIEWER', expiresAt });
    world.pass(59_999);
    expect((await world.withToken(token).send(WHO)).status).toBe(200);
    world.pass(1);
    expect(await world.withToken(token).send(WHO)).toMatchObject({
      status: 401,
      errors: [
        {
          message: 'The access token is unknown, revoked or expired.',
          extensions: { code: 'UNAUTHENTICATED' },
        },
      ],
    });
  });

  it.each([
    ['an instant that has passed', { expiresAt: '2020-01-01T00:00:00Z' }, ['BAD_USER_INPUT', 'expiresAt']],
    ['a name with capitals', { name: 'CI' }, ['BAD_USER_INPUT', 'name']],
    ['a taken name', { name: 'ci' }, ['NAME_TAKEN', 'name']],
    ['an unknown org', { org: 'no-such' }, ['NOT_FOUND', 'org']],
  ])('refuses %s', async (_what, changes, [code, member]) => {
    await issue({ name: 'ci', role: 'DEVELOPER' });
    const input = { org: 'acme', name: 'other', role: 'VIEWER', ...changes };
    expect(await world.refused('createAccessToken', input)).toMatchObject({ code, path: ['input', member] });
  });
});

describe('revokeAccessToken', () => {
  it('ends a token at once, and only once', async () => {
    const { token } = await issue({ name: 'gone', role: 'VIEWER' });
    const input = { org: 'acme', name: 'gone' };
    expect(await world.mutate('revokeAccessToken', input, '')).toBe(true);
    expect((await world.withToken(token).send(WHO)).status).toBe(401);
    expect(await world.refused('revokeAccessToken', input, '')).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      message: 'There is no access token gone in this org.',
      path: ['input', 'name'],
    });
  });

  it("does not reach another org's token", async () => {
    await issue({ name: 'ci', role: 'DEVELOPER' });
    await world.mutate('createOrg', { title: 'Beta' });
    const beta = await world.as('ADMINISTRATOR', 'beta');
    expect(await beta.refused('revokeAccessToken', { name: 'ci' }, '')).toMatchObject({ code: 'NOT_FOUND' });
    expect(await beta.refused('revokeAccessToken', { org: 'acme', name: 'ci' }, '')).toMatchObject({
      code: 'NOT_FOUND',
      path: ['input', 'org'],
    });
  });
});

describe('issueTemporaryToken', () => {
  const issueWith = async (token: string, minutes = 1440) => {
    const input = { org: 'acme', minutes };
    const issued = await world.withToken(token).mutate<Issued>('issueTemporaryToken', input, ISSUED);
    return issued.token;
  };
  const REVOKED = {
    status: 401,
    errors: [
      {
        message: 'The access token is unknown, revoked or expired.',
        extensions: { code: 'UNAUTHENTICATED' },
      },
    ],
  };

  it('gives a token that ends with the one that issued it, and so do those that it issues', async () => {
    const { token: parent } = await issue({ name: 'leaked', role: 'DEVELOPER' });
    const { token: other } = await issue({ name: 'not-leaked', role: 'DEVELOPER' });
    const child = await issueWith(parent);
    const grandchild = await issueWith(child);
    const unrelated = await issueWith(other);
    for (const token of [child, grandchild])
      expect(await world.withToken(token).query('{ viewer { role } }')).toEqual({
        viewer: { role: 'DEVELOPER' },
      });
    await world.mutate('revokeAccessToken', { org: 'acme', name: 'leaked' }, '');
    for (const token of [parent, child, grandchild])
      expect(await world.withToken(token).send(WHO)).toMatchObject(REVOKED);
    expect((await world.withToken(unrelated).send(WHO)).status).toBe(200);
  });

  it('gives none that outlives the one that issued it', async () => {
    const expiresAt = new Date(world.deps.clock().getTime() + 60_000).toISOString();
    const { token: parent } = await issue({ name: 'a-minute', role: 'VIEWER', expiresAt });
    const child = await issueWith(parent);
    const grandchild = await issueWith(child);
    world.pass(59_999);
    expect((await world.withToken(grandchild).send(WHO)).status).toBe(200);
    world.pass(1);
    for (const token of [child, grandchild])
      expect(await world.withToken(token).send(WHO)).toMatchObject(REVOKED);
  });
});

describe('an access token of every org', () => {
  const everywhere = (input: object) =>
    world.mutate<Issued>('createAccessToken', { everyOrg: true, ...input }, ISSUED);
  const listed = async () => {
    const { accessTokens } = await world.query<{ accessTokens: { name: string }[] }>(
      '{ accessTokens(everyOrg: true) { name } }',
    );
    return accessTokens.map(({ name }) => name);
  };

  it('reaches all of them with its role, those to come too, until it is revoked', async () => {
    const { token } = await everywhere({ name: 'deployer', role: 'VIEWER' });
    await world.mutate('createOrg', { title: 'Gamma' });
    const { viewer } = await world.withToken(token).query<{ viewer: { orgs: { name: string }[] } }>(WHO);
    expect(viewer).toMatchObject({ name: 'deployer', role: 'VIEWER' });
    expect(viewer.orgs.map(({ name }) => name)).toEqual(expect.arrayContaining(['acme', 'gamma']));
    expect(await listed()).toContain('deployer');
    expect(await world.mutate('revokeAccessToken', { everyOrg: true, name: 'deployer' }, '')).toBe(true);
    expect((await world.withToken(token).send(WHO)).status).toBe(401);
    expect(await listed()).not.toContain('deployer');
  });

  it('is told to the audit of each org, whose revision stays', async () => {
    const ORG =
      '{ org(name: "acme") { revision } auditEvents(org: "acme", first: 1) { nodes { action subject } } }';
    const before = await world.query<{ org: { revision: number } }>(ORG);
    await everywhere({ name: 'told', role: 'VIEWER' });
    expect(await world.query(ORG)).toEqual({
      org: before.org,
      auditEvents: { nodes: [{ action: 'createAccessToken', subject: 'told' }] },
    });
  });

  it('has a name of its own, also of two that are made at once', async () => {
    const input = { everyOrg: true, name: 'twice', role: 'VIEWER' };
    const made = await Promise.all([1, 2].map(() => send('createAccessToken', input)));
    expect(made.map(({ errors }) => errors?.[0]?.extensions.code)).toEqual(
      expect.arrayContaining([undefined, 'NAME_TAKEN']),
    );
    expect(await world.refused('createAccessToken', input)).toMatchObject({
      status: 409,
      code: 'NAME_TAKEN',
      path: ['input', 'name'],
      message: 'There is an access token twice already: choose another name.',
    });
  });

  it('is for administrators of the platform: an org lists, makes and revokes none', async () => {
    const acme = await world.as('ADMINISTRATOR', 'acme');
    const input = { everyOrg: true, name: 'told' };
    for (const refused of [
      await acme.refused('createAccessToken', { ...input, name: 'mine', role: 'VIEWER' }),
      await acme.refused('revokeAccessToken', input, ''),
    ])
      expect(refused).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    const { errors } = await acme.send('{ accessTokens(everyOrg: true) { name } }');
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(await world.refused('revokeAccessToken', { org: 'acme', name: 'told' }, '')).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is not revoked where it is the one that the platform begins with', async () => {
    expect(
      await world.refused('revokeAccessToken', { everyOrg: true, name: 'administrator' }, ''),
    ).toMatchObject({
      status: 409,
      code: 'TRANSITION_REFUSED',
      path: ['input', 'name'],
      message:
        'administrator is the token that the platform begins with: a start with another ADMIN_TOKEN ends it.',
    });
  });
});

describe('accessTokens', () => {
  it('come page by page, by name, and are counted', async () => {
    await world.mutate('createOrg', { title: 'Paged' });
    for (const name of ['c', 'a', 'b'])
      await world.mutate('createAccessToken', { org: 'paged', name, role: 'VIEWER' }, ISSUED);
    const asked = '(org: "paged", first: 2, offset: 1)';
    expect(await world.query(`{ accessTokens${asked} { name } accessTokenCount(org: "paged") }`)).toEqual({
      accessTokens: [{ name: 'b' }, { name: 'c' }],
      accessTokenCount: 3,
    });
  });
});

describe("the platform's first administrator", () => {
  const administrators = () =>
    world.database.prisma.accessToken.count({ where: { orgId: null, name: 'administrator' } });

  it('gets a token on the first start, and only then, however many processes start at once', async () => {
    const { database, secrets } = world.deps;
    const made = await Promise.all([1, 2, 3].map(() => ensureAdministrator({ database, secrets })));
    const tokens = made.filter((token) => token !== undefined);
    expect(tokens).toHaveLength(1);
    expect(await administrators()).toBe(1);
    expect(await world.withToken(tokens[0]).query('{ viewer { name role } }')).toEqual({
      viewer: { name: 'administrator', role: 'ADMINISTRATOR' },
    });
  });

  it('gets the given token instead: the old one ends', async () => {
    const { database, secrets } = world.deps;
    const old = 'the old token of the administrator';
    const token = 'the new token of the administrator'.replaceAll(' ', '-');
    expect(await ensureAdministrator({ database, secrets, token: old.replaceAll(' ', '-') })).toBeUndefined();
    const issued = await world
      .withToken(old.replaceAll(' ', '-'))
      .mutate<Issued>('issueTemporaryToken', {}, ISSUED);
    expect((await world.withToken(issued.token).send(WHO)).status).toBe(200);
    for (const given of [token, token])
      expect(await ensureAdministrator({ database, secrets, token: given })).toBeUndefined();
    expect((await world.withToken(issued.token).send(WHO)).status).toBe(401);
    expect(await administrators()).toBe(1);
    expect((await world.withToken(token).send(WHO)).status).toBe(200);
    expect((await world.withToken(old.replaceAll(' ', '-')).send(WHO)).status).toBe(401);
  });
});
