import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PlanMapping } from '../../../../src/domain/plan/plan.ts';
import {
  nextState,
  nextStateOfSuccessor,
  type ProductAction,
  type ProductState,
} from '../../../../src/domain/product/lifecycle.ts';
import {
  readVersionedName,
  type VersionedName,
  versionedName,
} from '../../../../src/foundation/text/version.ts';
import { stored, toStore } from '../../../../src/infrastructure/database/json-columns.ts';
import { createWorld, randomWorld, VERSIONS } from '../../../support/lifecycle-world.ts';
import { type ManagementWorld, openManagement, type Refused } from '../../../support/management.ts';

const WORLDS = 5;
const SELECTION = `{ transitions { product from to } subscriptions { consumerOrg application kind fromProduct fromPlan
  toProduct toPlan } warnings { code subject } undoToken product { name version state subscriptionCount } }`;

const mutations: Record<ProductAction, string> = {
  STAGE: 'stageProduct',
  PUBLISH: 'publishProduct',
  SUPERSEDE: 'supersedeProduct',
  REPLACE: 'replaceProduct',
  SET_MIGRATION_TARGET: 'setMigrationTarget',
  MIGRATE_SUBSCRIPTIONS: 'migrateSubscriptions',
  DEPRECATE: 'deprecateProduct',
  RETIRE: 'retireProduct',
  ARCHIVE: 'archiveProduct',
  REMOVE: 'removeProduct',
};
const actions = Object.keys(mutations) as ProductAction[];
const pairs: readonly ProductAction[] = ['SUPERSEDE', 'REPLACE', 'SET_MIGRATION_TARGET'];

type Tree = VersionedName & { readonly plans: readonly { readonly name: string }[] };
type Change = {
  readonly transitions: readonly { product: string; from: string | null; to: string | null }[];
  readonly subscriptions: readonly {
    application: string;
    kind: string;
    fromProduct: string;
    fromPlan: string;
    toProduct: string | null;
    toPlan: string | null;
  }[];
  readonly warnings: readonly { code: string; subject: string }[];
  readonly undoToken: string | null;
};

let management: ManagementWorld;
let orgId: string;
let apiId: string;
let applicationNames: ReadonlyMap<string, string>;
const counted = { worlds: 0, done: 0, refused: 0 };

beforeAll(async () => {
  management = await openManagement();
  await management.mutate('createOrg', { title: 'Acme', name: 'acme' });
  const { prisma } = management.database;
  orgId = (await prisma.org.findFirstOrThrow()).id;
  const data = {
    orgId,
    name: 'customerdb',
    title: 'C',
    version: '1.0.0',
    kind: 'REST',
    basePath: '/c',
  } as const;
  const security = { securityDefinitions: toStore([]), security: toStore([]) };
  apiId = (await prisma.api.create({ data: { ...data, ...security, targetUrl: 'http://crm.test' } })).id;
});
afterAll(() => management.close());

/** The world in the words of a change set: states, and where each subscription is and can go. */
type Model = { states: Map<string, string>; subscriptions: Map<string, string>; offers: Map<string, string> };

/** A catalog: every row that a lifecycle action may touch, and what they mean. */
type Seen = { readonly rows: readonly object[]; readonly model: Model };

async function look(catalogId: string): Promise<Seen> {
  const products = await management.database.prisma.catalogProduct.findMany({
    where: { catalogId },
    orderBy: { id: 'asc' },
    include: {
      plans: { orderBy: { id: 'asc' } },
      apis: { orderBy: { id: 'asc' } },
      subscriptions: { orderBy: { id: 'asc' } },
    },
  });
  const model: Model = { states: new Map(), subscriptions: new Map(), offers: new Map() };
  for (const { plans, subscriptions, ...product } of products) {
    const name = versionedName(product);
    model.states.set(name, product.state);
    const target = products.find(({ id }) => id === product.migrationTargetId);
    const mappings = stored<PlanMapping[]>(product.migrationPlans);
    for (const { applicationId, catalogPlanId } of subscriptions) {
      const key = `${applicationNames.get(applicationId)} ${name}`;
      const plan = plans.find(({ id }) => id === catalogPlanId)?.name ?? '';
      model.subscriptions.set(key, plan);
      const to = mappings.find(({ source }) => source === plan)?.target;
      if (target?.state === 'PUBLISHED' && to !== undefined)
        model.offers.set(key, `${versionedName(target)} ${to}`);
    }
  }
  return { rows: products, model };
}

