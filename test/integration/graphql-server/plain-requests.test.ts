// A plain request is answered without graphql-yoga, and nobody can tell.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { requestListener } from '../../../src/data-plane/graphql-server/serve/listener.ts';
import { answering, type BuiltWorld, documentOf, openBuiltWorld } from '../../support/built-server.ts';
import { listening } from '../../support/graphql-server.ts';

// The server is built in a child process, which takes seconds to begin on a machine that has others to run.
vi.setConfig({ testTimeout: 90_000 });

const ofText = { type: 'string' };
const Pet = {
  type: 'object',
  required: ['id'],
  properties: { id: ofText, name: ofText, age: { type: 'integer' } },
};
const schema = { $ref: '#/components/schemas/Pet' };
const id = { name: 'id', in: 'path', required: true, schema: ofText };
const document = documentOf(
  {
    '/pets': { get: { operationId: 'pets', ...answering({ type: 'array', items: schema }) } },
    '/pets/{id}': { get: { operationId: 'pet', parameters: [id], ...answering(schema) } },
  },
  { Pet },
);

let world: BuiltWorld;
let listener: Awaited<ReturnType<typeof listening>>;
/** What plans gave: a text, errors, or nothing. A request that is not plain does not get there. */
const given: string[] = [];

beforeAll(async () => {
  world = await openBuiltWorld();
  const sources = [{ name: 'a', url: world.url, openapi: document }];
  expect(await world.make({ title: 'Pets', sources })).toMatchObject({ state: 'READY', failure: null });
  const servers = {
    fetch: (...call: Parameters<typeof world.servers.fetch>) => world.servers.fetch(...call),
    async run(...call: Parameters<typeof world.servers.run>) {
      const result = await world.servers.run(...call);
      given.push(Object.keys(result ?? { nothing: 0 })[0] ?? '');
      return result;
    },
  };
  listener = await listening(requestListener(servers, { onFault: (fault) => Promise.reject(fault) }));
  world.answers.set('GET /pets', [
    { id: '1', name: 'Réx "the" dog 😀', age: 3 },
    { id: '2', age: 0 },
  ]);
  world.answers.set('GET /pets/1', { id: '1', name: 'Rex', age: 'old' });
  world.answers.set('GET /pets/2', { name: 'no id' });
}, 90_000);
afterAll(async () => {
  await listener.close();
  await world.close();
});

type Sent = { readonly accept?: string; readonly path?: string };

/** The whole answer as it came, without its date. */
async function answerTo(
  body: string,
  framing: string,
  { accept = 'application/json', path = 'pets' }: Sent = {},
) {
  const { port } = new URL(listener.url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /api/acme/${path} HTTP/1.1\r\nHost: a:${port}\r\nAccept: ${accept}\r\nContent-Type: application/json\r\nConnection: close\r\n${framing}\r\n\r\n${body}`,
  );
  return (await text(socket)).replace(/\r\nDate: .*/, '');
}

const plain = (body: string, sent?: Sent) =>
  answerTo(body, `Content-Length: ${Buffer.byteLength(body)}`, sent);
/** In chunks a request is none of the plain. */
const other = (body: string, sent?: Sent) =>
  answerTo(
    `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    'Transfer-Encoding: chunked',
    sent,
  );

const QUERY = '{ pets { id name age __typename } }';
const BY_ID = 'query Pet($id: String!, $a: Boolean = true) { pet(id: $id) { id @include(if: $a) name age } }';
type Case = readonly [what: string, given: string, body: unknown, sent?: Sent];
const cases: readonly Case[] = [
  ['a query', 'text', { query: QUERY }],
  [
    'application/graphql-response+json',
    'text',
    { query: QUERY },
    { accept: 'application/graphql-response+json' },
  ],
  ['any media type', 'text', { query: QUERY }, { accept: '*/*' }],
  ['a media type that nobody has', 'yoga', { query: QUERY }, { accept: 'text/html' }],
  ['variables', 'errors', { query: BY_ID, variables: { id: '1' }, operationName: 'Pet' }],
  ['a missing record', 'text', { query: BY_ID, variables: { id: '99', a: false } }],
  ['a record without what it needs', 'errors', { query: BY_ID, variables: { id: '2' } }],
  ['a path that no id is', 'errors', { query: BY_ID, variables: { id: '..' } }],
  ['a variable of another type', 'nothing', { query: BY_ID, variables: { id: [1] } }],
  ['a variable that no database stores', 'nothing', { query: BY_ID, variables: { id: '\u0000' } }],
  [
    'an operation that there is not',
    'nothing',
    { query: BY_ID, variables: { id: '1' }, operationName: 'No' },
  ],
  ['introspection', 'nothing', { query: '{ __schema { queryType { name } } }' }],
  ['an unknown field', 'nothing', { query: '{ no }' }],
  ['no GraphQL', 'nothing', { query: '{' }],
  ['no query', 'yoga', { variables: {} }],
  ['a member too many', 'yoga', { query: QUERY, more: 1 }],
  ['extensions', 'yoga', { query: QUERY, extensions: {} }],
  ['a list', 'yoga', [{ query: QUERY }]],
  ['no JSON', 'yoga', '{"query": '],
  ['a server that there is not', 'nothing', { query: QUERY }, { path: 'no-such' }],
];
it.each(cases.map(([what, way, body, sent]) => ({ what, way, body, sent })))(
  '$what: plain and not, and for the second time, the answer is the same ($way)',
  async ({ way, body, sent }) => {
    const json = typeof body === 'string' ? body : JSON.stringify(body);
    const expected = await other(json, sent);
    await plain(json, sent);
    given.length = 0;
    expect(await plain(json, sent)).toBe(expected);
    expect(given).toEqual(way === 'yoga' ? [] : [way]);
    expect(await other(json, sent)).toBe(expected);
  },
);

it('an answer with errors asks no back-end for a second time', async () => {
  const body = JSON.stringify({ query: '{ pet(id: "1") { age } pets { id } }' });
  await plain(body);
  world.calls.length = 0;
  expect(await plain(body)).toContain('BACKEND_ANSWER_INVALID');
  expect(world.calls.map(({ url }) => url).sort()).toEqual(['/pets', '/pets/1']);
});
