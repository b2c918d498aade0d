import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { type ConsoleWorld, consoleOf, readPage, type Visitor } from '../../support/console.ts';
import { fieldErrorsOf, fieldOf } from '../../support/page-elements.ts';

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  await world.api('customerdb:1.0.0');
  await world.product('customer:1.0.0', { publishTo: CATALOG });
  person = await world.signedIn();
});
afterAll(() => world.close());

const PATH = `/console/catalogs/acme/${CATALOG}/forms/customer/1.0.0`;
const read = (path = PATH, visitor = person) => readPage(visitor.get(path));
const send = (fields: Record<string, string>, visitor = person) => readPage(visitor.submit(PATH, fields));
const field = { part: 'field', of: '', action: 'save', name: 'use-case', label: '<i>Use</i>', kind: 'TEXT' };
const FORM = '{ subscriptionForm { fields { name label required plans } terms { name version url } } }';

describe('the page of a subscription form', () => {
  it('is a link away from the product', async () => {
    expect((await read('/console/products/acme/customer/1.0.0')).links).toContain(PATH);
    expect((await read()).text).toContain('There are no fields yet.');
    expect((await read(PATH.replace('1.0.0', '9.0.0'))).status).toBe(404);
  });

  it('adds, changes and deletes fields and terms', async () => {
    expect((await send(field)).location).toBe(`${PATH}?done=subscriptionForm`);
    const terms = { part: 'terms', of: '', action: 'save', name: 'terms', title: 'Terms', version: '1' };
    await send({ ...terms, url: 'https://acme.example/terms' });
    const changed = { ...field, of: 'use-case', required: 'true', plans: 'default-plan' };
    await send(changed);
    expect(await world.inCatalog('customer:1.0.0', FORM)).toEqual({
      subscriptionForm: {
        fields: [{ name: 'use-case', label: '<i>Use</i>', required: true, plans: ['default-plan'] }],
        terms: [{ name: 'terms', version: '1', url: 'https://acme.example/terms' }],
      },
    });
    const page = await read(`${PATH}?field=use-case`);
    expect(fieldOf(page, 'Label').value).toBe('<i>Use</i>');
    expect(page.html).not.toContain('<i>Use</i>');
    await send({ part: 'terms', of: 'terms', action: 'delete' });
    expect(await world.inCatalog('customer:1.0.0', FORM)).toMatchObject({ subscriptionForm: { terms: [] } });
  });

  it('shows a refused form again, with what is wrong beside the field', async () => {
    const page = await send({ ...field, name: 'Use Case', label: 'Another' });
    expect(page.status).toBe(400);
    expect(fieldErrorsOf(page)).toHaveLength(1);
    expect(fieldOf(page, 'Label').value).toBe('Another');
  });

  it('shows answers with what waits for approval, and on the page of the subscription', async () => {
    const { name } = await world.client('Answering', ['customer:1.0.0', 'default-plan']);
    const at = '2027-01-01T10:00:00.000Z';
    const terms = {
      id: 'x',
      name: 'terms',
      title: 'Terms',
      version: '1',
      acceptedBy: 'carol',
      acceptedAt: at,
    };
    const given = { answers: [{ field: 'use-case', label: 'Use', value: '<u>Maps</u>' }], terms: [terms] };
    await world.database.prisma.subscription.updateMany({
      data: { state: 'PENDING_APPROVAL', formAnswers: toStore(given) },
    });
    const application = `/console/catalogs/acme/${CATALOG}/consumers/consumers/${name}`;
    for (const path of [application, `${application}/subscriptions/customer/1.0.0`]) {
      const page = await read(path);
      expect(page.text).toMatch(/Use &lt;u&gt;Maps&lt;\/u&gt; Accepted terms Terms, 1 Accepted by carol on/);
      expect(page.html).not.toContain('<u>Maps');
    }
  });
});
