import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerAsGraphQLServer } from '../../support/apis.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import {
  type ConsoleWorld,
  consoleOf,
  type FormFields,
  readPage,
  type Visitor,
} from '../../support/console.ts';
import { byRole, elementsOf, fieldOf } from '../../support/page-elements.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PAGE = '/console/import?org=acme';
/** A document as people have them: of 2.0, with a date for a version, a path twice, and a key of its own. */
const petShop = (target: string) => `swagger: "2.0"
info: { title: Pet Shop, version: "2024-05-01" }
host: ${target}
basePath: /v1
schemes: [http]
securityDefinitions:
  pet_auth: { type: oauth2, flow: implicit, authorizationUrl: "https://pets.example", scopes: { "read:pets": Reads } }
  pet_key: { type: apiKey, name: X-Pet-Key, in: header }
paths:
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, type: string }]
    get: { summary: Reads a pet, responses: { 200: { description: A pet } } }
  /pets/{petId}:
    parameters: [{ name: petId, in: path, required: true, type: string }]
    put: { responses: { 200: { description: A pet } } }
  /pets: { get: { summary: Lists pets, responses: { 200: { description: Pets } } } }`;

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
let upstream: Upstream;
beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  person = await world.signedIn();
  upstream = await recordingUpstream();
});
afterAll(async () => {
  await upstream.close();
  await world.close();
});

const page = (path = PAGE, visitor = person) => readPage(visitor.get(path));
const send = (fields: FormFields, visitor = person) => readPage(visitor.submit(PAGE, fields));
const fileOf = (text: string) => new File([text], 'document.yaml');
const documentOf = () => petShop(new URL(upstream.url).host);

/** The fields of the review as a browser would send them back: with what is filled in and ticked. */
function filledIn(review: { readonly html: string }): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const { tag, attributes } of elementsOf(review).all()) {
    const { name, value = '', type } = attributes;
    const isBox = type === 'checkbox' || type === 'radio';
    if (tag !== 'input' || name === undefined || (isBox && !('checked' in attributes))) continue;
    if (type === 'checkbox') fields[name] = [...[fields[name] ?? []].flat(), value];
    else fields[name] = value;
  }
  return fields;
}

describe('the review of an import', () => {
  it('shows what is known of a document before anything is made, and marks what is changed and taken', async () => {
    await world.mutate('createApi', {
      openapi: documentOf().replace('Pet Shop', 'Zoo'),
      targetUrl: upstream.url,
    });
    const before = await world.states();
    const review = await send({ file: fileOf(documentOf()) });
    const { status, text } = review;
    expect(status).toBe(200);
    expect(filledIn(review)).toMatchObject({
      title: 'Pet Shop',
      name: 'pet-shop',
      version: '2024.5.1',
      basePath: '/pet-shop/v1',
      targetUrl: `${upstream.url.replace(/\/$/, '')}/v1`,
      security: 'kept-pet_key',
      plans: ['free', 'silver', 'gold'],
      catalogs: [CATALOG],
    });
    expect(text).toContain('The document says “2024-05-01”.');
    expect(text).toContain('Taken: /v1 of the document, by zoo:2024.5.1.');
    expect(text).toContain('The document is of OpenAPI 2.0, and is kept in the form of 3.0.');
    expect(text).toContain('/pets/{id} and /pets/{petId} are one path to the gateway: /pets/{id}.');
    expect(text).toMatch(/REST 3 operations .* GET \/pets Lists pets/);
    expect(text).toContain(
      'The document asks for pet_auth (oauth2: read:pets), pet_key (a key in the header X-Pet-Key). The gateway asks callers for what you choose here instead.',
    );
    expect(text).toMatch(/As GraphQL mutation ImportApi/);
    expect(await world.states()).toEqual(before);
  });

  it('takes an address of a document, of a GraphQL server, and a pasted schema', async () => {
    upstream.answer = (_request, response) => response.end(documentOf());
    expect((await send({ url: upstream.url })).text).toContain('Pet Shop');
    answerAsGraphQLServer(upstream, 'type Query { shop: String stock(first: Int): [String] }');
    const asked = upstream.answer;
    upstream.answer = (request, response) => {
      if (request.method === 'POST') return asked(request, response);
      response.statusCode = 404;
      return response.end();
    };
    const server = await send({ url: `${upstream.url}/shop/graphql` });
    expect(server.text).toMatch(/GraphQL 2 root fields/);
    expect(filledIn(server)).toMatchObject({ title: 'Shop', basePath: '/shop', version: '1.0.0' });
    const pasted = await send({ url: 'http://127.0.0.1:1/graphql', text: 'type Query { pasted: String }' });
    expect(pasted.text).toMatch(/GraphQL 1 root field .*QUERY pasted/);
  });

  it('says beside the field what cannot be read', async () => {
    const unreadable = await send({ file: fileOf('weather') });
    expect(unreadable.status).toBe(400);
    expect(fieldOf(unreadable, 'A file').error).toContain('an OpenAPI document is an object');
    upstream.answer = (_request, response) => {
      response.statusCode = 500;
      response.end();
    };
    const absent = await send({ url: upstream.url });
    expect(fieldOf(absent, 'An address').error).toContain('it answers with HTTP status 500. Nor is there');
    const closed = await send({ url: 'http://192.168.7.7/openapi.json' });
    expect(fieldOf(closed, 'An address').error).toContain('is in a private network');
    expect((await send({})).text).toContain('Give a document in openapi, or the address');
  });

  it('applies an overlay to a file, an address or a text first, and imports the result', async () => {
    const overlay = `overlay: 1.0.0\ninfo: { title: Ours, version: "1" }\nactions: [{ target: $.info, update: { title: Our Shop } }]`;
    upstream.answer = (_request, response) => response.end(documentOf());
    const sources: FormFields[] = [
      { file: fileOf(documentOf()) },
      { url: upstream.url },
      { text: documentOf() },
    ];
    for (const source of sources) {
      const review = await send({ ...source, overlay });
      expect([review.status, filledIn(review)]).toMatchObject([200, { title: 'Our Shop', name: 'our-shop' }]);
    }
    const wrong = await send({ text: documentOf(), overlay: overlay.replace('$.info', '$[') });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('id="overlay-error"');
    expect(wrong.text).toContain('target: $[');
    const schema = { url: 'http://127.0.0.1:1/graphql', text: 'type Query { pasted: String }' };
    expect((await send({ ...schema, overlay })).text).toContain('An overlay changes an OpenAPI document');
  });

  it('is no page for a viewer', async () => {
    const viewer = await world.viewer();
    expect((await page(PAGE, viewer)).status).toBe(403);
    expect((await send({ file: fileOf(documentOf()) }, viewer)).status).toBe(403);
    expect((await page('/console/apis?org=acme', viewer)).links).not.toContain(PAGE);
    expect((await page('/console/apis?org=acme')).links).toContain(PAGE);
  });
});

