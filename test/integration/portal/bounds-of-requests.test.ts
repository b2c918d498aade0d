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
