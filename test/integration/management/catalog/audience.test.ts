import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';

let world: CatalogWorld;

beforeEach(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  await world.product('customer:1.0.0', { publishTo: CATALOG });
  const owner = { username: 'dora', password: 'dora-password', email: 'dora@partner.example' };
  await world.mutate('createConsumerOrg', { catalog: CATALOG, title: 'Partners', owner });
  await world.mutate('createConsumerOrg', { catalog: CATALOG, title: 'Others' });
  await world.mutate('createConsumerGroup', { catalog: CATALOG, title: 'Gold', consumerOrgs: ['others'] });
});
afterEach(() => world.close());

const AUDIENCE = '{ consumerOrgs groups mailDomains }';
const PRODUCT = `product { visibility subscribability visibleTo ${AUDIENCE} subscribableBy ${AUDIENCE}
  planAudiences { plan visibleTo ${AUDIENCE} subscribableBy ${AUDIENCE} } }`;
const ANSWER = `{ dryRun ${PRODUCT} shutOutCount shutOut { consumerOrg act plan subscriptions } }`;
const set = (input: object) =>
  world.mutate('setProductAudience', { catalog: CATALOG, product: 'customer:1.0.0', ...input }, ANSWER);
const NOBODY = { consumerOrgs: [], groups: [], mailDomains: [] };
const PLAN = 'default-plan';

