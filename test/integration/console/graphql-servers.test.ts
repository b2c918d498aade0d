import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import {
  type ConsoleWorld,
  consoleOf,
  type FormFields,
  readPage,
  type Visitor,
} from '../../support/console.ts';
import { elementsOf, fieldOf, postButtonsOf } from '../../support/page-elements.ts';

const NEW = '/console/graphql-servers/new?org=acme';
const document = `openapi: 3.0.3
info: { title: Parcels, version: 1.0.0 }
paths:
  /parcels:
    get:
      operationId: getParcels
      responses:
        "200":
          description: All
          content: { application/json: { schema: { type: array, items: { type: string } } } }`;

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  person = await world.signedIn();
  viewer = await world.viewer();
});
afterAll(() => world.close());

const fields = (title: string, more: FormFields = {}): FormFields => ({
  title,
  file: new File([document], 'parcels.yaml'),
  url: 'https://parcels.example',
  access: 'closed',
  scope: '',
  ...more,
});
const create = (sent: FormFields, visitor = person) => readPage(visitor.submit(NEW, sent));
const page = (name: string, visitor = person) =>
  readPage(visitor.get(`/console/graphql-servers/acme/${name}`));
const policiesOf = async (name: string) =>
  (
    await world.query<{ graphqlServer: { policies: unknown } }>(
      `{ graphqlServer(name: "${name}") { policies } }`,
    )
  ).graphqlServer.policies;

describe('the report of a GraphQL server', () => {
  it('says what callers of the schema before lose, in the language of the reader', async () => {
    await create(fields('poorer'));
    const breaks = ['Parcel.weight was removed', 'Query.parcels arg limit was removed'];
    await world.database.prisma.graphQLServer.updateMany({
      where: { name: 'poorer' },
      data: { report: { operations: [], notes: [], breaks } },
    });
    const german = await world.signedIn();
    await german.submit('/console/language', { language: 'de' });
    expect((await page('poorer')).text).toContain(
      'What callers of the schema before lose Parcel.weight was removed Query.parcels arg limit was removed',
    );
    expect((await page('poorer', german)).text).toContain(
      'Was Aufrufern des bisherigen Schemas fehlt Parcel.weight ist entfallen Argument limit von Query.parcels ist entfallen',
    );
  });
});

describe('the schema of a GraphQL server', () => {
  const sdl = 'type Query { parcels(limit: Int): [Parcel] } type Parcel { id: ID! }';
  const withSchema = async (name: string) => {
    await create(fields(name));
    await world.database.prisma.graphQLServer.updateMany({ where: { name }, data: { sdl } });
  };

  it('is shown by its types, and searched by fields', async () => {
    await withSchema('typed');
    const { status, text, links } = await readPage(person.get('/console/graphql-servers/acme/typed/schema'));
    expect(status).toBe(200);
    expect(text).toMatch(/Query 1 Parcel 1 Query Object .*parcels 1 argument limit: Int \[Parcel\]/);
    expect(links).toContain('/console/graphql-servers/acme/typed/schema?type=Parcel');
    expect((await page('typed')).links).toContain('/console/graphql-servers/acme/typed/schema');
    expect((await readPage(person.get('/console/graphql-servers/acme/nowhere/schema'))).status).toBe(404);
  });

  it('is downloaded as a file', async () => {
    await withSchema('filed');
    const answer = await person.get('/console/graphql-servers/acme/filed/schema.graphql');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="filed.graphql"');
    expect(await answer.text()).toBe(sdl);
    await create(fields('unbuilt'));
    for (const server of ['unbuilt', 'nowhere'])
      expect((await person.get(`/console/graphql-servers/acme/${server}/schema.graphql`)).status).toBe(404);
  });

  it('gives the words that complete a policy: the caller, fields and their arguments', async () => {
    await withSchema('worded');
    const words = await (await person.get('/console/graphql-servers/acme/worded/words')).json();
    expect(words).toEqual(
      expect.arrayContaining([
        'caller.scopes',
        'caller.gateway.api',
        'arguments.limit',
        'parcels',
        'startsWith(',
      ]),
    );
    const asking = elementsOf(await page('worded')).all('[data-words]');
    expect(asking.map(({ attributes }) => attributes['data-words'])).toContain(
      '/console/graphql-servers/acme/worded/words',
    );
  });
});

