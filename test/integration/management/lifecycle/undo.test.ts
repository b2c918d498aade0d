import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, type Change, openCatalog } from '../../../support/catalog.ts';
import type { Variables } from '../../../support/management.ts';

const DAY = 86_400_000;
const CHANGE = `{ dryRun undoToken product { name version state } transitions { product from to }
  subscriptions { application kind fromProduct fromPlan toProduct toPlan } warnings { code message } }`;
type Undoable = Change & { readonly undoToken: string | null };

type Conflict = { readonly code: string; readonly message: string };

let world: CatalogWorld;
let round = 0;
let v1: string;
let v2: string;
let move: Variables;

async function open(): Promise<void> {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
}
beforeAll(open);
afterAll(() => world.close());

beforeEach(async () => {
  round += 1;
  v1 = `customer-${round}:1.0.0`;
  v2 = `customer-${round}:2.0.0`;
  await world.product(v1, { publishTo: CATALOG, plans: [{ title: 'Gold' }, { title: 'Bronze' }] });
  await world.product(v2, { plans: [{ title: 'Gold' }, { title: 'Silver' }] });
  await world.lifecycle('stageProduct', { product: v2 });
  move = {
    old: v1,
    new: v2,
    plans: [
      { source: 'gold', target: 'gold' },
      { source: 'bronze', target: 'silver' },
    ],
  };
});

async function act(mutation: string, input: Variables): Promise<Undoable> {
  return (await world.lifecycle(mutation, input, CHANGE)) as Undoable;
}
const undo = (token: string | null, more: Variables = {}) =>
  world.mutate<Undoable>('undoLifecycleChange', { token, ...more }, CHANGE);

/** What stands in the way, as the caller reads it. */
async function conflicts(token: string | null): Promise<Conflict[]> {
  const before = await world.states();
  const { status, errors } = await world.send(
    'mutation ($input: UndoLifecycleChangeInput!) { undoLifecycleChange(input: $input) { dryRun } }',
    { input: { token } },
  );
  expect(await world.states()).toEqual(before);
  const [error] = errors;
  const { code, faults = [] } = (error?.extensions ?? {}) as { code?: string; faults?: Conflict[] };
  expect({ status, code }).toEqual({ status: 409, code: 'UNDO_CONFLICT' });
  for (const { message } of faults.slice(0, 5)) expect(error?.message).toContain(message);
  return faults.map(({ code, message }) => ({ code, message }));
}
const subscriptions = async () =>
  world.database.prisma.subscription.findMany({ orderBy: { id: 'asc' }, include: { catalogPlan: true } });
const address = (application: string) => ({ catalog: CATALOG, consumerOrg: 'consumers', application });

