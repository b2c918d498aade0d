// Two orgs that have one of everything each, called alike but for one word: whatever one of them says of its own things
// can be said of the other's, and of things that do not exist.
import { createPortal } from '../../../src/control-plane/portal/api/handler.ts';
import { ExternalTokens } from '../../../src/infrastructure/issuers/external-tokens.ts';
import { Background } from '../../../src/infrastructure/limits/background.ts';
import { type ManagementClient, type ManagementWorld, openManagement } from '../management.ts';
import { type PortalClient, portalClient } from '../portal.ts';
import { registriesOver } from '../registry.ts';
import { countUsage } from '../usage.ts';
import { furnishConsumers, passwordOf } from './consumers.ts';
import { manifestOf, serversOf } from './manifest.ts';
import { readStored, restoreStored, rowsWith, type Stored } from './stored.ts';

/** A word that is in each name and title of an org. None resembles another, and all are of one length. */
export const OWN = 'ownthing';
export const FOREIGN = 'vicsmark';
/** Name of another consumer org in the catalog of OWN. */
export const NEXT_DOOR = 'nextdoor';
/** Name of an org that does not exist. */
export const ABSENT = 'voidname';

/** The number of a change request of OWN. No other org has one of it. */
export const CHANGE_REQUEST = 4711;

/** Values that the platform issues to an org, which does not choose them. */
export type Issued = {
  readonly clientKey: string;
  readonly clientSecret: string;
  readonly subscription: string;
  readonly pending: string;
  readonly member: string;
  readonly apiKey: string;
  /** An open invitation to its consumer org. */
  readonly invitation: string;
  readonly thumbprint: string;
  readonly delivery: string;
  readonly undoToken: string;
  readonly requestId: string;
  readonly notice: string;
  readonly consumerWebhook: string;
  readonly consumerDelivery: string;
  readonly campaign: string;
  /** The hash of a change request. */
  readonly changeHash: string;
  readonly rehearsal: string;
  readonly auditCursor: string;
  readonly event: string;
  readonly webhookSecret: string;
};

export type TenancyWorld = ManagementWorld & {
  readonly own: Issued;
  readonly foreign: Issued;
  readonly nextDoor: Issued;
  readonly absent: Issued;
  /** All that the org OWN is, as it is exported. */
  readonly manifest: unknown;
  /** A token of a viewer of the org OWN, and that of its consumer. */
  readonly watcher: string;
  readonly consumerToken: string;
  /** An administrator, and a viewer, of the org OWN. */
  readonly administrator: ManagementClient;
  readonly viewer: ManagementClient;
  /** The consumer of the org OWN in its portal, and an anonymous client there. */
  readonly consumer: PortalClient;
  readonly anonymous: PortalClient;
  /** Clients in the portal of FOREIGN. One has the token of OWN's consumer, the other has none. */
  readonly stranger: PortalClient;
  readonly nobody: PortalClient;
  /** The portal of an org as HTTP. */
  portalOf(org: string): (request: Request) => Promise<Response>;
  /** The rows of the org FOREIGN, and those of the consumer org NEXT_DOOR. */
  foreignRows(): Promise<Record<string, readonly string[]>>;
  nextDoorRows(): Promise<Record<string, readonly string[]>>;
  /** Puts the database back as it was in the beginning. @returns the rows that FOREIGN and NEXT_DOOR had before */
  restore(): Promise<Record<'foreign' | 'nextDoor', Record<string, readonly string[]>>>;
};

const DOOR = 65_001;
/** Spellings of a listener of the platform that is no target. */
export const OWN_DOORS = ['127.0.0.1', 'localhost', '127.9.9.9', '[::1]', '0.0.0.0', '2130706433'].map(
  (host) => `http://${host}:${DOOR}/graphql`,
);

