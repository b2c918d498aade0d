import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerAsGraphQLServer } from '../../support/apis.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { type ConsoleWorld, consoleOf, readPage, type Visitor } from '../../support/console.ts';
import { allByRole, postButtonsOf } from '../../support/page-elements.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const sdl = `
  type Query { "Finds one." customer(id: ID!): Customer customers(first: Int = 5): [Customer!]! }
  type Customer { id: ID! name: String rank: Rank salary: Int @deprecated(reason: "Ask HR.") }
  enum Rank { GUEST STAFF }`;

let world: ConsoleWorld<CatalogWorld>;
let server: Upstream;
let person: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  server = await recordingUpstream();
  [person, viewer] = [await world.signedIn(), await world.viewer()];
});
afterAll(() => Promise.all([world.close(), server.close()]));

let round = 0;
/** The published API of a test, with a product of the same name, and its page. */
let api: string;
let path: string;
beforeEach(async () => {
  round += 1;
  api = `shop-${round}:1.0.0`;
  path = `/console/apis/acme/shop-${round}/1.0.0`;
  answerAsGraphQLServer(server, sdl);
  await world.mutate('createApi', {
    title: 'Shop',
    name: `shop-${round}`,
    graphqlUrl: server.url,
    costs: {
      rules: [
        { at: 'Customer.salary', weight: 7 },
        { at: 'Query.customers', assumedSize: 40, slicingArguments: ['first'] },
      ],
    },
    registeredOperations: [{ id: 'names', document: '{ customers(first: 2) { name } }' }],
  });
  await world.product(api, {
    apis: [api],
    plans: [{ title: 'Gold' }, { title: 'Free', rateLimit: 9, hiddenGraphQL: ['Rank'] }],
    publishTo: CATALOG,
  });
});

const page = (query = '', visitor = person) => readPage(visitor.get(`${path}?tab=schema${query}`));
const send = (fields: Record<string, string>, visitor = person) =>
  readPage(visitor.submit(`${path}?tab=schema&type=Customer`, fields));
const plans = async () =>
  (
    await world.query<{ product: { plans: { name: string; rateLimit: number; hiddenGraphQL: string[] }[] } }>(
      'query ($product: VersionedName!) { product(product: $product) { plans { name rateLimit hiddenGraphQL } } }',
      { product: api },
    )
  ).product.plans;

describe('the schema of a GraphQL API', () => {
  it('shows its types, and of the open one each field with type, cost, list and the registered calls', async () => {
    const { status, text, links } = await page();
    expect(status).toBe(200);
    expect(text).toMatch(/Query 2 Customer 4 Rank enum 2/);
    expect(text).toMatch(/customer Finds one\. 1 argument id: ID! Customer 1/);
    expect(text).toMatch(/customers 1 argument first: Int = 5 \[Customer!\]! 1 first, else 40 0/);
    expect(text).toContain('No call sent another document.');
    expect(links).toContain(`${path}?tab=schema&product=shop-${round}%3A1.0.0&type=Customer`);
    const customer = await page('&type=Customer');
    expect(customer.text).toMatch(/salary Deprecated: Ask HR\. Int 7/);
    expect((await page('&type=Rank')).text).toMatch(/GUEST .*STAFF/);
  });

  it('finds types by their fields, and opens the first', async () => {
    const found = await page('&search=salar');
    expect(found.text).toMatch(/Search Customer 4 Customer Object .*id .*salary/);
    expect(found.text).not.toContain('Rank enum');
    expect((await page('&search=nothing')).text).toContain('No type has that in a name.');
  });

  it('hides a field from a plan by an eye, shows it again, and keeps the other terms', async () => {
    expect(allByRole(await page('&type=Customer'), 'button', 'Hide Customer.salary from Free')).toHaveLength(
      1,
    );
    const hidden = await send({ action: 'eye', of: api, eye: 'free hide Customer.salary' });
    expect(hidden).toMatchObject({
      status: 303,
      location: `${path}?tab=schema&type=Customer&done=productSaved`,
    });
    expect(await plans()).toEqual([
      { name: 'gold', rateLimit: null, hiddenGraphQL: [] },
      { name: 'free', rateLimit: 9, hiddenGraphQL: ['Customer.salary', 'Rank'] },
    ]);
    const shown = await page('&type=Customer');
    expect(allByRole(shown, 'button', 'Show Customer.salary to Free')).toHaveLength(1);
    expect(shown.text).toMatch(/rank Rank .* with Rank/);
    await send({ action: 'eye', of: api, eye: 'free show Customer.salary' });
    expect((await plans())[1]?.hiddenGraphQL).toEqual(['Rank']);
  });

  it('says why a plan cannot hide a part, and keeps what it hides', async () => {
    await send({ action: 'eye', of: api, eye: 'gold hide Query.customer' });
    const refused = await send({ action: 'eye', of: api, eye: 'gold hide Query.customers' });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/Query/);
    expect((await plans())[0]?.hiddenGraphQL).toEqual(['Query.customer']);
  });

  it('shows readers what plans hide, and refuses their eyes', async () => {
    const shown = await page('&type=Rank', viewer);
    expect(postButtonsOf(shown)).toEqual([]);
    expect(shown.text).toContain('Free Hidden');
    expect(await send({ action: 'eye', of: api, eye: 'gold hide Rank' }, viewer)).toMatchObject({
      status: 403,
    });
  });
});

describe('a refresh of the schema', () => {
  it('is told with the lines that it changed, and who did it', async () => {
    answerAsGraphQLServer(server, sdl.replace('name: String', 'name: String email: String'));
    expect((await send({ action: 'refresh' })).location).toContain('done=schemaTaken');
    expect((await page()).text).toMatch(
      /refreshed the schema of this API, .* It breaks no caller and was accepted\. \+ Customer\.email: String/,
    );
  });

  it('that would break callers waits on the page until it is accepted or dismissed', async () => {
    answerAsGraphQLServer(server, sdl.replace('salary: Int @deprecated(reason: "Ask HR.")', 'wage: Int'));
    await world.mutate('updateApi', { api, costs: null }, '{ name }');
    expect((await send({ action: 'refresh' })).location).toContain('done=schemaHeld');
    expect((await page()).text).toMatch(
      /A new schema is on hold: it would break callers Customer\.salary was removed .*Until you decide, callers have the schema below\. Accept the new schema Keep the schema below/,
    );
    expect((await page('', viewer)).text).not.toContain('Accept');
    const german = await world.signedIn();
    await german.submit('/console/language', { language: 'de' });
    expect((await page('', german)).text).toContain('Customer.salary ist entfallen');
    expect((await send({ action: 'acceptHeld' })).location).toContain('done=schemaAccepted');
    const { text } = await page('&type=Customer');
    expect(text).toContain('wage');
    expect(text).not.toContain('Accept');
    expect(text).toMatch(
      /accepted the new schema of this API, .*− Customer\.salary: Int \+ Customer\.wage: Int/,
    );
    const again = await send({ action: 'dismissHeld' });
    expect(again.status).toBe(404);
    expect(again.text).toContain('has no schema that waits.');
  });
});
