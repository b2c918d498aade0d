import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AssignedRegistry } from '../../../src/data-plane/snapshot/snapshot.ts';
import { eventually } from '../../support/eventually.ts';
import {
  ALICE,
  bearer,
  client,
  type OAuthWorld,
  OTHER_CLIENT,
  oauthWorld,
  passwordGrant,
  START,
} from '../../support/oauth.ts';

let world: OAuthWorld;
beforeAll(async () => {
  world = await oauthWorld();
});
afterEach(() => {
  world.registry.state.answer = undefined;
  world.registry.asked.length = 0;
});
afterAll(() => world.close());

/** Usernames that no other test has used, so that their failures are their own. */
let people = 0;
const someone = () => {
  people += 1;
  world.registry.state.people[`person-${people}`] = 'right';
  return { username: `person-${people}`, password: 'right' };
};
const ownRegistry = (): AssignedRegistry => ({
  id: 'people',
  name: 'people',
  displayName: 'People',
  isAssigned: true,
  orgId: 'acme',
  type: 'AUTHENTICATION_URL',
  url: world.registry.url,
});
const UNAVAILABLE = [503, 'temporarily_unavailable'];
const outcome = async (change: Record<string, string | undefined>) => {
  const { status, json } = await passwordGrant(world, change);
  return [status, json['error']];
};

describe('the user registry', () => {
  it('is asked with HTTP Basic, once a token', async () => {
    await bearer(world);
    expect(world.registry.asked).toEqual([{ username: 'alice', password: 'alice-password' }]);
  });

  it('gets names and passwords in any script as they are', async () => {
    await passwordGrant(world, { username: 'Zoë 🦔+%', password: 'pä ss:wörd&=+%41' });
    expect(world.registry.asked).toEqual([{ username: 'Zoë 🦔+%', password: 'pä ss:wörd&=+%41' }]);
  });

  it('is asked each time: what it said before is not remembered', async () => {
    const person = someone();
    expect(await outcome(person)).toEqual([200, undefined]);
    world.registry.state.people[person.username] = 'changed';
    expect(await outcome(person)).toEqual([400, 'invalid_grant']);
  });

  it.each([
    ['a colon in the username', { username: 'al:ice' }],
    ['a line feed in the username', { username: 'al\nice' }],
    ['an escape in the username', { username: 'al\u001bice' }],
    ['a control character in the password', { password: 'pass\rword' }],
    ['a NUL', { username: 'al\0ice' }],
    ['an endless username', { username: 'a'.repeat(257) }],
    ['an endless password', { password: 'a'.repeat(1025) }],
  ])('is not asked about %s', async (_what, change) => {
    expect(await outcome(change)).toEqual([400, 'invalid_request']);
    expect(world.registry.asked).toEqual([]);
  });

  it('that refuses by 403 is a wrong password as well', async () => {
    world.registry.state.answer = (_request, response) => response.writeHead(403).end();
    expect(await outcome(someone())).toEqual([400, 'invalid_grant']);
  });

  it.each([201, 204, 302, 400, 404, 429, 500, 503])('that answers %i opens no door', async (status) => {
    world.registry.state.answer = (_request, response) =>
      response.writeHead(status, { location: '/auth?again' }).end();
    const { headers, ...reply } = await passwordGrant(world, someone());
    expect([reply.status, reply.json['error'], headers.get('retry-after')]).toEqual([...UNAVAILABLE, '5']);
    expect(world.registry.asked).toHaveLength(1);
  });

  it('that breaks off opens no door', async () => {
    world.registry.state.answer = (request) => request.socket.resetAndDestroy();
    expect(await outcome(someone())).toEqual(UNAVAILABLE);
    world.registry.state.answer = (request) => request.socket.end('HTTP/1.1 2');
    expect(await outcome(someone())).toEqual(UNAVAILABLE);
    world.registry.state.answer = (request) => request.socket.end('nonsense\r\n\r\n');
    expect(await outcome(someone())).toEqual(UNAVAILABLE);
  });

  it('that says 200 and never ends is believed at once', async () => {
    world.registry.state.answer = (_request, response) => {
      response.writeHead(200).write('x');
    };
    expect(await outcome(someone())).toEqual([200, undefined]);
  });

  it('that is silent holds up nobody else, and is given up after seconds', async () => {
    const silent = someone().username;
    world.registry.state.answer = (request, response) => {
      const [, encoded = ''] = request.headers.authorization?.split(' ') ?? [];
      if (!Buffer.from(encoded, 'base64').toString().startsWith(silent)) response.writeHead(200).end();
    };
    const waiting = outcome({ username: silent });
    await eventually(() => expect(world.registry.asked).toHaveLength(1));
    expect(await outcome(someone())).toEqual([200, undefined]);
    expect(await waiting).toEqual(UNAVAILABLE);
  });

  it('that fails repeatedly is left alone: who comes then is told at once when to come back', async () => {
    // Of its own: it stays broken for a while.
    world.provider({ registry: { ...ownRegistry(), id: 'failing' } });
    world.registry.state.answer = (request) => request.socket.resetAndDestroy();
    for (let count = 0; count < 10; count += 1) expect(await outcome(someone())).toEqual(UNAVAILABLE);
    world.registry.asked.length = 0;
    const { status, json, headers } = await passwordGrant(world, someone());
    expect([status, json['error'], headers.get('retry-after')]).toEqual([...UNAVAILABLE, '10']);
    expect(world.registry.asked).toEqual([]);
    world.provider({ registry: ownRegistry() });
  });

  it('that is at an address that may not be called opens no door', async () => {
    world.provider({ registry: { ...ownRegistry(), url: 'http://192.0.2.1/auth' } });
    expect(await outcome(someone())).toEqual(UNAVAILABLE);
    world.provider({ registry: ownRegistry() });
  });

  it('that there is not is told honestly', async () => {
    world.provider({ registry: null });
    const { status, json } = await passwordGrant(world);
    expect([status, json]).toEqual([
      503,
      {
        error: 'temporarily_unavailable',
        error_description: 'The OAuth provider has no user registry to ask.',
      },
    ]);
    expect(world.faults.splice(0)).toMatchObject([
      {
        code: 'TEMPORARILY_UNAVAILABLE',
        cause: {
          message:
            'Nobody can sign in at the OAuth provider customer-oauth in the catalog /acme/sandbox: updateOAuthProvider gives it a userRegistry.',
        },
      },
    ]);
    world.provider({ registry: ownRegistry() });
  });

  it('that is not assigned to the catalog is asked nothing, and the operator is told once what to change', async () => {
    world.provider({ registry: { ...ownRegistry(), isAssigned: false } });
    const { status, json } = await passwordGrant(world);
    expect([status, json]).toEqual([
      503,
      {
        error: 'temporarily_unavailable',
        error_description: 'The user registry of the OAuth provider is not assigned to this catalog.',
      },
    ]);
    expect(world.registry.asked).toEqual([]);
    expect(world.faults.splice(0)).toMatchObject([
      {
        code: 'TEMPORARILY_UNAVAILABLE',
        cause: {
          message:
            'Nobody can sign in at the OAuth provider customer-oauth in the catalog /acme/sandbox: assignUserRegistry assigns people to it.',
        },
      },
    ]);
    await passwordGrant(world);
    expect(world.faults).toEqual([]);
    world.provider({ registry: ownRegistry() });
    await passwordGrant(world);
    world.provider({ registry: { ...ownRegistry(), isAssigned: false } });
    await passwordGrant(world);
    expect(world.faults.splice(0)).toHaveLength(1);
    world.provider({ registry: ownRegistry() });
  });
});