async function furnish(world: ManagementWorld, org: string): Promise<Issued> {
  const { prisma } = world.database;
  await world.mutate('createOrg', { title: `${org} org`, name: org });
  for (const manifest of [serversOf(org), manifestOf(org)])
    await world.mutate('applyManifest', { org, manifest }, '{ revision }');
  const address = { org, catalog: `${org}-catalog` };
  const person = { username: `${org}-person`, password: passwordOf(org) };
  await world.mutate('addLocalUser', { org, userRegistry: `${org}-people`, ...person }, '{ username }');
  const consumers = await furnishConsumers(world, address, org);
  await world.mutate(
    'inviteUser',
    { org, email: `${org}@example.com`, role: 'DEVELOPER' },
    '{ user { email } }',
  );
  await world.mutate('createAccessToken', { org, name: `${org}-token`, role: 'VIEWER' }, '{ token }');
  const { undoToken } = await world.mutate<{ undoToken: string }>(
    'setMigrationTarget',
    {
      ...address,
      old: `${org}-product:1.0.0`,
      new: `${org}-product:2.0.0`,
      plans: [{ source: `${org}-plan`, target: `${org}-plan` }],
    },
    '{ undoToken }',
  );
  const changeHash = await proposeStage(world, org);
  const catalog = await prisma.catalog.findFirstOrThrow({ where: { name: `${org}-catalog` } });
  const webhook = await prisma.webhook.findFirstOrThrow({
    where: { catalogId: catalog.id, consumerOrgId: null },
  });
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
  const rehearsal = await rehearsedBy(world, org);
  await prisma.schemaRefresh.create({ data: { apiId: proxy.id, triedAt: world.deps.clock(), ...held } });
  await countUsage(world.database, [
    {
      orgId: catalog.orgId,
      catalog: catalog.name,
      consumerOrg: `${org}-consumers`,
      application: `${org}-application`,
      subscriptionId: consumers.subscription,
      product: `${org}-product:1.0.0`,
      plan: `${org}-plan`,
      api: `${org}-api:1.0.0`,
      operation: `GET /${org}`,
      hour: new Date('2026-12-31T23:00:00Z'),
      outcome: 'ANSWERED',
      calls: 7,
    },
  ]);
  const audit = await prisma.auditEvent.findFirstOrThrow({
    where: { orgId: catalog.orgId },
    orderBy: { id: 'desc' },
  });
  return {
    ...consumers,
    delivery: `${delivery.id}`,
    undoToken,
    changeHash,
    rehearsal,
    auditCursor: Buffer.from(`audit:${audit.id}`).toString('base64url'),
    event: `${event.id}`,
    webhookSecret: Buffer.from(webhook.secretSealed).toString('hex'),
  };
}

/** Proposes a change. Its number is the org's own, as no other thing's is. */
async function proposeStage(world: ManagementWorld, org: string): Promise<string> {
  const input = { org, catalog: `${org}-catalog`, product: `${org}-product:4.0.0` };
  const mutation = 'mutation ($input: CatalogProductInput!) { stageProduct(input: $input) { dryRun } }';
  const proposal = { org, title: `${org} change`, mutation, variables: { input }, comment: `${org} comment` };
  const { hash } = await world.mutate<{ hash: string }>('proposeChange', proposal, '{ hash }');
  await world.database.prisma.changeRequest.updateMany({
    where: { org: { name: org } },
    data: { number: org === OWN ? CHANGE_REQUEST : CHANGE_REQUEST + 1 },
  });
  return hash;
}

/** A rehearsal that runs, with a difference. */
async function rehearsedBy({ database, deps }: ManagementWorld, org: string): Promise<string> {
  const products = await database.prisma.catalogProduct.findMany({
    where: { name: `${org}-product` },
    orderBy: { version: 'asc' },
  });
  const [old, successor] = products;
  if (!old || !successor) throw new Error('There are no two versions.');
  const now = deps.clock();
  const at = { api: `${org}-api`, operation: `GET /${org}` };
  const found = { kind: 'STATUS', pointer: '/status', was: '200', now: '404', calls: 1n };
  const { id } = await database.prisma.rehearsal.create({
    data: {
      catalogId: old.catalogId,
      oldProductId: old.id,
      newProductId: successor.id,
      sample: 1,
      ignored: [{ kind: null, operation: `GET /${org}`, pointer: null }],
      startedBy: `token:${org}-token`,
      startedAt: now,
      endsAt: new Date(now.getTime() + 3_600_000),
      operations: { create: { ...at, compared: 1n, unread: 0n, dropped: 0n, before: [], after: [] } },
      differences: { create: { ...at, ...found, firstAt: now, lastAt: now } },
    },
  });
  return id;
}

