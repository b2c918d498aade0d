import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import {
  type ConsoleWorld,
  consoleOf,
  type FormFields,
  readPage,
  type Visitor,
} from '../../support/console.ts';
import {
  byRole,
  fieldErrorsOf,
  fieldOf,
  fieldsOf,
  type PageElement,
  postButtonsOf,
} from '../../support/page-elements.ts';

const PAGE = '/console/products/acme/weather/1.0.0';

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  person = await world.signedIn();
  await world.api('weather:1.0.0');
  await world.mutate('createProduct', {
    title: 'Weather',
    apis: ['weather:1.0.0'],
    plans: [{ title: 'Free', rateLimit: 10 }],
    publishTo: CATALOG,
  });
});
afterAll(() => world.close());

const page = (visitor = person) => readPage(visitor.get(PAGE));
const send = (fields: FormFields, visitor = person) => readPage(visitor.submit(PAGE, fields));
const plans = () =>
  world
    .query<{ product: { plans: unknown[] } }>(
      '{ product(product: "weather:1.0.0") { plans { name title summary description tags links { title url } rateLimit rateLimitUnit approvalRequired } } }',
    )
    .then(({ product }) => product.plans);
const free = {
  name: 'free',
  title: 'Free',
  summary: null,
  description: null,
  tags: [],
  links: [],
  rateLimit: 10,
  rateLimitUnit: 'HOUR',
  approvalRequired: false,
};

