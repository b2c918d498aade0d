import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';

let world: CatalogWorld;
beforeEach(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  await world.product('customer:1.0.0', { publishTo: CATALOG });
});
afterEach(() => world.close());

const FORM = `{ subscriptionForm { fields { name label kind help required choices plans }
  terms { id name title version markdown url plans } } }`;
const target = { catalog: CATALOG, product: 'customer:1.0.0' };
const field = { name: 'use-case', label: 'Use case', required: true };
const terms = { name: 'terms', title: 'Terms', version: '1', url: 'https://acme.example/terms' };
const set = (input: object) => world.mutate('setSubscriptionForm', { ...target, ...input }, FORM);

describe('setSubscriptionForm', () => {
  it('sets what a product asks of subscribers, in any state, with an audit event that tells both forms', async () => {
    const asked = await set({ fields: [field], terms: [{ ...terms, plans: ['default-plan'] }] });
    expect(asked).toEqual({
      subscriptionForm: {
        fields: [{ ...field, kind: 'TEXT', help: null, choices: [], plans: [] }],
        terms: [
          { ...terms, id: expect.stringMatching(/^[0-9a-f]{20}$/), markdown: null, plans: ['default-plan'] },
        ],
      },
    });
    const { prisma } = world.database;
    const event = await prisma.auditEvent.findFirstOrThrow({ orderBy: { at: 'desc' } });
    expect(event).toMatchObject({ action: 'setSubscriptionForm', subject: 'customer:1.0.0' });
    expect(JSON.stringify(event.detail)).toContain('https://acme.example/terms');
    expect(await set({})).toEqual({ subscriptionForm: null });
  });

  it('is taken over by a new version, and stays when the product is published again', async () => {
    const form = await set({ fields: [field] });
    await world.product('customer:2.0.0', { publishTo: CATALOG });
    expect(await world.inCatalog('customer:2.0.0', FORM)).toEqual(form);
    await world.lifecycle('publishProduct', { product: 'customer:1.0.0' });
    expect(await world.inCatalog('customer:1.0.0', FORM)).toEqual(form);
  });

  it('asks nothing of a provider who subscribes an application', async () => {
    await set({ fields: [field], terms: [terms] });
    await world.client('App', ['customer:1.0.0', 'default-plan']);
    expect(await world.database.prisma.subscription.findMany()).toMatchObject([{ formAnswers: null }]);
  });

  it.each([
    [{ fields: [{ ...field, plans: ['gold'] }] }, [404, 'NOT_FOUND', ['input', 'fields', 0, 'plans']]],
    [{ terms: [{ ...terms, plans: ['gold'] }] }, [404, 'NOT_FOUND', ['input', 'terms', 0, 'plans']]],
    [{ fields: [{ ...field, name: '' }] }, [400, 'BAD_USER_INPUT', ['input', 'fields', 0, 'name']]],
    [{ terms: [{ ...terms, url: null }] }, [400, 'BAD_USER_INPUT', ['input', 'terms', 0]]],
    [{ product: 'customer:9.0.0' }, [404, 'NOT_FOUND', ['input', 'product']]],
  ] as const)('refuses %j, and changes nothing', async (input, [status, code, path]) => {
    const draft = { ...target, ...input };
    const refused = await world.changesNothing(() => world.refused('setSubscriptionForm', draft, FORM));
    expect(refused).toMatchObject({ status, code, path });
  });
});
