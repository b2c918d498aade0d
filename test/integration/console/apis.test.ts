import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerAsGraphQLServer } from '../../support/apis.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { type ConsoleWorld, consoleOf, readPage, type Visitor } from '../../support/console.ts';
import { elementsOf, fieldOf, fieldsOf } from '../../support/page-elements.ts';
import { recordingUpstream } from '../../support/upstream.ts';

const PAGE = '/console/apis?org=acme';
const weather = `openapi: 3.0.3
info: { title: Weather, version: 1.2.0 }
servers: [{ url: https://weather.example/v1 }]
paths: { /today: { get: { responses: { "200": { description: The weather } } } } }`;
const fileOf = (text: string) => new File([text], 'weather.yaml');

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
beforeEach(async () => {
  world = await consoleOf(await openCatalog());
  person = await world.signedIn();
});
afterEach(() => world.close());

const page = (path = PAGE, visitor = person) => readPage(visitor.get(path));
const send = (fields: Record<string, string | File>) => readPage(person.submit(PAGE, fields));

describe('the page of APIs', () => {
  it('says of an empty org that there is nothing yet, and how something comes', async () => {
    const { status, text, links } = await page();
    expect(status).toBe(200);
    expect(text).toContain('APIs: 0 No APIs yet.');
    expect(text, 'products come after APIs').not.toContain('Products: 0');
    expect(links.filter((href) => href.startsWith('/console/import'))).toHaveLength(2);
    expect(text).toContain('Create an API without a product');
  });

  it('creates an API of a file, and leads from it to a product, and from that to a catalog', async () => {
    const created = await send({ openapi: fileOf(weather), targetUrl: '', version: '' });
    expect(created).toMatchObject({ status: 303, location: `${PAGE}&done=api` });
    const { text, links } = await page(created.location ?? '');
    expect(text).toContain('The API is created.');
    expect(text).toMatch(
      /Weather 1\.2\.0 weather:1\.2\.0 REST \/v1 https:\/\/weather\.example\/v1 client-key Security warning of weather:1\.2\.0 weather:1\.2\.0 is open to whoever has seen a client id:/,
    );
    for (const action of ['new-version', 'delete'])
      expect(links).toContain(`/console/apis/acme/weather/1.2.0/${action}`);
    const newProduct = '/console/products/new?org=acme&api=weather%3A1.2.0';
    expect(links).toContain(newProduct);
    expect((await page('/console/apis/acme/weather/1.2.0')).links).toContain(newProduct);
    const plan = { planTitle: 'Default Plan', rateLimit: '100', rateLimitUnit: 'HOUR' };
    const form = { title: 'Weather', version: '1.2.0', apis: 'weather:1.2.0', ...plan };
    expect((await readPage(person.submit(newProduct, form))).status).toBe(303);
    const drafted = await page();
    expect(drafted.text).toMatch(/Weather 1\.2\.0 weather:1\.2\.0 weather:1\.2\.0 Default Plan None/);
    const publish = `/console/catalogs/acme/${CATALOG}/products/weather/1.2.0/publish`;
    expect(drafted.links).toContain(publish);
    expect((await readPage(person.submit(publish, {}))).status).toBe(303);
    const published = await page();
    expect(published.text).toMatch(/Default Plan Sandbox Published/);
    expect(published.links).toContain(`/console/catalogs/acme/${CATALOG}?search=weather`);
    expect(published.links).not.toContain(publish);
  });

  it('says beside its field what is wrong with a form, and keeps what was typed', async () => {
    const refused = await send({
      openapi: fileOf(weather),
      targetUrl: 'https://other.example',
      version: '2026-11',
    });
    expect(refused.status).toBe(400);
    expect(fieldOf(refused, 'Version').error).toContain('2026-11');
    expect(fieldOf(refused, 'Address of the back-end').value).toBe('https://other.example');
    const unreadable = await send({ openapi: fileOf('weather'), targetUrl: '', version: '' });
    expect(fieldOf(unreadable, 'OpenAPI document').error).toContain('an OpenAPI document is an object');
    await send({ openapi: fileOf(weather), targetUrl: '', version: '' });
    const taken = await send({ openapi: fileOf(weather), targetUrl: '', version: '' });
    expect(taken).toMatchObject({
      status: 409,
      text: expect.stringContaining('There is an API weather:1.2.0'),
    });
  });

  it('opens where it says what is wrong, for the form stands below the lists', async () => {
    const focused = (shown: { readonly html: string }) =>
      elementsOf(shown)
        .all()
        .filter(({ attributes }) => 'autofocus' in attributes)
        .map(({ role, attributes: { id, tabindex } }) => ({ role, id, tabindex }));
    const beside = await send({ openapi: fileOf(weather), targetUrl: 'ftp://weather.example', version: '' });
    expect(focused(beside)).toMatchObject([{ role: 'textbox', id: 'targetUrl' }]);
    await send({ openapi: fileOf(weather), targetUrl: '', version: '' });
    const before = await send({ openapi: fileOf(weather), targetUrl: '', version: '' });
    expect(before.text).toContain('There is an API weather:1.2.0');
    expect(focused(before)).toMatchObject([{ role: 'alert', tabindex: '-1' }]);
    expect(focused(await page())).toEqual([]);
  });

  it('says in the language of the page what the security of an API leaves open', async () => {
    await send({ openapi: fileOf(weather), targetUrl: '', version: '' });
    await person.submit('/console/language', { language: 'de' });
    const open = 'weather:1.2.0 steht jedem offen, der eine Client-ID gesehen hat';
    for (const path of [PAGE, '/console/apis/acme/weather/1.2.0']) {
      const { text } = await page(path);
      expect(text).toContain(open);
      expect(text).not.toContain('is open to whoever');
    }
  });

  it('refuses what is larger than any document on a page of its own', async () => {
    const { status, text } = await send({ openapi: fileOf('x'.repeat(8_100_000)) });
    expect(status).toBe(413);
    expect(text).toContain('An OpenAPI document has at most 5 MB: go back and choose another.');
    expect(text).toContain('REQUEST_TOO_LARGE');
    await person.submit('/console/language', { language: 'de' });
    const german = await send({ openapi: fileOf('x'.repeat(8_100_000)) });
    expect(german.text).toContain('Ein OpenAPI-Dokument hat höchstens 5 MB');
  });

  it('creates the proxy of a GraphQL server, or says why that cannot be used', async () => {
    const upstream = await recordingUpstream();
    try {
      answerAsGraphQLServer(upstream, 'type Query { shop: String }');
      const created = await send({ title: 'Shop', graphqlUrl: upstream.url });
      expect(created).toMatchObject({ status: 303, location: `${PAGE}&done=api` });
      expect((await page()).text).toMatch(/Shop 1\.0\.0 shop:1\.0\.0 GraphQL/);
    } finally {
      await upstream.close();
    }
    const refused = await send({ title: 'Mall', graphqlUrl: upstream.url });
    expect(refused.status).toBe(400);
    expect(fieldOf(refused, 'Address of the GraphQL server').error).toBeDefined();
    expect(fieldOf(refused, 'Title').value).toBe('Mall');
  });

  it('says beside the field what is no address at all', async () => {
    const refused = await send({ title: 'Mall', graphqlUrl: 'mall.example' });
    expect(refused.status).toBe(400);
    expect(fieldOf(refused, 'Address of the GraphQL server').error).toMatch(
      /^"mall\.example" is no URL\. An absolute/,
    );
    expect(refused.text).not.toContain('$input');
  });

  it('names an API whose calls lead nowhere', async () => {
    const nowhere = weather.replace(/servers.*\n/, '').replace('Weather', 'Nowhere');
    await send({ openapi: fileOf(nowhere), targetUrl: '', version: '' });
    expect((await page()).text).toContain('nowhere:1.2.0 REST /nowhere No back-end');
  });

  it('has the drafts page by page, and finds them by name and title', async () => {
    const { prisma } = world.database;
    const names = Array.from({ length: 30 }, (_, at) => `many-${String(at + 10)}`);
    for (const name of names) await world.api(`${name}:1.0.0`);
    await prisma.product.createMany({
      data: names.map((name) => ({ orgId: world.orgId, name, title: name, version: '1.0.0' })),
    });
    const first = await page(`${PAGE}&search=MANY`);
    expect(first.text).toContain('APIs: 30');
    expect(first.text.match(/1 to 12 of 30/g)).toHaveLength(2);
    const second = await page(first.links.find((href) => href.endsWith('apis=2')));
    expect(second.text).toContain('13 to 24 of 30');
    expect(second.text).toContain('1 to 12 of 30');
    expect((await page(`${PAGE}&search=nothing`)).text).toContain('APIs: 0 No results.');
  });

  it('offers no form to a viewer, and what they send is refused', async () => {
    const viewer = await world.viewer();
    await world.api('plain:1.0.0');
    expect((await page()).links.join()).toContain('/console/apis/acme/plain/1.0.0/delete');
    const read = await page(PAGE, viewer);
    expect(read.links.join()).not.toMatch(/graphiql\?open=|\/delete|new-version/);
    expect(read.status).toBe(200);
    expect(fieldsOf(read, 'OpenAPI document')).toEqual([]);
    const refused = await readPage(viewer.submit(PAGE, { openapi: fileOf(weather) }));
    expect(refused).toMatchObject({ status: 403, text: expect.stringContaining('DEVELOPER') });
  });
});