describe('the page of a product', () => {
  it('has its plans, its copies in catalogs, its APIs and what became of it', async () => {
    const { status, text, links } = await page();
    expect(status).toBe(200);
    expect(text).toContain('Weather 1.0.0');
    expect(text).toMatch(/Free free 10 calls an hour, 100 at the same time/);
    expect(text).toMatch(
      /Sandbox Published 0 subscriptions See it in the portal weather:1.0.0 in Sandbox Same as the draft\. Documents of APIs are not compared\./,
    );
    expect(text).toMatch(/History .*created the product Weather 1\.0\.0/);
    expect(links).toContain('/console/apis/acme/weather/1.0.0');
    expect((await readPage(person.get('/console/products/acme/weather/2.0.0'))).status).toBe(404);
  });

  it('changes a plan on its card, adds another and deletes it, and shows what publishing again would change', async () => {
    const added = await send({
      action: 'savePlan',
      plan: '',
      title: 'Gold',
      summary: 'The large one.',
      description: 'For **shops**.',
      tags: 'new\nfast',
      links: 'Terms of Gold https://example.com/terms',
      rateLimit: '',
      approvalRequired: 'yes',
    });
    expect(added).toMatchObject({ status: 303, location: `${PAGE}?done=productSaved` });
    const gold = {
      name: 'gold',
      title: 'Gold',
      summary: 'The large one.',
      description: 'For **shops**.',
      tags: ['new', 'fast'],
      links: [{ title: 'Terms of Gold', url: 'https://example.com/terms' }],
      rateLimit: null,
      rateLimitUnit: 'HOUR',
      approvalRequired: true,
    };
    expect(await plans()).toEqual([free, gold]);
    const changed = {
      action: 'savePlan',
      plan: 'free',
      title: 'Free',
      rateLimit: '20',
      rateLimitUnit: 'MINUTE',
    };
    expect((await send(changed)).status).toBe(303);
    expect(await plans()).toEqual([{ ...free, rateLimit: 20, rateLimitUnit: 'MINUTE' }, gold]);
    expect((await page()).text).toMatch(
      /− Plan Free: 10 calls an hour.* \+ Plan Free: 20 calls a minute.* \+ Plan Gold: No limit but 100 at the same time, with approval \+ Plan Gold: The large one\. \+ Plan Gold: For \*\*shops\*\*\. \+ Plan Gold: new \+ Plan Gold: fast \+ Plan Gold: Terms of Gold https:\/\/example\.com\/terms/,
    );
    const german = await world.signedIn();
    await german.submit('/console/language', { language: 'de' });
    expect((await page(german)).text).toMatch(
      /− Plan Free: 10 Aufrufe pro Stunde.* \+ Plan Gold: Unbegrenzt, aber 100 gleichzeitig, mit Freigabe .*Was damit geschah .*hat einen Plan von Weather 1\.0\.0 angelegt/,
    );
    expect((await send({ action: 'deletePlan', plan: 'gold' })).status).toBe(303);
    expect((await send({ ...changed, rateLimit: '10', rateLimitUnit: 'HOUR' })).status).toBe(303);
    expect(await plans()).toEqual([free]);
  });

  it('takes further limits a line each, shows them, and keeps their names', async () => {
    const limits =
      'fair: 2 calls per second\nmeasure 900 calls per month in Europe/Berlin\n500 calls per 10 minutes of GET /weather, POST /weather';
    const form = {
      action: 'savePlan',
      plan: 'free',
      title: 'Free',
      rateLimit: '1000',
      rateLimitUnit: 'HOUR',
    };
    expect((await send({ ...form, limits })).status).toBe(303);
    const shown = await page();
    expect(shown.text).toContain(
      '1,000 calls an hour, 2 calls a second, measured: 900 calls a month (Europe/Berlin), 500 calls every 10 minutes of GET /weather, POST /weather, 100 at the same time',
    );
    const [field] = fieldsOf(byRole(shown, 'article', 'Plan Free'), 'Further limits');
    expect(field?.value).toBe(limits.replaceAll('\n', ' '));

    const refused = await send({ ...form, limits: '2 calls per fortnight' });
    expect(refused.status).toBe(400);
    expect(fieldErrorsOf(byRole(refused, 'article', 'Plan Free'))).toEqual([
      '"2 calls per fortnight" is no limit: write it as "10 calls per second", "500 of cost per 10 minutes", "100000 calls per month in Europe/Berlin" or "2 calls per hour of GET /reports".',
    ]);
    expect((await send({ ...form, rateLimit: '10' })).status).toBe(303);
    expect(await plans()).toEqual([free]);
  });

  it('shows and takes decimals as the language of the page writes them, and refuses those of another one', async () => {
    const form = { action: 'savePlan', plan: 'free', title: 'Free', rateLimit: '10', currency: 'EUR' };
    const charges = { en: '0.05 per call after 100', de: '0,05 per call after 100' };
    expect((await send({ ...form, amount: '49.90', charges: charges.en })).status).toBe(303);
    const inGerman = await world.signedIn();
    await inGerman.submit('/console/language', { language: 'de' });
    const german = async () => byRole(await page(inGerman), 'article', /Free/);
    expect([
      fieldOf(await german(), 'Betrag im Monat').value,
      fieldOf(await german(), 'Preise für Nutzung').value,
    ]).toEqual(['49,90', charges.de]);
    const saved = await send({ ...form, amount: '59,90', charges: charges.de }, inGerman);
    expect(saved.status).toBe(303);
    const english = byRole(await page(), 'article', 'Plan Free');
    expect([fieldOf(english, 'Amount a month').value, fieldOf(english, 'Charges for use').value]).toEqual([
      '59.90',
      charges.en,
    ]);
    const wrongOf = async (fields: FormFields, visitor?: Visitor) => {
      const refused = await send({ ...form, ...fields }, visitor);
      expect(refused.status).toBe(400);
      return fieldErrorsOf(byRole(refused, 'article', /Free/));
    };
    expect(await wrongOf({ amount: '1.000' }, inGerman)).toEqual([
      '"1.000" ist hier keine Dezimalzahl: Schreiben Sie sie mit Komma und ohne Tausendertrennzeichen, zum Beispiel 0,05 oder 1250.',
    ]);
    expect(await wrongOf({ amount: '1,000' })).toEqual([
      '"1,000" is no decimal here: write it with a point and without separators of thousands, for example 0.05 or 1250.',
    ]);
    expect(await wrongOf({ amount: '1', charges: charges.de })).toEqual([
      '"0,05" is no decimal here: write it with a point and without separators of thousands, for example 0.05 or 1250.',
    ]);
    expect(await wrongOf({ amount: '1', charges: charges.en }, inGerman)).toEqual([
      '"0.05" ist hier keine Dezimalzahl: Schreiben Sie sie mit Komma und ohne Tausendertrennzeichen, zum Beispiel 0,05 oder 1250.',
    ]);
    expect((await send({ ...form, currency: '' })).status).toBe(303);
  });

  it('says on the card what is wrong with its form, and keeps what was typed on that card alone', async () => {
    const typed = { title: 'Almost free', rateLimit: '0', charges: '0.2 per 1000 calls', currency: 'EUR' };
    for (const [plan, label] of [
      ['free', 'Plan Free'],
      ['', 'New plan'],
    ] as const) {
      const refused = await send({ action: 'savePlan', plan, ...typed, approvalRequired: 'yes' });
      expect(refused.status).toBe(400);
      const card = byRole(refused, 'article', label);
      expect(fieldErrorsOf(card)).toEqual([expect.any(String)]);
      expect(['Title', 'Currency', 'Charges for use'].map((name) => fieldOf(card, name).value)).toEqual([
        'Almost free',
        'EUR',
        '0.2 per 1000 calls',
      ]);
      expect(fieldOf(card, 'Subscriptions need approval').value).toBe('yes');
      const other = byRole(refused, 'article', label === 'New plan' ? 'Plan Free' : 'New plan');
      expect(fieldOf(other, 'Title').value).not.toBe('Almost free');
    }
    expect(await plans()).toEqual([free]);
  });

  it('leads from a copy in a catalog to what comes next in its state, and has all else in one menu', async () => {
    const product = 'steps:1.0.0';
    await world.mutate('createProduct', {
      title: 'Steps',
      apis: ['weather:1.0.0'],
      plans: [{ title: 'Free' }],
      publishTo: CATALOG,
    });
    const copy = async () =>
      byRole(await readPage(person.get('/console/products/acme/steps/1.0.0')), 'article', 'Sandbox');
    const namesIn = (shown: PageElement, selectors: string) =>
      shown.all(selectors).map((link) => link.text.replace(` ${product} in Sandbox`, ''));
    const published = await copy();
    expect(namesIn(published, '.button-primary'), 'the same as its draft').toEqual([]);
    expect(namesIn(published, '.dropdown-item')).toEqual(
      expect.arrayContaining(['Publish', 'Retire', 'Undo']),
    );
    await world.mutate('updateProduct', { product, summary: 'Rain and sun.' });
    const changed = await copy();
    expect(namesIn(changed, '.button-primary')).toEqual(['Publish']);
    expect(namesIn(changed, '.dropdown-item')).not.toContain('Publish');
    await world.query(
      `mutation { deprecateProduct(input: { org: "acme", catalog: "${CATALOG}", product: "${product}" }) { product { state } } }`,
    );
    expect(namesIn(await copy(), '.button-primary'), 'without subscriptions').toEqual(['Retire']);
  });

  it('changes who sees it', async () => {
    const saved = await send({ action: 'save', visibility: 'AUTHENTICATED', subscribability: 'DISABLED' });
    expect(saved.status).toBe(303);
    expect(fieldOf(await page(), 'Open for subscription to').value).toBe('DISABLED');
  });

  it('shows a viewer no form, and refuses what they send', async () => {
    const viewer = await world.viewer();
    const shown = await page(viewer);
    expect(shown.status).toBe(200);
    expect(postButtonsOf(shown)).toEqual([]);
    expect((await send({ action: 'deletePlan', plan: 'free' }, viewer)).status).toBe(403);
  });
});

