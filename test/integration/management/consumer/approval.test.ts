import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { watchStatements } from '../../../support/statements.ts';

const catalogInput = { catalog: CATALOG, consumerOrg: 'consumers' };
const SUBSCRIPTION = '{ id state rejectionReason product { version } plan { name } }';
const PENDING = `query ($catalog: String!) {
  pendingSubscriptions(catalog: $catalog) { id application { name } plan { name } } }`;

type Subscription = { readonly id: string; readonly state: string; readonly rejectionReason: string | null };

let world: CatalogWorld;
let made = 0;

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  const plans = [{ title: 'Free' }, { title: 'Asked For', approvalRequired: true }];
  for (const product of ['customer:1.0.0', 'other:1.0.0'])
    await world.product(product, { plans, publishTo: CATALOG });
});
afterAll(() => world.close());
afterEach(() => world.database.prisma.application.deleteMany());
afterEach(() => expect(world.faults, 'no refusal was a fault').toEqual([]));

const subscribe = (application: string, plan = 'asked-for', product = 'customer:1.0.0') =>
  world.mutate<Subscription>(
    'createSubscription',
    { ...catalogInput, application, product, plan },
    SUBSCRIPTION,
  );
/** A new application that waits for approval. */
async function waiting() {
  made += 1;
  const { name } = await world.client(`Client ${made}`);
  return { application: name, ...(await subscribe(name)) };
}
const approve = (id: string) => world.mutate<Subscription>('approveSubscription', { id }, SUBSCRIPTION);
const reject = (id: string, reason?: string) =>
  world.mutate<Subscription>('rejectSubscription', { id, reason }, SUBSCRIPTION);
const pending = async () =>
  (await world.query<{ pendingSubscriptions: { id: string }[] }>(PENDING, { catalog: CATALOG }))
    .pendingSubscriptions;
const lastEvent = () => world.database.prisma.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } });

describe('pendingSubscriptions', () => {
  it('are those that wait, the one that waits longest first, until they are decided upon', async () => {
    const [first, second] = [await waiting(), await waiting()];
    await subscribe((await world.client('Free')).name, 'free');
    expect(await pending()).toEqual(
      [first, second].map(({ id, application }) => ({
        id,
        application: { name: application },
        plan: { name: 'asked-for' },
      })),
    );
    await approve(first.id);
    await reject(second.id);
    expect(await pending()).toEqual([]);
  });

  it('are those of all catalogs of the org, unless one is named', async () => {
    await world.mutate('createCatalog', { title: 'Empty' });
    const { id } = await waiting();
    const inAll = '{ pendingSubscriptions { id product { catalog { name } } } }';
    expect(await world.query(inAll)).toEqual({
      pendingSubscriptions: [{ id, product: { catalog: { name: CATALOG } } }],
    });
    expect(await world.query(PENDING, { catalog: 'empty' })).toEqual({ pendingSubscriptions: [] });
    await reject(id);
  });

  it('are found by what waits, among any number that do not: one statement where there is none, and pages otherwise', async () => {
    const free = await subscribe((await world.client('Free')).name, 'free');
    const ids = '{ pendingSubscriptions(catalog: $catalog, first: 1, offset: $offset) { id } }';
    const statements = watchStatements();
    expect(await pending()).toEqual([]);
    const ofSubscriptions = statements.filter(({ text }) =>
      /"(Subscription|CatalogPlan|Application)"/.test(text),
    );
    expect(ofSubscriptions.map(({ rows }) => rows)).toEqual([0]);
    expect(ofSubscriptions[0]?.text).toContain('UNION');
    const [first, second] = [await waiting(), await waiting()];
    const page = (offset: number) =>
      world.query(`query ($catalog: String!, $offset: Int!) ${ids}`, { catalog: CATALOG, offset });
    expect(await page(0)).toEqual({ pendingSubscriptions: [{ id: first.id }] });
    expect(await page(1)).toEqual({ pendingSubscriptions: [{ id: second.id }] });
    expect(await page(2)).toEqual({ pendingSubscriptions: [] });
    expect([first.id, second.id]).not.toContain(free.id);
  });

  it('are of a catalog that there is', async () => {
    expect(await world.send(PENDING, { catalog: 'nowhere' })).toMatchObject({
      status: 404,
      errors: [{ extensions: { code: 'NOT_FOUND', path: ['catalog'] } }],
    });
  });
});

describe('approveSubscription', () => {
  it('makes the subscription active; the audit keeps who, what, before and after', async () => {
    const { id, application } = await waiting();
    expect(await approve(id)).toMatchObject({ id, state: 'ACTIVE', rejectionReason: null });
    expect(await lastEvent()).toMatchObject({
      actor: expect.stringMatching(/^token:/),
      action: 'approveSubscription',
      subject: id,
      detail: {
        application: `consumers/${application}`,
        product: 'customer:1.0.0',
        plan: 'asked-for',
        before: { [`subscription ${id}`]: { state: 'PENDING_APPROVAL' } },
        after: { [`subscription ${id}`]: { state: 'ACTIVE' } },
      },
    });
  });
});

