import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';

const PRICE = 'price { id currency amount charges { counts included unitPrice per } }';
const gold = {
  currency: 'EUR',
  amount: '49',
  charges: [{ included: 100_000, unitPrice: '0.20', per: 1000 }],
};
const stored = {
  id: expect.stringMatching(/^[0-9a-f]{20}$/),
  currency: 'EUR',
  amount: '49.00',
  charges: [{ counts: 'CALLS', included: 100_000, unitPrice: '0.2', per: 1000 }],
};
const CHANGE = '{ undoToken warnings { code message subject } }';
type Change = { undoToken: string; warnings: { code: string; message: string; subject: string }[] };

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
});
afterAll(() => world.close());

const setPrice = (product: string, price: object | null) =>
  world.mutate(
    'updatePlan',
    { product, name: 'gold', plan: { title: 'Gold', price } },
    `{ plans { ${PRICE} } }`,
  );
const priceIn = async (product: string) => {
  const document = `query ($catalog: String!, $product: VersionedName!) {
    catalogProduct(catalog: $catalog, product: $product) { plans { ${PRICE} } } }`;
  const found = await world.query<{ catalogProduct: { plans: [{ price: unknown }] } }>(document, {
    catalog: CATALOG,
    product,
  });
  return found.catalogProduct.plans[0].price;
};

describe('the price of a plan', () => {
  it('is exact, and a copy in a catalog keeps it when the draft changes', async () => {
    await world.product('priced:1.0.0', { plans: [{ title: 'Gold', price: gold }], publishTo: CATALOG });
    expect(await setPrice('priced:1.0.0', null)).toEqual({ plans: [{ price: null }] });
    expect(await priceIn('priced:1.0.0')).toEqual(stored);
    expect(await setPrice('priced:1.0.0', gold)).toEqual({ plans: [{ price: stored }] });
  });

  it('is refused where it makes no sense, with the member at fault', async () => {
    await world.product('refused:1.0.0', { plans: [{ title: 'Gold' }] });
    const { status, errors } = await world.send(
      'mutation ($input: UpdatePlanInput!) { updatePlan(input: $input) { name } }',
      {
        input: {
          product: 'refused:1.0.0',
          name: 'gold',
          plan: { title: 'Gold', price: { ...gold, amount: '49.005' } },
        },
      },
    );
    expect(status).toBe(400);
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining('an amount of EUR has at most 2 digits after the point'),
      extensions: { code: 'BAD_USER_INPUT', path: ['input', 'plan', 'price', 'amount'] },
    });
  });

  it('warns whoever publishes a dearer one, and an undo gives the old one back', async () => {
    await world.product('dearer:1.0.0', { plans: [{ title: 'Gold' }], publishTo: CATALOG });
    await world.client('Buyer', ['dearer:1.0.0', 'gold']);
    await setPrice('dearer:1.0.0', gold);
    const { warnings, undoToken } = (await world.lifecycle(
      'publishProduct',
      { product: 'dearer:1.0.0' },
      CHANGE,
    )) as unknown as Change;
    expect(warnings).toEqual([
      {
        code: 'DEARER_PRICE',
        subject: 'gold',
        message:
          'gold of dearer:1.0.0 as published costs nothing; gold of dearer:1.0.0 as edited costs 49.00 EUR a month and 100000 calls included, then 0.2 EUR for 1000 calls. A subscriber pays the old price until a member accepts the new one in the portal. It touches 1 application: consumers/buyer.',
      },
    ]);
    expect(await priceIn('dearer:1.0.0')).toEqual(stored);
    await world.mutate('undoLifecycleChange', { token: undoToken }, '{ dryRun }');
    expect(await priceIn('dearer:1.0.0')).toBeNull();
  });

  it('is no warning where it is not dearer', async () => {
    await world.product('cheaper:1.0.0', { plans: [{ title: 'Gold', price: gold }], publishTo: CATALOG });
    await setPrice('cheaper:1.0.0', { ...gold, amount: '39' });
    const { warnings } = (await world.lifecycle(
      'publishProduct',
      { product: 'cheaper:1.0.0' },
      CHANGE,
    )) as unknown as Change;
    expect(warnings).toEqual([]);
  });

  it('is in the audit before and after', async () => {
    await world.product('audited:1.0.0', { plans: [{ title: 'Gold' }] });
    await setPrice('audited:1.0.0', gold);
    const { detail } = await world.database.prisma.auditEvent.findFirstOrThrow({
      where: { action: 'updatePlan', subject: 'audited:1.0.0' },
      orderBy: { id: 'desc' },
    });
    const { id: _id, ...price } = stored;
    expect(JSON.stringify(detail)).toContain('"amount":"49.00"');
    expect(detail).toMatchObject({ price });
  });
});