describe('what the portal says of a product', () => {
  const WORDS = '{ product(product: "told:1.0.0") { summary description tags links { title url } } }';
  const TOLD = '/console/products/acme/told/1.0.0';
  beforeAll(() => world.product('told:1.0.0', { apis: ['weather:1.0.0'], publishTo: CATALOG }));
  const tell = (fields: FormFields) => readPage(person.submit(TOLD, { action: 'saveWords', ...fields }));
  const stored = () => world.query<{ product: unknown }>(WORDS).then(({ product }) => product);

  it('is saved from one form, and shown beside the copies that lack it', async () => {
    const { status, location } = await tell({
      summary: 'Sun and rain.',
      description: 'For *every* day.\r\nAnd night.',
      tags: 'weather\r\n\r\nfree of charge ',
      links: 'Terms of use https://example.com/terms\r\nhttps://example.com/help',
    });
    expect({ status, location }).toEqual({ status: 303, location: `${TOLD}?done=productSaved` });
    expect(await stored()).toEqual({
      summary: 'Sun and rain.',
      description: 'For *every* day.\nAnd night.',
      tags: ['weather', 'free of charge'],
      links: [
        { title: 'Terms of use', url: 'https://example.com/terms' },
        { title: 'https://example.com/help', url: 'https://example.com/help' },
      ],
    });
    const { text } = await readPage(person.get(TOLD));
    expect(text).toContain('Summary: Sun and rain.');
    expect(text).toContain('Tags: free of charge');
  });

  it('keeps what was typed where it is refused, and says at which field', async () => {
    const before = await stored();
    const refused = await tell({
      summary: 'Kept as typed',
      description: '',
      tags: '',
      links: 'Bad javascript:alert(1)',
    });
    expect(refused.status).toBe(400);
    expect(fieldErrorsOf(refused)).toEqual([
      'The address of a link begins with https:, http: or mailto:, and has at most 2000 characters.',
    ]);
    expect(fieldOf(refused, 'Summary').value).toBe('Kept as typed');
    expect(await stored()).toEqual(before);
  });
});