/** What a dryRun must leave as it was, besides. */
async function traces(): Promise<unknown> {
  const { prisma } = management.database;
  const _count = { select: { auditEvents: true, lifecycleUndos: true } } as const;
  return [
    await prisma.org.findUniqueOrThrow({ where: { id: orgId }, include: { _count } }),
    await prisma.productStateChange.count(),
  ];
}

/** A world and a change set make the next world. Where a subscription has gone or come back, its new offer is left out. */
function applied(model: Model, { transitions, subscriptions }: Change): Model {
  const next = {
    states: new Map(model.states),
    subscriptions: new Map(model.subscriptions),
    offers: new Map(model.offers),
  };
  for (const { product, from, to } of transitions) {
    expect(model.states.get(product) ?? null).toBe(from);
    if (to === null) next.states.delete(product);
    else next.states.set(product, to);
  }
  for (const move of subscriptions) {
    const key = `${move.application} ${move.fromProduct}`;
    if (move.kind !== 'RETURNS') expect(model.subscriptions.get(key)).toBe(move.fromPlan);
    if (move.kind === 'MOVES' || move.kind === 'ENDS') next.subscriptions.delete(key);
    if (move.kind !== 'OFFERED') next.offers.delete(key);
    if (move.kind === 'OFFERED') next.offers.set(key, `${move.toProduct} ${move.toPlan}`);
    if (move.kind === 'MOVES' || move.kind === 'RETURNS')
      next.subscriptions.set(`${move.application} ${move.toProduct}`, move.toPlan ?? '');
  }
  return next;
}

function expectSameWorld(actual: Model, expected: Model, { subscriptions }: Change): void {
  expect(actual.states).toEqual(expected.states);
  expect(actual.subscriptions).toEqual(expected.subscriptions);
  const arrived = new Set(
    subscriptions
      .filter(({ kind }) => kind === 'MOVES' || kind === 'RETURNS' || kind === 'STAYS')
      .map(({ application, fromProduct, toProduct }) => `${application} ${toProduct ?? fromProduct}`),
  );
  const others = (model: Model) => new Map([...model.offers].filter(([key]) => !arrived.has(key)));
  expect(others(actual)).toEqual(others(expected));
}

type Step = { readonly action: ProductAction; readonly product: string; readonly other: string };

function isAllowed({ action, product, other }: Step, states: Model['states']): boolean {
  try {
    nextState(readVersionedName(product), (states.get(product) ?? null) as ProductState | null, action);
    const successor = states.get(other);
    if (action === 'SUPERSEDE' || action === 'REPLACE' || action === 'SET_MIGRATION_TARGET')
      nextStateOfSuccessor(readVersionedName(other), (successor ?? 'ARCHIVED') as ProductState, action);
    return true;
  } catch {
    return false;
  }
}

/** A random action, mostly one that the table allows now. */
function stepOf({ choice, wild }: { choice: number; wild: boolean }, { states }: Model): Step {
  const products = VERSIONS.map((version) => `customer:${version}`);
  const all = products.flatMap((product) =>
    actions.flatMap((action) =>
      pairs.includes(action)
        ? products.map((other) => ({ action, product, other }))
        : [{ action, product, other: product }],
    ),
  );
  const allowed = all.filter((step) => isAllowed(step, states));
  const steps = wild || allowed.length === 0 ? all : allowed;
  // First the action, so that those on pairs do not outnumber the others.
  const kinds = [...new Set(steps.map(({ action }) => action))];
  const ofKind = steps.filter(({ action }) => action === kinds[choice % kinds.length]);
  const step = ofKind[Math.floor(choice / kinds.length) % ofKind.length];
  if (!step) throw new Error('there is no action');
  return step;
}

function inputOf({ action, product, other }: Step, catalog: string, { rows }: Seen): Record<string, unknown> {
  if (!pairs.includes(action)) return { catalog, product };
  const plansOf = (wanted: string) =>
    (rows as Tree[]).find((row) => versionedName(row) === wanted)?.plans.map(({ name }) => name) ?? [];
  const targets = plansOf(other);
  const plans = plansOf(product).flatMap((source, index) => {
    const target = targets[index % targets.length];
    return target === undefined ? [] : [{ source, target }];
  });
  return { catalog, old: product, new: other, plans };
}

