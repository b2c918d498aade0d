import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GraphQLServers } from '../../../src/data-plane/graphql-server/serve/graphql-servers.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import type { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import { emptyDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { ask, everyQuery, nobodyKnown } from '../../support/graphql-server.ts';

const typename = { query: '{ __typename }' };
let database: Database;
let orgId: string;
/** Every state that was written. */
const states: unknown[] = [];

beforeAll(async () => {
  const opened = await emptyDatabase();
  const prisma = opened.prisma.$extends({
    query: {
      graphQLServer: {
        updateMany({ args, query }) {
          states.push(args.data.state);
          return query(args);
        },
      },
    },
  }) as unknown as Database['prisma'];
  database = { ...opened, prisma };
  orgId = (await database.prisma.org.create({ data: { name: 'acme', title: 'Acme' } })).id;
});
afterEach(async () => {
  states.length = 0;
  await database.prisma.graphQLServer.deleteMany();
});
afterAll(() => database.close());

const createRow = (name = 'sample', policies: object = {}) =>
  database.prisma.graphQLServer.create({
    data: { orgId, name, alias: name, exposed: true, title: name, policies: toStore(policies) },
  });
const row = (name = 'sample') => database.prisma.graphQLServer.findUniqueOrThrow({ where: { alias: name } });

/** @param called is told what is asked for */
const withoutBackEnds = (called: (url: string) => void = () => {}): Pick<Outbound, 'upstreams'> => ({
  upstreams: {
    send(origin, { path }, receiver) {
      called(`${origin}${path}`);
      receiver.onError(new Error('there is no back-end'));
      return undefined;
    },
    destroy() {},
  },
});

/** Servers that begin now, in front of back-ends that nobody reaches. */
function begin(
  onFault = (error: unknown): unknown => {
    throw error;
  },
) {
  const calls: string[] = [];
  const servers = new GraphQLServers({
    database,
    ...nobodyKnown,
    outbound: withoutBackEnds((url) => calls.push(url)),
    backendsUrl: 'http://127.0.0.1:1',
    onFault,
  });
  return Object.assign(servers, { calls });
}

describe('a GraphQL server', () => {
  it('is Pending while it starts: 503 GRAPHQL_SERVER_PENDING; then Ready, with its SDL', async () => {
    await createRow();
    const starting = begin();
    expect(starting.isReady()).toBe(false);
    const pending = await ask(starting, '/api/sample', typename);
    expect(pending).toMatchObject({
      status: 503,
      errors: [
        { message: 'The GraphQL server is not ready yet.', extensions: { code: 'GRAPHQL_SERVER_PENDING' } },
      ],
    });
    await starting.refresh();
    expect(starting.isReady()).toBe(true);
    expect(await ask(starting, '/api/sample', typename)).toMatchObject({
      status: 200,
      data: { __typename: 'Query' },
    });
    expect(states).toEqual(['READY']);
    const { state, failure, sdl } = await row();
    expect({ state, failure }).toEqual({ state: 'READY', failure: null });
    expect(sdl).toContain('getCustomerById(');
  });

  it('goes through Pending again at the next start, and is not written again while nothing changes', async () => {
    await createRow();
    await begin().refresh();
    const again = begin();
    await again.refresh();
    await again.refresh();
    expect(states).toEqual(['READY', 'PENDING', 'READY']);
  });

  it('is announced when its state changes, so that other processes see it', async () => {
    await createRow();
    const announced = new Promise((resolve) => void database.listen(resolve));
    await begin().refresh();
    expect(await announced).toBe(orgId);
  });

  it('of another name than that of .meshrc.yaml, without documents, is Failed with a reason, and keeps nobody waiting', async () => {
    await createRow('other');
    const starting = begin();
    await starting.refresh();
    expect(await row('other')).toMatchObject({
      state: 'FAILED',
      failure: 'It has no OpenAPI documents: update its sources.',
      sdl: null,
    });
    expect(starting.isReady()).toBe(true);
    expect(await ask(starting, '/api/other', typename)).toMatchObject({
      status: 503,
      errors: [
        {
          message: 'The GraphQL server other failed to start.',
          extensions: { code: 'TEMPORARILY_UNAVAILABLE' },
        },
      ],
    });
  });

  it('that cannot be read from its row is Failed with a reason when it is called, and the others are served', async () => {
    await createRow();
    await createRow('other');
    await database.prisma.graphQLServer.update({
      where: { alias: 'other' },
      data: { revision: 1, builtRevision: 1, built: '{}' },
    });
    const faults: unknown[] = [];
    const servers = begin((fault) => faults.push(fault));
    await servers.refresh();
    expect(await ask(servers, '/api/sample', typename)).toMatchObject({ status: 200 });
    for (const _time of ['built', 'known'])
      expect(await ask(servers, '/api/other', typename)).toMatchObject({
        status: 503,
        errors: [
          {
            message: 'The GraphQL server other failed to start.',
            extensions: { code: 'TEMPORARILY_UNAVAILABLE' },
          },
        ],
      });
    await servers.refresh();
    expect(await row('other')).toMatchObject({
      state: 'FAILED',
      failure: 'It cannot be built: the log says why.',
    });
    expect(faults).toEqual([expect.any(TypeError)]);
  });

  it('is served as soon as its row is there, and no longer when the row is gone', async () => {
    const running = begin();
    await running.refresh();
    expect(running.isReady()).toBe(true);
    expect(await ask(running, '/api/sample', typename)).toMatchObject({ status: 404 });
    await createRow();
    await running.refresh();
    expect(await ask(running, '/api/sample', typename)).toMatchObject({ status: 200 });
    await database.prisma.graphQLServer.delete({ where: { alias: 'sample' } });
    await running.refresh();
    expect(await ask(running, '/api/sample', typename)).toMatchObject({
      status: 404,
      errors: [{ extensions: { code: 'NOT_FOUND' } }],
    });
  });
});