describe('the form of a new GraphQL server', () => {
  it('asks whom it answers, and says of one that is closed that it answers nobody', async () => {
    expect(await create(fields('Closed'))).toMatchObject({
      status: 303,
      location: '/console/graphql-servers/acme/closed?done=graphqlServer',
    });
    expect((await page('closed')).text).toContain('Closed Every field is refused until a policy allows it.');
    await create(fields('Readable', { access: 'read' }));
    expect(await policiesOf('readable')).toEqual({
      access: { policies: [{ type: 'Query', policyDefault: { condition: true } }] },
    });
    const readable = await page('readable');
    expect(readable.text).not.toContain('Closed');
    await create(fields('Scoped', { access: 'scope', scope: 'parcels' }));
    const byScope = { policyDefault: { condition: '"parcels" in caller.scopes' } };
    expect(await policiesOf('scoped')).toEqual({
      access: {
        policies: [
          { type: 'Query', ...byScope },
          { type: 'Mutation', ...byScope },
        ],
      },
    });
  });

  it('takes the title and the address of the back-end from the document where they are left out', async () => {
    const text = document
      .replace('title: Parcels', 'title: Parcels of the Document')
      .replace('paths:', 'servers: [{ url: "https://parcels.example/v1" }]\npaths:');
    const named = { file: new File([text], 'parcels.yaml'), url: '' };
    expect(await create(fields('', named))).toMatchObject({
      status: 303,
      location: '/console/graphql-servers/acme/parcels-of-the-document?done=graphqlServer',
    });
    const { graphqlServer } = await world.query<{ graphqlServer: object }>(
      '{ graphqlServer(name: "parcels-of-the-document") { title sources { url } } }',
    );
    expect(graphqlServer).toEqual({
      title: 'Parcels of the Document',
      sources: [{ url: 'https://parcels.example/v1' }],
    });
    const nowhere = await create(fields('Nowhere', { url: ' ' }));
    expect(nowhere.status).toBe(400);
    expect(fieldOf(nowhere, 'Address of the REST back-end').error).toBeDefined();
    expect(fieldOf(nowhere, 'Title').value).toBe('Nowhere');
    const unreadable = await create(fields('', { file: new File(['parcels'], 'parcels.yaml') }));
    expect(unreadable.status).toBe(400);
    expect(fieldOf(unreadable, 'OpenAPI document').error).toBeDefined();
  });

  it('says beside the field what is wrong, and is none for a viewer', async () => {
    const unreadable = await create(fields('Broken', { file: new File(['parcels'], 'parcels.yaml') }));
    expect(unreadable.status).toBe(400);
    expect(fieldOf(unreadable, 'OpenAPI document').error).toBeDefined();
    expect((await create(fields('Theirs'), viewer)).status).toBe(403);
    expect((await readPage(viewer.get(NEW))).status).toBe(403);
  });
});

describe('the page of a GraphQL server', () => {
  it('saves a policy, and refuses one that is none beside its text', async () => {
    await create(fields('Policies'));
    const path = '/console/graphql-servers/acme/policies';
    const open = { access: { policies: [{ type: 'Query', policyDefault: { condition: true } }] } };
    const saved = await readPage(person.submit(path, { action: 'save', policies: JSON.stringify(open) }));
    expect(saved).toMatchObject({ status: 303, location: `${path}?done=policies` });
    expect(await policiesOf('policies')).toEqual(open);
    const wrong = await readPage(person.submit(path, { action: 'save', policies: '{"access": 7}' }));
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('{&quot;access&quot;: 7}');
    expect(await policiesOf('policies')).toEqual(open);
  });

  it('is asked for again until the server is built, and offers an API before it then', async () => {
    await create(fields('Awaited'));
    const pending = await page('awaited');
    expect(elementsOf(pending).all('meta[http-equiv=refresh]')).toHaveLength(1);
    expect(postButtonsOf(pending)).not.toContain('Create an API');
    await world.database.prisma.graphQLServer.updateMany({
      where: { name: 'awaited' },
      data: { state: 'READY', sdl: 'type Query { parcels: Int }' },
    });
    const ready = await page('awaited');
    expect(elementsOf(ready).all('meta[http-equiv=refresh]')).toHaveLength(0);
    expect(postButtonsOf(ready)).toContain('Create an API');
  });

  it('explains no access before there is a schema, and shows a viewer no form', async () => {
    await create(fields('Pending'));
    const path = '/console/graphql-servers/acme/pending';
    const asked = { action: 'explain', policies: '', query: '{ getParcels }', claims: '' };
    const explained = await readPage(person.submit(path, asked));
    expect(explained.text).toContain('It has no schema yet: wait until it is Ready.');
    const shown = await page('pending', viewer);
    expect(shown.status).toBe(200);
    expect(postButtonsOf(shown)).toEqual([]);
    expect((await readPage(viewer.submit(path, asked))).status).toBe(403);
  });
});
