// What counts as the change that was reviewed: what makes a request stale, and what does not.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import {
  act,
  askBehind,
  proposalOf,
  propose,
  refusedAct,
  requestOf,
} from '../../../support/change-requests.ts';
import type { ManagementClient, Variables } from '../../../support/management.ts';

let world: CatalogWorld;
let ada: ManagementClient;
let bob: ManagementClient;
let round = 0;
let api: string;
let graph: string;
let old: string;
let product: string;
let supersede: Variables;

beforeAll(async () => {
  world = await openCatalog();
  ada = await world.as('DEVELOPER');
  bob = await world.as('DEVELOPER');
});
afterAll(() => world.close());
beforeEach(async () => {
  round += 1;
  [api, graph] = [`things-${round}:1.0.0`, `graph-${round}:1.0.0`];
  [old, product] = [`customer-${round}:1.0.0`, `customer-${round}:2.0.0`];
  await world.mutate('createApi', {
    openapi: documentOf('first'),
    name: api.split(':')[0],
    targetUrl: 'http://127.0.0.1:8091/v1',
  });
  await world.api(graph, { kind: 'GRAPHQL' });
  await schema('type Query { a: Int }');
  await world.product(old, { apis: [api], publishTo: CATALOG });
  await world.product(product, { apis: [api, graph] });
  supersede = {
    catalog: CATALOG,
    old,
    new: product,
    plans: [{ source: 'default-plan', target: 'default-plan' }],
  };
});

const documentOf = (summary: string) => ({
  openapi: '3.0.3',
  info: { title: 'Things', version: '1.0.0' },
  paths: { '/things': { get: { summary, responses: { 200: { description: 'ok' } } } } },
});
const schema = (sdl: string) =>
  world.database.prisma.api.updateMany({
    where: { orgId: world.orgId, name: graph.split(':')[0] ?? '' },
    data: { sdl },
  });
const publish = () => proposalOf('publishProduct', { catalog: CATALOG, product });

/** What happens between the review of a publication and its commit. */
const moves: Readonly<Record<string, () => Promise<unknown>>> = {
  'the title of the draft': () => world.mutate('updateProduct', { product, title: 'Another' }),
  'a limit of its plan': () =>
    world.mutate('updatePlan', {
      product,
      name: 'default-plan',
      plan: { title: 'Default Plan', rateLimit: 7 },
    }),
  'the document of its API': () => world.mutate('updateApi', { api, openapi: documentOf('second') }),
  'the schema of its GraphQL API': () => schema('type Query { a: Int b: Int }'),
  'its APIs': () => world.mutate('updateProduct', { product, apis: [api] }),
  'who may see it': () => world.mutate('updateProduct', { product, visibility: 'AUTHENTICATED' }),
  'that it was published by another way': () => world.lifecycle('publishProduct', { product }),
};

describe('a publication is stale after a change of', () => {
  it.each(Object.entries(moves))('%s', async (_what, move) => {
    const { number } = await propose(ada, publish());
    await move();
    const before = JSON.stringify(await world.states());
    expect(await refusedAct(bob, 'commitChange', { number })).toMatchObject({
      status: 409,
      code: 'CHANGE_STALE',
    });
    expect(withoutAudit(JSON.stringify(await world.states()))).toBe(withoutAudit(before));
    const { state, moved } = await requestOf(world, number);
    expect(state).toBe('STALE');
    expect(moved.length).toBeGreaterThan(0);
  });
});

/** The end of the request is audited, and is all that a stale one leaves. */
const withoutAudit = (states: string) => states.replace(/"audit":\d+/, '');

describe('a succession is committed as it was reviewed after', () => {
  const others: Readonly<Record<string, () => Promise<unknown>>> = {
    'a day': async () => world.pass(86_400_000),
    'a change of another product': () =>
      world.product(`other-${round}:1.0.0`, { apis: [api], publishTo: CATALOG }),
    'a subscription, which is only offered the move': () =>
      world.client(`App ${round}`, [old, 'default-plan']),
    'an edit of the draft, whose copy is staged already': () =>
      world.mutate('updateProduct', { product, title: 'Another' }),
  };
  it.each(Object.entries(others))('%s', async (_what, happen) => {
    await world.lifecycle('stageProduct', { product });
    const { number } = await propose(ada, proposalOf('supersedeProduct', supersede));
    await happen();
    expect(await act(bob, 'commitChange', { number })).toMatchObject({ state: 'DONE' });
    expect(await world.inCatalog(old, '{ state }')).toEqual({ state: 'DEPRECATED' });
  });
});

