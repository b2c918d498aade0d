import { openSnapshotFeed } from '../../src/data-plane/snapshot/snapshot-feed.ts';
import type { PortalUrls } from '../../src/domain/addresses/public-urls.ts';
import type { TrustedProxies } from '../../src/http/ingress/client-address.ts';
import { announce } from '../../src/infrastructure/database/change.ts';
import type { Database } from '../../src/infrastructure/database/database.ts';
import type { Prisma } from '../../src/infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../src/infrastructure/database/json-columns.ts';
import { createSigningKey } from '../../src/infrastructure/tokens/keys.ts';
import { emptyDatabase } from './database.ts';
import { CLIENT, GATEWAY_URL, OTHER_CLIENT, oauthWorld, PROVIDER, PUBLIC_CLIENT } from './oauth.ts';

export type StoredOAuth = Awaited<ReturnType<typeof openStoredOAuth>>;

export const REDIRECT_URI = 'https://client.test/callback?tenant=1';
export const LOOPBACK_URI = 'http://127.0.0.1/callback';
export const PRIVATE_URI = 'com.example.client:/callback';

type Settings = Omit<Prisma.OAuthProviderUpdateInput, 'id'>;

/**
 * Opens the OAuth endpoints over a database, with every grant and refresh tokens enabled.
 *
 * The client `demo-key` and the public client `public-key` have three redirect URIs, `other-key` has one. The secret of
 * each is `<client key>-secret`.
 */
export async function openStoredOAuth({
  database,
  portals,
  ...deps
}: {
  database?: Database;
  portals?: PortalUrls;
  isTrustedProxy?: TrustedProxies;
  pagesUrl?: string;
} = {}) {
  const opened = database ?? (await emptyDatabase());
  const world = await oauthWorld({ database: opened, ...deps });
  const ids = await seed(opened, world);
  const feed = await openSnapshotFeed({
    database: opened,
    secrets: world.secrets,
    gatewayUrl: GATEWAY_URL,
    ...(portals && { portals }),
    clock: () => world.state.now,
  });
  world.follow(feed);
  const { prisma } = opened;
  return {
    ...world,
    ...ids,
    world,
    database: opened,
    feed,
    /** Changes rows, and waits until the endpoints know it. */
    async change(work: (client: typeof prisma) => Promise<unknown>): Promise<void> {
      const before = feed.current();
      await work(prisma);
      await announce(opened, ids.orgId);
      while (feed.current() === before) await new Promise((resolve) => setTimeout(resolve, 5));
      await feed.settled();
    },
    /** Changes the settings of the provider. */
    settings(data: Settings): Promise<void> {
      return this.change((client) => client.oAuthProvider.update({ where: { id: ids.providerId }, data }));
    },
    async close() {
      await feed.close();
      await world.close();
      await opened.close();
    },
  };
}

async function seed({ prisma }: Database, { secrets, registry }: Awaited<ReturnType<typeof oauthWorld>>) {
  const { id: orgId } = await prisma.org.create({ data: { name: 'acme', title: 'Acme' } });
  const key = await createSigningKey('ES256');
  const sealed = secrets.seal(JSON.stringify(key.privateJwk), key.kid);
  const { id: userRegistryId } = await prisma.userRegistry.create({
    data: { orgId, name: 'people', title: 'People', displayName: 'People', url: registry.url },
  });
  const { id: providerId } = await prisma.oAuthProvider.create({
    data: {
      orgId,
      name: PROVIDER,
      title: 'Customer OAuth',
      grantTypes: ['RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE', 'APPLICATION'],
      clientTypes: ['CONFIDENTIAL'],
      authorizePath: '/oauth2/authorize',
      tokenPath: '/oauth2/token',
      scopes: [
        { name: 'customer', description: 'Read and change customers' },
        { name: 'profile', description: 'See who you are' },
      ],
      accessTokenSeconds: 3600,
      refreshTokens: true,
      refreshTokenSeconds: 86_400,
      userRegistryId,
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
  });
  const redirectUris = [REDIRECT_URI, LOOPBACK_URI, PRIVATE_URI];
  const application = (
    name: string,
    clientKey: string,
    change: { redirectUris?: string[]; clientType?: 'PUBLIC' } = {},
  ) => ({
    name,
    title: `The ${name}`,
    redirectUris,
    ...change,
    credentials: { create: { title: name, clientKey, secretHash: secrets.hash(`${clientKey}-secret`) } },
  });
  const catalog = (name: string) => ({
    orgId,
    name,
    title: name,
    oauthProviders: { connect: { id: providerId } },
    userRegistries: { connect: { id: userRegistryId } },
  });
  await prisma.catalog.create({ data: catalog('preview') });
  const { id: catalogId } = await prisma.catalog.create({
    data: {
      ...catalog('sandbox'),
      consumerOrgs: {
        create: {
          name: 'consumers',
          title: 'Consumers',
          applications: {
            create: [
              application('demo', CLIENT),
              application('public', PUBLIC_CLIENT, { clientType: 'PUBLIC' }),
              application('other', OTHER_CLIENT, { redirectUris: ['https://other.test/callback'] }),
            ],
          },
        },
      },
    },
  });
  return { orgId, providerId, catalogId, userRegistryId };
}
