import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hrefsOf } from '../../../support/page-elements.ts';
import { openPages, type PagesWorld } from '../../../support/portal-pages.ts';
import { subscribed } from '../../../support/subscribed.ts';

const openapi = {
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1.0.0' },
  paths: {
    '/orders/{id}': {
      get: {
        summary: 'Read an order',
        description: 'Reads <b>one</b> of `orders`.',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', example: 'A 1' } },
          { name: 'day', in: 'query', required: true, schema: { type: 'string', format: 'date' } },
          {
            name: 'x',
            in: 'query',
            description: 'See `day`,\n\n- or <b>not</b>',
            schema: { type: 'string' },
          },
        ],
        responses: {
          200: {
            description: 'The order, by its `id` <i>',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['total'],
                  properties: { total: { type: 'integer', description: 'In `EUR`' } },
                },
              },
            },
          },
        },
      },
    },
    '/orders': {
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'object' }, example: { total: 7 } } },
        },
        responses: { 201: { description: 'Kept' } },
      },
    },
  },
};
const sdl =
  'type Query { "All of `them`." customers(first: Int!): [Customer] audit: String } type Customer { name: String salary: Int }';

let world: PagesWorld;
beforeAll(async () => {
  world = await openPages();
  await world.portal.product({
    name: 'shop',
    api: { name: 'orders', title: 'Orders', basePath: '/orders/v1', openapi },
  });
  await world.portal.product({
    name: 'graph',
    api: { name: 'graph', kind: 'GRAPHQL', basePath: '/graph', openapi: undefined, sdl },
    plans: [
      { name: 'all', title: 'All' },
      { name: 'few', title: 'Few', hiddenGraphQL: ['Query.audit', 'Customer.salary'] },
    ],
  });
  await world.portal.product({
    name: 'secret',
    visibility: 'AUTHENTICATED',
    api: { name: 'orders', basePath: '/s', openapi },
  });
});
afterAll(() => world.close());

const REST = '/apis/shop:1.0.0/orders:1.0.0/operations';
const GRAPHQL = '/apis/graph:1.0.0/graph:1.0.0/operations';

describe('the operations of a REST API', () => {
  it('are listed, each with its page', async () => {
    const page = await world.browser().get(REST);
    expect(page.status).toBe(200);
    expect(page.text).toContain('POST /orders');
    expect(page.text).toContain('GET /orders/{id} Read an order');
    expect(hrefsOf(page, 'GET /orders/{id}')).toEqual([
      `/portal/acme/sandbox${REST}/GET?path=%2Forders%2F%7Bid%7D`,
    ]);
  });

  it('tell their parameters, answers and call in five languages, without a script', async () => {
    const { status, text, html } = await world.browser().get(`${REST}/GET?path=%2Forders%2F%7Bid%7D`);
    expect(status).toBe(200);
    expect(text).toContain('Reads <b>one</b> of orders');
    for (const tag of ['<b>one</b>', '<b>not</b>', '<i>']) expect(html).not.toContain(tag);
    for (const rendered of [
      '<code>day</code>',
      '<li>or &lt;b&gt;not',
      '<code>id</code> &lt;i&gt;',
      '<code>EUR</code>',
    ])
      expect(html).toContain(rendered);
    expect(text).toContain('id required path string A 1');
    expect(text).toContain('day required query string (date) 2027-01-01');
    expect(text).toContain('200 The order, by its id <i>');
    expect(text).toContain('total required integer In EUR');
    expect(text).toContain("curl 'http://gateway.test/acme/sandbox/orders/v1/orders/A%201?day=2027-01-01'");
    for (const line of [
      'await fetch("',
      'urllib.request.Request(',
      'HttpRequest.newBuilder(',
      'http.NewRequest("GET"',
    ])
      expect(text).toContain(line);
  });

  it('show the body of a request, and call as the application of the reader', async () => {
    const carol = await world.portal.signIn('carol');
    await subscribed(carol, { application: 'Alpha', product: 'shop:1.0.0', plan: 'default-plan' });
    const browser = await world.signedIn('carol');
    const { text } = await browser.get(`${REST}/POST?path=%2Forders`);
    expect(text).toContain('A request has a body.');
    expect(text).toContain(`-d '{"total":7}'`);
    expect(text).not.toContain('YOUR_CLIENT_KEY');
    expect((await world.browser().get(`${REST}/POST?path=%2Forders`)).text).toContain('YOUR_CLIENT_KEY');
  });

  it('are in German where the browser is', async () => {
    const { text } = await world.browser('de').get(`${REST}/GET?path=%2Forders%2F%7Bid%7D`);
    expect(text).toContain('id nötig Pfad string A 1');
    // The gateway's own answers too, which its document describes in English.
    expect(text).toContain('429 Der Plan erlaubt im Moment keine weiteren Aufrufe.');
    expect(text).not.toContain('The plan allows');
  });

  it.each([
    `${REST}/GET?path=%2Fnothing`,
    `${REST}/PUT?path=%2Forders`,
    `${REST}/GET`,
    '/apis/shop:1.0.0/other:1.0.0/operations',
    '/apis/secret:1.0.0/orders:1.0.0/operations',
    '/apis/secret:1.0.0/orders:1.0.0/operations/POST?path=%2Forders',
    `${GRAPHQL}/POST?path=%2Forders`,
  ])('that the viewer does not see are no page: %s', async (path) => {
    expect((await world.browser().get(path)).status).toBe(404);
  });
});

describe('the fields of a GraphQL API', () => {
  it('are those that every plan shows, with an operation that asks for them', async () => {
    const list = await world.browser().get(GRAPHQL);
    expect(list.text).toContain('query customers [Customer] All of them');
    expect(list.text).not.toContain('audit');
    const { text } = await world.browser().get(`${GRAPHQL}/query/customers`);
    expect(text).toContain('first required Int!');
    expect(text).toContain('query Customers($first: Int!) {');
    expect(text).toContain('{"first":1}');
    expect(text).not.toContain('salary');
    expect((await world.browser().get(`${GRAPHQL}/query/audit`)).status).toBe(404);
  });

  it('are more for who is subscribed to a plan that shows more', async () => {
    const dave = await world.portal.signIn('dave');
    await subscribed(dave, { application: 'Beta', product: 'graph:1.0.0', plan: 'all' });
    const browser = await world.signedIn('dave');
    expect((await browser.get(`${GRAPHQL}/query/audit`)).status).toBe(200);
    expect((await browser.get(`${GRAPHQL}/query/customers`)).text).toContain('salary');
  });
});