describe('undoLifecycleChange', () => {
  it('of replace brings more than a thousand subscriptions back', async () => {
    const { prisma } = world.database;
    const { catalogId } = world;
    const { id: catalogPlanId, catalogProductId } = await prisma.catalogPlan.findFirstOrThrow({
      where: { name: 'gold', catalogProduct: { name: `customer-${round}`, version: '1.0.0' } },
    });
    // Applications that are deleted count against the quota of their consumer org for a while.
    const crowd = await prisma.consumerOrg.create({ data: { catalogId, name: 'crowd', title: 'Crowd' } });
    const names = Array.from({ length: 1_001 }, (_, at) => `one-${at}`);
    const applications = await prisma.application.createManyAndReturn({
      data: names.map((name) => ({ consumerOrgId: crowd.id, name, title: name })),
    });
    await prisma.subscription.createMany({
      data: applications.map(({ id: applicationId }) => ({ applicationId, catalogProductId, catalogPlanId })),
    });
    const before = await subscriptions();
    const { undoToken } = await act('replaceProduct', move);
    expect(await subscriptions()).not.toEqual(before);
    await undo(undoToken);
    expect(await subscriptions()).toEqual(before);
    // Emptying the database takes a hundredth of deleting the crowd.
    await world.close();
    await open();
  });

  it('of replace brings the subscriptions back that had moved, with their ids', async () => {
    const { name } = await world.client(`Alpha ${round}`, [v1, 'bronze']);
    const before = await subscriptions();
    const { undoToken } = await act('replaceProduct', move);
    expect(undoToken).toMatch(/^gh_undo_[\w-]{43}$/);
    expect(await subscriptions()).not.toEqual(before);
    expect(await undo(undoToken)).toMatchObject({
      dryRun: false,
      undoToken: expect.stringMatching(/^gh_undo_/),
      product: { state: 'STAGED' },
      transitions: [
        { product: v1, from: 'RETIRED', to: 'PUBLISHED' },
        { product: v2, from: 'PUBLISHED', to: 'STAGED' },
      ],
      subscriptions: [
        {
          application: name,
          kind: 'MOVES',
          fromProduct: v2,
          fromPlan: 'silver',
          toProduct: v1,
          toPlan: 'bronze',
        },
      ],
    });
    expect(await subscriptions()).toEqual(before);
  });

  it('of retire brings the subscriptions back that had ended; undoing that ends them again, with a warning', async () => {
    const { name } = await world.client(`Alpha ${round}`, [v1, 'gold']);
    const before = await subscriptions();
    const { undoToken } = await act('retireProduct', { product: v1 });
    const undone = await undo(undoToken);
    expect(undone.subscriptions).toEqual([
      {
        application: name,
        kind: 'RETURNS',
        fromProduct: v1,
        fromPlan: 'gold',
        toProduct: v1,
        toPlan: 'gold',
      },
    ]);
    expect(await subscriptions()).toEqual(before);
    const again = await undo(undone.undoToken);
    expect(again.subscriptions).toMatchObject([{ application: name, kind: 'ENDS' }]);
    expect(again.warnings).toEqual([
      { code: 'SUBSCRIPTIONS_END', message: `1 subscription to ${v1} ends: consumers/${name} (gold).` },
    ]);
  });

  it('of remove brings the product back with its plans and APIs', async () => {
    const before = await world.inCatalog(v2, '{ title state plans { name } apis { name } }');
    const { undoToken, product } = await act('removeProduct', { product: v2 });
    expect(product).toBeNull();
    await undo(undoToken);
    expect(await world.inCatalog(v2, '{ title state plans { name } apis { name } }')).toEqual(before);
  });

  it('rehearsed, answers what it would do, gives no token, and changes nothing', async () => {
    const rehearsed = await act('supersedeProduct', { ...move, dryRun: true });
    expect(rehearsed.undoToken).toBeNull();
    const { undoToken } = await act('supersedeProduct', move);
    const undone = await world.changesNothing(() => undo(undoToken, { dryRun: true }));
    expect(undone).toMatchObject({ dryRun: true, undoToken: null, transitions: [{ to: 'PUBLISHED' }, {}] });
    expect(await undo(undoToken)).toMatchObject({ transitions: undone.transitions });
  });

  it('happens once, also when it is asked for twenty times at once', async () => {
    const { undoToken } = await act('supersedeProduct', move);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.send(
          'mutation ($input: UndoLifecycleChangeInput!) { undoLifecycleChange(input: $input) { dryRun } }',
          { input: { token: undoToken } },
        ),
      ),
    );
    const codes = answers.map(({ errors }) => errors[0]?.extensions.code ?? 'done').sort();
    expect(codes).toEqual([...Array.from({ length: 19 }, () => 'UNDO_CONFLICT'), 'done']);
    expect(answers.find(({ errors }) => errors.length > 0)?.errors[0]?.message).toMatch(
      /^This change was undone on 2027-/,
    );
  });

  it('is for 30 days, in the org of the change, and for tokens that were given', async () => {
    const { undoToken } = await act('deprecateProduct', { product: v1 });
    await world.mutate('createOrg', { title: `Other ${round}`, name: `other-${round}` });
    const refused = (input: Variables) => world.refused('undoLifecycleChange', input, '{ dryRun }');
    const unknown = {
      status: 404,
      code: 'NOT_FOUND',
      message: 'No change of this org has this undo token, or it is older than 30 days.',
      path: ['input', 'token'],
    };
    expect(await refused({ org: 'acme', token: 'gh_undo_nothing' })).toEqual(unknown);
    expect(await refused({ org: `other-${round}`, token: undoToken })).toEqual(unknown);
    await world.mutate('deleteOrg', { name: `other-${round}` }, '');
    const viewer = await world.as('VIEWER');
    expect(await viewer.refused('undoLifecycleChange', { token: undoToken }, '{ dryRun }')).toMatchObject({
      code: 'FORBIDDEN',
    });
    world.pass(30 * DAY);
    expect(await refused({ token: undoToken })).toEqual(unknown);
  });

  it('keeps the token nowhere', async () => {
    const { undoToken } = await act('deprecateProduct', { product: v1 });
    const kept = JSON.stringify([
      await world.database.prisma.lifecycleUndo.findMany(),
      (await world.database.prisma.auditEvent.findMany()).map(({ detail }) => detail),
    ]);
    expect(kept).not.toContain(undoToken);
  });
});

