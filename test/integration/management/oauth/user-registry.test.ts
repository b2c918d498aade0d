import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ManagementWorld, openManagement } from '../../../support/management.ts';
import { recordingUpstream, type Upstream } from '../../../support/upstream.ts';

let world: ManagementWorld;
let registry: Upstream;

beforeEach(async () => {
  [world, registry] = await Promise.all([openManagement(), recordingUpstream()]);
  await world.mutate('createOrg', { title: 'Acme' });
  await world.mutate('createCatalog', { title: 'Sandbox' });
});
afterEach(async () => {
  await Promise.all([world.close(), registry.close()]);
});

const people = { title: 'Sample users', displayName: 'People of the sample' };
const createRegistry = () => world.mutate('createUserRegistry', { ...people, url: `${registry.url}/auth` });

describe('createUserRegistry', () => {
  it('gives a registry of type authentication URL, named after its title', async () => {
    const url = `${registry.url}/auth`;
    const selection = '{ name title displayName type url }';
    expect(await world.mutate('createUserRegistry', { ...people, url }, selection)).toEqual({
      ...people,
      name: 'sample-users',
      type: 'AUTHENTICATION_URL',
      url,
    });
    expect(registry.seen).toEqual([]);
  });

  it.each([
    ['an address in a private network', { url: 'http://10.0.0.1/auth' }, ['TARGET_NOT_ALLOWED', 'url']],
    ['the metadata address of a cloud', { url: 'http://169.254.169.254/' }, ['TARGET_NOT_ALLOWED', 'url']],
    ['an address with a password', { url: 'http://a:b@127.0.0.1/' }, ['BAD_USER_INPUT', 'url']],
    ['an empty display name', { displayName: '' }, ['BAD_USER_INPUT', 'displayName']],
    ['a taken name', {}, ['NAME_TAKEN', 'name']],
  ])('refuses %s', async (_what, changes, [code, member]) => {
    await createRegistry();
    const input = { ...people, url: `${registry.url}/auth`, ...changes };
    expect(await world.refused('createUserRegistry', input)).toMatchObject({ code, path: ['input', member] });
  });

  it('refuses what is no URL with BAD_USER_INPUT', async () => {
    const input = { ...people, name: 'other', url: 'ftp://example.com/auth' };
    expect(await world.refused('createUserRegistry', input)).toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});

it('a registry tells where it is assigned, and which providers ask it', async () => {
  const [userRegistry, catalog] = ['sample-users', 'sandbox'];
  await createRegistry();
  await world.mutate('createOAuthProvider', { title: 'Asking', userRegistry });
  await world.mutate('assignUserRegistry', { catalog, userRegistry });
  const listed = `{ org { userRegistryCount userRegistries(first: 1) {
    name catalogs { name } oauthProviders { name } } } }`;
  expect(await world.query(listed)).toEqual({
    org: {
      userRegistryCount: 1,
      userRegistries: [
        { name: 'sample-users', catalogs: [{ name: 'sandbox' }], oauthProviders: [{ name: 'asking' }] },
      ],
    },
  });
});

describe('updateUserRegistry', () => {
  beforeEach(createRegistry);

  it('changes what is given and leaves the rest', async () => {
    const input = { name: 'sample-users', displayName: 'Everybody' };
    expect(await world.mutate('updateUserRegistry', input, '{ title displayName url }')).toEqual({
      title: 'Sample users',
      displayName: 'Everybody',
      url: `${registry.url}/auth`,
    });
  });

  it.each([
    ['null', { displayName: null }, ['BAD_USER_INPUT', 'displayName']],
    ['an address that may not be called', { url: 'http://192.168.1.1/' }, ['TARGET_NOT_ALLOWED', 'url']],
    ['an unknown registry', { name: 'no-such' }, ['NOT_FOUND', 'name']],
  ])('refuses %s', async (_what, changes, [code, member]) => {
    expect(await world.refused('updateUserRegistry', { name: 'sample-users', ...changes })).toMatchObject({
      code,
      path: ['input', member],
    });
  });
});

describe('testUserRegistry', () => {
  beforeEach(createRegistry);

  const input = { name: 'sample-users', username: 'alice', password: 'alice-password' };
  const test = () =>
    world.mutate<{ message: string; durationMs: number }>(
      'testUserRegistry',
      input,
      '{ authenticated httpStatus durationMs message }',
    );

  it.each([
    [200, true, 'The registry accepts this username and password.'],
    [401, false, 'The registry refuses this username and password.'],
    [403, false, 'The registry refuses this username and password.'],
    [500, false, 'The registry answered 500: it must answer 200, 401 or 403.'],
    [302, false, 'The registry answered 302: it must answer 200, 401 or 403.'],
  ])(
    'tells what %i means, and repeats neither username nor password',
    async (status, authenticated, message) => {
      registry.answer = (_request, response) => {
        response.writeHead(status, { location: 'http://127.0.0.1:1/' });
        response.end('alice alice-password');
      };
      const tested = await test();
      expect(tested).toMatchObject({ authenticated, httpStatus: status, message });
      expect(tested.durationMs).toBeGreaterThan(0);
      expect(registry.seen).toMatchObject([
        { method: 'GET', url: '/auth', headers: { authorization: `Basic ${btoa('alice:alice-password')}` } },
      ]);
    },
  );

  it('tells silence from a refusal', async () => {
    registry.answer = (request) => request.socket.destroy();
    expect(await test()).toMatchObject({
      authenticated: false,
      httpStatus: null,
      message: 'The registry cannot be reached.',
    });
  });

  it('tells the audit whom it asked for and the answer, not the password; the org stays as it is', async () => {
    const ORG = '{ org { revision } }';
    const before = await world.query(ORG);
    registry.answer = (_request, response) => response.writeHead(200).end();
    await test();
    expect(await world.query(ORG)).toEqual(before);
    const { auditEvents } = await world.query<{ auditEvents: { nodes: unknown[] } }>(
      '{ auditEvents(first: 1) { nodes { action subject detail } } }',
    );
    expect(auditEvents.nodes).toEqual([
      {
        action: 'testUserRegistry',
        subject: 'sample-users',
        detail: { username: 'alice', answer: 'ACCEPTED' },
      },
    ]);
  });

  it('tests once a request', async () => {
    registry.answer = (_request, response) => response.writeHead(200).end();
    const { data, errors } = await world.send(
      `mutation ($input: TestUserRegistryInput!) {
        first: testUserRegistry(input: $input) { authenticated }
        second: testUserRegistry(input: $input) { authenticated }
      }`,
      { input },
    );
    expect(data).toBeNull();
    expect(errors).toMatchObject([
      {
        message: 'One request tests one person at one registry: send another request.',
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ]);
    expect(registry.seen).toHaveLength(1);
  });

  it('is slowed as a sign-in is: after ten wrong passwords the next one waits', async () => {
    registry.answer = (_request, response) => response.writeHead(401).end();
    const guess = () =>
      world.send(
        'mutation ($input: TestUserRegistryInput!) { testUserRegistry(input: $input) { authenticated } }',
        { input: { ...input, username: 'guessed' } },
      );
    for (let count = 0; count < 10; count += 1) expect((await guess()).errors).toEqual([]);
    const { status, headers, errors } = await guess();
    expect([status, headers.get('retry-after')]).toEqual([429, '5']);
    expect(errors).toMatchObject([
      {
        message: 'There were too many attempts: try again in 5 seconds.',
        extensions: { code: 'TOO_MANY_ATTEMPTS' },
      },
    ]);
    expect(registry.seen).toHaveLength(10);
  });
});

type Revision = { readonly org: { readonly revision: number } };

describe('assigning a user registry to a catalog', () => {
  beforeEach(createRegistry);

  const input = { catalog: 'sandbox', userRegistry: 'sample-users' };
  const selection = '{ userRegistries { name } org { revision } }';

  it('is done once: again, it changes nothing', async () => {
    const once = await world.mutate('assignUserRegistry', input, selection);
    expect(once).toMatchObject({ userRegistries: [{ name: 'sample-users' }] });
    expect(await world.mutate('assignUserRegistry', input, selection)).toEqual(once);
  });

  it.each(['unassign', 'assign'])('is one change, however many %s it at the same time', async (verb) => {
    const revision = async () => (await world.query<Revision>('{ org { revision } }')).org.revision;
    if (verb === 'unassign') await world.mutate('assignUserRegistry', input);
    const before = await revision();
    await Promise.all(Array.from({ length: 6 }, () => world.mutate(`${verb}UserRegistry`, input, selection)));
    expect((await revision()) - before).toBe(1);
  });

  it('is undone once: again, it changes nothing', async () => {
    await world.mutate('assignUserRegistry', input);
    const once = await world.mutate('unassignUserRegistry', input, selection);
    expect(once).toMatchObject({ userRegistries: [] });
    expect(await world.mutate('unassignUserRegistry', input, selection)).toEqual(once);
  });

  it.each(['catalog', 'userRegistry'])('is NOT_FOUND for an unknown %s', async (member) => {
    expect(await world.refused('assignUserRegistry', { ...input, [member]: 'no-such' })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      path: ['input', member],
    });
  });
});

it('a security definition names a registry of its own org, and never one of another', async () => {
  await createRegistry();
  await world.mutate('createOrg', { title: 'Other' });
  const openapi = {
    openapi: '3.0.3',
    info: { title: 'Customerdb', version: '1.0.0' },
    paths: { '/': { get: { responses: { 200: { description: 'fine' } } } } },
  };
  const basic = { name: 'basic-1', type: 'HTTP_BASIC', userRegistry: 'sample-users' };
  const secured = { securityDefinitions: [basic], security: [{ definition: 'basic-1' }] };
  expect(await world.refused('createApi', { org: 'other', openapi, ...secured })).toEqual({
    status: 400,
    code: 'BAD_USER_INPUT',
    message: 'There is no user registry sample-users in this org.',
    path: ['input', 'securityDefinitions', 0, 'userRegistry'],
  });
});

describe('deleteUserRegistry', () => {
  beforeEach(createRegistry);

  it('is refused while an OAuth provider authenticates people with it', async () => {
    await world.mutate('createOAuthProvider', { title: 'Customer OAuth' });
    expect(await world.refused('deleteUserRegistry', { name: 'sample-users' }, '')).toEqual({
      status: 409,
      code: 'IN_USE',
      message:
        'The OAuth provider customer-oauth authenticates people with sample-users: give it another registry first.',
      path: ['input', 'name'],
    });
    await world.mutate('updateOAuthProvider', { name: 'customer-oauth', userRegistry: null });
    expect(await world.mutate('deleteUserRegistry', { name: 'sample-users' }, '')).toBe(true);
    expect(await world.query('{ userRegistry(name: "sample-users") { name } }')).toEqual({
      userRegistry: null,
    });
  });

  it('is refused while an API is secured with it', async () => {
    const basic = { name: 'basic-1', type: 'HTTP_BASIC', userRegistry: 'sample-users' };
    const openapi = {
      openapi: '3.0.3',
      info: { title: 'Customerdb', version: '1.0.0' },
      paths: { '/': { get: { responses: { 200: { description: 'fine' } } } } },
    };
    const secured = { securityDefinitions: [basic], security: [{ definition: 'basic-1' }] };
    await world.mutate('createApi', { openapi, ...secured });
    const selection = '{ securityDefinitions { type userRegistry { name } } }';
    expect(await world.query(`{ api(api: "customerdb:1.0.0") ${selection} }`)).toEqual({
      api: { securityDefinitions: [{ type: 'HTTP_BASIC', userRegistry: { name: 'sample-users' } }] },
    });
    expect(await world.refused('deleteUserRegistry', { name: 'sample-users' }, '')).toEqual({
      status: 409,
      code: 'IN_USE',
      message:
        'The API customerdb:1.0.0 is secured with sample-users: change its security definitions, or remove it, first.',
      path: ['input', 'name'],
    });
  });
});
