import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import { createPasswords } from '../../../src/infrastructure/secrets/passwords.ts';
import { endSignIns } from '../../../src/infrastructure/user-registries/local-sign-ins.ts';
import { LocalUsers } from '../../../src/infrastructure/user-registries/local-users.ts';
import { Registries } from '../../../src/infrastructure/user-registries/registries.ts';
import { keepAlice, keepUsers } from '../../support/local-user.ts';
import { client, passwordGrant } from '../../support/oauth.ts';
import {
  allow,
  authorizePath,
  openProviderBrowser,
  SIGN_IN,
  VERIFIER,
} from '../../support/provider-browser.ts';
import { openStoredOAuth, REDIRECT_URI, type StoredOAuth } from '../../support/stored-oauth.ts';

let world: StoredOAuth;
beforeAll(async () => {
  world = await openStoredOAuth();
  await keepUsers(world);
});
beforeEach(async () => {
  await keepAlice(world);
});
afterAll(() => world.close());

const subjectOf = (json: Record<string, unknown>) => decodeJwt(String(json['access_token'])).sub;

describe('at an OAuth provider with a registry of type LOCAL', () => {
  it('the password grant issues a token for the person, as the registry writes the name', async () => {
    const { status, json } = await passwordGrant(world, { username: 'ALICE' });
    expect([status, subjectOf(json)]).toEqual([200, 'Alice']);
  });

  it('a person signs in on its page, and the code becomes a token of theirs', async () => {
    const location = await allow(openProviderBrowser(world.url));
    const code = location.searchParams.get('code') ?? '';
    const form = { ...client(), grant_type: 'authorization_code', code, code_verifier: VERIFIER };
    const { status, json } = await world.post('token', { ...form, redirect_uri: REDIRECT_URI });
    expect([status, subjectOf(json)]).toEqual([200, 'Alice']);
  });

  it('a person who is suspended between the question for their session and that for a code gets none', async () => {
    const browser = openProviderBrowser(world.url);
    await allow(browser);
    const { prisma } = world.database;
    const { $transaction } = prisma;
    const suspending = async (...run: Parameters<typeof $transaction>) => {
      prisma.$transaction = $transaction;
      await endSignIns(prisma, { userRegistryId: world.userRegistryId, username: 'Alice' }, new Date());
      return $transaction.apply(prisma, run);
    };
    prisma.$transaction = suspending as typeof $transaction;
    const { location } = await browser.get(authorizePath());
    expect(prisma.$transaction).toBe($transaction);
    expect(location).toBeUndefined();
    expect(await prisma.tokenFamily.count({ where: { revokedAt: null } })).toBe(0);
  });

  it.each([
    ['a wrong password', { password: 'other' }, 'invalid_grant'],
    ['an empty password', { password: '' }, 'invalid_request'],
    ['an unknown person', { username: 'nobody' }, 'invalid_grant'],
    ['a control character', { username: 'al\0ice' }, 'invalid_request'],
  ])('%s gets no token', async (_what, change, error) => {
    const { status, json } = await passwordGrant(world, change);
    expect([status, json['error']]).toEqual([400, error]);
  });

  it('somebody suspended is refused as for a wrong password', async () => {
    const wrong = await passwordGrant(world, { password: 'other' });
    await world.database.prisma.localUser.updateMany({ data: { state: 'SUSPENDED' } });
    const { status, json } = await passwordGrant(world);
    expect([status, json]).toEqual([400, wrong.json]);
  });

  it('spellings of one person share their guesses', async () => {
    const spellings = ['zoe\u0308', 'zo\u00eb', 'ZOE\u0308', 'Zo\u00eb', 'ZO\u00cb'];
    for (const username of [...spellings, ...spellings]) {
      const { headers } = await passwordGrant(world, { username, password: 'other' });
      expect(headers.get('retry-after')).toBeNull();
    }
    const { status, json, headers } = await passwordGrant(world, { username: 'zo\u00eb', password: 'other' });
    expect([status, json['error'], headers.get('retry-after')]).toEqual([400, 'invalid_grant', '5']);
  });
});

