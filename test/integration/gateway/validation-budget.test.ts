import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentBoundsOf } from '../../../src/domain/api/document-bounds.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/people/graphql';
const OPEN = '/acme/sandbox/open/graphql';

let now = Date.now();
let upstream: Upstream;
let world: GatewayWorld;
beforeAll(async () => {
  upstream = await recordingUpstream();
  upstream.answer = (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{}}');
  const graphql = {
    kind: 'GRAPHQL',
    upstreamUrl: upstream.url,
    sdl: 'type Query { name: String }',
    documentBounds: documentBoundsOf({ maxFragments: 1_000 }),
  } as const;
  const apis = [
    api({ ...graphql, basePath: '/people' }),
    api({ ...graphql, id: 'open', basePath: '/open', security: [] }),
  ];
  const clients = ['refused', 'asking', 'called', 'neighbour'].map((key) =>
    client({ key, plans: { 'customer-1': {} } }),
  );
  world = await openGateway(snapshot(catalog({ apis, clients })), { clock: () => new Date(now) });
});
afterAll(() => Promise.all([world.close(), upstream.close()]));

async function ask(query: string, headers: Record<string, string>, path = PATH) {
  const answer = await world.call(path, {
    method: 'POST',
    body: JSON.stringify({ query }),
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...headers,
    },
  });
  const body = await answer.json();
  return {
    status: answer.status,
    code: body.errors?.[0].extensions.code,
    message: body.errors?.[0].message,
    retryAfter: answer.headers.get('retry-after'),
  };
}

/** 215 fragments on one type, another document for each `mark`. */
const fragments = (mark: string) =>
  `{ name ${Array.from({ length: 215 }, (_, at) => `...F${at}`).join(' ')} ${mark} } ${Array.from({ length: 215 }, (_, at) => `fragment F${at} on Query { name }`).join(' ')}`;

/** Asks from ten connections at once until the budget is spent; what each answer before it was. */
async function askUntilSpent(key: string, path: string, documentOf: (at: number) => string) {
  const others: unknown[] = [];
  let spent: Awaited<ReturnType<typeof ask>> | undefined;
  for (let round = 0; !spent && round < 20; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => ask(documentOf(10 * round + at), { 'x-client-id': key }, path)),
    );
    spent = answers.find(({ status }) => status === 429);
    others.push(...answers.filter(({ status }) => status !== 429).map(({ status, code }) => code ?? status));
  }
  return { spent, others: [...new Set(others)], count: others.length };
}

const SPENT = {
  status: 429,
  code: 'VALIDATION_BUDGET_EXCEEDED',
  message: expect.stringContaining('try again in 1 seconds'),
  retryAfter: '1',
};

it.each([
  [
    'refused documents',
    {
      key: 'refused',
      path: PATH,
      documentOf: (at: number) => fragments(`no${at}`),
      before: 'GRAPHQL_VALIDATION_FAILED',
    },
  ],
  [
    'documents that are only measured',
    {
      key: 'asking',
      path: `${PATH}/cost`,
      documentOf: (at: number) => fragments(`x${at}: name`),
      before: 200,
    },
  ],
  [
    'documents that ask for too much',
    {
      key: 'called',
      path: PATH,
      documentOf: (at: number) => fragments(`y${at}: name`),
      before: 'GRAPHQL_ROOT_FIELDS_EXCEEDED',
    },
  ],
])('%s spend the budget of their subscription alone', async (_, { key, path, documentOf, before }) => {
  const { spent, others, count } = await askUntilSpent(key, path, documentOf);
  expect(spent).toEqual(SPENT);
  expect(others).toEqual([before]);
  // Half of the longest documents that an API takes, and the ten at once that began before it was spent.
  expect(count).toBeLessThan(75);
  expect(await ask(fragments(key), { 'x-client-id': 'neighbour' })).toMatchObject({
    code: 'GRAPHQL_VALIDATION_FAILED',
  });
  expect(await ask(`{ ${key}: name }`, { 'x-client-id': 'neighbour' })).toMatchObject({ status: 200 });
  // A document that is known costs nothing.
  expect(await ask(`{ ${key}: name }`, { 'x-client-id': key })).toMatchObject({ status: 200 });
  expect(await ask(`{ ${key}New: name }`, { 'x-client-id': key })).toMatchObject(SPENT);
  now += 1_000;
  expect(await ask(`{ ${key}New: name }`, { 'x-client-id': key })).toMatchObject({ status: 200 });
});

it('without a subscription, those of a network', async () => {
  const { spent } = await askUntilSpent('', OPEN, (at) => fragments(`open${at}: name`));
  expect(spent).toEqual(SPENT);
  expect(await ask('{ subscribed: name }', { 'x-client-id': 'neighbour' })).toMatchObject({ status: 200 });
});
