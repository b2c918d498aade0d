// Two orgs that have one of everything each, called alike but for one word: whatever one of them says of its own things
// can be said of the other's, and of things that do not exist.
import { randomUUID } from 'node:crypto';
import { createPortal } from '../../../src/portal/handler.ts';
import { type ManagementClient, type ManagementWorld, openManagement } from '../management.ts';
import { type PortalClient, portalClient } from '../portal.ts';
import { countUsage } from '../usage.ts';
import { readStored, rowsWith, type Stored, writeStored } from './stored.ts';

/** A word that is in each name and title of an org. None resembles another, and all are of one length. */
export const OWN = 'ownthing';
export const FOREIGN = 'vicsmark';
/** That of an org that there is not. */
export const ABSENT = 'nonesuch';

/** What of an org's things is no name of its choice. */
export type Issued = {
  readonly clientKey: string;
  readonly clientSecret: string;
  readonly subscription: string;
  readonly pending: string;
  readonly apiKey: string;
  readonly delivery: string;
  readonly undoToken: string;
  readonly requestId: string;
  readonly auditCursor: string;
  readonly event: string;
  readonly webhookSecret: string;
};

export type TenancyWorld = ManagementWorld & {
  readonly own: Issued;
  readonly foreign: Issued;
  readonly absent: Issued;
  /** All that the org OWN is, as it is exported. */
  readonly manifest: unknown;
  /** An administrator, and a viewer, of the org OWN. */
  readonly administrator: ManagementClient;
  readonly viewer: ManagementClient;
  /** The consumer of the org OWN, in its portal; and somebody in it who is not signed in. */
  readonly consumer: PortalClient;
  readonly anonymous: PortalClient;
  /** In the portal of FOREIGN: a caller with the token of the consumer of OWN, and one without. */
  readonly stranger: PortalClient;
  readonly nobody: PortalClient;
  /** The rows of the org FOREIGN. */
  foreignRows(): Promise<Record<string, readonly string[]>>;
  /** Puts the database back as it was in the beginning. */
  restore(): Promise<void>;
};

export const passwordOf = (org: string) => `${org}-password-of-a-person`;

/** Named by the word of the org. */
export const documentNamed = (name: string) => ({
  openapi: '3.0.3',
  info: { title: name, version: '1.0.0' },
  servers: [{ url: 'http://127.0.0.1:1/v1' }],
  paths: { '/things': { get: { operationId: 'things', responses: { 200: { description: name } } } } },
});

const DOOR = 65_001;
/** Spellings of a listener of the platform that is no target. */
export const OWN_DOORS = ['127.0.0.1', 'localhost', '127.9.9.9', '[::1]', '0.0.0.0', '2130706433'].map(
  (host) => `http://${host}:${DOOR}/graphql`,
);

export const SERVER_URL = 'http://graphql.test/api';

function manifestOf(org: string): object {
  const product = (version: string) => ({
    name: `${org}-product`,
    title: `${org} product`,
    version,
    apis: [`${org}-api:1.0.0`, `${org}-proxy:1.0.0`],
    plans: [{ name: `${org}-plan`, title: `${org} plan`, rateLimit: 10 }],
  });
  return {
    gatehouse: '1',
    userRegistries: [
      {
        name: `${org}-registry`,
        title: `${org} registry`,
        displayName: `${org} people`,
        url: `http://127.0.0.1:1/${org}`,
      },
    ],
    oauthProviders: [
      {
        name: `${org}-provider`,
        title: `${org} provider`,
        grantTypes: ['RESOURCE_OWNER_PASSWORD', 'APPLICATION'],
        scopes: [{ name: 'read', description: `Reads ${org}` }],
        userRegistry: `${org}-registry`,
      },
    ],
    apis: [
      {
        name: `${org}-api`,
        title: `${org} api`,
        version: '1.0.0',
        basePath: `/${org}-api`,
        openapi: documentNamed(org),
        securityDefinitions: [
          {
            name: 'oauth',
            type: 'OAUTH2',
            flow: 'RESOURCE_OWNER_PASSWORD',
            oauthProvider: `${org}-provider`,
          },
          { name: 'key', type: 'API_KEY', keyName: 'X-Client-Id', keyLocation: 'HEADER' },
        ],
        security: [{ definition: 'oauth', scopes: ['read'] }, { definition: 'key' }],
      },
      {
        name: `${org}-proxy`,
        title: `${org} proxy`,
        version: '1.0.0',
        basePath: `/${org}-proxy`,
        graphqlUrl: `${SERVER_URL}/${org}/${org}-server`,
        sdl: `type Query { ${org}: String more: String }`,
      },
    ],
    products: ['1.0.0', '2.0.0', '3.0.0', '4.0.0'].map(product),
    catalogs: [
      {
        name: `${org}-catalog`,
        title: `${org} catalog`,
        selfServiceSignUp: true,
        userRegistries: [`${org}-registry`],
        oauthProviders: [`${org}-provider`],
        webhooks: [
          {
            name: `${org}-webhook`,
            url: `http://127.0.0.1:1/${org}`,
            types: ['CREDENTIAL', 'SUBSCRIPTION'],
            secret: `${org} secret that signs deliveries`,
          },
        ],
        products: [
          { product: `${org}-product:1.0.0`, state: 'PUBLISHED' },
          { product: `${org}-product:2.0.0`, state: 'PUBLISHED' },
          { product: `${org}-product:3.0.0`, state: 'STAGED' },
        ],
      },
    ],
  };
}