describe('guessing a password', () => {
  const guess = (username: string, change: Record<string, string> = {}) =>
    passwordGrant(world, { username, password: 'wrong', ...change });
  const fail = async (username: string, times: number) => {
    for (let count = 0; count < times; count += 1)
      expect((await guess(username)).headers.get('retry-after')).toBeNull();
  };

  it('has to wait after ten failures: then not even the right password is asked about, and it says until when', async () => {
    const person = someone();
    await fail(person.username, 10);
    const { status, json, headers } = await passwordGrant(world, person);
    expect([status, json, headers.get('retry-after')]).toEqual([
      400,
      {
        error: 'invalid_grant',
        error_description: 'There were too many attempts: try again in 5 seconds.',
      },
      '5',
    ]);
    expect(world.registry.asked).toHaveLength(10);
  });

  it('can go on after seconds, and never after more than a minute', async () => {
    const person = someone();
    await fail(person.username, 10);
    world.state.now = new Date(START.getTime() + 4_999);
    expect((await passwordGrant(world, person)).headers.get('retry-after')).toBe('1');
    world.state.now = new Date(START.getTime() + 5_000);
    expect(await outcome(person)).toEqual([200, undefined]);
    world.state.now = START;
  });

  it('does not shut out other people, or the same person with another client', async () => {
    const person = someone();
    await fail(person.username, 10);
    expect(await outcome(someone())).toEqual([200, undefined]);
    expect(await outcome({ ...person, ...client(OTHER_CLIENT) })).toEqual([200, undefined]);
  });

  it('counts one name in several spellings together', async () => {
    const person = someone();
    for (const spelling of [person.username.toUpperCase(), person.username]) await fail(spelling, 5);
    expect((await guess(person.username)).headers.get('retry-after')).toBe('5');
  });

  it('begins anew after the right password', async () => {
    const person = someone();
    await fail(person.username, 9);
    expect(await outcome(person)).toEqual([200, undefined]);
    await fail(person.username, 10);
  });

  it('is not counted while the registry is unavailable', async () => {
    const person = someone();
    world.registry.state.answer = (_request, response) => response.writeHead(429).end();
    for (let count = 0; count < 12; count += 1) expect(await outcome(person)).toEqual(UNAVAILABLE);
    world.registry.state.answer = undefined;
    expect(await outcome(person)).toEqual([200, undefined]);
  });

  it('at the same time is counted as exactly', async () => {
    const person = someone();
    const replies = await Promise.all(Array.from({ length: 60 }, () => guess(person.username)));
    expect(replies.every(({ status, json }) => status === 400 && json['error'] === 'invalid_grant')).toBe(
      true,
    );
    expect(world.registry.asked).toHaveLength(10);
  });

  it('does not stand in the way of many right passwords at the same time', async () => {
    const person = someone();
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => outcome(person)));
    expect(outcomes).toEqual(outcomes.map(() => [200, undefined]));
  });
});

describe('a token', () => {
  it('waits for no database, and is given to an application without a subscription', async () => {
    expect((await passwordGrant(world, ALICE)).status).toBe(200);
    expect(world.faults).toEqual([]);
  });

  it('is not given by a provider without a signing key, which is told honestly', async () => {
    const { keys } = world.providerNow();
    world.provider({ keys: [] });
    expect(await outcome({})).toEqual(UNAVAILABLE);
    world.provider({ keys });
    expect(await outcome({})).toEqual([200, undefined]);
  });
});
