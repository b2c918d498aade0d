import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WITHHELD } from '../../../src/data-plane/gateway/graphql/error-details.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const sdl = `
  directive @defer(if: Boolean, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
  type Item { id: ID }
  type Query { item: Item }
  type Subscription { renamed: Item }`;
const BAD =
  '{"message":"connect ECONNREFUSED 10.0.0.1:5432","path":["item"],"extensions":{"code":"X","stacktrace":["at /app/x.js"]}}';
const TOLD = `{"message":"${WITHHELD}","path":["item"],"extensions":{"code":"X"}}`;
const DATA = '"data":{"item":null,"n":12345678901234567890}';

let upstream: Upstream;
/** In production, and in development. */
let world: GatewayWorld;
let open: GatewayWorld;

beforeAll(async () => {
  upstream = await recordingUpstream();
  const items = api({ kind: 'GRAPHQL', upstreamUrl: upstream.url, sdl, id: 'items', basePath: '/items' });
  const costLimit = { limit: 1_000, windowSeconds: 3_600 };
  const clients = [
    client({ key: 'free', plans: { 'customer-1': {} } }),
    client({ key: 'metered', plans: { 'customer-1': { name: 'metered', costLimit } } }),
  ];
  const state = snapshot(catalog({ apis: [items], clients }));
  world = await openGateway(state, { cleansErrors: true });
  open = await openGateway(state);
});
afterAll(() => Promise.all([world.close(), open.close(), upstream.close()]));
beforeEach(() => {
  upstream.seen.length = 0;
});

type Asked = {
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly from?: GatewayWorld;
};
const ask = ({ query = '{ item { id } }', headers = {}, from = world }: Asked = {}) =>
  from.call('/acme/sandbox/items/graphql', {
    method: 'POST',
    body: JSON.stringify({ query }),
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      'x-client-id': 'free',
      ...headers,
    },
  });

type Head = { readonly status?: number; readonly headers: Record<string, string> };
/** The server answers so, each part in a packet of its own. */
function answers({ status = 200, headers }: Head, ...parts: readonly (string | Buffer)[]): void {
  upstream.answer = (_, response) => {
    const write = ([part, ...others]: readonly (string | Buffer)[]) => {
      if (others.length === 0) response.end(part);
      else response.write(part, () => setImmediate(write, others));
    };
    response.writeHead(status, headers);
    write(parts);
  };
}
const json = { 'content-type': 'application/json' };
const lengthOf = (text: string | Buffer) => ({ 'content-length': `${Buffer.byteLength(text)}` });

describe('errors of a GraphQL server', () => {
  const from = `{"errors":[${BAD}],${DATA}}`;
  const to = `{"errors":[${TOLD}],${DATA}}`;

  it('are told without stacks, files and addresses in production, and as they are in development', async () => {
    answers({ headers: { ...json, ...lengthOf(from), etag: '"1"' } }, from);
    const answer = await ask();
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'application/json',
      to,
    ]);
    expect([answer.headers.get('content-length'), answer.headers.get('etag')]).toEqual([
      `${to.length}`,
      null,
    ]);
    expect(await (await ask({ from: open })).text()).toBe(from);
  });

  it.each([
    ['of a length that is not told', {}, [from]],
    [
      'in pieces of a length that is told',
      lengthOf(from),
      [from.slice(0, 15), from.slice(15, 40), from.slice(40)],
    ],
    ['in pieces of a length that is not told', {}, [from.slice(0, 15), from.slice(15, 40), from.slice(40)]],
    ['compressed by gzip', { 'content-encoding': 'gzip' }, [gzipSync(from)]],
    ['compressed by brotli', { 'content-encoding': 'br' }, [brotliCompressSync(from)]],
  ])('are found in an answer %s', async (_, headers, parts) => {
    answers({ headers: { ...json, ...headers } }, ...parts);
    const answer = await ask();
    expect([answer.status, await answer.text()]).toEqual([200, to]);
  });

  it('are found behind more data than a gateway holds', async () => {
    const data = `"data":{"item":{"id":"${'x'.repeat(2_000_000)}"}}`;
    const large = `{${data},"errors":[${BAD}]}`;
    answers({ headers: { ...json, ...lengthOf(large) } }, large);
    expect(await (await ask()).text()).toBe(`{${data},"errors":[${TOLD}]}`);
  });

  it('are told as one where a refusal has more of them than a gateway reads, also compressed', async () => {
    const errors = Array.from({ length: 100_000 }, () => '{"message":"No."}').join(',');
    answers(
      { status: 502, headers: { ...json, 'content-encoding': 'gzip' } },
      gzipSync(`{"errors":[${errors}]}`),
    );
    const answer = await ask();
    const told = (await answer.text()).slice(0, 200);
    expect([answer.status, told]).toEqual([502, JSON.stringify({ errors: [{ message: WITHHELD }] })]);
  });

  it('cost no answer without them its length, its compression or its tag', async () => {
    const good = gzipSync(`{${DATA}}`);
    answers({ headers: { ...json, ...lengthOf(good), 'content-encoding': 'gzip', etag: '"1"' } }, good);
    const answer = await ask({ headers: { 'accept-encoding': 'zstd, gzip;q=0.5, br' } });
    expect(upstream.seen[0]?.headers['accept-encoding']).toBe('gzip;q=0.5, br');
    expect(['content-encoding', 'content-length', 'etag'].map((name) => answer.headers.get(name))).toEqual([
      'gzip',
      `${good.length}`,
      '"1"',
    ]);
    expect(await answer.text()).toBe(`{${DATA}}`);
  });

  it('are found in each event, which passes as soon as it has come', async () => {
    let stream: ServerResponse | undefined;
    upstream.answer = (_, response) => {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`event: next\ndata: {"errors":[${BAD}]}\n\n`);
    };
    const accept = { accept: 'text/event-stream', 'accept-encoding': 'gzip' };
    const answer = await ask({ query: 'subscription { renamed { id } }', headers: accept });
    expect(upstream.seen[0]?.headers['accept-encoding']).toBe('identity');
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe(`event: next\ndata: {"errors":[${TOLD}]}\n\n`);
    stream?.end('event: complete\ndata:\n\n');
    expect((await reader?.read())?.value).toBe('event: complete\ndata:\n\n');
  });

  it('are found in each part of an incremental answer', async () => {
    const parts = (error: string) => [
      `---\r\nContent-Type: application/json\r\n\r\n{"data":{"item":{}},"hasNext":true}\r\n---\r\n`,
      `Content-Type: application/json\r\n\r\n{"incremental":[{"path":["item"],"errors":[${error}]}],"hasNext":false}\r\n-----\r\n`,
    ];
    answers({ headers: { 'content-type': 'multipart/mixed; boundary="-"' } }, ...parts(BAD));
    const answer = await ask({
      query: '{ item { ... @defer { id } } }',
      headers: { accept: 'multipart/mixed', 'accept-encoding': 'gzip' },
    });
    expect(upstream.seen[0]?.headers['accept-encoding']).toBe('identity');
    expect(await answer.text()).toBe(parts(TOLD).join(''));
  });

  it('cannot hide in a stream that is compressed unasked', async () => {
    answers(
      { headers: { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' } },
      gzipSync('data: {}\n\n'),
    );
    const answer = await ask({
      query: 'subscription { renamed { id } }',
      headers: { accept: 'text/event-stream' },
    });
    const { errors } = await answer.json();
    expect([answer.status, errors[0].extensions.code]).toEqual([502, 'BACKEND_ANSWER_INVALID']);
    expect(errors[0].message).toBe('The back-end did not answer as a GraphQL server does.');
  });

  it.each([
    ['application/json', '{"status":500,"error":"Internal Server Error","trace":"at A.b(A.java:3)"}'],
    ['application/problem+json', '{"detail":"/app/x.js"}'],
    ['text/plain', 'Error: boom\n    at /app/x.js:1:2'],
    ['application/json', 'not JSON'],
    ['text/plain', 'x'.repeat(1_500_000)],
  ])('are no answer of GraphQL: they keep their status and say nothing (%s)', async (type, body) => {
    answers({ status: 500, headers: { 'content-type': type } }, body);
    const answer = await ask();
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      500,
      'application/graphql-response+json; charset=utf-8',
      `{"errors":[{"message":"${WITHHELD}"}]}`,
    ]);
  });

  it('may have a status of their own, and need no body', async () => {
    answers({ status: 400, headers: json }, from);
    const answer = await ask();
    expect([answer.status, await answer.text()]).toEqual([400, to]);
    upstream.answer = (_, response) => response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
    const challenge = await ask();
    expect([challenge.status, challenge.headers.get('www-authenticate'), await challenge.text()]).toEqual([
      401,
      'Basic',
      '',
    ]);
  });

  it('are told without details too where their plan or their caller asks what they cost', async () => {
    answers({ headers: { ...json, ...lengthOf(from) } }, from);
    expect(await (await ask({ headers: { 'x-client-id': 'metered' } })).text()).toBe(to);
    const told = await world.call('/acme/sandbox/items/graphql', {
      method: 'POST',
      body: JSON.stringify({ query: '{ item { id } }', extensions: { cost: true } }),
      headers: { ...json, 'x-client-id': 'metered' },
    });
    const { errors, extensions } = await told.json();
    expect([told.status, errors, extensions.cost.requestCosts]).toEqual([
      200,
      [JSON.parse(TOLD)],
      { fieldCost: 1, typeCost: 2 },
    ]);
  });

  it('that break off do not look complete', async () => {
    upstream.answer = (_, response) => {
      response.writeHead(200, { ...json, 'content-length': '1000' });
      response.write('{"data":', () => response.destroy());
    };
    const answer = await ask();
    const { errors } = await answer.json();
    expect([answer.status, errors[0].extensions.code]).toEqual([502, 'BACKEND_UNREACHABLE']);
  });
});
