// spec.md, "GraphQL server (generated from the REST operations)" and what its types are, row by row.
import {
  buildClientSchema,
  type GraphQLObjectType,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountFields } from '../../support/account-fields.ts';
import { type SampleServer, sampleServer } from '../../support/graphql-server.ts';

let sample: SampleServer;
let schema: GraphQLSchema;
beforeAll(async () => {
  sample = await sampleServer();
  const { data } = await sample.ask(getIntrospectionQuery());
  schema = buildClientSchema(data as unknown as IntrospectionQuery);
});
afterAll(() => sample.close());
beforeEach(() => {
  sample.calls.length = 0;
});

const objectTypes = () =>
  Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType => isObjectType(type) && !isIntrospectionType(type),
  );
/** The fields of a type with their types. */
const shape = (name: string) => {
  const fields =
    objectTypes()
      .find((type) => type.name === name)
      ?.getFields() ?? {};
  return Object.fromEntries(Object.values(fields).map((field) => [field.name, String(field.type)]));
};
const ADDRESS = {
  city: 'String',
  country: 'String',
  postalCode: 'String',
  state: 'String',
  street: 'String',
};
const NOWHERE = { geocodeAccuracy: 'JSON', latitude: 'JSON', longitude: 'JSON' };
async function answered(document: string, variables?: object) {
  const { status, data, errors } = await sample.ask(document, variables);
  expect({ status, errors }).toEqual({ status: 200, errors: undefined });
  return data as Record<string, Record<string, unknown> & Record<string, unknown>[]>;
}

describe('GraphQL server', () => {
  it('has these queries and no others, and no mutations', () => {
    const { getCustomers, getCustomerById, getAccounts, getAccountById, ...others } =
      schema.getQueryType()?.getFields() ?? {};
    const signature = (field: typeof getCustomers) =>
      `(${field?.args.map(({ name, type }) => `${name}: ${type}`)}): ${field?.type}`;
    expect([getCustomers, getCustomerById, getAccounts, getAccountById].map(signature)).toEqual([
      '(): [Customer]',
      '(id: ID!): Customer',
      '(): [Account]',
      '(id: String!): Account',
    ]);
    expect(others).toEqual({});
    expect([schema.getMutationType(), schema.getSubscriptionType()]).toEqual([null, null]);
  });

  it('"getCustomers | none | list of customer records"', async () => {
    const { getCustomers } = await answered('{ getCustomers { id } }');
    expect(getCustomers?.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  });

  it('"getCustomerById | id: ID (appended to the generated signature) | one customer record"', async () => {
    const fields = '{ id firstname lastname email address { city country postalCode state street } }';
    const { getCustomerById, same } = await answered(
      `query ($id: ID!) { getCustomerById(id: $id) ${fields} same: getCustomerById(id: 7) ${fields} }`,
      { id: '7' },
    );
    const answer = await fetch(`${sample.backendsUrl}/customerdb/v3/customers/7`);
    expect(getCustomerById).toEqual(await answer.json());
    expect(same).toEqual(getCustomerById);
  });

  it('"getAccounts | none | list of account records"', async () => {
    const answer = await fetch(`${sample.backendsUrl}/accounts`);
    const accounts = (await answer.json()) as { Id: string }[];
    const { getAccounts } = await answered('{ getAccounts { Id } }');
    expect(getAccounts).toEqual(accounts.map(({ Id }) => ({ Id })));
  });

  it('"getAccountById | id: String-like account Id | one account record", with every field', async () => {
    const accounts = (await (await fetch(`${sample.backendsUrl}/accounts`)).json()) as { Id: string }[];
    const addressSelection = `{ ${Object.keys({ ...ADDRESS, ...NOWHERE }).join(' ')} }`;
    const nested: Record<string, string> = {
      BillingAddress: addressSelection,
      ShippingAddress: addressSelection,
      attributes: '{ type url }',
    };
    const selection = accountFields.map((field) => `${field} ${nested[field] ?? ''}`).join('\n');
    for (const account of accounts) {
      const { getAccountById } = await answered(
        `query ($id: String!) { getAccountById(id: $id) { ${selection} } }`,
        { id: account.Id },
      );
      expect(getAccountById).toEqual(account);
    }
  });

  it('"Several queries can be sent in one document and are answered together."', async () => {
    const data = await answered(
      '{ getCustomers { id } getCustomerById(id: 1) { id } again: getCustomerById(id: "2") { id } getAccounts { Id } }',
    );
    expect(Object.keys(data)).toEqual(['getCustomers', 'getCustomerById', 'again', 'getAccounts']);
    expect([data['getCustomerById'], data['again']]).toEqual([{ id: '1' }, { id: '2' }]);
  });

  it('"Selection of a subset of fields returns only those fields."', async () => {
    const { getCustomerById } = await answered('{ getCustomerById(id: 3) { lastname address { city } } }');
    expect(getCustomerById).toEqual({ lastname: 'Moretti', address: { city: 'Bologna' } });
  });

  it('"duplicates of nested types … are removed so that each type is defined once"', () => {
    expect(
      objectTypes()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      'Account',
      'Attributes',
      'BillingAddress',
      'Customer',
      'CustomerAddress',
      'Query',
      'ShippingAddress',
    ]);
  });

  it('"access, policies, one policy of type Query, with policyDefault condition true, lets every query through"', async () => {
    await answered(
      '{ getCustomers { id } getCustomerById(id: 1) { id } getAccounts { Id } getAccountById(id: "x") { Id } }',
    );
    expect(sample.calls).toHaveLength(4);
  });
});

