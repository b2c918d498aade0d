import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { toStore } from '../../../src/database/json.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../../../src/snapshot/feed.ts';
import { createSigningKey } from '../../../src/tokens/keys.ts';
import { emptyDatabase } from '../../support/database.ts';
import {
  bearer,
  CLIENT,
  client,
  GATEWAY_URL,
  type OAuthWorld,
  oauthWorld,
  PROVIDER,
} from '../../support/oauth.ts';

let database: Database;
let world: OAuthWorld;
let feed: SnapshotFeed;
beforeAll(async () => {
  database = await emptyDatabase();
  world = await oauthWorld({ database });
  await seed();
  feed = await openSnapshotFeed({ database, secrets: world.secrets, gatewayUrl: GATEWAY_URL });
  world.follow(feed);
});
afterAll(async () => {
  feed.close();
  await world.close();
  await database.close();
});

/** An org with a catalog, an OAuth provider with its registry and key, and an application. */
async function seed(): Promise<void> {
  const { prisma } = database;
  const { id: orgId } = await prisma.org.create({ data: { name: 'acme', title: 'Acme' } });
  const key = await createSigningKey();
  const sealed = world.secrets.seal(JSON.stringify(key.privateJwk), key.kid);
  const registry = { orgId, name: 'people', title: 'People', displayName: 'People', url: world.registry.url };
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
          userRegistry: { create: registry },
          signingKeys: {
            create: {
              id: key.kid,
              algorithm: key.algorithm,
              publicJwk: toStore(key.publicJwk),
              privateJwkSealed: new Uint8Array(sealed),
            },
          },
        },
      },
    },
  });
}

describe('a provider, a client and a key from the database', () => {
  it('give a token, which is active until it is revoked, and for less than a second more', async () => {
    const token = await bearer(world, { scope: 'customer' });
    const active = async () => (await world.post('introspect', { ...client(), token })).json['active'];
    expect(await active()).toBe(true);
    expect((await world.post('revoke', { ...client(), token })).status).toBe(200);
    await vi.waitFor(async () => expect(await active()).toBe(false), { timeout: 1000, interval: 20 });
  });
});
