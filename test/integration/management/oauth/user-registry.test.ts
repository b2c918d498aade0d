import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ManagementWorld, openManagement } from '../../../support/management.ts';
import { recordingUpstream, type Upstream } from '../../../support/upstream.ts';

let world: ManagementWorld;
let registry: Upstream;

beforeAll(async () => {
  [world, registry] = await Promise.all([openManagement(), recordingUpstream()]);
  await world.mutate('createOrg', { title: 'Acme' });
  await world.mutate('createCatalog', { title: 'Sandbox' });
});
beforeEach(() => {
  registry.seen.length = 0;
});
afterAll(async () => {
  await Promise.all([world.close(), registry.close()]);
});

const people = { title: 'Sample users', displayName: 'People of the sample' };

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
  await world.mutate('deleteOAuthProvider', { name: 'asking' }, '');
  await world.mutate('unassignUserRegistry', { catalog, userRegistry });
});

describe('updateUserRegistry', () => {
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

  it('keeps nothing: no audit event, no change of the org', async () => {
    const before = await world.query('{ org { revision } auditEvents { nodes { id } } }');
    await test();
    expect(await world.query('{ org { revision } auditEvents { nodes { id } } }')).toEqual(before);
  });
});

type Revision = { readonly org: { readonly revision: number } };

describe('assigning a user registry to a catalog', () => {
  const input = { catalog: 'sandbox', userRegistry: 'sample-users' };
  const selection = '{ userRegistries { name } org { revision } }';

  it('is done once: again, it changes nothing', async () => {
    const once = await world.mutate('assignUserRegistry', input, selection);
    expect(once).toMatchObject({ userRegistries: [{ name: 'sample-users' }] });
    expect(await world.mutate('assignUserRegistry', input, selection)).toEqual(once);
  });

  it.each(['unassign', 'assign'])('is one change, however many %s it at the same time', async (verb) => {
    const revision = async () => (await world.query<Revision>('{ org { revision } }')).org.revision;
    const before = await revision();
    await Promise.all(Array.from({ length: 6 }, () => world.mutate(`${verb}UserRegistry`, input, selection)));
    expect((await revision()) - before).toBe(1);
  });

  it('is undone once: again, it changes nothing', async () => {
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

describe('deleteUserRegistry', () => {
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
});
