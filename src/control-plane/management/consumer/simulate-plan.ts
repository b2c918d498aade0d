import { DAY_MS, HOUR_MS } from '../../../domain/call/usage.ts';
import { isSubscriptionId } from '../../../domain/consumer/subscription.ts';
import { enforcedLimits, type PlanLimits, planLimits } from '../../../domain/plan/plan.ts';
import type { PlanLimit } from '../../../domain/plan/plan-limit.ts';
import { operationGroups, simulateLimits } from '../../../domain/plan/plan-simulation.ts';
import { refuse } from '../../../foundation/errors.ts';
import { short } from '../../../foundation/text/listed.ts';
import { readVersionedName } from '../../../foundation/text/version.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { type PlanRow, storedPlan } from '../../../infrastructure/database/stored-plan.ts';
import {
  type BusySubscription,
  busySubscriptions,
  firstHourlyDay,
  hoursOfCalls,
} from '../../../infrastructure/usage/busy-subscriptions.ts';
import { unitsOf } from '../../../infrastructure/usage/meter-units.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { inChunks } from '../chunks.ts';
import type { ManagementContext } from '../context.ts';
import { cursorOf, pageOf, readCursor } from '../page.ts';
import { LimitsInput } from './own-limits.ts';
import { type PlanSimulation, PlanSimulationRef, type SimulatedSubscription } from './plan-simulation.ts';

/** The longest time in days. Usage is read hour by hour. */
const DAYS_MAX = 31;
/** Subscriptions whose hours are in memory together. */
const CHUNK = 10;

const simulationArgs = builder.args((t) => ({
  org: t.string(inOrg),
  subscription: t.id({ description: 'Only this subscription. Give this, or `product`, or both.' }),
  product: t.field({ type: 'VersionedName', description: 'Only subscriptions to this product.' }),
  catalog: t.string({ description: 'Only those in this catalog.' }),
  onPlan: t.string({ description: 'Only those on this plan, by name.' }),
  plan: t.string({
    description:
      'The simulated plan: one of the product, by name, as its draft has it. With `subscription` one of its product as the catalog has it. Give this or `limits`.',
  }),
  limits: t.field({ type: LimitsInput, description: 'The limits of the simulated plan.' }),
  days: t.int({ defaultValue: 7, description: `The last days that are looked at, 1 to ${DAYS_MAX}.` }),
  first: partArgs.first,
  after: t.string({ description: 'The `endCursor` of the page before.' }),
}));

builder.queryField('simulatePlan', (t) =>
  t.field({
    type: PlanSimulationRef,
    description:
      'Whom a plan would have refused in the last days, and how often, by recorded usage. Nothing is changed. Calls that a limit refused in that time count as calls. Each result says how its limits could be judged.',
    args: simulationArgs,
    resolve: async (_root, { first: size, after, days, ...simulated }, context): Promise<PlanSimulation> => {
      const { id: orgId } = await context.org(simulated.org, ['org']);
      const { take: first } = takeSkipOf({ first: size });
      const offset = after == null ? 0 : readCursor('simulatePlan', after);
      const range = await rangeOf(context, days ?? 7);
      const { limits, subscriptions } = await simulationOf(context, orgId, simulated);
      const busy = await busySubscriptions(context.database, {
        orgId,
        ...range,
        ...subscriptions,
        limit: first + 1,
        offset,
      });
      const page = pageOf(busy, first, (_last, count) => cursorOf('simulatePlan', offset + count));
      const nodes = await inChunks(
        page.nodes,
        (chunk) => simulate(context, { chunk, limits, ...range }),
        CHUNK,
      );
      return { ...page, ...range, limits, nodes };
    },
  }),
);

/** @throws BAD_USER_INPUT when it is too short or too long */
async function rangeOf({ clock, database }: ManagementContext, days: number) {
  if (days < 1 || days > DAYS_MAX)
    refuse('BAD_USER_INPUT', { detail: `days is ${days}: ask for 1 to ${DAYS_MAX}.`, path: ['days'] });
  const to = clock();
  const from = new Date(Math.floor((to.getTime() - days * DAY_MS) / HOUR_MS) * HOUR_MS);
  const kept = (await firstHourlyDay(database)) ?? from;
  return { from: kept > from && kept < to ? kept : from, to };
}

type ChunkInput = {
  readonly chunk: readonly BusySubscription[];
  readonly limits: readonly PlanLimit[];
  readonly from: Date;
  readonly to: Date;
};