/** Does it, or says how it was refused. */
async function attempt(mutation: string, input: Record<string, unknown>): Promise<Change | Refused> {
  const { data, errors, status } = await management.send(
    `mutation ($input: ${inputType(mutation)}!) { ${mutation}(input: $input) ${SELECTION} }`,
    { input },
  );
  const [error] = errors;
  if (error)
    return { status, code: error.extensions.code, message: error.message, path: error.extensions.path };
  return data?.[mutation] as Change;
}

function inputType(mutation: string): string {
  if (mutation === 'deprecateProduct') return 'DeprecateProductInput';
  if (mutation === 'migrateSubscriptions') return 'MigrateSubscriptionsInput';
  if (mutation === 'undoLifecycleChange') return 'UndoLifecycleChangeInput';
  return ['supersedeProduct', 'replaceProduct', 'setMigrationTarget'].includes(mutation)
    ? 'SupersedeProductInput'
    : 'CatalogProductInput';
}

/** Undoes a change, which must bring these rows back; gives the token that undoes the undoing. */
async function checkUndo(
  token: string | null,
  { before, rows, catalogId }: { before: Seen; rows: Seen['rows']; catalogId: string },
): Promise<{ token: string | null; seen: Seen }> {
  const undone = await attempt('undoLifecycleChange', { token });
  if ('code' in undone) throw new Error(`undo was refused: ${undone.message}`);
  const seen = await look(catalogId);
  expect(seen.rows).toEqual(rows);
  expectSameWorld(seen.model, applied(before.model, undone), undone);
  return { token: undone.undoToken, seen };
}

async function check(
  step: Step,
  { catalog, catalogId, before }: { catalog: string; catalogId: string; before: Seen },
): Promise<Seen> {
  const mutation = mutations[step.action];
  const input = inputOf(step, catalog, before);
  const standing = await traces();
  const rehearsed = await attempt(mutation, { ...input, dryRun: true });
  expect([(await look(catalogId)).rows, await traces()]).toEqual([before.rows, standing]);
  const done = await attempt(mutation, input);
  const after = await look(catalogId);
  if ('code' in done) {
    counted.refused += 1;
    expect(done.code).not.toBe('INTERNAL');
    expect(rehearsed).toEqual(done);
    expect([after.rows, await traces()]).toEqual([before.rows, standing]);
    return after;
  }
  counted.done += 1;
  expect({ ...done, undoToken: null }).toEqual(rehearsed);
  expectSameWorld(after.model, applied(before.model, done), done);
  const ends = done.subscriptions.some(({ kind }) => kind === 'ENDS');
  expect(done.warnings.some(({ code }) => code === 'SUBSCRIPTIONS_END')).toBe(ends);
  const { token, seen } = await checkUndo(done.undoToken, { before: after, rows: before.rows, catalogId });
  return (await checkUndo(token, { before: seen, rows: after.rows, catalogId })).seen;
}

it('world after an action = world + the change set that its dryRun told; and undone, the world is as it was', {
  timeout: 120_000,
}, async () => {
  const steps = fc.array(
    fc.record({ choice: fc.nat(9_999), wild: fc.integer({ min: 0, max: 9 }).map((n) => n === 0) }),
    {
      minLength: 4,
      maxLength: 8,
    },
  );
  await fc.assert(
    fc.asyncProperty(randomWorld, steps, async (world, chosen) => {
      counted.worlds += 1;
      const catalog = `world-${counted.worlds}`;
      const created = await createWorld(management.database, { orgId, apiId, catalog, world });
      const { catalogId } = created;
      applicationNames = created.applicationNames;
      let before = await look(catalogId);
      for (const choice of chosen)
        before = await check(stepOf(choice, before.model), { catalog, catalogId, before });
    }),
    { numRuns: WORLDS },
  );
  expect(management.faults).toEqual([]);
  expect(counted.done).toBeGreaterThan(0);
  process.stdout.write(
    `lifecycle property: ${counted.worlds} worlds, ${counted.done} actions done and undone and done again, ${counted.refused} refused\n`,
  );
});