describe('undoing is refused, and says what has happened since', () => {
  it('when a product is in another state', async () => {
    const { undoToken } = await act('supersedeProduct', move);
    await act('retireProduct', { product: v1 });
    expect(await conflicts(undoToken)).toEqual([
      { code: 'CONFLICT', message: `${v1} is RETIRED now; the change had left it DEPRECATED.` },
    ]);
  });

  it('when a product was removed, or changed', async () => {
    const { undoToken: retired } = await act('retireProduct', { product: v1 });
    const { undoToken: staged } = await act('stageProduct', { product: v2, visibility: 'CUSTOM' });
    await act('stageProduct', { product: v2, visibility: 'AUTHENTICATED' });
    expect(await conflicts(staged)).toEqual([
      { code: 'CONFLICT', message: `${v2} was changed since: visibility.` },
    ]);
    await act('removeProduct', { product: v1 });
    expect(await conflicts(retired)).toContainEqual({
      code: 'NOT_FOUND',
      message: `${v1} is not in the catalog any more.`,
    });
  });

  it('when subscriptions are to go elsewhere, in the words of the management API', async () => {
    const { undoToken } = await act('supersedeProduct', move);
    await act('setMigrationTarget', { ...move, plans: [{ source: 'gold', target: 'silver' }] });
    expect(await conflicts(undoToken)).toEqual([
      { code: 'CONFLICT', message: `${v1} was changed since: migrationTarget.` },
    ]);
  });

  it('when a subscription was moved or ended, or its application deleted', async () => {
    const names: string[] = [];
    for (const each of ['Moved', 'Ended', 'Deleted'])
      names.push((await world.client(`${each} ${round}`, [v1, 'gold'])).name);
    const [moved = '', ended = '', deleted = ''] = names;
    const { undoToken } = await act('replaceProduct', move);
    const idOf = async (name: string) =>
      (await world.database.prisma.subscription.findFirstOrThrow({ where: { application: { name } } })).id;
    await world.mutate(
      'migrateSubscription',
      { id: await idOf(moved), product: v2, plan: 'silver' },
      '{ id }',
    );
    await world.mutate('deleteSubscription', { id: await idOf(ended) }, '');
    await world.mutate(
      'deleteApplication',
      { catalog: CATALOG, consumerOrg: 'consumers', name: deleted },
      '',
    );
    const found = await conflicts(undoToken);
    expect(found).toHaveLength(3);
    expect(found).toEqual(
      expect.arrayContaining([
        {
          code: 'CONFLICT',
          message: `The subscription of consumers/${moved} was changed since: it is ${v2} (silver) now.`,
        },
        { code: 'NOT_FOUND', message: `The subscription of consumers/${ended} to ${v2} was ended since.` },
        { code: 'NOT_FOUND', message: `The application consumers/${deleted} was deleted.` },
      ]),
    );
  });

  it('when the application of a subscription that had ended was deleted', async () => {
    const { name } = await world.client(`Alpha ${round}`, [v1, 'gold']);
    const { undoToken } = await act('retireProduct', { product: v1 });
    await world.mutate('deleteApplication', { catalog: CATALOG, consumerOrg: 'consumers', name }, '');
    expect(await conflicts(undoToken)).toEqual([
      { code: 'NOT_FOUND', message: `The application consumers/${name} was deleted.` },
    ]);
  });

  it('when somebody has subscribed to what would go back to Staged', async () => {
    const { name } = await world.client(`Alpha ${round}`, [v1, 'gold']);
    const { undoToken } = await act('supersedeProduct', move);
    await world.mutate('createSubscription', { ...address(name), product: v2, plan: 'silver' }, '{ id }');
    expect(await conflicts(undoToken)).toEqual([
      {
        code: 'IN_USE',
        message: `The subscription of consumers/${name} to ${v2} (silver) is newer than the change.`,
      },
    ]);
  });

  it('when an application has subscribed again to what its subscription would come back to', async () => {
    const { name } = await world.client(`Alpha ${round}`, [v1, 'gold']);
    await act('publishProduct', { product: v2 });
    await act('setMigrationTarget', move);
    const { undoToken } = await act('migrateSubscriptions', { product: v1 });
    await world.mutate('createSubscription', { ...address(name), product: v1, plan: 'bronze' }, '{ id }');
    expect(await conflicts(undoToken)).toEqual([
      {
        code: 'SUBSCRIPTION_EXISTS',
        message: `consumers/${name} has subscribed to ${v1} (bronze) since.`,
      },
    ]);
  });

  it('when the plan that a subscription would come back to is gone', async () => {
    await world.client(`Alpha ${round}`, [v1, 'bronze']);
    await act('publishProduct', { product: v2 });
    await act('setMigrationTarget', move);
    const { undoToken } = await act('migrateSubscriptions', { product: v1 });
    await world.mutate('deletePlan', { product: v1, name: 'bronze' }, '{ name }');
    await act('publishProduct', { product: v1 });
    expect(await conflicts(undoToken)).toEqual([
      { code: 'NOT_FOUND', message: `${v1} has no plan bronze any more, which subscriptions were on.` },
    ]);
  });

  it('when the name is taken again, or another product leads to what would go', async () => {
    const staged = await act('removeProduct', { product: v2 });
    const { undoToken } = await act('publishProduct', { product: v2 });
    expect(await conflicts(staged.undoToken)).toEqual([
      { code: 'NAME_TAKEN', message: `${v2} is in the catalog again.` },
    ]);
    await act('setMigrationTarget', move);
    expect(await conflicts(undoToken)).toEqual([
      { code: 'IN_USE', message: `The migration target of ${v1} would be gone.` },
    ]);
  });
});
