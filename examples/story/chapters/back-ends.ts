import { equal, holds } from '../expect.ts';
import { inShort, listInShort } from '../short.ts';
import type { Chapter, Step } from '../step.ts';

type Customer = { readonly id: string; readonly firstname: string; readonly lastname: string };
type CustomerV3 = Customer & { readonly email: string; readonly address: Readonly<Record<string, string>> };
type Account = { readonly Id: string; readonly Name: string };

const nameOf = ({ firstname, lastname }: Customer) => `${firstname} ${lastname}`;

export const listsCustomersOfV1: Step<readonly Customer[]> = {
  title: 'The customer database v1 lists its customers',
  async run({ settings, send, show }) {
    const { status, json } = await send({ url: `${settings.backendsUrl}/customerdb/v1/customers` });
    equal('the status', status, 200);
    const customers = json as Customer[];
    holds('a list of customers', Array.isArray(customers) && customers.length > 0, json);
    show(listInShort(customers.map(nameOf)));
    return customers;
  },
};

const listsCustomersOfV3: Step<readonly CustomerV3[]> = {
  title: 'The customer database v3 lists the customers 1 to 10, with email and address',
  async run({ settings, send, show }) {
    const { status, json } = await send({ url: `${settings.backendsUrl}/customerdb/v3/customers` });
    equal('the status', status, 200);
    const customers = json as CustomerV3[];
    equal(
      'the ids',
      customers.map(({ id }) => Number(id)),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
    for (const customer of customers) {
      equal('the fields', Object.keys(customer).sort(), ['address', 'email', 'firstname', 'id', 'lastname']);
      const address = Object.keys(customer.address).sort();
      equal('the address', address, ['city', 'country', 'postalCode', 'state', 'street']);
    }
    show(
      listInShort(
        customers.map((customer) => `${customer.id} ${nameOf(customer)} (${customer.address['city']})`),
      ),
    );
    return customers;
  },
};

const readsOneCustomer: Step = {
  title: 'GET /customerdb/v3/customers/{customerId} gives one of them',
  needs: [listsCustomersOfV3],
  async run({ settings, send, of }) {
    const { status, json } = await send({ url: `${settings.backendsUrl}/customerdb/v3/customers/7` });
    equal('the status', status, 200);
    equal('the customer', json, of(listsCustomersOfV3)[6]);
  },
};

const readsAccounts: Step = {
  title: 'The account records: getAccounts gives all of them, getAccount the one of an Id',
  async run({ settings, send, show }) {
    const { status, json } = await send({ url: `${settings.backendsUrl}/accounts` });
    equal('the status', status, 200);
    const accounts = json as Account[];
    show(listInShort(accounts.map(({ Name }) => Name)));
    const one = await send({ url: `${settings.backendsUrl}/accounts/${accounts[0]?.Id}` });
    equal('the account', one.json, accounts[0]);
    show(`${accounts[0]?.Name}, ${Object.keys(one.json as object).length} fields`);
  },
};

const authenticates: Step = {
  title: 'The authentication URL accepts alice with her password, and refuses her with another',
  async run({ settings, send, show }) {
    for (const [password, status] of [
      ['alice-password', 200],
      ['wrong-password', 401],
    ] as const) {
      const credentials = Buffer.from(`alice:${password}`).toString('base64');
      const headers = { Authorization: `Basic ${credentials}` };
      const answer = await send({ url: `${settings.backendsUrl}/auth`, headers });
      equal('the status', answer.status, status);
      show(status === 200 ? 'accepted' : 'refused');
    }
  },
};

const generatesGraphQL: Step = {
  title: 'The GraphQL server is generated from the REST operations: several queries are answered together',
  async run({ settings, send, show }) {
    const query = '{ getCustomers { id } getCustomerById(id: "7") { firstname } getAccounts { Name } }';
    const { status, json } = await send({
      method: 'POST',
      url: `${settings.graphqlServerUrl}/api/sample`,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
      about: query,
    });
    equal('the status', status, 200);
    const { data } = json as {
      data: Record<'getCustomers' | 'getAccounts', unknown[]> & { getCustomerById: unknown };
    };
    equal('the number of customers', data.getCustomers.length, 10);
    holds('accounts', data.getAccounts.length >= 10, data.getAccounts.length);
    show(`10 customers, ${inShort(data.getCustomerById)}, ${data.getAccounts.length} accounts`);
  },
};

export const backEnds: Chapter = {
  title: 'The back-ends, called directly',
  steps: [
    listsCustomersOfV1,
    listsCustomersOfV3,
    readsOneCustomer,
    readsAccounts,
    authenticates,
    generatesGraphQL,
  ],
};
