import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildServer } from '../../../src/data-plane/graphql-server/build/build-server.ts';
import { GraphQLServers } from '../../../src/data-plane/graphql-server/serve/graphql-servers.ts';
import { refuse } from '../../../src/foundation/errors.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { answering, documentOf } from '../../support/built-server.ts';
import { emptyDatabase } from '../../support/database.ts';
import { ask, everyQuery, nobodyKnown } from '../../support/graphql-server.ts';

let opened: Database;
let database: Database;
/** The ids of the rows that a schema was read of. */
const read: unknown[] = [];
let isDown = false;
const running: GraphQLServers[] = [];

beforeAll(async () => {
  opened = await emptyDatabase();
  const prisma = opened.prisma.$extends({
    query: {
      graphQLServer: {
        findUnique({ args, query }) {
          if (isDown) refuse('TEMPORARILY_UNAVAILABLE', { headers: { 'Retry-After': '5' } });
          read.push(args.where.id);
          return query(args);
        },
      },
    },
  }) as unknown as Database['prisma'];
  database = { ...opened, prisma };
  await opened.prisma.org.create({ data: { name: 'acme', title: 'Acme' } });
});
beforeEach(() => {
  read.length = 0;
  isDown = false;
});
afterEach(async () => {
  for (const servers of running.splice(0)) servers.close();
  await opened.prisma.graphQLServer.deleteMany();
});
afterAll(() => opened.close());

/** What a row keeps of a build whose only query has this name. */
function builtOf(query: string) {
  const openapi = documentOf({
    '/a': { get: { operationId: query, ...answering({ type: 'string' }) } },
  });
  const { built, sdl } = buildServer({
    sources: [{ name: 'a', url: 'http://127.0.0.1:1' }],
    documents: { a: JSON.stringify(openapi) },
  });
  return { built: JSON.stringify(built), sdl };
}

async function createRow(name: string, more: object = {}): Promise<string> {
  const { id: orgId } = await opened.prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
  const data = {
    ...builtOf('first'),
    orgId,
    name,
    title: name,
    exposed: true,
    policies: toStore(everyQuery),
    revision: 1,
    builtRevision: 1,
    state: 'READY' as const,
    ...more,
  };
  return (await opened.prisma.graphQLServer.create({ data })).id;
}
const row = (id: string) => opened.prisma.graphQLServer.findUniqueOrThrow({ where: { id } });

function begin(faults: unknown[] = []): GraphQLServers {
  const servers = new GraphQLServers({
    database,
    ...nobodyKnown,
    outbound: { upstreams: { send: () => undefined, destroy() {} } },
    backendsUrl: 'http://127.0.0.1:1',
    onFault: (fault) => faults.push(fault),
  });
  running.push(servers);
  return servers;
}

const fields = async (servers: GraphQLServers, name = 'called') => {
  const query = '{ __schema { queryType { fields { name } } } }';
  const { status, data, errors } = await ask(servers, `/api/acme/${name}`, { query });
  const { queryType } = (data?.['__schema'] ?? {}) as { queryType?: { fields: { name: string }[] } };
  return { status, fields: queryType?.fields.map(({ name }) => name), code: errors?.[0]?.extensions['code'] };
};

describe('a GraphQL server that was built before the start', () => {
  it('is made when it is first called, once for all calls that wait; one that nobody calls is not', async () => {
    const called = await createRow('called');
    await createRow('other');
    const servers = begin();
    await servers.refresh();
    expect([servers.isReady(), read]).toEqual([true, []]);
    const answers = await Promise.all(['', '', ''].map(() => fields(servers)));
    expect(answers).toEqual(Array(3).fill({ status: 200, fields: ['first'], code: undefined }));
    await fields(servers);
    expect(read).toEqual([called]);
  });

  it('answers by its new schema as soon as the change is seen; where nobody called it, it is not made for that', async () => {
    const [called, other] = [await createRow('called'), await createRow('other')];
    const servers = begin();
    await servers.refresh();
    await fields(servers);
    const data = { ...builtOf('second'), revision: 2, builtRevision: 2 };
    await opened.prisma.graphQLServer.updateMany({ data });
    expect((await fields(servers)).fields).toEqual(['first']);
    await servers.refresh();
    expect(read).toEqual([called, called]);
    expect((await fields(servers)).fields).toEqual(['second']);
    expect((await fields(servers, 'other')).fields).toEqual(['second']);
    expect(read).toEqual([called, called, other]);
  });

  it('goes on as it was before, also after a start, while a change of it cannot be built', async () => {
    const id = await createRow('called', { revision: 2, state: 'PENDING' });
    const servers = begin();
    await servers.refresh();
    expect(await row(id)).toMatchObject({
      state: 'FAILED',
      failure: expect.stringMatching(/ The server goes on as it was before\.$/),
    });
    expect((await fields(servers)).fields).toEqual(['first']);
  });

  it('that another process could not serve stays Failed until a call finds that this one can', async () => {
    const id = await createRow('called', { state: 'FAILED', failure: 'It takes too much.' });
    const servers = begin();
    await servers.refresh();
    expect((await row(id)).state).toBe('FAILED');
    expect((await fields(servers)).status).toBe(200);
    expect(await row(id)).toMatchObject({ state: 'READY', failure: null });
  });

  it('cannot be made without the database: 503 with Retry-After, and again by the next call', async () => {
    await createRow('called');
    const servers = begin();
    await servers.refresh();
    isDown = true;
    const refused = await ask(servers, '/api/acme/called', { query: '{ __typename }' });
    expect(refused).toMatchObject({
      status: 503,
      errors: [
        {
          message: 'This is temporarily unavailable.',
          extensions: { code: 'TEMPORARILY_UNAVAILABLE' },
        },
      ],
    });
    expect(refused.headers.get('retry-after')).toBe('5');
    isDown = false;
    expect((await fields(servers)).status).toBe(200);
  });

  it('lets nobody through by policies that it had when its schema was not there', async () => {
    const id = await createRow('called');
    const servers = begin();
    await servers.refresh();
    await opened.prisma.graphQLServer.update({ where: { id }, data: { policies: {} } });
    await servers.refresh();
    expect(await ask(servers, '/api/acme/called', { query: '{ first }' })).toMatchObject({
      status: 403,
      errors: [{ extensions: { code: 'POLICY_REFUSED' } }],
    });
  });
});
