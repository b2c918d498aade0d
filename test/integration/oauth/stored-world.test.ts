import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSnapshotFeed, type SnapshotFeed } from '../../../src/data-plane/snapshot/snapshot-feed.ts';
import { announce } from '../../../src/infrastructure/database/change.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { createSigningKey } from '../../../src/infrastructure/tokens/keys.ts';
import { emptyDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import {
  ALICE,
  bearer,
  CLIENT,
  client,
  GATEWAY_URL,
  type OAuthWorld,
  oauthWorld,
  PROVIDER,
  passwordGrant,
} from '../../support/oauth.ts';

let database: Database;
let world: OAuthWorld;
let feed: SnapshotFeed;
let orgId: string;
beforeEach(async () => {
  database = await emptyDatabase();
  world = await oauthWorld({ database });
  await seed();
  feed = await openSnapshotFeed({
    database,
    secrets: world.secrets,
    gatewayUrl: GATEWAY_URL,
    clock: () => world.state.now,
  });
  world.follow(feed);
});
afterEach(async () => {
  await feed.close();
  await world.close();
  await database.close();
});
afterEach(() => expect(world.faults, 'no note was a fault').toEqual([]));

/** An org with a catalog, an OAuth provider with its registry and key, and an application. */
async function seed(): Promise<void> {
  const { prisma } = database;
  ({ id: orgId } = await prisma.org.create({ data: { name: 'acme', title: 'Acme' } }));
  const key = await createSigningKey('ES256');
  const sealed = world.secrets.seal(JSON.stringify(key.privateJwk), key.kid);
  const { id: registryId } = await prisma.userRegistry.create({
    data: { orgId, name: 'people', title: 'People', displayName: 'People', url: world.registry.url },
  });
  const application = {
    name: 'demo',
    title: 'Demo',
    credentials: {
      create: { title: 'Demo', clientKey: CLIENT, secretHash: world.secrets.hash(`${CLIENT}-secret`) },
    },
  };
  await prisma.catalog.create({
    data: {
      orgId,
      name: 'sandbox',
      title: 'Sandbox',
      consumerOrgs: {
        create: { name: 'consumers', title: 'Consumers', applications: { create: application } },
      },
      userRegistries: { connect: { id: registryId } },
      oauthProviders: {
        create: {
          name: PROVIDER,
          title: 'Customer OAuth',
          grantTypes: ['RESOURCE_OWNER_PASSWORD'],
          clientTypes: ['CONFIDENTIAL'],
          authorizePath: '/oauth2/authorize',
          tokenPath: '/oauth2/token',
          scopes: [{ name: 'customer', description: 'access to the customer API' }],
          accessTokenSeconds: 3600,
          refreshTokens: false,
          refreshTokenSeconds: 3600,
          org: { connect: { id: orgId } },
          userRegistry: { connect: { id: registryId } },
          signingKeys: {
            create: {
              id: key.kid,
              algorithm: key.algorithm,
              publicJwk: toStore(key.publicJwk),
              privateJwkSealed: new Uint8Array(sealed),
              tokenSecondsMax: 3600,
            },
          },
        },
      },
    },
  });
}

describe('a provider, a client and a key from the database', () => {
  it('give a token, which is active until it is revoked, and soon no more', async () => {
    const token = await bearer(world, { scope: 'customer' });
    const active = async () => (await world.post('introspect', { ...client(), token })).json['active'];
    expect(await active()).toBe(true);
    expect((await world.post('revoke', { ...client(), token })).status).toBe(200);
    await eventually(async () => expect(await active()).toBe(false));
  });
});

describe('the last use of a client secret', () => {
  const MINUTE_MS = 60_000;
  const renewed = `${CLIENT}-renewed`;
  const credential = () => database.prisma.credential.findUniqueOrThrow({ where: { clientKey: CLIENT } });
  const asked = (client_secret: string) => passwordGrant(world, { client_secret });
  /** A moment that nothing before it was noted at. */
  const later = () => {
    world.state.now = new Date(world.state.now.getTime() + MINUTE_MS);
    return world.state.now;
  };

  it('is noted with every endpoint that asks for it', async () => {
    const token = await bearer(world);
    for (const endpoint of ['introspect', 'revoke', 'token']) {
      const now = later();
      const form = endpoint === 'token' ? ALICE : { token };
      expect((await world.post(endpoint, { ...form, ...client() })).status).toBe(200);
      await eventually(async () =>
        expect(await credential()).toMatchObject({
          secretLastUsedAt: now,
          lastUsedAt: now,
          previousSecretLastUsedAt: null,
        }),
      );
    }
  });

  it('is not noted for a wrong secret', async () => {
    const noted: unknown[] = [];
    const updateMany = async (note: unknown) => ({ count: noted.push(note) });
    const noting = await oauthWorld({ database: { prisma: { credential: { updateMany } } } as never });
    expect((await passwordGrant(noting, { client_secret: 'wrong' })).status).toBe(401);
    expect(noted).toEqual([]);
    expect((await passwordGrant(noting)).status).toBe(200);
    expect(noted).toHaveLength(1);
    await noting.close();
  });

  it('is told apart for the old secret and the new one, while both are admitted', async () => {
    const { secretHash } = await credential();
    const until = new Date(world.state.now.getTime() + 60 * MINUTE_MS);
    await database.prisma.credential.update({
      where: { clientKey: CLIENT },
      data: {
        secretHash: world.secrets.hash(renewed),
        secretLastUsedAt: null,
        previousSecretHash: secretHash,
        previousSecretExpiresAt: until,
      },
    });
    const old = later();
    // The snapshot does not have the new secret yet, and takes the old one for the present one.
    expect((await asked(`${CLIENT}-secret`)).status).toBe(200);
    await eventually(async () =>
      expect(await credential()).toMatchObject({ secretLastUsedAt: null, previousSecretLastUsedAt: old }),
    );
    await announce(database, orgId);
    const fresh = later();
    await eventually(async () => expect((await asked(renewed)).status).toBe(200));
    await eventually(async () =>
      expect(await credential()).toMatchObject({ secretLastUsedAt: fresh, previousSecretLastUsedAt: old }),
    );
  });

  it('holds up no token, also when the database does not answer', async () => {
    const silent = { credential: { updateMany: () => new Promise(() => {}) } };
    const waiting = await oauthWorld({ database: { prisma: silent } as never });
    expect((await passwordGrant(waiting)).status).toBe(200);
    await waiting.close();
  });

  it('that cannot be noted is told to the operator, and to nobody else', async () => {
    const fault = new Error('out of reach');
    const broken = await oauthWorld({
      database: { prisma: { credential: { updateMany: () => Promise.reject(fault) } } } as never,
    });
    expect((await passwordGrant(broken)).status).toBe(200);
    await eventually(() => expect(broken.faults).toEqual([fault]));
    await broken.close();
  });
});