describe('Customer record', () => {
  it('"id | identifier (ID)", "firstname | string", "lastname | string", "email | string", "address | object …"', () => {
    expect(shape('Customer')).toEqual({
      id: 'ID!',
      firstname: 'String',
      lastname: 'String',
      email: 'String',
      address: 'CustomerAddress',
    });
    expect(shape('CustomerAddress')).toEqual(ADDRESS);
  });
});

describe('Account record', () => {
  it('"Fields, all selectable by name in a query", in their exact case', () => {
    expect(Object.keys(shape('Account'))).toEqual(accountFields);
    const { attributes, BillingAddress, ShippingAddress } = shape('Account');
    expect([attributes, BillingAddress, ShippingAddress]).toEqual([
      'Attributes',
      'BillingAddress',
      'ShippingAddress',
    ]);
  });

  it('"Attributes | type: String, url: String"', () => {
    expect(shape('Attributes')).toEqual({ type: 'String', url: 'String' });
  });

  it.each(['BillingAddress', 'ShippingAddress'])(
    '"%s | city: String, country: String, geocodeAccuracy: JSON, latitude: JSON, longitude: JSON, …"',
    (name) => expect(shape(name)).toEqual({ ...ADDRESS, ...NOWHERE }),
  );

  it('"Scalar types of the top-level account fields: not shown": numbers and booleans are such, the rest is text', () => {
    const nested = ['attributes', 'BillingAddress', 'ShippingAddress'];
    const others = Object.entries(shape('Account')).filter(
      ([field, type]) => type !== 'String' && !nested.includes(field),
    );
    const always = ['Billing', 'Shipping'].flatMap((side) =>
      ['GeocodeAccuracy', 'Latitude', 'Longitude'].map((member) => [side + member, 'JSON']),
    );
    expect(Object.fromEntries(others)).toEqual({
      ...Object.fromEntries(always),
      AnnualRevenue: 'Float',
      Id: 'String!',
      IsDeleted: 'Boolean',
      NumberOfEmployees: 'Int',
      NumberofLocations__c: 'Float',
    });
  });
});

describe('the public schema', () => {
  it('describes every type, field and argument, and shows nothing of how it was made', () => {
    const bare = objectTypes().flatMap((type) => [
      ...(type.description ? [] : [type.name]),
      ...Object.values(type.getFields()).flatMap((field) =>
        [field, ...field.args]
          .filter(({ description }) => !description)
          .map(({ name }) => `${type.name}.${name}`),
      ),
    ]);
    expect(bare).toEqual([]);
    expect(
      schema
        .getDirectives()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['deprecated', 'include', 'oneOf', 'skip', 'specifiedBy']);
  });
});
