import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';
import { countUsage } from '../../support/usage.ts';

const BUCKETS = '{ from answered clientErrors limited refused serverErrors }';
type Bucket = { readonly from: string } & Readonly<Record<string, number | string>>;
const NONE = { answered: 0, clientErrors: 0, limited: 0, refused: 0, serverErrors: 0 };
let portal: PortalWorld;
let carol: PortalClient;
let first: string;
let second: string;

beforeEach(async () => {
  portal = await openPortal();
  carol = await portal.signIn('carol');
  await carol.run('mutation { createApplication(title: "App") { clientKey } }');
  [first, second] = [await subscribed('one'), await subscribed('two')];
});
afterEach(async () => {
  expect(portal.faults).toEqual([]);
  await portal.close();
});

async function subscribed(product: string): Promise<string> {
  await portal.product({ name: product });
  const { subscribe } = await carol.run<{ subscribe: { id: string } }>(
    `mutation { subscribe(application: "app", product: "${product}:1.0.0", plan: "default-plan") { id } }`,
  );
  return subscribe.id;
}

/** Calls of both subscriptions on both sides of midnight; the first of them lie further back than a day. */
async function countCalls(): Promise<void> {
  const at = (subscriptionId: string, hour: string) => ({ subscriptionId, hour: new Date(hour) });
  await countUsage(portal.database, [
    { ...at(first, '2026-12-31T10:00Z'), outcome: 'ANSWERED', calls: 1000 },
    { ...at(first, '2026-12-31T23:00Z'), outcome: 'ANSWERED', calls: 1 },
    { ...at(first, '2027-01-01T00:00Z'), outcome: 'CLIENT_ERROR', calls: 2 },
    { ...at(first, '2027-01-01T10:00Z'), outcome: 'LIMITED', calls: 3 },
    { ...at(second, '2027-01-01T00:00Z'), outcome: 'CLIENT_ERROR', calls: 10 },
    { ...at(second, '2027-01-01T00:00Z'), outcome: 'REFUSED', calls: 4 },
    { ...at(second, '2027-01-01T01:00Z'), outcome: 'SERVER_ERROR', calls: 5 },
    {
      ...at('00000000-0000-7000-8000-000000000000', '2027-01-01T00:00Z'),
      outcome: 'ANSWERED',
      calls: 99,
    },
  ]);
}

type History = { usageHistory: Bucket[]; subscriptions: { id: string; usageHistory: Bucket[] }[] };

async function history(argument = ''): Promise<History> {
  const fields = `usageHistory${argument} ${BUCKETS}`;
  const { application } = await carol.run<{ application: History }>(
    `{ application(name: "app") { ${fields} subscriptions { id ${fields} } } }`,
  );
  return application;
}
/** Moves the clock, and signs in again: no session lasts so long. */
async function pass(milliseconds: number): Promise<void> {
  portal.pass(milliseconds);
  carol = await portal.signIn('carol');
}
const used = (buckets: readonly Bucket[]) =>
  buckets.filter(({ from: _, ...calls }) => Object.values(calls).some((count) => count !== 0));

describe('the usage of an application over time', () => {
  it('has every hour of the last day, oldest first, also without a call', async () => {
    const { usageHistory, subscriptions } = await history();
    expect(usageHistory).toHaveLength(24);
    expect(usageHistory[0]).toEqual({ from: '2026-12-31T11:00:00.000Z', ...NONE });
    expect(usageHistory[23]).toEqual({ from: '2027-01-01T10:00:00.000Z', ...NONE });
    expect(subscriptions.map((each) => each.usageHistory)).toEqual([usageHistory, usageHistory]);
  });

  it('counts by outcome, each subscription by itself and all of them together, over midnight', async () => {
    await countCalls();
    const { usageHistory, subscriptions } = await history('(period: DAY)');
    expect(used(usageHistory)).toEqual([
      { ...NONE, from: '2026-12-31T23:00:00.000Z', answered: 1 },
      { ...NONE, from: '2027-01-01T00:00:00.000Z', clientErrors: 12, refused: 4 },
      { ...NONE, from: '2027-01-01T01:00:00.000Z', serverErrors: 5 },
      { ...NONE, from: '2027-01-01T10:00:00.000Z', limited: 3 },
    ]);
    expect(used(subscriptions.find(({ id }) => id === first)?.usageHistory ?? [])).toEqual([
      { ...NONE, from: '2026-12-31T23:00:00.000Z', answered: 1 },
      { ...NONE, from: '2027-01-01T00:00:00.000Z', clientErrors: 2 },
      { ...NONE, from: '2027-01-01T10:00:00.000Z', limited: 3 },
    ]);
  });

  it('keeps the calls of a subscription that has ended', async () => {
    await countCalls();
    const told = (await history()).usageHistory;
    await carol.run(`mutation { unsubscribe(id: "${first}") }`);
    await portal.database.prisma.event.updateMany({ data: { at: portal.deps.clock() } });
    const { usageHistory, subscriptions } = await history();
    expect([usageHistory, subscriptions.length]).toEqual([told, 1]);
  });

  it('of a month is by day, UTC', async () => {
    await countCalls();
    const { usageHistory } = await history('(period: MONTH)');
    expect(usageHistory.map(({ from }) => from).slice(-2)).toEqual([
      '2026-12-31T00:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
    ]);
    expect(used(usageHistory)).toEqual([
      { ...NONE, from: '2026-12-31T00:00:00.000Z', answered: 1001 },
      {
        ...NONE,
        from: '2027-01-01T00:00:00.000Z',
        clientErrors: 12,
        limited: 3,
        refused: 4,
        serverErrors: 5,
      },
    ]);
  });

  it('moves on with the clock: what is older than the period is no longer there', async () => {
    await countCalls();
    await pass(14 * 3_600_000);
    const { usageHistory } = await history();
    expect(usageHistory[0]).toEqual({ ...NONE, from: '2027-01-01T01:00:00.000Z', serverErrors: 5 });
    expect(usageHistory[23]).toEqual({ ...NONE, from: '2027-01-02T00:00:00.000Z' });
    expect(used(usageHistory)).toHaveLength(2);
    await pass(30 * 86_400_000);
    expect(used((await history('(period: MONTH)')).usageHistory)).toEqual([]);
  });

  it('is told where the calls of a month are more than an Int holds', async () => {
    const hour = new Date(portal.deps.clock().getTime() - 3_600_000);
    await countUsage(
      portal.database,
      [first, second].map((subscriptionId) => ({
        subscriptionId,
        hour,
        outcome: 'ANSWERED' as const,
        calls: 2_000_000_000,
      })),
    );
    expect(used((await history('(period: MONTH)')).usageHistory)).toMatchObject([
      { answered: 2_147_483_647 },
    ]);
  });
});
