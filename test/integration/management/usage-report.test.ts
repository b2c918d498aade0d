import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementWorld, openManagement } from '../../support/management.ts';
import { countUnits, countUsage } from '../../support/usage.ts';

type Groups = readonly Readonly<Record<string, unknown>>[];
type Page = {
  readonly usage: { nodes: Groups; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
};

let world: ManagementWorld;

beforeAll(async () => {
  world = await openManagement();
  world.pass(3_600_000);
  await world.mutate('createOrg', { title: 'Acme', name: 'acme' });
  await world.mutate('createOrg', { title: 'Other', name: 'other' });
  await world.mutate('createOrg', { title: 'Minutes', name: 'minutes' });
  const { prisma } = world.database;
  const orgs = new Map((await prisma.org.findMany()).map(({ name, id }) => [name, id]));
  const [orgId = '', otherId = '', minutesId = ''] = ['acme', 'other', 'minutes'].map((name) =>
    orgs.get(name),
  );
  const gold = {
    orgId,
    consumerOrg: 'consumers',
    application: 'shop',
    product: 'customer:1.0.0',
    plan: 'gold',
  };
  const bronze = { ...gold, application: 'bot', plan: 'bronze' };
  const at = (hour: string) => ({ hour: new Date(hour) });
  await countUsage(world.database, [
    { ...gold, ...at('2026-12-30T10:00Z'), outcome: 'ANSWERED', calls: 90, ms: 3, operation: 'GET /x' },
    { ...gold, ...at('2026-12-30T10:00Z'), outcome: 'ANSWERED', calls: 10, ms: 900, operation: 'GET /x' },
    { ...gold, ...at('2026-12-31T23:00Z'), outcome: 'SERVER_ERROR', code: 'BACKEND_TIMEOUT', calls: 5 },
    { ...bronze, ...at('2026-12-31T23:00Z'), outcome: 'LIMITED', code: 'RATE_LIMIT_EXCEEDED', calls: 500 },
    { ...bronze, ...at('2027-01-01T00:00Z'), outcome: 'CLIENT_ERROR', code: 'MEASURED', calls: 7 },
    { orgId, ...at('2027-01-01T00:00Z'), outcome: 'REFUSED', code: 'CLIENT_ID_MISSING', calls: 2 },
    { orgId: minutesId, ...at('2027-01-01T00:04Z'), outcome: 'ANSWERED', calls: 9 },
    { orgId: minutesId, ...at('2027-01-01T00:41Z'), outcome: 'ANSWERED', calls: 30 },
    { orgId: minutesId, ...at('2026-12-31T18:59Z'), outcome: 'ANSWERED', calls: 500 },
    { orgId: otherId, ...at('2027-01-01T00:00Z'), outcome: 'ANSWERED', calls: 1_000_000 },
  ]);
});
afterAll(() => world.close());
afterEach(() => expect(world.faults, 'nothing of it was a fault').toEqual([]));

const usage = async (args: string, fields: string, client = world): Promise<Groups> =>
  (await client.query<Page>(`{ usage(org: "acme", ${args}) { nodes { ${fields} } } }`)).usage.nodes;
const DECEMBER = 'from: "2026-12-01T00:00:00Z"';

describe('the usage of an org', () => {
  it('has the units of meters of each group, by the hour, and none by the minute', async () => {
    const { prisma } = world.database;
    const { id: orgId } = await prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
    const tokens = { orgId, consumerOrg: 'consumers', application: 'shop', meter: 'tokens' };
    await countUnits(world.database, [
      { ...tokens, hour: new Date('2026-12-30T10:00Z'), product: 'customer:1.0.0', plan: 'gold', units: 70 },
      { ...tokens, hour: new Date('2026-12-30T11:00Z'), product: 'customer:1.0.0', plan: 'gold', faults: 2 },
      { ...tokens, hour: new Date('2026-12-30T11:00Z'), meter: 'rows', plan: 'none', units: 3_000_000_000 },
    ]);
    const fields = 'application meters { name units faults }';
    const shop = await usage(`${DECEMBER}, by: [APPLICATION], filter: { application: "shop" }`, fields);
    expect(shop).toEqual([
      {
        application: 'shop',
        meters: [
          { name: 'rows', units: 3_000_000_000, faults: 0 },
          { name: 'tokens', units: 70, faults: 2 },
        ],
      },
    ]);
    const days = await usage(
      `${DECEMBER}, interval: DAY, by: [PLAN], filter: { plan: "gold" }`,
      `from ${fields}`,
    );
    expect(days.map(({ from, meters }) => [from, meters])).toEqual([
      ['2026-12-30T00:00:00.000Z', [{ name: 'tokens', units: 70, faults: 2 }]],
      ['2026-12-31T00:00:00.000Z', []],
    ]);
    const refused = await usage(`${DECEMBER}, filter: { code: "RATE_LIMIT_EXCEEDED" }`, fields);
    expect(refused).toEqual([{ application: null, meters: [] }]);
  });

  it('is all calls in one group by outcome, and none of another org', async () => {
    const fields = 'from calls answered clientErrors limited refused serverErrors measuredRefusals';
    expect(await usage(DECEMBER, fields)).toEqual([
      {
        from: null,
        calls: 614,
        answered: 100,
        clientErrors: 7,
        limited: 500,
        refused: 2,
        serverErrors: 5,
        measuredRefusals: 7,
      },
    ]);
  });

  it('is told apart by what is asked for, the most calls first; what was not known is null', async () => {
    const by = 'by: [PRODUCT, PLAN, APPLICATION, CONSUMER_ORG]';
    expect(await usage(`${DECEMBER}, ${by}`, 'product plan application consumerOrg catalog calls')).toEqual([
      {
        product: 'customer:1.0.0',
        plan: 'bronze',
        application: 'bot',
        consumerOrg: 'consumers',
        catalog: null,
        calls: 507,
      },
      {
        product: 'customer:1.0.0',
        plan: 'gold',
        application: 'shop',
        consumerOrg: 'consumers',
        catalog: null,
        calls: 105,
      },
      { product: null, plan: null, application: null, consumerOrg: null, catalog: null, calls: 2 },
    ]);
    expect(await usage(`${DECEMBER}, by: [CODE]`, 'code calls')).toEqual([
      { code: 'RATE_LIMIT_EXCEEDED', calls: 500 },
      { code: null, calls: 107 },
      { code: 'BACKEND_TIMEOUT', calls: 5 },
      { code: 'CLIENT_ID_MISSING', calls: 2 },
    ]);
  });

  it('is told by the hour and by the day (UTC), the earlier first', async () => {
    expect(await usage(`${DECEMBER}, interval: DAY`, 'from calls')).toEqual([
      { from: '2026-12-30T00:00:00.000Z', calls: 100 },
      { from: '2026-12-31T00:00:00.000Z', calls: 505 },
      { from: '2027-01-01T00:00:00.000Z', calls: 9 },
    ]);
    expect(
      await usage('from: "2026-12-31T23:30:00Z", to: "2027-01-01T00:00:00Z", interval: HOUR', 'from calls'),
    ).toEqual([{ from: '2026-12-31T23:00:00.000Z', calls: 505 }]);
  });

  it('is told by the minute for a day, and whole hours by their minutes where they are few', async () => {
    const minutes = async (args: string, fields = 'from calls') => {
      const query = `{ usage(org: "minutes", ${args}) { nodes { ${fields} } } }`;
      return (await world.query<Page>(query)).usage.nodes;
    };
    expect(await minutes('from: "2027-01-01T00:00:00Z", interval: MINUTE')).toEqual([
      { from: '2027-01-01T00:04:00.000Z', calls: 9 },
      { from: '2027-01-01T00:41:00.000Z', calls: 30 },
    ]);
    expect(await minutes('from: "2027-01-01T00:40:30Z"')).toEqual([{ from: null, calls: 30 }]);
    expect(await minutes('from: "2027-01-01T00:40:30Z", interval: HOUR', 'calls')).toEqual([{ calls: 39 }]);
    const tooLong = 'from: "2026-12-31T18:59:30Z", to: "2027-01-01T00:59:31Z"';
    expect(await minutes(tooLong, 'calls')).toEqual([{ calls: 539 }]);
  });

  it('is that of what the filter says', async () => {
    const filter = 'filter: { application: "shop", operation: "GET /x", product: "customer:1.0.0" }';
    expect(await usage(`${DECEMBER}, ${filter}`, 'calls')).toEqual([{ calls: 100 }]);
    expect(await usage(`${DECEMBER}, filter: { plan: "none" }`, 'calls')).toEqual([]);
    const quoted = await usage(`${DECEMBER}, filter: { code: "' OR 1=1 --" }`, 'calls');
    expect(quoted).toEqual([]);
  });

  it('tells how long the calls took that were not refused', async () => {
    const [told] = await usage(
      `${DECEMBER}, by: [OPERATION], filter: { operation: "GET /x" }`,
      'p50Ms p95Ms p99Ms',
    );
    expect(told?.['p50Ms']).toBeGreaterThan(2.8);
    expect(told?.['p50Ms']).toBeLessThan(4);
    expect(told?.['p95Ms']).toBeGreaterThan(720);
    expect(told?.['p99Ms']).toBeLessThan(1025);
    expect(
      await usage(`${DECEMBER}, filter: { plan: "bronze", code: "RATE_LIMIT_EXCEEDED" }`, 'p50Ms'),
    ).toEqual([{ p50Ms: null }]);
  });

  it('comes page by page', async () => {
    const page = async (after: string | null) =>
      (
        await world.query<Page>(
          `query ($after: String) { usage(org: "acme", ${DECEMBER}, by: [PLAN], first: 2, after: $after) {
            nodes { plan } pageInfo { hasNextPage endCursor } } }`,
          { after },
        )
      ).usage;
    const first = await page(null);
    expect([first.nodes, first.pageInfo.hasNextPage]).toEqual([[{ plan: 'bronze' }, { plan: 'gold' }], true]);
    const second = await page(first.pageInfo.endCursor);
    expect([second.nodes, second.pageInfo.hasNextPage]).toEqual([[{ plan: null }], false]);
  });

  it.each([
    ['from: "2027-01-02T00:00:00Z"', 'from', '`from` must be before `to`, which is now unless given.'],
    ['from: "2025-01-01T00:00:00Z"', 'from', 'Ask for at most 400 days.'],
    ['from: "2026-11-01T00:00:00Z", interval: HOUR', 'from', 'Ask for at most 31 days by the hour.'],
    [
      'from: "2026-12-30T10:00:00Z", to: "2026-12-30T11:00:00Z", interval: MINUTE',
      'from',
      'Minutes are kept for a day: ask for the last 24 hours, or for the interval HOUR.',
    ],
    [`${DECEMBER}, first: 0`, 'first', 'first is 0: ask for 1 to 200.'],
    [`${DECEMBER}, after: "x"`, 'after', 'after is no cursor: give the endCursor of the page before.'],
  ])('is refused for %s', async (args, path, message) => {
    const { errors } = await world.send(`{ usage(org: "acme", ${args}) { nodes { calls } } }`);
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT', path: [path] } }]);
  });

  it('is for viewers of the org, and of no other', async () => {
    const viewer = await world.as('VIEWER', 'acme');
    expect(await viewer.query<Page>(`{ usage(${DECEMBER}) { nodes { calls } } }`)).toMatchObject({
      usage: { nodes: [{ calls: 614 }] },
    });
    const stranger = await world.as('ADMINISTRATOR', 'other');
    const { errors } = await stranger.send(`{ usage(org: "acme", ${DECEMBER}) { nodes { calls } } }`);
    expect(errors).toMatchObject([{ message: 'There is no org acme.', extensions: { code: 'NOT_FOUND' } }]);
  });
});
