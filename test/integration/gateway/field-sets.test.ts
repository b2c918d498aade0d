import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { FieldSets } from '../../../src/data-plane/gateway/accounting/field-sets.ts';
import { documentBoundsOf } from '../../../src/domain/api/document-bounds.ts';
import { VARIABLE_VALUES_MAX } from '../../../src/graphql/schema/variable-enums.ts';
import { FIELD_SETS_MAX, UNKNOWN_FIELDS } from '../../../src/infrastructure/usage/field-sets.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const sdl = `
  enum State { OPEN CLOSED }
  type Item { id: ID name(in: String): String }
  scalar Any
  input Filter { text: String any: Any states: [State] not: Filter }
  type Query { item(id: ID, state: State): Item items(by: [Filter!]): [Item] }`;
const PATH = '/acme/sandbox/items/graphql';
const inQuery = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });
const STATES = { type: 'string', enum: ['OPEN', 'CLOSED'] };
const paths = {
  '/items/{id}': {
    get: {
      parameters: [
        inQuery('state', STATES),
        inQuery('in', { type: 'array', items: STATES }, { explode: false }),
        inQuery('name', { type: 'string' }),
        inQuery('unused', { type: 'string' }),
        { name: 'X-Tenant', in: 'header', schema: STATES },
      ],
    },
  },
};

type Row = Readonly<Record<string, unknown>>;
let upstream: Upstream;
let world: GatewayWorld;
const writes: (readonly unknown[])[] = [];

const isOfSets = (values: readonly unknown[]) => values.length === 2 && `${values[0]}`.startsWith('[');

beforeAll(async () => {
  upstream = await recordingUpstream();
  const items = api({
    kind: 'GRAPHQL',
    upstreamUrl: upstream.url,
    sdl,
    basePath: '/items',
    documentBounds: documentBoundsOf({ maxBatch: 2 }),
  });
  const clients = [client({ key: 'free', plans: { 'customer-1': {} } })];
  const contract = { requests: 'MEASURE', answers: 'OFF', sample: 1, mock: null } as const;
  const rest = { upstreamUrl: upstream.url, openapi: { paths } };
  const read = { ...contract, document: JSON.stringify({ openapi: '3.1.0', paths }) };
  const apis = [
    items,
    api({ ...rest, basePath: '/read', contract: read }),
    api({ ...rest, basePath: '/unread' }),
  ];
  world = await openGateway(snapshot(catalog({ apis, clients })), {
    // What keeps sets answers the ids of those that it keeps.
    query: async <Kept>(_: string, values: readonly unknown[] = []) => {
      writes.push(values);
      return (isOfSets(values) ? JSON.parse(`${values[0]}`) : []) as Kept[];
    },
  });
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(async () => {
  await world.gateway.flush();
  writes.length = 0;
  world.records.length = 0;
  upstream.answer = (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"item":null}}');
});

async function call(body: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-client-id': 'free' };
  const answer = await world.call(PATH, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.text();
  return answer.status;
}

const known = new Map<unknown, unknown>();

/** The calls that were counted by their fields, once so many have ended. */
async function counted(calls: number): Promise<unknown[]> {
  await until(() => world.records.length === calls);
  await world.gateway.flush();
  const rowsOf = (length: number, at: number) =>
    writes
      .filter((values) => values.length === length && `${values[at]}`.startsWith('['))
      .flatMap((values) => JSON.parse(`${values[at]}`) as Row[]);
  for (const { id, coordinates } of rowsOf(2, 0)) known.set(id, coordinates);
  return rowsOf(10, 9).map(({ set, calls: count }) => [known.get(set), count]);
}

/** The last days of unknown fields that were written for series. */
const unknownDays = () =>
  writes
    .filter(({ length }) => length === 10)
    .flatMap((values) => (JSON.parse(`${values[3]}`) as Row[]).map(({ unknownSetDay }) => unknownSetDay));

it('counts calls by the fields of their documents, and documents that use the same together', async () => {
  const one = { query: '{ item(id: "1") { id } }' };
  expect([await call(one), await call(one), await call({ query: '{ a: item(id: "2") { b: id } }' })]).toEqual(
    [200, 200, 200],
  );
  expect(await counted(3)).toEqual([[['Item.id', 'Query.item', 'Query.item(id:)'], 3]]);
});

it('counts each document of a batch, and the operation that is named', async () => {
  const query = 'query A { item { id } } query B { item { name } }';
  await call([{ query: '{ item { id } }' }, { query, operationName: 'B' }]);
  expect(await counted(1)).toEqual([
    [['Item.id', 'Query.item'], 1],
    [['Item.name', 'Query.item'], 1],
  ]);
});

it('counts no document that is refused or that asks for the schema alone', async () => {
  expect(await call({ query: '{ nothing }' })).toBe(200);
  await call({ query: '{ __schema { queryType { name } } }' });
  expect(await counted(2)).toEqual([]);
});

it('keeps no value of a call, but the names of enum values in a document', async () => {
  const query = `query ($id: ID) { item(id: $id, state: CLOSED) { id name(in: "canary-literal") } }`;
  await call({ query, variables: { id: 'canary-variable' } });
  expect(await counted(1)).toEqual([
    [
      [
        '$ID',
        'Item.id',
        'Item.name',
        'Item.name(in:)',
        'Query.item',
        'Query.item(id:)',
        'Query.item(state:)',
        'State.CLOSED',
      ],
      1,
    ],
  ]);
  expect(JSON.stringify(writes)).not.toContain('canary');
});

it('counts the enum values in variables, and keeps no value besides', async () => {
  const query =
    'query ($s: State, $f: [Filter!], $id: ID) { item(id: $id, state: $s) { id } items(by: $f) { id } }';
  const used = [
    '$=Filter',
    '$=State',
    '$ID',
    'Item.id',
    'Query.item',
    'Query.item(id:)',
    'Query.item(state:)',
  ];
  const document = [...used, 'Query.items', 'Query.items(by:)'];
  const by = { text: 'canary-text', any: { state: 'canary-any' }, states: ['CLOSED', 'canary-item'] };
  await call({
    query,
    variables: { s: 'OPEN', f: [by, { not: by }], id: 'canary-id', 'canary-name': 'OPEN' },
  });
  await call({ query, variables: { s: 'canary-value' } });
  const literal = 'query ($s: State) { item(state: $s) { id } a: item(state: OPEN) { id } }';
  await call({ query: literal, variables: { s: 'OPEN' } });
  expect(await counted(3)).toEqual([
    [document, 2],
    [['State.OPEN'], 1],
    [['State.CLOSED'], 1],
    [['$=State', 'Item.id', 'Query.item', 'Query.item(state:)', 'State.OPEN'], 1],
  ]);
  expect(JSON.stringify(writes)).not.toContain('canary');
});

it('counts variables by their types alone where there is too much in them', async () => {
  const query = 'query ($s: State, $f: [Filter!]) { item(state: $s) { id } items(by: $f) { id } }';
  const f = Array.from({ length: VARIABLE_VALUES_MAX }, () => ({}));
  await call({ query, variables: { s: 'OPEN', f } });
  const used = ['$Filter', '$State', 'Item.id', 'Query.item', 'Query.item(state:)'];
  expect(await counted(1)).toEqual([[[...used, 'Query.items', 'Query.items(by:)'], 1]]);
});

const get = async (path: string) => {
  const headers = { 'x-client-id': 'free', 'x-tenant': 'OPEN' };
  const answer = await world.call(`/acme/sandbox${path}`, { headers });
  return answer.status;
};

it('counts calls of REST by the query parameters of the document, and its values, and keeps no others', async () => {
  const query = 'state=CLOSED&in=OPEN,canary-item&name=canary-value&canary-name=1&state=canary-state';
  await until(
    async () => (await get('/read/items/1')) === 200 && (await counted(world.records.length)).length > 0,
  );
  world.records.length = 0;
  writes.length = 0;
  expect([await get(`/read/items/1?${query}`), await get('/read/items/2')]).toEqual([200, 200]);
  const of = (rest: string) => `GET /items/{id}${rest}`;
  expect(await counted(2)).toEqual([
    [[of(''), of('?in'), of('?in=OPEN'), of('?name'), of('?state'), of('?state=CLOSED')], 1],
    [[of('')], 1],
  ]);
  expect(unknownDays()).toEqual([new Date(0).toISOString()]);
  expect(JSON.stringify(writes)).not.toContain('canary');
});

it('tells of calls of REST whose queries are not read that their fields are not known', async () => {
  expect(await get('/unread/items/1?state=OPEN')).toBe(200);
  expect(await counted(1)).toEqual([]);
  const [day] = unknownDays();
  expect(new Date(`${day}`).getTime()).toBeGreaterThan(0);
});

it('shares a set between documents, and knows no more of them than are kept', () => {
  const sets = new FieldSets(1_000_000);
  const first = sets.of(['Query.f0']);
  for (let at = 1; at < FIELD_SETS_MAX; at += 1) sets.of([`Query.f${at}`]);
  expect(sets.of(['Query.f0'])).toBe(first);
  expect(sets.of(['Query.more'])).toEqual([UNKNOWN_FIELDS]);
  expect(sets.of(null)).toEqual([UNKNOWN_FIELDS]);
});
