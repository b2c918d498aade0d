import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type PortalAnswer, type PortalWorld } from '../../support/portal.ts';

let world: PortalWorld;
beforeAll(async () => {
  world = await openPortal();
});
afterAll(() => world.close());

const told = ({ status, errors: [error] }: PortalAnswer) => ({
  status,
  code: error?.extensions.code,
  message: error?.message,
});
const documents = (count: number) =>
  `{ ${Array.from({ length: count }, (_, at) => `a${at}: product(product: "large:1.0.0") { apis { openapi } }`).join(' ')} }`;

describe('an operation of the portal API', () => {
  it('has at most 50 root fields', async () => {
    for (const count of [60, 350])
      expect(told(await world.send(documents(count)))).toEqual({
        status: 400,
        code: 'GRAPHQL_ROOT_FIELDS_EXCEEDED',
        message: `The operation has ${count} root fields of a query; at most 50 are allowed. Ask in several requests.`,
      });
  });

  it('is refused when its circles cost more than allowed', async () => {
    const carol = await world.signIn('carol');
    const circle = `{ products { ${'subscriptions { application { '.repeat(4)} name ${'} }'.repeat(4)} } }`;
    expect(told(await carol.send(circle))).toEqual({
      status: 400,
      code: 'GRAPHQL_COST_EXCEEDED',
      message: expect.stringMatching(
        /^The operation costs \d+; at most 20000 is allowed\. Ask for shorter lists with `first`, or in several requests\.$/,
      ),
    });
  });

  it('judges at most ten passwords', async () => {
    const signIns = (count: number) =>
      `mutation { ${Array.from({ length: count }, (_, at) => `s${at}: signIn(username: "carol", password: "wrong") { token }`).join(' ')} }`;
    expect(told(await world.send(signIns(11)))).toMatchObject({ status: 400, code: 'GRAPHQL_COST_EXCEEDED' });
  });

  it('may ask for all that products are, and for the whole schema', async () => {
    const products =
      '{ products { name version state subscribable plans { name title rateLimit rateLimitUnit } apis { name version kind url openapi sdl } } }';
    expect(told(await world.send(products))).toMatchObject({ status: 200, code: undefined });
  });
});

describe('an answer of the portal API', () => {
  it('is 5 MB at most: aliases of a large document are refused, also of few characters', async () => {
    const description = 'x'.repeat(797_000);
    const openapi = {
      openapi: '3.0.3',
      info: { title: 'Large', version: '1.0.0', description },
      paths: { '/a': { get: { responses: { 200: { description: 'ok' } } } } },
    };
    await world.product({ name: 'large', api: { openapi } });
    expect(told(await world.send(documents(1)))).toMatchObject({ status: 200, code: undefined });
    expect(told(await world.send(documents(20)))).toEqual({
      status: 400,
      code: 'ANSWER_TOO_LARGE',
      message:
        'The answer would be larger than 5000000 bytes: select fewer fields, leave documents out, or ask for shorter lists with `first`.',
    });
    expect(world.faults).toEqual([]);
  });
});

describe('a request to the portal API of somebody who is not signed in', () => {
  const post = (body: string, token?: string) =>
    world.fetch(
      new Request('http://control.test/portal/acme/sandbox/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body,
      }),
    );

  it('may have 64 KB', async () => {
    const body = JSON.stringify({ query: '{ catalog { title } }', variables: { a: 'x'.repeat(64_000) } });
    const response = await post(body);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 413,
      body: {
        errors: [
          {
            message:
              'The request is larger than 64000 bytes, which is the most without a valid token or for this API: send less, or a valid token.',
            extensions: { code: 'REQUEST_TOO_LARGE' },
          },
        ],
      },
    });
    const { token } = await world.signIn('carol');
    expect((await post(body, token)).status).toBe(200);
  });
});