/** Values of the same form as an org's, letter for letter, that do not exist. */
const absentOf = ({ clientKey, clientSecret, undoToken, webhookSecret }: Issued): Issued => ({
  clientKey: another(clientKey),
  clientSecret: another(clientSecret),
  undoToken: another(undoToken),
  webhookSecret,
  subscription: '01900000-0000-7000-8000-000000000001',
  pending: '01900000-0000-7000-8000-000000000002',
  member: '01900000-0000-7000-8000-000000000005',
  apiKey: '01900000-0000-7000-8000-000000000004',
  invitation: '01900000-0000-7000-8000-000000000009',
  thumbprint: 'A4DtL2JmUMhAsvJj5tKyn64SqzmuXbMrJa0n761y5v0',
  requestId: '01900000-0000-4000-8000-000000000003',
  delivery: '999999',
  notice: '999997',
  consumerWebhook: '01900000-0000-7000-8000-000000000008',
  consumerDelivery: '999996',
  campaign: '01900000-0000-7000-8000-000000000007',
  auditCursor: Buffer.from('audit:999999').toString('base64url'),
  event: '999998',
  changeHash: 'voidname',
  rehearsal: '01900000-0000-7000-8000-000000000006',
});
const another = (secret: string) => `${secret.slice(0, -12)}nonesuchnone`;

/** Opens both APIs over one database, with both orgs. */
export async function openTenancy(): Promise<TenancyWorld> {
  const world = await openManagement(undefined, [{ host: '127.0.0.1', port: DOOR }]);
  const { database, deps } = world;
  const foreign = await furnish(world, FOREIGN);
  const theirs = idsIn(await readStored(database));
  const own = await furnish(world, OWN);
  const before = new Set(idsIn(await readStored(database)));
  const address = { org: OWN, catalog: `${OWN}-catalog` };
  const issuedNextDoor = await furnishConsumers(world, address, NEXT_DOOR);
  const idsNextDoor = idsIn(await readStored(database)).filter((id) => !before.has(id));
  const externalTokens = new ExternalTokens({
    outboundOf: (orgId) => deps.outbound.forOrg(orgId),
    clock: deps.clock,
  });
  const portal = createPortal({
    ...deps,
    hasMailServer: false,
    background: new Background(() => undefined),
    externalTokens,
    registries: registriesOver(deps.outbound),
    onFault: (fault) => Promise.reject(fault),
  });
  const nextAddress = clientAddresses();
  const portalOf = (org: string) => (request: Request) =>
    portal(request, { address: { org, catalog: `${org}-catalog` }, clientAddress: nextAddress() });
  const at = (org: string, token?: string) =>
    portalClient(portalOf(org), { token, address: { org, catalog: `${org}-catalog` } });
  const { signIn } = await at(OWN).run<{ signIn: { token: string } }>(
    'mutation ($username: String!, $password: String!) { signIn(username: $username, password: $password) { token } }',
    { username: `${OWN}-member`, password: passwordOf(OWN) },
  );
  const { token: watcher } = await world.mutate<{ token: string }>(
    'createAccessToken',
    { org: OWN, name: 'watcher', role: 'VIEWER' },
    '{ token }',
  );
  const administrator = await world.as('ADMINISTRATOR', OWN);
  const { exportManifest: manifest } = await administrator.query('{ exportManifest }');
  const beginning = await readStored(database);
  const absent = absentOf(own);
  return {
    ...world,
    own,
    foreign,
    absent,
    manifest,
    administrator,
    watcher,
    portalOf,
    nextDoor: { ...absent, ...issuedNextDoor },
    viewer: world.withToken(watcher),
    consumerToken: signIn.token,
    consumer: at(OWN, signIn.token),
    anonymous: at(OWN),
    stranger: at(FOREIGN, signIn.token),
    nobody: at(FOREIGN),
    foreignRows: async () => rowsWith(await readStored(database), theirs),
    nextDoorRows: async () => rowsWith(await readStored(database), idsNextDoor),
    async restore() {
      const now = await readStored(database);
      await restoreStored(database, beginning, now);
      return { foreign: rowsWith(now, theirs), nextDoor: rowsWith(now, idsNextDoor) };
    },
  };
}

/** Gives each request another network. The matrix asks oftener than one may in a minute. */
function clientAddresses(): () => string {
  let asked = 0;
  return () => {
    asked += 1;
    return `198.51.${asked % 100}.7`;
  };
}

/** The ids of all rows but the platform's own tokens, which are used meanwhile. */
function idsIn({ tables }: Stored): string[] {
  const rows = tables.flatMap(({ name, rows }) =>
    name === 'AccessToken' || name === 'UsageWriter' || name === 'UsageBatch' ? [] : rows,
  );
  const ids = rows.flatMap((row) => [(JSON.parse(row) as { id?: unknown }).id]);
  return ids.filter((id) => typeof id === 'string' && id.length === 36) as string[];
}
