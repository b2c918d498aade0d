// spec.md, "Customer record" and "Customer database back-end v3", row by row, with what "What the service does" and
// the published API say of v1.
import { describe, expect, it } from 'vitest';
import { createBackends } from '../../../src/demo/backends/backends.ts';

const backends = createBackends();
const get = async (path: string) => {
  const answer = await backends.request(path);
  return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.json() };
};
const V3 = '/customerdb/v3/customers';
type Customer = Record<string, unknown> & { id: string; address: Record<string, unknown> };
const customers = async () => (await get(V3)).body as Customer[];

describe('Customer record (back-end v3 and its GraphQL type)', () => {
  it('"id | identifier (ID)"', async () => {
    const ids = (await customers()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(['firstname', 'lastname', 'email'])('"%s | string"', async (field) => {
    for (const customer of await customers()) expect(customer[field]).toEqual(expect.stringMatching(/\S/));
  });

  it('"address | object with city, country, postalCode, state, street"', async () => {
    for (const { address } of await customers())
      expect(address).toEqual({
        city: expect.any(String),
        country: expect.any(String),
        postalCode: expect.any(String),
        state: expect.any(String),
        street: expect.any(String),
      });
  });

  it('"The customer id values used in tests range over the integers 1 to 10."', async () => {
    expect((await customers()).map(({ id }) => Number(id))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('"the fields of the v1 customer record: not shown": it holds less than v3', async () => {
    for (const customer of (await get('/customerdb/v1/customers')).body as object[])
      expect(Object.keys(customer)).toEqual(['id', 'firstname', 'lastname']);
  });
});

describe('Customer database back-end v3', () => {
  it('"GET | /customerdb/v3/customers | JSON list of customer records"', async () => {
    const { status, type, body } = await get(V3);
    expect({ status, type, isList: Array.isArray(body) }).toEqual({
      status: 200,
      type: 'application/json',
      isList: true,
    });
  });

  it('"GET | /customerdb/v3/customers/{customerId} | one customer record; customerId from 1 to 10"', async () => {
    for (const customer of await customers())
      expect(await get(`${V3}/${customer.id}`)).toMatchObject({ status: 200, body: customer });
    for (const id of ['0', '11', '1.0', 'one', '-1'])
      expect(await get(`${V3}/${id}`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

describe('Customer database API', () => {
  it('"GET | …/customerdb/v1/customers | JSON list of customer records"', async () => {
    const { status, body } = await get('/customerdb/v1/customers');
    expect({ status, count: (body as unknown[]).length }).toEqual({ status: 200, count: 10 });
  });

  it('"further operations (create, read one, update, delete …)"', async () => {
    const send = (path: string, method: string) =>
      backends.request(`/customerdb/v1/customers${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ firstname: 'Kim', lastname: 'Larsen' }),
      });
    expect((await send('', 'POST')).status).toBe(201);
    expect((await backends.request('/customerdb/v1/customers/11')).status).toBe(200);
    expect((await send('/11', 'PUT')).status).toBe(200);
    expect((await backends.request('/customerdb/v1/customers/11', { method: 'DELETE' })).status).toBe(204);
  });
});
