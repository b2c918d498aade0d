import { beforeEach, describe, expect, it } from 'vitest';
import { createBackends } from '../../../src/demo/backends/backends.ts';

const CUSTOMERS = '/customerdb/v1/customers';
let backends: ReturnType<typeof createBackends>;
beforeEach(() => {
  backends = createBackends();
});

const send = (path: string, method = 'GET', body?: unknown) =>
  backends.request(path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  });
const ids = async () => ((await (await send(CUSTOMERS)).json()) as { id: string }[]).map(({ id }) => id);
const kim = { firstname: 'Kim', lastname: 'Larsen' };

describe('the customer database v1', () => {
  it('creates a customer under an id of its own, and says where it is', async () => {
    const created = await send(CUSTOMERS, 'POST', kim);
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${CUSTOMERS}/11`);
    expect(await created.json()).toEqual({ id: '11', ...kim });
    expect(await (await send(`${CUSTOMERS}/11`)).json()).toEqual({ id: '11', ...kim });
    expect(await ids()).toContain('11');
  });

  it('updates the whole record; the id stays', async () => {
    const updated = await send(`${CUSTOMERS}/3`, 'PUT', kim);
    expect({ status: updated.status, body: await updated.json() }).toEqual({
      status: 200,
      body: { id: '3', ...kim },
    });
    expect(await (await send(`${CUSTOMERS}/3`)).json()).toEqual({ id: '3', ...kim });
  });

  it('deletes a customer, once, and does not give its id again', async () => {
    expect((await send(`${CUSTOMERS}/10`, 'DELETE')).status).toBe(204);
    expect((await send(`${CUSTOMERS}/10`)).status).toBe(404);
    expect((await send(`${CUSTOMERS}/10`, 'DELETE')).status).toBe(404);
    expect(await (await send(CUSTOMERS, 'POST', kim)).json()).toMatchObject({ id: '11' });
  });

  it('begins again with the customers of its document', async () => {
    const before = await (await send(CUSTOMERS)).text();
    await send(`${CUSTOMERS}/1`, 'DELETE');
    await send(CUSTOMERS, 'POST', kim);
    backends = createBackends();
    expect(await (await send(CUSTOMERS)).text()).toBe(before);
  });

  it.each([
    ['no JSON', '{', 'The body is not valid JSON.'],
    ['a list', [], 'The body: Invalid input: expected object, received array'],
    [
      'a missing member',
      { firstname: 'Kim' },
      'lastname: Invalid input: expected string, received undefined',
    ],
    ['a number', { ...kim, firstname: 1 }, 'firstname: Invalid input: expected string, received number'],
    [
      'an empty name',
      { ...kim, lastname: '' },
      'lastname: Too small: expected string to have >=1 characters',
    ],
    [
      'a long name',
      { ...kim, lastname: 'a'.repeat(101) },
      'lastname: Too big: expected string to have <=100 characters',
    ],
    ['an unknown member', { ...kim, email: 'kim@example.com' }, 'The body: Unrecognized key: "email"'],
  ])('refuses %s with 400 BAD_USER_INPUT, and nothing changes', async (_name, body, detail) => {
    const before = await (await send(CUSTOMERS)).text();
    for (const answer of [await send(CUSTOMERS, 'POST', body), await send(`${CUSTOMERS}/1`, 'PUT', body)]) {
      expect(answer.status).toBe(400);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(await answer.json()).toEqual({
        type: 'about:blank',
        title: 'The request is not valid.',
        status: 400,
        detail,
        code: 'BAD_USER_INPUT',
      });
    }
    expect(await (await send(CUSTOMERS)).text()).toBe(before);
  });

  it('refuses what is not sent as JSON with 415', async () => {
    const answer = await backends.request(CUSTOMERS, { method: 'POST', body: JSON.stringify(kim) });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 415,
      body: { code: 'UNSUPPORTED_MEDIA_TYPE', detail: 'Send JSON, with Content-Type: application/json.' },
    });
  });

  it('refuses a body of more than 1 MB with 413, with and without a length', async () => {
    const body = JSON.stringify({ ...kim, lastname: 'a'.repeat(1_000_000) });
    const headers = { 'content-type': 'application/json' };
    const unmeasured = { method: 'POST', headers, body: new Blob([body]).stream(), duplex: 'half' };
    const streamed = new Request(`http://localhost${CUSTOMERS}`, unmeasured);
    const measured = { method: 'POST', headers: { ...headers, 'content-length': String(body.length) }, body };
    for (const answer of [await backends.request(streamed), await backends.request(CUSTOMERS, measured)])
      expect({ status: answer.status, body: await answer.json() }).toMatchObject({
        status: 413,
        body: { code: 'REQUEST_TOO_LARGE', detail: 'The body may have 1 MB.' },
      });
  });

  it.each(['/customerdb/v1/customers/11', '/customerdb/v3/customers/11', '/customerdb/v3/customers/0'])(
    'has nothing at %s: 404 NOT_FOUND',
    async (path) => {
      const answer = await send(path);
      expect({ status: answer.status, body: await answer.json() }).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', detail: `There is no customer ${path.split('/').at(-1)}.` },
      });
    },
  );

  it.each([
    [CUSTOMERS, 'DELETE', 'GET, HEAD, POST'],
    [`${CUSTOMERS}/1`, 'POST', 'GET, HEAD, PUT, DELETE'],
    ['/customerdb/v3/customers', 'POST', 'GET, HEAD'],
    ['/customerdb/v3/customers/1', 'DELETE', 'GET, HEAD'],
    ['/accounts', 'POST', 'GET, HEAD'],
    ['/auth', 'POST', 'GET, HEAD'],
  ])('%s has no %s: 405 with Allow', async (path, method, allow) => {
    const answer = await send(path, method);
    expect({
      status: answer.status,
      allow: answer.headers.get('allow'),
      body: await answer.json(),
    }).toMatchObject({
      status: 405,
      allow,
      body: { code: 'METHOD_NOT_ALLOWED', detail: `This path has ${allow}.` },
    });
  });
});