async function simulate(
  { database }: ManagementContext,
  { chunk, limits, from, to }: ChunkInput,
): Promise<SimulatedSubscription[]> {
  const ids = chunk.map(({ id }) => id);
  const hours = await hoursOfCalls(database, { ids, from, to }, operationGroups(limits));
  const isMetered = limits.some(({ counts }) => counts === 'METER');
  const units = isMetered ? await unitsByHour(database, { ids, from, to }) : NO_UNITS;
  return chunk.map((each) => {
    const own = hours.get(each.id) ?? [];
    const used = own.map((hour) => ({ ...hour, units: units.get(keyOf(each.id, hour.at)) ?? NONE }));
    return { ...each, ...simulateLimits(limits, used) };
  });
}

type UnitsByHour = ReadonlyMap<string, ReadonlyMap<string, number>>;
const NONE: ReadonlyMap<string, number> = new Map();
const NO_UNITS: UnitsByHour = new Map();
const keyOf = (subscriptionId: string, at: number) => `${subscriptionId} ${at}`;

/** Reads the units of meters by subscription and hour. */
async function unitsByHour(
  database: ManagementContext['database'],
  { ids, from, to }: { readonly ids: readonly string[]; readonly from: Date; readonly to: Date },
): Promise<UnitsByHour> {
  const byHour = new Map<string, Map<string, number>>();
  for (const { subscriptionId, hour, meter, units } of await unitsOf(database, {
    subscriptionIds: ids,
    from,
    until: to,
  })) {
    const key = keyOf(subscriptionId, hour.getTime());
    byHour.set(key, (byHour.get(key) ?? new Map()).set(meter, units));
  }
  return byHour;
}

type SimulationInput = {
  readonly [Name in 'subscription' | 'product' | 'catalog' | 'onPlan' | 'plan']?: string | null | undefined;
} & { readonly limits?: Parameters<typeof planLimits>[0] | null | undefined };

/** @throws BAD_USER_INPUT for arguments that do not go together; NOT_FOUND */
async function simulationOf(context: ManagementContext, orgId: string, input: SimulationInput) {
  const { subscription, product, catalog = null, onPlan = null, plan, limits } = input;
  if ((plan == null) === (limits == null))
    refuse('BAD_USER_INPUT', { detail: 'Give either plan or limits.', path: ['limits'] });
  const plans =
    subscription == null
      ? await plansOfProduct(context, orgId, product)
      : await plansOfSubscription(context, orgId, subscription);
  const simulated = limits == null ? planNamed(plans, plan) : planLimits(limits, ['limits']);
  return {
    limits: enforcedLimits(simulated),
    subscriptions: {
      subscriptionId: subscription ?? null,
      catalog,
      product: product == null ? null : readVersionedName(product),
      plan: onPlan,
    },
  };
}

/** @throws NOT_FOUND when there is no draft of the product */
async function plansOfProduct(
  { database: { prisma } }: ManagementContext,
  orgId: string,
  product: string | null | undefined,
): Promise<readonly PlanRow[]> {
  if (product == null)
    return refuse('BAD_USER_INPUT', { detail: 'Give subscription or product.', path: ['product'] });
  const found = await prisma.product.findUnique({
    where: { orgId_name_version: { orgId, ...readVersionedName(product) } },
    select: { plans: { orderBy: { position: 'asc' } } },
  });
  return (
    found?.plans ?? refuse('NOT_FOUND', { detail: `There is no product ${product}.`, path: ['product'] })
  );
}

/** @throws NOT_FOUND when the org has no such subscription */
async function plansOfSubscription(
  { database: { prisma } }: ManagementContext,
  orgId: string,
  id: string,
): Promise<readonly PlanRow[]> {
  const found = isSubscriptionId(id)
    ? await prisma.catalogProduct.findFirst({
        where: { catalog: { orgId }, subscriptions: { some: { id } } },
        select: { plans: { orderBy: { position: 'asc' } } },
      })
    : null;
  return (
    found?.plans ??
    refuse('NOT_FOUND', {
      detail: `There is no subscription ${JSON.stringify(short(id))} in this org.`,
      path: ['subscription'],
    })
  );
}

/** @throws NOT_FOUND, naming the plans that there are */
function planNamed(plans: readonly PlanRow[], name: string | null | undefined): PlanLimits {
  const found = plans.find((each) => each.name === name);
  if (found) return storedPlan(found);
  return refuse('NOT_FOUND', {
    detail: `The product has no plan ${name}; it has ${plans.map((each) => each.name).join(', ')}.`,
    path: ['plan'],
  });
}