describe('local users', () => {
  const person = { username: 'alice', password: SIGN_IN.password };
  const outbound = new Outbound({ allowlist: [] });
  const clock = () => new Date();
  afterAll(() => outbound.close());

  /** The registry, over hashing that notes what it compares. */
  function counted() {
    const compared: string[] = [];
    const argon2 = {
      hash: async () => '',
      async verify(hash: string) {
        compared.push(hash);
        return true;
      },
    };
    const { database, orgId, userRegistryId } = world;
    const localUsers = new LocalUsers({ database, passwords: createPasswords({ argon2 }), clock });
    const registries = new Registries({ outbound, localUsers });
    const registry = { id: userRegistryId, orgId, type: 'LOCAL', url: 'local://users' } as const;
    return {
      compared,
      ask: (username: string) => registries.authenticate(registry, { ...person, username }),
    };
  }

  it('who are unknown or suspended are compared with one hash each, as everybody is', async () => {
    const { compared, ask } = counted();
    expect(await ask('alice')).toMatchObject({ answer: 'ACCEPTED', subject: 'Alice' });
    const nobody = await ask('nobody');
    await world.database.prisma.localUser.updateMany({ data: { state: 'SUSPENDED' } });
    const suspended = await ask('alice');
    for (const result of [nobody, suspended])
      expect(result).toMatchObject({
        answer: 'REFUSED',
        message: 'The registry refuses this username and password.',
      });
    expect(compared).toHaveLength(3);
    const parameters = compared.map((hash) => hash.split('$').slice(0, 4).join('$'));
    expect(new Set(parameters)).toEqual(new Set(['$argon2id$v=19$m=19456,t=2,p=1']));
  });

  it.each([
    ['is suspended', { state: 'SUSPENDED' }],
    ['gets a new password', { passwordHash: 'another' }],
  ] as const)('one who %s while their password is verified is refused', async (_what, data) => {
    const { database, orgId, userRegistryId } = world;
    const argon2 = {
      hash: async () => '',
      async verify() {
        await database.prisma.localUser.updateMany({ data });
        return true;
      },
    };
    const localUsers = new LocalUsers({ database, passwords: createPasswords({ argon2 }), clock });
    expect(await localUsers.authenticate({ id: userRegistryId, orgId }, person)).toBeUndefined();
  });

  it('of another registry are nobody, whatever their registry is called', async () => {
    const { database, orgId } = world;
    const localUsers = new LocalUsers({ database, passwords: createPasswords(), clock });
    const elsewhere = { id: '01900000-0000-7000-8000-000000000001', orgId };
    expect(await localUsers.authenticate(elsewhere, person)).toBeUndefined();
  });

  it('whose passwords wait too long are told so, and their registry is not taken to be down', async () => {
    const { database, orgId, userRegistryId } = world;
    const argon2 = { hash: async () => '', verify: () => new Promise<boolean>(() => {}) };
    const passwords = createPasswords({ argon2, atOnceMax: 1, waitingMax: [0] });
    const registries = new Registries({
      outbound,
      localUsers: new LocalUsers({ database, passwords, clock }),
    });
    const registry = { id: userRegistryId, orgId, type: 'LOCAL', url: 'local://users' } as const;
    void registries.authenticate(registry, person);
    for (let count = 0; count < 12; count += 1)
      expect(
        await registries.authenticate(registry, { ...person, username: `person-${count}` }),
      ).toMatchObject({
        answer: 'UNAVAILABLE',
        message: 'Too many passwords wait to be checked.',
        health: 'WELL',
      });
  });

  it('are not available without the database, which is then left alone', async () => {
    const { orgId, userRegistryId } = world;
    const findUnique = () => Promise.reject(new Error('connect ECONNREFUSED'));
    const database = { prisma: { localUser: { findUnique } } } as unknown as StoredOAuth['database'];
    const localUsers = new LocalUsers({ database, passwords: createPasswords(), clock });
    const registries = new Registries({ outbound, localUsers });
    const registry = { id: userRegistryId, orgId, type: 'LOCAL', url: 'local://users' } as const;
    const messages: string[] = [];
    for (let count = 0; count < 11; count += 1)
      messages.push((await registries.authenticate(registry, person)).message);
    expect(messages.slice(-2)).toEqual([
      'The database of the platform cannot be reached.',
      'The registry failed repeatedly, and is left alone for a moment.',
    ]);
  });
});