/** Before the rest: APIs lead to it. */
const serversOf = (org: string) => ({
  gatehouse: '1',
  graphqlServers: [
    {
      name: `${org}-server`,
      title: `${org} server`,
      sources: [{ name: 'things', url: 'http://127.0.0.1:1/v1', openapi: documentNamed(org) }],
    },
  ],
});

async function furnish(world: ManagementWorld, org: string): Promise<Issued> {
  const { prisma } = world.database;
  await world.mutate('createOrg', { title: `${org} org`, name: org });
  for (const manifest of [serversOf(org), manifestOf(org)])
    await world.mutate('applyManifest', { org, manifest }, '{ revision }');
  const place = { org, catalog: `${org}-catalog` };
  const consumers = { ...place, consumerOrg: `${org}-consumers` };
  await world.mutate('createConsumerOrg', {
    ...place,
    title: `${org} consumers`,
    owner: { username: `${org}-member`, password: passwordOf(org) },
  });
  await world.mutate('addMember', {
    ...consumers,
    username: `${org}-colleague`,
    password: passwordOf(org),
  });
  const application = (name: string) =>
    world.mutate<{ clientKey: string; clientSecret: string }>(
      'createApplication',
      { ...consumers, title: name },
      '{ clientKey clientSecret }',
    );
  const subscribe = (name: string) =>
    world.mutate<{ id: string }>(
      'createSubscription',
      { ...consumers, application: name, product: `${org}-product:1.0.0`, plan: `${org}-plan` },
      '{ id }',
    );
  const credential = await application(`${org} application`);
  await application(`${org} waiting`);
  const subscription = await subscribe(`${org}-application`);
  const pending = await subscribe(`${org}-waiting`);
  const { apiKey } = await world.mutate<{ apiKey: { id: string } }>(
    'createApiKey',
    { ...consumers, application: `${org}-application`, title: `${org} key` },
    '{ apiKey { id } }',
  );
  await prisma.subscription.update({ where: { id: pending.id }, data: { state: 'PENDING_APPROVAL' } });
  await world.mutate(
    'inviteUser',
    { org, email: `${org}@example.com`, role: 'DEVELOPER' },
    '{ user { email } }',
  );
  await world.mutate('createAccessToken', { org, name: `${org}-token`, role: 'VIEWER' }, '{ token }');
  const { undoToken } = await world.mutate<{ undoToken: string }>(
    'setMigrationTarget',
    {
      ...place,
      old: `${org}-product:1.0.0`,
      new: `${org}-product:2.0.0`,
      plans: [{ source: `${org}-plan`, target: `${org}-plan` }],
    },
    '{ undoToken }',
  );
  const catalog = await prisma.catalog.findFirstOrThrow({ where: { name: `${org}-catalog` } });
  const webhook = await prisma.webhook.findFirstOrThrow({ where: { catalogId: catalog.id } });
  const event = await prisma.event.findFirstOrThrow({
    where: { orgId: catalog.orgId },
    orderBy: { id: 'desc' },
  });
  await prisma.webhookDelivery.deleteMany({ where: { webhookId: webhook.id } });
  const delivery = await prisma.webhookDelivery.create({
    data: {
      id: 700_000n + event.id,
      webhookId: webhook.id,
      eventId: event.id,
      attempts: 5,
      lastError: `${org} does not answer`,
    },
  });
  const proxy = await prisma.api.findFirstOrThrow({ where: { name: `${org}-proxy` } });
  const held = {
    heldSdl: `type Query { ${org}: String held: String more: String }`,
    heldAt: world.deps.clock(),
  };
  await prisma.schemaRefresh.create({ data: { apiId: proxy.id, triedAt: world.deps.clock(), ...held } });
  const stored = await prisma.application.findFirstOrThrow({ where: { name: `${org}-application` } });
  const { requestId } = await prisma.refusedCall.create({
    data: {
      ...{ requestId: randomUUID(), requestIdIsOwn: true, at: world.deps.clock() },
      ...{ catalogId: catalog.id, applicationId: stored.id, subscriptionId: subscription.id },
      ...{ method: 'GET', path: `/${org}`, api: `${org}-api:1.0.0`, status: 429 },
      ...{ code: 'RATE_LIMIT_EXCEEDED', detail: `Too many of ${org}.`, decision: [] },
    },
  });
  await countUsage(world.database, [
    {
      ...{ orgId: catalog.orgId, catalog: catalog.name, consumerOrg: `${org}-consumers` },
      ...{ application: stored.name, subscriptionId: subscription.id, product: `${org}-product:1.0.0` },
      ...{ plan: `${org}-plan`, api: `${org}-api:1.0.0`, operation: `GET /${org}` },
      ...{ hour: new Date('2026-12-31T23:00:00Z'), outcome: 'ANSWERED', calls: 7 },
    },
  ]);
  const audit = await prisma.auditEvent.findFirstOrThrow({
    where: { orgId: catalog.orgId },
    orderBy: { id: 'desc' },
  });
  return {
    clientKey: credential.clientKey,
    clientSecret: credential.clientSecret,
    subscription: subscription.id,
    pending: pending.id,
    apiKey: apiKey.id,
    delivery: `${delivery.id}`,
    undoToken,
    requestId,
    auditCursor: Buffer.from(`audit:${audit.id}`).toString('base64url'),
    event: `${event.id}`,
    webhookSecret: Buffer.from(webhook.secretSealed).toString('hex'),
  };
}

