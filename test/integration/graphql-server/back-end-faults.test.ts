import type { RequestListener } from 'node:http';
import { GraphQLList, GraphQLString } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBackend } from '../../../src/data-plane/graphql-server/rest/backend-client.ts';
import { MeshCall } from '../../../src/data-plane/graphql-server/rest/mesh-fetch.ts';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import type { Receiver } from '../../../src/infrastructure/outbound/upstream/exchange.ts';
import { type SampleServer, sampleServer } from '../../support/graphql-server.ts';

const SECRET = 'database password is hunter2';
let answer: RequestListener;
let sample: SampleServer;

beforeAll(async () => {
  sample = await sampleServer({ backends: (request, response) => answer(request, response) });
});
afterAll(() => sample.close());
beforeEach(() => {
  sample.calls.length = 0;
});

const json =
  (status: number, body: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', 'x-secret': SECRET }).end(body);

/** Nothing of the back-end: neither its address, nor its headers, nor what it said. */
function expectNoLeak(text: string): void {
  expect(text).not.toContain(new URL(sample.backendsUrl).host);
  expect(text).not.toMatch(/hunter2|x-secret|stack|node_modules|\.ts:|ECONN|UND_ERR/);
}

describe('a back-end that', () => {
  it.each([
    ['answers 500', json(500, SECRET), 'The back-end answered with status 500.'],
    ['answers 401', json(401, '{}'), 'The back-end answered with status 401.'],
    ['redirects', json(302, ''), 'The back-end answered with status 302.'],
    ['answers 404 for the list', json(404, '{}'), 'The back-end answered with status 404.'],
    ['answers HTML', json(200, `<h1>${SECRET}</h1>`), 'The back-end did not answer with JSON.'],
    ['answers half a document', json(200, '[{"id":"1"'), 'The back-end did not answer with JSON.'],
    ['answers nothing', json(200, ''), 'The back-end did not answer with JSON.'],
    [
      'answers a record where a list is expected',
      json(200, '{"id":"1"}'),
      'The back-end did not answer with a list of records.',
    ],
    [
      'answers a list of texts',
      json(200, `["${SECRET}"]`),
      'The back-end did not answer with a list of records.',
    ],
    ['answers a list with null', json(200, '[null]'), 'The back-end did not answer with a list of records.'],
    ['answers null for the list', json(200, 'null'), 'The back-end did not answer with a list of records.'],
    [
      'answers more than 10 MB',
      json(200, JSON.stringify([{ id: '1', firstname: 'a'.repeat(10_000_001) }])),
      'The answer of the back-end is larger than 10 MB.',
    ],
  ])('%s: 502 BACKEND_ANSWER_INVALID, and nothing of it is shown', async (_name, listener, message) => {
    answer = listener;
    const { status, data, errors, text } = await sample.ask('{ getCustomers { id firstname } }');
    expect({ status, data, errors }).toMatchObject({
      status: 502,
      data: { getCustomers: null },
      errors: [{ message, path: ['getCustomers'], extensions: { code: 'BACKEND_ANSWER_INVALID' } }],
    });
    expectNoLeak(text);
  });

  it.each([
    [
      'sends an object for a text',
      `[{"id":"1","firstname":{"a":"${SECRET}"}}]`,
      ['getCustomers', 0, 'firstname'],
    ],
    ['sends a record without an id', `[{"firstname":"${SECRET}"}]`, ['getCustomers', 0, 'id']],
    [
      'sends a text for an address',
      `[{"id":"1","address":{"city":[]}}]`,
      ['getCustomers', 0, 'address', 'city'],
    ],
  ])('%s: BACKEND_ANSWER_INVALID at that place', async (_name, body, path) => {
    answer = json(200, body);
    const { errors, text } = await sample.ask('{ getCustomers { id firstname address { city } } }');
    expect(errors).toEqual([
      expect.objectContaining({
        message: 'The back-end sent a record with a value of another type than it describes.',
        path,
        extensions: { code: 'BACKEND_ANSWER_INVALID' },
      }),
    ]);
    expect(text.match(/hunter2/g) ?? []).toHaveLength(0);
  });

  it('breaks the connection off: 502 BACKEND_UNREACHABLE', async () => {
    answer = (request) => void request.socket.destroy();
    const { status, data, errors, text } = await sample.ask('{ getCustomerById(id: 1) { id } }');
    expect({ status, data, errors }).toMatchObject({
      status: 502,
      data: { getCustomerById: null },
      errors: [{ message: 'The back-end cannot be reached.', extensions: { code: 'BACKEND_UNREACHABLE' } }],
    });
    expectNoLeak(text);
  });

  it('breaks off within the answer: 502 BACKEND_UNREACHABLE', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('[');
      setImmediate(() => response.destroy());
    };
    const { errors, text } = await sample.ask('{ getCustomers { id } }');
    expect(errors).toMatchObject([{ extensions: { code: 'BACKEND_UNREACHABLE' } }]);
    expectNoLeak(text);
  });

  it.each(['404', 'null'])('has no such record (%s): null, and no error', async (kind) => {
    answer = kind === '404' ? json(404, SECRET) : json(200, 'null');
    const { status, data, errors } = await sample.ask(
      '{ getCustomerById(id: "no-such") { id } getAccountById(id: "no-such") { Id } }',
    );
    expect({ status, data, errors }).toEqual({
      status: 200,
      data: { getCustomerById: null, getAccountById: null },
      errors: undefined,
    });
  });

  it('fails for one root field leaves the others their answer, and the status 200', async () => {
    answer = (request, response) =>
      request.url?.startsWith('/accounts')
        ? json(503, SECRET)(request, response)
        : json(200, '[{"id":"1"}]')(request, response);
    const { status, data, errors, text } = await sample.ask('{ getCustomers { id } getAccounts { Id } }');
    expect({ status, data, errors }).toMatchObject({
      status: 200,
      data: { getCustomers: [{ id: '1' }], getAccounts: null },
      errors: [{ path: ['getAccounts'], extensions: { code: 'BACKEND_ANSWER_INVALID' } }],
    });
    expectNoLeak(text);
  });

  it('is asked once for what one document asks several times', async () => {
    answer = json(200, '[{"id":"1","firstname":"Ada"}]');
    const { data } = await sample.ask('{ a: getCustomers { id } b: getCustomers { firstname } }');
    expect(data).toEqual({ a: [{ id: '1' }], b: [{ firstname: 'Ada' }] });
    expect(sample.calls).toEqual(['/customerdb/v3/customers']);
  });
});