describe('an import', () => {
  it('asks for what the document says where that is chosen', async () => {
    const document = documentOf()
      .replace('Pet Shop', 'Kennel')
      .replace('basePath: /v1', 'basePath: /kennel')
      .replace('get: { summary: Lists pets,', 'get: { summary: Lists pets, security: [{ pet_key: [] }],');
    const review = await send({ file: fileOf(document) });
    const done = await send({ ...filledIn(review), security: 'document' });
    expect(done.text).toContain('kennel:2024.5.1 is created, and published to Sandbox.');
    const { api } = await world.query<{ api: object }>(
      '{ api(api: "kennel:2024.5.1") { security { definition } operationSecurity { operation security { definition } } } }',
    );
    expect(api).toEqual({
      security: [{ definition: 'client-key' }],
      operationSecurity: [{ operation: 'GET /pets', security: [{ definition: 'pet_key' }] }],
    });
  });

  it('makes the API, its product with plans, publishes it, and shows a call with a key of a test application', async () => {
    const document = documentOf()
      .replace('Pet Shop', 'Aquarium')
      .replace('basePath: /v1', 'basePath: /aquarium');
    const review = await send({ file: fileOf(document) });
    const done = await send(filledIn(review));
    expect(done.status).toBe(200);
    expect(done.text).toContain('aquarium:2024.5.1 is created, and published to Sandbox.');
    expect(done.text).toMatch(
      /curl &#39;http\S+\/acme\/sandbox\/aquarium\/pets&#39; \\ -H &#39;X-Pet-Key: gk_[0-9a-f]{8}_[\w-]+&#39;/,
    );
    expect(done.links).toEqual(
      expect.arrayContaining([
        '/console/apis/acme/aquarium/2024.5.1',
        '/console/products/acme/aquarium/2024.5.1',
      ]),
    );
    const product = await world.inCatalog(
      'aquarium:2024.5.1',
      '{ state plans { name approvalRequired } apis { onlineState documentVersion } subscriptionCount }',
    );
    expect(product).toEqual({
      state: 'PUBLISHED',
      plans: [
        { name: 'free', approvalRequired: false },
        { name: 'silver', approvalRequired: false },
        { name: 'gold', approvalRequired: true },
      ],
      apis: [{ onlineState: 'ONLINE', documentVersion: '2024-05-01' }],
      subscriptionCount: 1,
    });
  });

  it('is done whole or not at all, and keeps what was typed', async () => {
    const document = documentOf().replace('Pet Shop', 'Farm').replace('basePath: /v1', 'basePath: /farm');
    const review = filledIn(await send({ file: fileOf(document) }));
    const before = await world.states();
    const gone = await send({ ...review, title: 'My farm', catalogs: [CATALOG, 'nowhere'] });
    expect(gone.status).toBe(404);
    expect(gone.text).toContain('There is no catalog nowhere in this org.');
    expect(fieldOf(gone, 'Title').value).toBe('My farm');
    expect(await world.states()).toEqual(before);
    const wrong = await send({ ...review, basePath: 'farm/' });
    expect(fieldOf(wrong, 'Path below the catalog').error).toContain('is not a path');
    const broken = await send({ ...review, source: 'AAAA' });
    expect(broken.status).toBe(400);
    expect(broken.text).toContain('The document did not come back whole: choose it again.');
    expect(byRole(broken, 'button', 'Review the file')).toBeDefined();
    expect(await world.states()).toEqual(before);
  });

  it('lists what a compatible version breaks, with a box that accepts it', async () => {
    const document = documentOf()
      .replace('Pet Shop', 'Stable')
      .replace('2024-05-01', '1.0')
      .replace('basePath: /v1', 'basePath: /stable');
    await send(filledIn(await send({ file: fileOf(document) })));
    const next = document.replace('"1.0"', '"1.1"').replace(/ {2}\/pets: .*/, '');
    const review = await send({ file: fileOf(next) });
    expect(review.text).toMatch(/There is stable 1\.0\.0 already\..*It breaks callers: 1 GET \/pets/);
    const german = await world.signedIn();
    await german.submit('/console/language', { language: 'de' });
    expect((await send({ file: fileOf(next) }, german)).text).toMatch(/GET \/pets Der Pfad ist entfallen/);
    expect(review.text).toContain('Or give it the version 2.0.0, which announces it.');
    const refused = await send(filledIn(review));
    expect(refused.status).toBe(409);
    expect((await send({ ...filledIn(review), acceptBreaking: 'yes' })).text).toContain(
      'stable:1.1.0 is created',
    );
  });

  it('makes no secret and nothing else in a rehearsal, and says what callers would meet', async () => {
    const before = await world.states();
    const input = {
      openapi: documentOf().replace('Pet Shop', 'Rehearsed'),
      targetUrl: upstream.url,
      publishTo: [CATALOG],
      testCall: true,
      dryRun: true,
    };
    const selection =
      '{ dryRun api basePath publications { catalog { name } warnings { code } testCall { url } } }';
    expect(await world.mutate('importApi', input, selection)).toEqual({
      dryRun: true,
      api: 'rehearsed:2024.5.1',
      basePath: '/v1',
      publications: [{ catalog: { name: CATALOG }, warnings: expect.any(Array), testCall: null }],
    });
    expect(await world.states()).toEqual(before);
  });

  it('gives its test application to nobody, though people have an organization of that name', async () => {
    await world.mutate('createCatalog', { title: 'Shared' });
    const owner = { username: 'mallory', password: 'a long password of hers' };
    await world.mutate('createConsumerOrg', { catalog: 'shared', title: 'Tests', owner });
    const openapi = documentOf()
      .replace('Pet Shop', 'Private')
      .replace('basePath: /v1', 'basePath: /private');
    const made = await world.mutate<{ publications: { testCall: { consumerOrg: string } }[] }>(
      'importApi',
      { openapi, publishTo: ['shared'], testCall: true, plans: [{ title: 'Gold', approvalRequired: true }] },
      '{ publications { testCall { consumerOrg } } }',
    );
    expect(made.publications[0]?.testCall.consumerOrg).toMatch(/^tests-[0-9a-f]{10}$/);
    const { consumerOrg } = await world.query<{ consumerOrg: { applicationCount: number } }>(
      '{ consumerOrg(catalog: "shared", name: "tests") { applicationCount } }',
    );
    expect(consumerOrg.applicationCount).toBe(0);
  });

  it('takes a GraphQL API online, and calls it with a new secret each time', async () => {
    const made = await world.mutate<{ publications: { testCall: { url: string; body: string } }[] }>(
      'importApi',
      {
        title: 'Graph',
        graphqlUrl: upstream.url,
        sdl: 'type Query { a: Int }',
        publishTo: [CATALOG],
        testCall: true,
        securityDefinitions: [{ name: 'id', type: 'API_KEY', kind: 'CLIENT_ID_AND_SECRET' }],
        security: [{ definition: 'id' }],
      },
      '{ publications { testCall { method url body isComplete headers { name } } } }',
    );
    expect(made.publications[0]?.testCall).toEqual({
      method: 'POST',
      url: expect.stringMatching(/\/acme\/sandbox\/graph\/graphql$/),
      body: '{"query":"{ __typename }"}',
      isComplete: true,
      headers: [{ name: 'X-Client-Id' }, { name: 'X-Client-Secret' }, { name: 'Content-Type' }],
    });
    const call = () =>
      world.mutate<{ headers: { name: string; value: string }[] }>(
        'createTestCall',
        { catalog: CATALOG, api: 'graph:1.0.0' },
        '{ application headers { name value } }',
      );
    const [first, second] = [await call(), await call()];
    expect(first.headers[0]).toEqual(second.headers[0]);
    expect(first.headers[1]).not.toEqual(second.headers[1]);
    expect(
      await world.refused('createTestCall', { catalog: CATALOG, api: 'absent:1.0.0' }, '{ url }'),
    ).toMatchObject({
      code: 'NOT_FOUND',
      path: ['input', 'api'],
    });
  });
});
