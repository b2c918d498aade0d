import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractDrift, ContractDrifts } from '../../../../src/data-plane/recorded/contract-drifts.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { answering, object, string } from '../../../support/openapi.ts';
import { removeWhatIsOver } from '../../../support/retention.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse('2027-01-01T12:00:00Z');

let world: CatalogWorld;
let catalogId: string;
beforeAll(async () => {
  world = await openCatalog();
  ({ catalogId } = world);
});
afterAll(() => world.close());

/** A gateway that writes drift, with its clock. */
function gateway(at = START) {
  let now = at;
  const drifts = new ContractDrifts({ database: world.database, clock: () => new Date(now) });
  return {
    drifts,
    pass: (ms: number) => {
      now += ms;
    },
    find: async (drift: Partial<ContractDrift>, calls = 1) => {
      for (let n = 0; n < calls; n += 1) drifts.note({ ...way(), ...drift });
      await drifts.write();
    },
  };
}
const way = (): ContractDrift => ({
  orgId: 'acme',
  catalogId,
  api: 'none:1.0.0',
  side: 'ANSWER',
  operation: 'GET /things',
  pointer: '/body/name',
  keyword: 'type',
});

type Listed = { readonly pointer: string; readonly kind: string; readonly calls: number };
type Warned = { readonly code: string; readonly message: string; readonly facts: object };

const listed = async (api: string, first = 200) =>
  (
    await world.query<{ api: { drift: readonly Listed[] } }>(
      `query ($api: VersionedName!, $first: Int) { api(org: "acme", api: $api) {
        drift(first: $first) { catalog { name } side operation pointer kind calls firstAt lastAt } } }`,
      { api, first },
    )
  ).api.drift;
const told = (api: string) =>
  world.database.prisma.event.findMany({
    where: { type: 'CONTRACT_DRIFT', subject: api },
    orderBy: { id: 'asc' },
    select: { detail: true },
  });

async function newApi(more: object = {}): Promise<string> {
  const name = `things-${randomUUID().slice(0, 8)}`;
  await world.mutate('createApi', { name, openapi: answering(object({ name: string }, ['name'])), ...more });
  return `${name}:1.0.0`;
}

describe('the drift of an API', () => {
  it('is counted on by all gateways, and told of once in a day for each way', async () => {
    const api = await newApi();
    const [one, other] = [gateway(), gateway(START + HOUR_MS)];
    await one.find({ api }, 3);
    await other.find({ api }, 2);
    await other.find({ api, keyword: 'required' });
    const found = {
      catalog: { name: CATALOG },
      side: 'ANSWER',
      operation: 'GET /things',
      pointer: '/body/name',
      kind: 'type',
      calls: 5,
      firstAt: '2027-01-01T12:00:00.000Z',
      lastAt: '2027-01-01T13:00:00.000Z',
    };
    expect(await listed(api)).toMatchObject([{ kind: 'required', calls: 1 }, found]);
    expect((await told(api)).map(({ detail }) => detail)).toEqual([
      {
        side: 'ANSWER',
        operation: 'GET /things',
        pointer: '/body/name',
        keyword: 'type',
        calls: 3,
        firstAt: '2027-01-01T12:00:00Z',
      },
      expect.objectContaining({ keyword: 'required' }),
    ]);

    one.pass(DAY_MS);
    await one.find({ api });
    await one.find({ api });
    expect((await told(api)).map(({ detail }) => (detail as { calls: number }).calls)).toEqual([3, 1, 6]);
  });

  it('is kept while the database is gone, and has at most 200 ways in a catalog', async () => {
    const api = await newApi();
    const { database } = world;
    let isGone = true;
    const query: typeof database.query = (...args) =>
      isGone ? Promise.reject(new Error('gone')) : database.query(...args);
    const drifts = new ContractDrifts({ database: { query }, clock: () => new Date(START) });
    for (let at = 0; at < 200; at += 1) drifts.note({ ...way(), api, pointer: `/body/${at}` });
    await expect(drifts.write()).rejects.toThrow('gone');
    drifts.note({ ...way(), api, pointer: '/body/0' });
    isGone = false;
    await drifts.write();
    drifts.note({ ...way(), api, pointer: '/body/1' });
    drifts.note({ ...way(), api, pointer: '/body/too-many' });
    await drifts.write();
    const calls = Object.fromEntries((await listed(api)).map((each) => [each.pointer, each.calls]));
    expect(calls).toMatchObject({ '/body/0': 2, '/body/1': 2, '/body/2': 1 });
    expect([Object.keys(calls).length, calls['/body/too-many']]).toEqual([200, undefined]);
    expect(await listed(api, 3)).toHaveLength(3);
  });

  it('is gone when it has not come for 30 days', async () => {
    const api = await newApi();
    await gateway(START - 31 * DAY_MS).find({ api, keyword: 'format' });
    await gateway(START - 29 * DAY_MS).find({ api });
    await removeWhatIsOver(world.database, new Date(START));
    expect(await listed(api)).toMatchObject([{ kind: 'type' }]);
  });
});

describe('publishing an API with a contract', () => {
  const warnings = async (product: string) =>
    (
      await world.mutate<{ warnings: readonly Warned[] }>(
        'publishProduct',
        { catalog: CATALOG, product, dryRun: true },
        '{ warnings { code message facts } }',
      )
    ).warnings.filter(({ code }) => code === 'DRIFTING');

  it('warns where the back-end lately answered otherwise than the document says', async () => {
    const api = await newApi({ contract: { answers: 'MEASURE' }, targetUrl: 'http://127.0.0.1:8091/things' });
    await world.product(api, { apis: [api] });
    expect(await warnings(api)).toEqual([]);
    const now = world.deps.clock().getTime();
    await gateway(now - 8 * DAY_MS).find({ api, keyword: 'format' });
    await gateway(now).find({ api, side: 'REQUEST' });
    expect(await warnings(api)).toEqual([]);

    await gateway(now).find({ api }, 3);
    await gateway(now).find({ api, keyword: 'required' });
    expect(await warnings(api)).toEqual([
      {
        code: 'DRIFTING',
        message: `The back-end of ${api} answered otherwise than its document says in 4 checked calls of the last 7 days: GET /things /body/name (type), GET /things /body/name (required). Correct the document, or the back-end.`,
        facts: {
          api,
          days: 7,
          ways: 2,
          calls: 4,
          first: ['GET /things /body/name (type)', 'GET /things /body/name (required)'],
        },
      },
    ]);
  });
});
