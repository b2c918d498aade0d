// spec.md, "GraphQL server (generated from the REST operations)": made while the platform runs, it is the same server.
import { readFileSync } from 'node:fs';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltWorld, openBuiltWorld } from '../../support/built-server.ts';
import { type SampleServer, sampleServer } from '../../support/graphql-server.ts';

let sample: SampleServer;
let world: BuiltWorld;
beforeAll(async () => {
  [sample, world] = [await sampleServer(), await openBuiltWorld()];
});
afterAll(async () => {
  await Promise.all([sample.close(), world.close()]);
});

/** spec.md has customers' ids as ID, which a document says by the format; that of the sample back-end has none. */
const withIdentifiers = (yaml: string) =>
  yaml
    .replace('schema: { type: string }', 'schema: { type: string, format: id }')
    .replace(' id: { type: string, ', ' id: { type: string, format: id, ');

/** Types, fields, arguments and what may be null; Mesh gives a field that refers to a type the description of that type. */
const sorted = (sdl: string | null) =>
  printSchema(lexicographicSortSchema(buildSchema(sdl ?? '')))
    .replace(/ *"""[^"]*"""\n/g, '')
    .replace(/ @specifiedBy.*/g, '');

it('the documents of the two back-ends give the schema of `sample`, and its answers', async () => {
  const { state, sdl } = await world.make({
    title: 'Customers and accounts',
    sources: [
      {
        name: 'customers',
        url: `${sample.backendsUrl}/customerdb/v3`,
        openapi: withIdentifiers(readFileSync('openapi/customerdb.v3.yaml', 'utf8')),
        rename: { getCustomerById: { arguments: { customerId: 'id' } } },
      },
      {
        name: 'accounts',
        url: sample.backendsUrl,
        openapi: readFileSync('openapi/accounts.yaml', 'utf8'),
        rename: { getAccount: { field: 'getAccountById' } },
      },
    ],
  });
  expect(state).toBe('READY');
  const row = await sample.database.prisma.graphQLServer.findUniqueOrThrow({ where: { alias: 'sample' } });
  expect(sorted(sdl)).toBe(sorted(row.sdl));

  const query = `{
    getCustomers { id firstname lastname email address { city country postalCode state street } }
    getCustomerById(id: 7) { id email }
    getAccounts { Id Name Active__c BillingAddress { city latitude } attributes { type url } }
    nobody: getAccountById(id: "no-such") { Id }
  }`;
  const [made, given] = [await world.ask('customers-and-accounts', query), await sample.ask(query)];
  expect({ status: made.status, data: made.data, errors: made.errors }).toEqual({
    status: 200,
    data: given.data,
    errors: undefined,
  });
});