describe('without the database', () => {
  it('the fault is told, and the rows are read as soon as they can be', async () => {
    await createRow();
    const faults: unknown[] = [];
    let isDown = true;
    const { graphQLServer } = database.prisma;
    const prisma = {
      graphQLServer: {
        updateMany: graphQLServer.updateMany,
        findMany: (query: object) =>
          isDown ? Promise.reject(new Error('the database is down')) : graphQLServer.findMany(query),
      },
    };
    const servers = new GraphQLServers({
      ...nobodyKnown,
      database: { ...database, prisma: { ...database.prisma, ...prisma } as unknown as Database['prisma'] },
      outbound: withoutBackEnds(),
      backendsUrl: 'http://127.0.0.1:1',
      onFault: (error) => faults.push(error),
    });
    await servers.refresh();
    expect(servers.isReady()).toBe(false);
    expect(faults).toContainEqual(new Error('the database is down'));
    isDown = false;
    await eventually(() => expect(servers.isReady()).toBe(true));
    servers.close();
  });
});

describe('the access policy', () => {
  const document =
    '{ getCustomers { id } byAlias: getAccountById(id: "x") { Id } ...F } fragment F on Query { getAccounts { Id } }';
  const code = async (servers: ReturnType<typeof begin>) =>
    (await ask(servers, '/api/sample', { query: '{ getCustomers { id } }' })).errors?.[0]?.extensions['code'];
  const setPolicies = (policies: object) =>
    database.prisma.graphQLServer.update({
      where: { alias: 'sample' },
      data: { policies: toStore(policies) },
    });

  it.each([
    ['none', {}],
    [
      'one that says false',
      { access: { policies: [{ type: 'Query', policyDefault: { condition: false } }] } },
    ],
    [
      'one of another root type',
      { access: { policies: [{ type: 'Mutation', policyDefault: { condition: true } }] } },
    ],
  ])(
    '%s: every query is refused with 403 POLICY_REFUSED, and no back-end is asked',
    async (_name, policies) => {
      await createRow('sample', policies);
      const servers = begin();
      await servers.refresh();
      const { status, data, errors } = await ask(servers, '/api/sample', { query: document });
      expect({ status, data }).toEqual({
        status: 403,
        data: { getCustomers: null, byAlias: null, getAccounts: null },
      });
      expect(errors?.map(({ message, path, extensions }) => ({ message, path, extensions }))).toEqual(
        [
          ['getCustomers', 'getCustomers'],
          ['byAlias', 'getAccountById'],
          ['getAccounts', 'getAccounts'],
        ].map(([key, field]) => ({
          message: `The access policy of this GraphQL server does not let you use Query.${field}.`,
          path: [key],
          extensions: { code: 'POLICY_REFUSED' },
        })),
      );
      expect(servers.calls).toEqual([]);
      const introspection = await ask(servers, '/api/sample', {
        query: '{ __typename __schema { queryType { name } } __type(name: "Customer") { name } }',
      });
      expect(introspection.errors).toBeUndefined();
    },
  );

  it('is taken over when it changes, without a start', async () => {
    await createRow('sample', everyQuery);
    const servers = begin();
    await servers.refresh();
    expect(await code(servers)).toBe('BACKEND_UNREACHABLE');
    await setPolicies({});
    await servers.refresh();
    expect(await code(servers)).toBe('POLICY_REFUSED');
    await setPolicies(everyQuery);
    await servers.refresh();
    expect(await code(servers)).toBe('BACKEND_UNREACHABLE');
    expect(states).toEqual(['READY']);
  });

  it('that cannot be read lets nobody through: the server is Failed until it is mended', async () => {
    await createRow('sample', everyQuery);
    const servers = begin();
    await servers.refresh();
    await setPolicies({ access: { policies: [{ type: 'Query', policyDefault: { condition: 'true &&' } }] } });
    await servers.refresh();
    expect(await row()).toMatchObject({
      state: 'FAILED',
      failure: 'Line 1, column 8: Unexpected token: EOF.',
    });
    expect(await code(servers)).toBe('TEMPORARILY_UNAVAILABLE');
    await setPolicies(everyQuery);
    await servers.refresh();
    expect((await row()).state).toBe('READY');
    expect(await code(servers)).toBe('BACKEND_UNREACHABLE');
  });
});
