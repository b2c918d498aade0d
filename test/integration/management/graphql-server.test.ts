import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementWorld, openManagement } from '../../support/management.ts';

let world: ManagementWorld;

beforeAll(async () => {
  world = await openManagement();
  await world.mutate('createOrg', { title: 'Acme' });
  const { id: orgId } = await world.database.prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
  await world.database.prisma.graphQLServer.create({
    data: {
      orgId,
      name: 'sample',
      title: 'Sample',
      sources: [
        { name: 'customers', url: 'http://127.0.0.1:8091/customerdb/v3', operations: ['getCustomers'] },
      ],
    },
  });
});
afterAll(() => world.close());

describe('a GraphQL server', () => {
  it('is found by its name, with the address that it is called at', async () => {
    const selection =
      '{ name title endpoint url state failure sdl sources { name url operations } policies }';
    const server = {
      name: 'sample',
      title: 'Sample',
      endpoint: 'api/sample',
      url: 'http://graphql.test/api/sample',
      state: 'PENDING',
      failure: null,
      sdl: null,
      sources: [
        { name: 'customers', url: 'http://127.0.0.1:8091/customerdb/v3', operations: ['getCustomers'] },
      ],
      policies: {},
    };
    expect(
      await world.query(`{ graphqlServer(name: "sample") ${selection} org { graphqlServers { name } } }`),
    ).toEqual({ graphqlServer: server, org: { graphqlServers: [{ name: 'sample' }] } });
    expect(await world.query('{ graphqlServer(name: "no-such") { name } }')).toEqual({ graphqlServer: null });
  });
});

describe('what is not there yet', () => {
  const source = { name: 'a', openapi: {}, url: 'http://127.0.0.1:1/' };
  it.each([
    ['createGraphQLServer', { title: 'Mine', sources: [source] }, '{ name }'],
    ['updateGraphQLServer', { name: 'sample', title: 'Mine' }, '{ name }'],
    ['deleteGraphQLServer', { name: 'sample' }, ''],
  ])('%s is refused with NOT_YET_SUPPORTED and changes nothing', async (field, input, selection) => {
    expect(await world.refused(field, input, selection)).toMatchObject({
      status: 501,
      code: 'NOT_YET_SUPPORTED',
    });
    expect(await world.query('{ org { revision graphqlServers { title } } }')).toEqual({
      org: { revision: 0, graphqlServers: [{ title: 'Sample' }] },
    });
  });
});
