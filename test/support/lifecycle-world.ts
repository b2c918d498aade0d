import fc from 'fast-check';
import { defaultSecurity } from '../../src/domain/api/security.ts';
import type { ProductState } from '../../src/domain/product/lifecycle.ts';
import type { Database } from '../../src/infrastructure/database/database.ts';
import type { Prisma } from '../../src/infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../src/infrastructure/database/json-columns.ts';

const PLANS = ['a', 'b', 'c'];
export const VERSIONS = ['1.0.0', '2.0.0', '3.0.0', '4.0.0'];
const STATES = ['STAGED', 'PUBLISHED', 'PUBLISHED', 'DEPRECATED', 'RETIRED', 'ARCHIVED'] as const;

/** A product of a random world: its draft, and its copy's state in the catalog. */
type RandomProduct = {
  readonly state: ProductState | null;
  /** Null where the draft was deleted. */
  readonly draftPlans: readonly string[] | null;
  readonly plans: readonly string[];
  readonly rateLimit: number;
  readonly visibility: 'PUBLIC' | 'AUTHENTICATED' | 'CUSTOM';
  /** The plan that each application is on, if any. */
  readonly subscribers: readonly (number | null)[];
  /** Index of its migration target among the products that can be one. */
  readonly leadsTo: number | null;
};

const somePlans = fc.subarray(PLANS, { minLength: 1 });
const randomProduct: fc.Arbitrary<RandomProduct> = fc.record({
  state: fc.option(fc.constantFrom(...STATES), { freq: 6 }),
  draftPlans: fc.option(somePlans, { freq: 5 }),
  plans: somePlans,
  rateLimit: fc.integer({ min: 1, max: 9 }),
  visibility: fc.constantFrom('PUBLIC', 'PUBLIC', 'AUTHENTICATED', 'CUSTOM'),
  subscribers: fc.array(fc.option(fc.nat(2), { freq: 2 }), { minLength: 3, maxLength: 3 }),
  leadsTo: fc.option(fc.nat(3), { freq: 2 }),
});

export type RandomWorld = readonly RandomProduct[];

/**
 * Products in all states with plans, subscriptions and migration targets.
 *
 * Some have drafts that were edited or deleted.
 */
export const randomWorld: fc.Arbitrary<RandomWorld> = fc.array(randomProduct, {
  minLength: VERSIONS.length,
  maxLength: VERSIONS.length,
});

type Ids = { readonly orgId: string; readonly apiId: string; readonly applicationIds: readonly string[] };

/** Writes a random world into a catalog of its own, with applications of its own. */
export async function createWorld(
  { prisma }: Database,
  {
    orgId,
    apiId,
    catalog: name,
    world,
  }: Pick<Ids, 'orgId' | 'apiId'> & { catalog: string; world: RandomWorld },
): Promise<{ catalogId: string; applicationNames: ReadonlyMap<string, string> }> {
  await prisma.product.deleteMany({ where: { orgId } });
  const catalog = await prisma.catalog.create({ data: { orgId, name, title: name } });
  const consumerOrg = await prisma.consumerOrg.create({
    data: { catalogId: catalog.id, name: 'consumers', title: 'Consumers' },
  });
  const applications = await prisma.application.createManyAndReturn({
    data: [0, 1, 2].map((index) => ({ consumerOrgId: consumerOrg.id, name: `app-${index}`, title: 'App' })),
  });
  const applicationIds = applications.map(({ id }) => id);
  for (const [index, product] of world.entries()) {
    const version = VERSIONS[index] ?? '';
    if (product.draftPlans) await prisma.product.create({ data: draft(product, { orgId, apiId, version }) });
    if (product.state) await createCopy(prisma, product, { catalogId: catalog.id, version, applicationIds });
  }
  await lead(prisma, catalog.id, world);
  return {
    catalogId: catalog.id,
    applicationNames: new Map(applications.map(({ id, name: application }) => [id, application])),
  };
}

function draft(
  { draftPlans, visibility }: RandomProduct,
  { orgId, apiId, version }: Pick<Ids, 'orgId' | 'apiId'> & { version: string },
): Prisma.ProductUncheckedCreateInput {
  return {
    orgId,
    name: 'customer',
    version,
    title: 'Customer',
    visibility,
    apis: { create: { apiId, position: 0 } },
    plans: { create: (draftPlans ?? []).map((name, position) => ({ name, title: name, position })) },
  };
}

type CatalogAddress = {
  readonly catalogId: string;
  readonly version: string;
  readonly applicationIds: readonly string[];
};

async function createCopy(
  prisma: Database['prisma'],
  { state, plans, rateLimit, visibility, subscribers }: RandomProduct,
  { catalogId, version, applicationIds }: CatalogAddress,
): Promise<void> {
  if (!state) return;
  const serving = state === 'PUBLISHED' || state === 'DEPRECATED';
  const api = {
    name: 'customerdb',
    version: '1.0.0',
    title: 'Customers',
    kind: 'REST',
    basePath: '/c',
  } as const;
  const copy = await prisma.catalogProduct.create({
    data: {
      catalogId,
      name: 'customer',
      version,
      title: 'Customer',
      state,
      visibility,
      subscribability: 'AUTHENTICATED',
      ...(state === 'DEPRECATED' && { deprecatedAt: new Date(0) }),
      apis: { create: { ...api, ...defaultSecurityColumns, position: 0, online: serving } },
      plans: { create: plans.map((name, position) => ({ name, title: name, position, rateLimit })) },
    },
    include: { plans: true },
  });
  const data = subscribers.flatMap((plan, index) => {
    const chosen = plan === null ? undefined : copy.plans[plan % copy.plans.length];
    const applicationId = applicationIds[index];
    return serving && chosen && applicationId
      ? [{ applicationId, catalogProductId: copy.id, catalogPlanId: chosen.id }]
      : [];
  });
  await prisma.subscription.createMany({ data });
}

const defaultSecurityColumns = {
  securityDefinitions: toStore(defaultSecurity.securityDefinitions),
  security: toStore(defaultSecurity.security),
};

/** An offer is one step: what leads somewhere is nowhere led to. */
async function lead(prisma: Database['prisma'], catalogId: string, world: RandomWorld): Promise<void> {
  const copies = await prisma.catalogProduct.findMany({ where: { catalogId }, include: { plans: true } });
  for (const copy of copies) {
    const leadsTo = world[VERSIONS.indexOf(copy.version)]?.leadsTo;
    const target = copies.find(({ version }) => leadsTo != null && version === VERSIONS[leadsTo]);
    const serving = copy.state === 'PUBLISHED' || copy.state === 'DEPRECATED';
    if (!target || !serving || target.state !== 'PUBLISHED' || leadsOn(world, target.version)) continue;
    if (
      target.id === copy.id ||
      copies.some(({ version, id }) => id !== copy.id && isTarget(world, version, copy.version))
    )
      continue;
    const migrationPlans = copy.plans.flatMap(({ name }, index) => {
      const to = target.plans[index % target.plans.length];
      return to ? [{ source: name, target: to.name }] : [];
    });
    await prisma.catalogProduct.update({
      where: { id: copy.id },
      data: { migrationTargetId: target.id, migrationPlans: toStore(migrationPlans) },
    });
  }
}

function leadsOn(world: RandomWorld, version: string): boolean {
  return world[VERSIONS.indexOf(version)]?.leadsTo != null;
}

function isTarget(world: RandomWorld, version: string, of: string): boolean {
  const leadsTo = world[VERSIONS.indexOf(version)]?.leadsTo;
  return leadsTo != null && VERSIONS[leadsTo] === of;
}