/** As that of an org has it, letter for letter of the same form. */
const absentOf = ({ clientKey, clientSecret, undoToken, webhookSecret }: Issued): Issued => ({
  clientKey: another(clientKey),
  clientSecret: another(clientSecret),
  undoToken: another(undoToken),
  webhookSecret,
  subscription: '01900000-0000-7000-8000-000000000001',
  pending: '01900000-0000-7000-8000-000000000002',
  apiKey: '01900000-0000-7000-8000-000000000004',
  requestId: '01900000-0000-4000-8000-000000000003',
  delivery: '999999',
  auditCursor: Buffer.from('audit:999999').toString('base64url'),
  event: '999998',
});
const another = (secret: string) => `${secret.slice(0, -12)}nonesuchnone`;

/** Opens both APIs over one database, with both orgs. */
export async function openTenancy(): Promise<TenancyWorld> {
  const world = await openManagement(undefined, [{ host: '127.0.0.1', port: DOOR }]);
  const { database, deps } = world;
  const foreign = await furnish(world, FOREIGN);
  const theirs = idsIn(await readStored(database));
  const own = await furnish(world, OWN);
  const portal = createPortal({ ...deps, onFault: (fault) => Promise.reject(fault) });
  const at = (org: string, token?: string) =>
    portalClient(
      (request, address = { org, catalog: `${org}-catalog` }) =>
        portal(request, { address, clientAddress: '192.0.2.7' }),
      { token, address: { org, catalog: `${org}-catalog` } },
    );
  const { signIn } = await at(OWN).run<{ signIn: { token: string } }>(
    'mutation ($username: String!, $password: String!) { signIn(username: $username, password: $password) { token } }',
    { username: `${OWN}-member`, password: passwordOf(OWN) },
  );
  const administrator = await world.as('ADMINISTRATOR', OWN);
  const viewer = await world.as('VIEWER', OWN);
  const { exportManifest: manifest } = await administrator.query('{ exportManifest }');
  const beginning = await readStored(database);
  return {
    ...world,
    ...{ own, foreign, absent: absentOf(own), manifest, administrator, viewer },
    consumer: at(OWN, signIn.token),
    anonymous: at(OWN),
    stranger: at(FOREIGN, signIn.token),
    nobody: at(FOREIGN),
    foreignRows: async () => rowsWith(await readStored(database), theirs),
    restore: () => writeStored(database, beginning),
  };
}

/** The ids of all rows but those of the platform's own tokens, which are used meanwhile. */
function idsIn({ tables }: Stored): string[] {
  const rows = tables.flatMap(({ name, rows }) =>
    name === 'AccessToken' || name === 'UsageWriter' ? [] : rows,
  );
  const ids = rows.flatMap((row) => [(JSON.parse(row) as { id?: unknown }).id]);
  return ids.filter((id) => typeof id === 'string' && id.length === 36) as string[];
}
