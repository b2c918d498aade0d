import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestListener } from '../../../src/data-plane/graphql-server/serve/listener.ts';
import { ask, listening, type SampleServer, sampleServer } from '../../support/graphql-server.ts';
import { INNER, simpleRequests } from '../../support/simple-requests.ts';

let sample: SampleServer;
beforeAll(async () => {
  sample = await sampleServer();
});
afterAll(() => sample.close());

const request = (init: RequestInit, query = '') =>
  sample.servers.fetch(new Request(`http://127.0.0.1/api/sample${query}`, init));

describe('api/sample holds to GraphQL over HTTP', () => {
  const audits = serverAudits({
    url: 'http://127.0.0.1/api/sample',
    fetchFn: (url: string, init: RequestInit) => sample.servers.fetch(new Request(url, init)),
  });
  it.each(audits.map(({ id, name, fn }) => ({ id, name, fn })))('$id: $name', async ({ fn }) => {
    const result = await fn();
    expect(result.status === 'ok' ? undefined : result.reason).toBeUndefined();
  });
});

describe('what is sent to api/sample', () => {
  it('may have 1 MB: more is refused with 413 REQUEST_TOO_LARGE, with and without a length', async () => {
    const body = JSON.stringify({ query: '{ __typename }', variables: { a: 'a'.repeat(1_000_000) } });
    const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' };
    const stream = new Blob([body]).stream();
    for (const each of [
      { headers: { ...headers, 'content-length': String(body.length) }, body },
      { headers, body: stream, duplex: 'half' },
    ]) {
      const response = await request({ method: 'POST', ...each });
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({
        errors: [{ extensions: { code: 'REQUEST_TOO_LARGE' } }],
      });
    }
  });

  it('may have 2000 tokens: more is refused with 400 GRAPHQL_PARSE_FAILED', async () => {
    const { status, errors } = await sample.ask(`{ ${'getCustomers { id } '.repeat(500)} }`);
    expect({ status, errors }).toMatchObject({
      status: 400,
      errors: [{ message: expect.stringContaining('2000'), extensions: { code: 'GRAPHQL_PARSE_FAILED' } }],
    });
  });

  it('may have 50 operations and 200 fragments: more is refused before it is checked', async () => {
    const refusalOf = async (document: string) => {
      const { status, errors } = await sample.ask(document);
      return { status, errors: errors?.map(({ message, extensions }) => [extensions?.['code'], message]) };
    };
    const operations = Array.from({ length: 51 }, (_, at) => `query Q${at} { nothing }`).join(' ');
    expect(await refusalOf(operations)).toEqual({
      status: 400,
      errors: [
        [
          'GRAPHQL_OPERATIONS_EXCEEDED',
          'The document has 51 operations; at most 50 are allowed. Send them in several documents.',
        ],
      ],
    });
    expect(await refusalOf(`{ ${'...F '.repeat(200)} } fragment F on Query { nothing }`)).toEqual({
      status: 400,
      errors: [
        [
          'GRAPHQL_FRAGMENTS_EXCEEDED',
          'The document has 201 fragments and spreads; at most 200 are allowed. Ask in several requests.',
        ],
      ],
    });
  });

  it('may have 50 root fields, by whatever aliases and fragments they come', async () => {
    const fields = (from: number, to: number) =>
      Array.from(
        { length: to - from },
        (_, index) => `a${from + index}: getCustomerById(id: ${index % 10}) { id }`,
      ).join(' ');
    const document = (count: number) =>
      `{ ...First ... on Query { ${fields(25, count)} } } fragment First on Query { ${fields(0, 25)} }`;
    expect((await sample.ask(document(50))).errors).toBeUndefined();
    sample.calls.length = 0;
    const { status, errors } = await sample.ask(document(51));
    expect({ status, errors }).toMatchObject({
      status: 400,
      errors: [
        {
          message: 'An operation may have 50 root fields: send it in parts.',
          extensions: { code: 'GRAPHQL_COST_EXCEEDED' },
        },
      ],
    });
    expect(sample.calls).toEqual([]);
  });

  it('ends although its fragments spread each other', async () => {
    const { status, errors } = await sample.ask(
      '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
    );
    expect({ status, code: errors?.[0]?.extensions['code'] }).toEqual({
      status: 400,
      code: 'GRAPHQL_VALIDATION_FAILED',
    });
  });

  it.each([
    ['no document', {}, 400],
    ['a list of documents', [{ query: '{ __typename }' }], 400],
    ['a document with a syntax error', { query: '{' }, 400],
    ['an unknown field', { query: '{ getAccount { Id } }' }, 400],
    ['a missing variable', { query: 'query($id: ID!) { getCustomerById(id: $id) { id } }' }, 400],
  ])('with %s is refused with a code', async (_name, body, expected) => {
    const response = await request({
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
      body: JSON.stringify(body),
    });
    const { errors } = (await response.json()) as { errors: { extensions?: { code?: string } }[] };
    expect(response.status).toBe(expected);
    expect(errors[0]?.extensions?.code).toMatch(/^[A-Z_]+$/);
  });

  it('to another path gets 404 NOT_FOUND as a GraphQL error', async () => {
    for (const path of ['/api/other', '/api/', '/', '/api/sample/more', '/api/__proto__']) {
      const { status, headers, errors } = await ask(sample.servers, path, { query: '{ __typename }' });
      expect({ status, type: headers.get('content-type'), errors }).toEqual({
        status: 404,
        type: 'application/graphql-response+json; charset=utf-8',
        errors: [
          {
            message:
              'There is no GraphQL server for you here: the path is /api/<org>/<name>, and one that is not exposed answers calls of APIs of its org alone.',
            extensions: { code: 'NOT_FOUND' },
          },
        ],
      });
    }
  });
});

