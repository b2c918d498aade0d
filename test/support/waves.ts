import { judgeWaves } from '../../src/control-plane/management/change-request/waves/watched-requests.ts';
import type { UsageOutcome } from '../../src/domain/call/usage.ts';
import { CATALOG, type CatalogWorld } from './catalog.ts';
import { act, proposalOf } from './change-requests.ts';
import type { ManagementClient, Variables } from './management.ts';
import { countUsage } from './usage.ts';

/** Two versions of a product. Applications are subscribed to the old one; the new one is staged. */
export type WaveWorld = {
  readonly old: string;
  readonly new: string;
  readonly input: Variables;
  /** The names of the applications. */
  readonly applications: readonly string[];
};

const PLAN = 'default-plan';

/** Creates both versions, and subscribes applications to the old one. */
export async function openWaves(
  world: CatalogWorld,
  name: string,
  applications: readonly string[],
): Promise<WaveWorld> {
  const [v1, v2] = [`${name}:1.0.0`, `${name}:2.0.0`];
  await world.product(v1, { publishTo: CATALOG });
  await world.product(v2);
  await world.lifecycle('stageProduct', { product: v2 });
  await subscribeAll(world, applications, v1);
  const plans = [{ source: PLAN, target: PLAN }];
  return { old: v1, new: v2, applications, input: { catalog: CATALOG, old: v1, new: v2, plans } };
}

/** Creates applications, which products of several tests share. @returns their names, in order */
export async function createApplications(world: CatalogWorld, count: number): Promise<string[]> {
  const names: string[] = [];
  for (let index = 0; index < count; index += 1) names.push((await world.client(`App ${index}`)).name);
  return names.sort();
}

/** Stores subscriptions as `createSubscription` does. */
async function subscribeAll(
  { database: { prisma }, catalogId }: CatalogWorld,
  applications: readonly string[],
  product: string,
): Promise<void> {
  const [name = '', version = ''] = product.split(':');
  const { id: catalogPlanId, catalogProductId } = await prisma.catalogPlan.findFirstOrThrow({
    where: { name: PLAN, catalogProduct: { catalogId, name, version } },
  });
  const rows = await prisma.application.findMany({
    where: { name: { in: [...applications] }, consumerOrg: { catalogId, name: 'consumers' } },
  });
  await prisma.subscription.createMany({
    data: rows.map(({ id: applicationId }) => ({ applicationId, catalogProductId, catalogPlanId })),
  });
}

export const subscribe = (world: CatalogWorld, application: string, product: string) =>
  world.mutate<{ id: string }>(
    'createSubscription',
    { catalog: CATALOG, consumerOrg: 'consumers', application, product, plan: PLAN },
    '{ id }',
  );

type WaveProposal = Pick<WaveWorld, 'input'> & {
  readonly mutation?: 'supersedeProduct' | 'replaceProduct' | 'migrateSubscriptions';
  readonly more?: Variables;
};

/** Proposes to move the subscriptions in waves. */
export const proposeWaves = (
  client: ManagementClient,
  { input, mutation = 'supersedeProduct', more = {} }: WaveProposal,
) =>
  client.mutate<{ number: number; hash: string; state: string }>(
    'proposeChange',
    proposalOf(mutation, input, more),
    '{ number hash state }',
  );

/** The same, begun at once. @returns the number of the request */
export async function beginWaves(client: ManagementClient, proposal: WaveProposal): Promise<number> {
  const { number } = await proposeWaves(client, proposal);
  await act(client, 'commitChange', { number });
  return number;
}

/** A request with waves, as tests read it. */
export type ReadWaves = {
  readonly state: string;
  readonly halt: {
    readonly cause: string;
    readonly message: string;
    readonly wave: number;
    readonly takenBack: number;
    readonly restored: boolean;
  } | null;
  readonly moved: readonly { readonly item: string; readonly kind: string; readonly members: string[] }[];
  readonly waves: readonly {
    readonly number: number;
    readonly state: string;
    readonly moved: number;
    readonly waitsFor: string | null;
    readonly figures: Readonly<Record<'moved' | 'rest' | 'before', Variables>> | null;
  }[];
  readonly change: { readonly id: string } | null;
};

const sides = ['moved', 'rest', 'before']
  .map((side) => `${side} { calls serverErrors clientErrors refused p95Ms }`)
  .join(' ');

export const wavesOf = async (client: ManagementClient, number: number): Promise<ReadWaves> =>
  (
    await client.query<{ changeRequest: ReadWaves }>(`{ changeRequest(org: "acme", number: ${number}) {
      state halt { cause message wave takenBack restored } moved { item kind members } change { id }
      waves { number state moved waitsFor figures { ${sides} } } } }`)
  ).changeRequest;

/** Judges all waves as the platform does, however long the last look took. @returns faults of the platform */
export const judgeNow = (world: CatalogWorld): Promise<unknown[]> => {
  world.pass(20_000);
  return judgeWaves(world.deps);
};

/** The names of the applications on a product, and the version that each is on. */
export async function applicationsOn(world: CatalogWorld, product: string): Promise<string[]> {
  const [name = '', version = ''] = product.split(':');
  const rows = await world.database.prisma.subscription.findMany({
    where: { catalogProduct: { name, version } },
    select: { application: { select: { name: true } } },
  });
  return rows.map(({ application }) => application.name).sort();
}

/** Rows that a halt leaves as they were. */
export async function rowsOf({ database: { prisma } }: CatalogWorld): Promise<unknown> {
  const order = { orderBy: { id: 'asc' } } as const;
  return {
    products: await prisma.catalogProduct.findMany(order),
    plans: await prisma.catalogPlan.findMany(order),
    apis: await prisma.catalogApi.findMany(order),
    subscriptions: await prisma.subscription.findMany(order),
    planRequests: await prisma.planRequest.findMany({ orderBy: { subscriptionId: 'asc' } }),
    applications: await prisma.application.findMany({ ...order, include: { credentials: true } }),
  };
}

type Called = {
  readonly outcome?: UsageOutcome;
  readonly calls: number;
  readonly ms?: number;
  /** The time; now unless given. */
  readonly at?: Date;
};

/** Counts calls of each application that is on a product now, as gateways do. */
export async function callsOf(world: CatalogWorld, product: string, called: Called): Promise<void> {
  const [name = '', version = ''] = product.split(':');
  const rows = await world.database.prisma.subscription.findMany({
    where: { catalogProduct: { name, version } },
    include: { application: true },
  });
  const { outcome = 'ANSWERED', calls, ms = 10, at = world.deps.clock() } = called;
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000);
  await countUsage(
    world.database,
    rows.map(({ id, application }) => ({
      orgId: world.orgId,
      consumerOrg: 'consumers',
      application: application.name,
      subscriptionId: id,
      product,
      plan: 'default-plan',
      api: 'customerdb:1.0.0',
      hour: minute,
      outcome,
      calls,
      ms,
    })),
  );
}