describe('rejectSubscription', () => {
  it('says why, where a reason is given', async () => {
    const { id } = await waiting();
    const rejected = { id, state: 'REJECTED', rejectionReason: 'Ask for Free first.' };
    expect(await reject(id, 'Ask for Free first.')).toMatchObject(rejected);
    expect(await lastEvent()).toMatchObject({
      action: 'rejectSubscription',
      detail: {
        before: { [`subscription ${id}`]: { state: 'PENDING_APPROVAL', rejectionReason: null } },
        after: { [`subscription ${id}`]: { state: 'REJECTED', rejectionReason: 'Ask for Free first.' } },
        reason: 'Ask for Free first.',
      },
    });
    expect(await reject((await waiting()).id)).toMatchObject({ state: 'REJECTED', rejectionReason: null });
  });

  it('tells its reason in the event and in the notice, and that there is none', async () => {
    const { prisma } = world.database;
    const last = { orderBy: { id: 'desc' }, select: { detail: true } } as const;
    for (const reason of ['Ask for Free first.', undefined]) {
      const { id } = await waiting();
      const { detail: asked } = await prisma.event.findFirstOrThrow(last);
      expect(asked).not.toHaveProperty('reason');
      await reject(id, reason);
      const told = { change: 'CHANGED', id, state: 'REJECTED', reason: reason ?? null };
      expect(await prisma.event.findFirstOrThrow(last)).toMatchObject({ detail: told });
      expect(await prisma.notice.findFirstOrThrow(last)).toMatchObject({ detail: told });
    }
  });

  it.each([
    ['blank', ' '],
    ['of more than 500 characters', 'x'.repeat(501)],
  ])('refuses a reason that is %s', async (_what, reason) => {
    const { id } = await waiting();
    expect(
      await world.changesNothing(() => world.refused('rejectSubscription', { id, reason }, '{ id }')),
    ).toMatchObject({ status: 400, code: 'BAD_USER_INPUT', path: ['input', 'reason'] });
  });

  it('lets its application subscribe once more, on any plan', async () => {
    const { id, application } = await waiting();
    await reject(id, 'Not this one.');
    const again = await subscribe(application);
    expect(again).toMatchObject({ state: 'PENDING_APPROVAL', rejectionReason: null });
    expect(again.id).not.toBe(id);
    await reject(again.id);
    expect(await subscribe(application, 'free')).toMatchObject({ state: 'ACTIVE' });
  });

  it('leaves room for a subscription that moves there', async () => {
    const { id, application } = await waiting();
    await reject(id);
    const other = await subscribe(application, 'free', 'other:1.0.0');
    const input = { id: other.id, product: 'customer:1.0.0', plan: 'asked-for' };
    expect(await world.mutate('migrateSubscription', input, SUBSCRIPTION)).toMatchObject({
      id: other.id,
      state: 'ACTIVE',
      plan: { name: 'asked-for' },
    });
  });
});

describe('a subscription that waits', () => {
  it('waits on when it is moved, also to a plan that asks for no approval', async () => {
    const { id } = await waiting();
    const input = { id, product: 'other:1.0.0', plan: 'free' };
    expect(await world.mutate('migrateSubscription', input, SUBSCRIPTION)).toMatchObject({
      id,
      state: 'PENDING_APPROVAL',
    });
  });

  it('is in the way of another one, and the refusal says that it waits', async () => {
    const { application } = await waiting();
    const input = { ...catalogInput, application, product: 'customer:1.0.0', plan: 'free' };
    expect(
      await world.changesNothing(() => world.refused('createSubscription', input, '{ id }')),
    ).toMatchObject({
      status: 409,
      code: 'SUBSCRIPTION_EXISTS',
      message:
        'The application has asked for customer:1.0.0 already, on the plan asked-for: it waits for approval.',
    });
  });

  it('approved and rejected at once, is one of them, and the others are told', async () => {
    const { id } = await waiting();
    const send = (field: string) =>
      world.send(`mutation ($id: ID!) { ${field}(input: { id: $id }) { state } }`, { id });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        send(index % 2 === 0 ? 'approveSubscription' : 'rejectSubscription'),
      ),
    );
    const { state } = await world.database.prisma.subscription.findUniqueOrThrow({ where: { id } });
    const [won, ...others] = answers.toSorted((a, b) => a.errors.length - b.errors.length);
    expect(Object.values(won?.data ?? {})).toEqual([{ state }]);
    for (const { status, errors } of others)
      expect([status, errors[0]?.extensions.code]).toEqual([409, 'TRANSITION_REFUSED']);
  });
});

describe.each(['approveSubscription', 'rejectSubscription'])('%s', (field) => {
  it.each(['ACTIVE', 'REJECTED'])('refuses a subscription that is %s', async (state) => {
    const { id } = await waiting();
    await (state === 'ACTIVE' ? approve(id) : reject(id));
    expect(await world.changesNothing(() => world.refused(field, { id }, '{ id }'))).toEqual({
      status: 409,
      code: 'TRANSITION_REFUSED',
      message: `The subscription is ${state}; ${field.replace('Subscription', '')} is for one that is PENDING_APPROVAL.`,
      path: ['input', 'id'],
    });
  });

  it('refuses what is no subscription of the org', async () => {
    for (const id of ['nothing', '0195a3c2-7a10-7f3e-8a5b-0123456789ab'])
      expect(await world.changesNothing(() => world.refused(field, { id }, '{ id }'))).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
        path: ['input', 'id'],
      });
  });

  it('needs the role DEVELOPER', async () => {
    const { id } = await waiting();
    const viewer = await world.as('VIEWER');
    expect(await viewer.refused(field, { id }, '{ id }')).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await (await world.as('DEVELOPER')).mutate(field, { id }, '{ id }')).toEqual({ id });
  });
});