describe('setProductAudience', () => {
  it('says who sees a published product and its plans, and tells whom that shuts out', async () => {
    const answer = await set({
      visibility: 'CUSTOM',
      visibleTo: { groups: ['gold'], mailDomains: ['Partner.example'], consumerOrgs: ['partners'] },
      subscribability: 'CUSTOM',
      subscribableBy: { groups: ['gold'] },
      plans: [{ plan: PLAN, visibleTo: { consumerOrgs: ['partners'] } }],
    });
    expect(answer).toEqual({
      dryRun: false,
      product: {
        visibility: 'CUSTOM',
        subscribability: 'CUSTOM',
        visibleTo: { consumerOrgs: ['partners'], groups: ['gold'], mailDomains: ['partner.example'] },
        subscribableBy: { ...NOBODY, groups: ['gold'] },
        planAudiences: [
          { plan: PLAN, visibleTo: { ...NOBODY, consumerOrgs: ['partners'] }, subscribableBy: null },
        ],
      },
      shutOutCount: 3,
      shutOut: [
        { consumerOrg: 'consumers', act: 'SEE', plan: null, subscriptions: 0 },
        { consumerOrg: 'others', act: 'SEE', plan: PLAN, subscriptions: 0 },
        { consumerOrg: 'partners', act: 'SUBSCRIBE', plan: null, subscriptions: 0 },
      ],
    });
  });

  it('changes nothing with dryRun, and keeps what is left out', async () => {
    const draft = { visibility: 'CUSTOM', visibleTo: { groups: ['gold'] } };
    const answer = await world.changesNothing(() => set({ ...draft, dryRun: true }));
    expect(answer).toMatchObject({ dryRun: true, product: { visibility: 'CUSTOM' }, shutOutCount: 2 });
    await set(draft);
    expect(await set({ plans: [{ plan: PLAN, subscribableBy: { groups: ['gold'] } }] })).toMatchObject({
      product: {
        visibility: 'CUSTOM',
        visibleTo: { groups: ['gold'] },
        planAudiences: [{ visibleTo: null, subscribableBy: { groups: ['gold'] } }],
      },
      shutOut: [],
    });
    expect(await set({ plans: [{ plan: PLAN, subscribableBy: null }] })).toMatchObject({
      product: { planAudiences: [{ subscribableBy: null }] },
    });
  });

  it('leaves subscriptions as they are, and tells how many stay', async () => {
    await world.client('App', ['customer:1.0.0', PLAN]);
    const { shutOut } = await set({ visibility: 'CUSTOM' });
    expect(shutOut).toContainEqual({ consumerOrg: 'consumers', act: 'SEE', plan: null, subscriptions: 1 });
    expect(await world.database.prisma.subscription.count()).toBe(1);
  });

  it('holds for the subscriptions that a provider makes, too', async () => {
    await set({ subscribability: 'CUSTOM', subscribableBy: { mailDomains: ['partner.example'] } });
    const subscribe = async (consumerOrg: string) => {
      const address = { catalog: CATALOG, consumerOrg };
      await world.mutate('createApplication', { ...address, title: 'App' }, '{ clientKey }');
      return { ...address, application: 'app', product: 'customer:1.0.0', plan: PLAN };
    };
    expect(await world.refused('createSubscription', await subscribe('others'), '{ id }')).toMatchObject({
      status: 409,
      code: 'NOT_SUBSCRIBABLE',
      path: ['input', 'product'],
    });
    await world.mutate('createSubscription', await subscribe('partners'), '{ id }');
  });

  it('is taken over by a new version, and by its plans of the same name', async () => {
    const gold = { groups: ['gold'] };
    await set({ visibleTo: gold, plans: [{ plan: PLAN, visibleTo: gold }] });
    await world.product('customer:2.0.0', { publishTo: CATALOG });
    const copy = { catalog: CATALOG, product: 'customer:2.0.0' };
    expect(await world.mutate('setProductAudience', copy, ANSWER)).toMatchObject({
      product: { visibleTo: gold, planAudiences: [{ visibleTo: gold }] },
    });
    await world.mutate('publishProduct', copy, '{ dryRun }');
    expect(await world.mutate('setProductAudience', copy, ANSWER)).toMatchObject({
      product: { visibleTo: gold, planAudiences: [{ visibleTo: gold }] },
    });
  });

  it('keeps a group that it names from being deleted', async () => {
    await set({ plans: [{ plan: PLAN, visibleTo: { groups: ['gold'] } }] });
    const group = { catalog: CATALOG, name: 'gold' };
    expect(await world.refused('deleteConsumerGroup', group, '')).toMatchObject({
      status: 409,
      code: 'IN_USE',
      message: 'An audience of customer:1.0.0 names the group gold: take it out there first.',
      path: ['input', 'name'],
    });
  });

  it('lets in no consumer org of the name of one that is gone', async () => {
    await set({ visibility: 'CUSTOM', visibleTo: { consumerOrgs: ['partners'] } });
    await world.mutate('deleteConsumerOrg', { catalog: CATALOG, name: 'partners' }, '');
    await world.mutate('createConsumerOrg', { catalog: CATALOG, title: 'Partners' });
    expect(await set({})).toMatchObject({ product: { visibility: 'CUSTOM', visibleTo: NOBODY } });
  });

  it.each([
    [{ visibleTo: { consumerOrgs: ['nobody'] } }, [404, 'NOT_FOUND', ['input', 'visibleTo', 'consumerOrgs']]],
    [{ subscribableBy: { groups: ['silver'] } }, [404, 'NOT_FOUND', ['input', 'subscribableBy', 'groups']]],
    [
      { visibleTo: { mailDomains: ['@'] } },
      [400, 'BAD_USER_INPUT', ['input', 'visibleTo', 'mailDomains', 0]],
    ],
    [{ visibleTo: null }, [400, 'BAD_USER_INPUT', ['input', 'visibleTo']]],
    [{ product: 'customer:9.0.0' }, [404, 'NOT_FOUND', ['input', 'product']]],
    [{ plans: [{ plan: 'none', visibleTo: null }] }, [404, 'NOT_FOUND', ['input', 'plans', 0, 'plan']]],
    [{ plans: [{ plan: PLAN, visibleTo: {} }] }, [400, 'BAD_USER_INPUT', ['input', 'plans', 0, 'visibleTo']]],
  ] as const)('refuses %j, and changes nothing', async (input, [status, code, path]) => {
    const draft = { catalog: CATALOG, product: 'customer:1.0.0', ...input };
    const refused = await world.changesNothing(() => world.refused('setProductAudience', draft, ANSWER));
    expect(refused).toMatchObject({ status, code, path });
  });
});