describe('an id', () => {
  it.each([
    ['../../accounts', '/customerdb/v3/customers/..%2F..%2Faccounts'],
    ['1/../2', '/customerdb/v3/customers/1%2F..%2F2'],
    ['1?admin=1#x', '/customerdb/v3/customers/1%3Fadmin%3D1%23x'],
    ['{env.PATH}', '/customerdb/v3/customers/%7Benv.PATH%7D'],
    ['{context.backendsUrl}', '/customerdb/v3/customers/%7Bcontext.backendsUrl%7D'],
    ['%2e%2e', '/customerdb/v3/customers/%252e%252e'],
    ['a b\r\nX: y', '/customerdb/v3/customers/a%20b%0D%0AX%3A%20y'],
    ['Ünï', '/customerdb/v3/customers/%C3%9Cn%C3%AF'],
  ])('%j stays in its path segment', async (id, path) => {
    answer = json(404, '');
    const { data } = await sample.ask('query($id: ID!) { getCustomerById(id: $id) { id } }', { id });
    expect(data).toEqual({ getCustomerById: null });
    expect(sample.calls).toEqual([path]);
  });

  it.each(['', '.', '..'])('%j is refused: BAD_USER_INPUT, and nothing is sent', async (id) => {
    const { status, errors } = await sample.ask('query($id: String!) { getAccountById(id: $id) { Id } }', {
      id,
    });
    expect({ status, errors }).toMatchObject({
      status: 400,
      errors: [
        { message: expect.stringContaining('cannot be an id'), extensions: { code: 'BAD_USER_INPUT' } },
      ],
    });
    expect(sample.calls).toEqual([]);
  });

  it('that is no Unicode text is refused: BAD_USER_INPUT, and nothing is sent', async () => {
    const byVariable = await sample.ask('query($id: ID!) { getCustomerById(id: $id) { id } }', {
      id: '\ud800',
    });
    const byLiteral = await sample.ask('{ getCustomerById(id: "\\ud800") { id } }');
    expect(
      [byVariable, byLiteral].map(({ status, errors }) => [status, errors?.[0]?.extensions['code']]),
    ).toEqual([
      [400, 'BAD_USER_INPUT'],
      [400, 'GRAPHQL_PARSE_FAILED'],
    ]);
    expect(sample.calls).toEqual([]);
  });
});

describe('a call of a back-end', () => {
  const returnType = new GraphQLList(GraphQLString);
  const owner = { org: 'acme', api: 'sample' };
  const failingWith = (error: Error) => {
    const upstreams = {
      send(_origin: string, _request: object, receiver: Receiver) {
        receiver.onError(error);
        return undefined;
      },
      destroy() {},
    };
    return new MeshCall(createBackend({ upstreams }, owner)).fetch(
      'http://backend.test/',
      { method: 'GET' },
      undefined,
      {
        returnType,
      },
    );
  };

  it('ends after 5 seconds, also within the answer: 504 BACKEND_TIMEOUT', async () => {
    const timeouts: number[] = [];
    const original = globalThis.setTimeout;
    // Only the limits of calls are as long: they are noted, and run out at once.
    const shortened = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
      work: () => void,
      milliseconds: number,
    ) => {
      if (milliseconds === 5_000) timeouts.push(milliseconds);
      return original(work, milliseconds === 5_000 ? 20 : milliseconds);
    }) as typeof setTimeout);
    try {
      answer = () => {};
      expect((await sample.ask('{ getCustomers { id } }')).errors).toMatchObject([
        { message: 'The back-end did not answer in time.', extensions: { code: 'BACKEND_TIMEOUT' } },
      ]);
      answer = (_request, response) => void response.writeHead(200).write('[');
      const { status, errors, text } = await sample.ask('{ getAccounts { Id } }');
      expect({ status, code: errors?.[0]?.extensions['code'] }).toEqual({
        status: 504,
        code: 'BACKEND_TIMEOUT',
      });
      expectNoLeak(text);
    } finally {
      shortened.mockRestore();
    }
    expect(timeouts.length).toBeGreaterThanOrEqual(2);
  });

  it.each(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])(
    'that ends with %s is BACKEND_TIMEOUT too',
    async (code) => {
      const error = Object.assign(new Error('late'), { code });
      await expect(failingWith(error)).rejects.toMatchObject({ code: 'BACKEND_TIMEOUT' });
    },
  );

  it('never reaches an address that TARGET_ALLOWLIST does not name: BACKEND_UNREACHABLE', async () => {
    const outbound = new Outbound({ allowlist: [] });
    sample.calls.length = 0;
    const call = new MeshCall(createBackend(outbound, owner)).fetch(
      sample.backendsUrl,
      { method: 'GET' },
      undefined,
      {
        returnType,
      },
    );
    await expect(call).rejects.toMatchObject({ code: 'BACKEND_UNREACHABLE' });
    expect(sample.calls).toEqual([]);
    await outbound.close();
  });
});
