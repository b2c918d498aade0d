// spec.md, "Account record" and "Account-records back-end", row by row.
import { describe, expect, it } from 'vitest';
import { createBackends } from '../../../src/demo/backends/backends.ts';
import { accountFields } from '../../support/account-fields.ts';

const backends = createBackends();
type Address = Record<string, unknown> | null;
type Account = Record<string, unknown> & { Id: string; BillingAddress: Address; ShippingAddress: Address };
const accounts = async () => (await (await backends.request('/accounts')).json()) as Account[];
const addresses = async () =>
  (await accounts()).flatMap(({ BillingAddress, ShippingAddress }) => [BillingAddress, ShippingAddress]);

describe('Account record (account REST API and GraphQL type)', () => {
  it('"Fields, all selectable by name": every record has each of them, in its exact case, and no other', async () => {
    for (const account of await accounts())
      expect(Object.keys(account).sort()).toEqual([...accountFields].sort());
  });

  it('there are at least ten accounts, each with an Id of its own', async () => {
    const ids = (await accounts()).map(({ Id }) => Id);
    expect(ids.length).toBeGreaterThanOrEqual(10);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('"Attributes | type: String, url: String"', async () => {
    for (const { attributes } of await accounts())
      expect(attributes).toEqual({ type: 'Account', url: expect.stringMatching(/^\//) });
  });

  it('"BillingAddress and ShippingAddress | city … street: String"', async () => {
    for (const address of await addresses())
      if (address)
        expect(Object.keys(address)).toEqual([
          'city',
          'country',
          'geocodeAccuracy',
          'latitude',
          'longitude',
          'postalCode',
          'state',
          'street',
        ]);
  });

  it('"The JSON-typed members are typed so because their value is always null."', async () => {
    for (const address of await addresses())
      if (address) {
        const { geocodeAccuracy, latitude, longitude } = address;
        expect([geocodeAccuracy, latitude, longitude]).toEqual([null, null, null]);
      }
  });

  it('"Billing address members can be null on individual records."', async () => {
    const billing = (await accounts()).map(({ BillingAddress }) => BillingAddress);
    expect(billing.some((address) => address?.['city'] && address['street'])).toBe(true);
    expect(billing.some((address) => address && address['city'] === null)).toBe(true);
    expect(billing.some((address) => address === null)).toBe(true);
  });
});

describe('Account-records back-end', () => {
  it('"getAccounts | GET | none | JSON list of account records"', async () => {
    const answer = await backends.request('/accounts');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(Array.isArray(await answer.json())).toBe(true);
  });

  it('"getAccount | GET | parameter id (the account Id) | one account record": the id travels in the path', async () => {
    for (const account of await accounts()) {
      const answer = await backends.request(`/accounts/${account.Id}`);
      expect([answer.status, await answer.json()]).toEqual([200, account]);
    }
    const unknown = await backends.request('/accounts/no-such-account');
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'NOT_FOUND', detail: 'There is no account no-such-account.' }),
    ]);
  });
});