describe('a person', () => {
  async function personWithToken(email: string, role: 'ADMINISTRATOR' | 'DEVELOPER' = 'DEVELOPER') {
    const { prisma } = world.database;
    const { id: userId } = await prisma.user.create({ data: { email } });
    const { id } = await prisma.membership.create({
      data: { userId, orgId: world.orgId, role, state: 'ENABLED' },
    });
    const tokens = await Promise.all(
      ['one', 'other'].map(async (which) => {
        const token = world.deps.secrets.issue('gh_');
        const data = {
          orgId: world.orgId,
          membershipId: id,
          role,
          tokenHash: world.deps.secrets.hash(token),
        };
        await prisma.accessToken.create({ data: { ...data, name: `${email.split('@')[0]}-${which}` } });
        return world.withToken(token);
      }),
    );
    return { membershipId: id, clients: tokens as [ManagementClient, ManagementClient] };
  }

  it('does not approve their own request by another of their tokens', async () => {
    const { clients } = await personWithToken(`carol-${round}@acme.example`);
    const { number, hash } = await propose(clients[0], publish());
    expect(await refusedAct(clients[1], 'approveChange', { number, hash })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(await act(bob, 'approveChange', { number, hash })).toMatchObject({ state: 'APPROVED' });
  });

  it('who was suspended, or may only read by then, changes nothing any more', async () => {
    const { prisma } = world.database;
    for (const [index, data] of [{ state: 'SUSPENDED' }, { role: 'VIEWER' }].entries()) {
      const { membershipId, clients } = await personWithToken(`dave-${round}-${index}@acme.example`);
      const { number } = await propose(clients[0], publish());
      await prisma.membership.update({ where: { id: membershipId }, data: data as { role: 'VIEWER' } });
      expect(await refusedAct(bob, 'commitChange', { number })).toMatchObject({
        status: 403,
        code: 'FORBIDDEN',
      });
      expect(await requestOf(world, number)).toMatchObject({
        state: 'FAILED',
        failure: { code: 'FORBIDDEN' },
      });
    }
  });

  it('who is suspended while a commit waits for its turn changes nothing by it', async () => {
    const { membershipId, clients } = await personWithToken(`frank-${round}@acme.example`);
    const { number } = await propose(clients[0], publish());
    const commit = () => refusedAct(bob, 'commitChange', { number });
    const suspend = () =>
      world.database.prisma.membership.update({ where: { id: membershipId }, data: { state: 'SUSPENDED' } });
    expect(await askBehind(world, commit, suspend)).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(await commit()).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await requestOf(world, number)).toMatchObject({ state: 'FAILED' });
  });

  it('who loses their token while their commit waits for its turn commits nothing', async () => {
    const { membershipId, clients } = await personWithToken(`grace-${round}@acme.example`);
    const { number } = await propose(ada, publish());
    const commit = () => refusedAct(clients[0], 'commitChange', { number });
    const revoke = () => world.database.prisma.accessToken.deleteMany({ where: { membershipId } });
    expect(await askBehind(world, commit, revoke)).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await act(bob, 'commitChange', { number })).toMatchObject({ state: 'DONE' });
  });

  it('whose token ended in time is still their proposer; a token of nobody is not', async () => {
    const { prisma } = world.database;
    const { clients } = await personWithToken(`erin-${round}@acme.example`);
    const expiresAt = new Date(world.deps.clock().getTime() + 3_600_000);
    await prisma.accessToken.updateMany({ where: { name: `erin-${round}-one` }, data: { expiresAt } });
    const nobodys = await world.as('DEVELOPER');
    const first = await propose(clients[0], publish());
    const { proposedBy } = await propose(nobodys, publish());
    await prisma.accessToken.updateMany({
      where: { name: proposedBy.replace('token:', '') },
      data: { expiresAt },
    });
    const second = await propose(nobodys, publish());
    world.pass(3_600_001);
    expect(await refusedAct(bob, 'commitChange', { number: second.number })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(await act(bob, 'commitChange', { number: first.number })).toMatchObject({ state: 'DONE' });
  });
});