describe('what a page of any site can make a browser send', () => {
  it.each(simpleRequests('{ getCustomers { id } }'))('is refused with 415: %s', async (_what, init) => {
    const response = await request(init);
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } }],
    });
  });
});

describe('an error', () => {
  it.each(['{', '{ getCustomer { id } }', '{ getCustomers { idd } }', '{ getCustomerById(idd: 1) { id } }'])(
    'tells nothing from within, and suggests no name: %s',
    async (query) => {
      for (const accept of ['application/json', 'application/graphql-response+json']) {
        const headers = { 'content-type': 'application/json', accept };
        const init = { method: 'POST', headers, body: JSON.stringify({ query }) };
        const response = await request(init);
        const text = await response.text();
        expect(JSON.parse(text).errors[0].extensions.code).toMatch(/^[A-Z_]+$/);
        expect(text).not.toMatch(INNER);
      }
    },
  );
});

describe('on a socket', () => {
  const query = encodeURIComponent('{ __typename }');
  /** The status and the body that a request is answered with. */
  async function answerTo(
    head: string,
    servers: Pick<SampleServer['servers'], 'fetch' | 'run'> = sample.servers,
  ) {
    const faults: unknown[] = [];
    const onFault = (fault: unknown) => void faults.push(fault);
    const listener = await listening(requestListener(servers, { onFault }));
    const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
    socket.write(`${head}\r\nAccept: application/json\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    await listener.close();
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
    return { status: Number(status), body: JSON.parse(/\{.*\}/s.exec(answer)?.[0] ?? 'null'), faults };
  }

  it.each([
    ['a path', `/api/sample?query=${query}`],
    ['an address, as proxies send it (RFC 9112 §3.2.2)', `http://other/api/sample?query=${query}`],
  ])('a target may be %s', async (_what, target) => {
    expect(await answerTo(`GET ${target} HTTP/1.1\r\nHost: a`)).toMatchObject({
      status: 200,
      body: { data: { __typename: 'Query' } },
    });
  });
  it('a Host that is none is refused: 400 BAD_USER_INPUT (RFC 9112 §3.2)', async () => {
    expect(await answerTo('GET /api/sample HTTP/1.1\r\nHost: a b')).toMatchObject({
      status: 400,
      body: { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] },
    });
  });
  it('a fault is told to the operator, and nothing of it to the caller: 500 INTERNAL', async () => {
    const fault = new Error('database password is hunter2');
    const answer = await answerTo('GET /api/sample HTTP/1.1\r\nHost: a', {
      fetch: () => Promise.reject(fault),
      run: () => Promise.reject(fault),
    });
    expect(answer).toMatchObject({ status: 500, body: { errors: [{ extensions: { code: 'INTERNAL' } }] } });
    expect(JSON.stringify(answer.body)).not.toMatch(/hunter2|\.ts/);
    expect(answer.faults).toEqual([fault]);
  });
});
