import { describe, expect, it } from 'vitest';
import { type CountedCall, UsageCounter } from '../../../src/data-plane/gateway/accounting/usage-counter.ts';
import { TALLIED_SETS_MAX, TALLIES_MAX } from '../../../src/data-plane/gateway/accounting/usage-tallies.ts';
import { limitWindows } from '../../../src/data-plane/snapshot/limit-windows.ts';
import type { PlanLimit } from '../../../src/domain/plan/plan-limit.ts';
import { UNKNOWN_FIELDS } from '../../../src/infrastructure/usage/field-sets.ts';
import type { UsageStore } from '../../../src/infrastructure/usage/store.ts';
import type { FieldSet, UsageBatch } from '../../../src/infrastructure/usage/usage-batch.ts';
import { api, catalog, client } from '../../support/snapshot.ts';

const trial: PlanLimit = {
  name: 'trial',
  counts: 'CALLS',
  limit: 1,
  per: 'HOUR',
  every: 1,
  timeZone: null,
  operations: [],
};
const NOON = Date.parse('2027-01-31T12:00:00Z');
const own = catalog({ apis: [], clients: [] });
const gold = client({ key: 'gold', plans: { 'customer-1': {} } });

/** An admitted call of `GET /x` by the application gold. */
function call(change: Partial<CountedCall> = {}): CountedCall {
  return {
    catalog: own,
    client: gold,
    subscription: gold.subscriptions.get('customer-1'),
    chosen: {
      api: api(),
      upstream: undefined,
      upstreams: undefined,
      timeouts: api().timeouts,
      operations: undefined,
      security: [],
      isOpen: false,
      definitions: [],
      securedOperation: undefined,
      byOperation: undefined,
    },
    operation: 'GET /x',
    refusedWith: undefined,
    fieldSets: undefined,
    exceedsConcurrency: false,
    counted: [],
    charged: [],
    metering: undefined,
    ...change,
  };
}

function opened(write: UsageStore['write'] = async () => {}) {
  let now = NOON;
  const writes: UsageBatch[] = [];
  const store: UsageStore = {
    async write(batch) {
      writes.push(batch);
      await write(batch);
    },
  };
  const usage = new UsageCounter({ store, clock: () => new Date(now) });
  return Object.assign(usage, {
    writes,
    pass: (ms: number) => {
      now += ms;
    },
  });
}
const callsOf = ({ counts }: UsageBatch) =>
  counts.map(({ series, minute, outcome, code, durations }) => [
    series.application,
    series.operation,
    minute.toISOString().slice(11, 16),
    outcome,
    code,
    durations.reduce((sum, count) => sum + count, 0),
  ]);

describe('usage', () => {
  it('tells of an admitted call that a limit would have refused if it did more than measure', async () => {
    const usage = opened();
    const [window] = limitWindows('gold', [{ ...trial, mode: 'MEASURE' }]).callLimits;
    if (!window) return expect.unreachable();
    const result = { admitted: false, limit: 1, remaining: 0, resetsInMs: 1, turn: 1 };
    const exceeded = { window, key: 'key', points: 0, result };
    usage.count(call({ counted: [exceeded] }), 'ANSWERED', 3);
    usage.count(call({ exceedsConcurrency: true }), 'ANSWERED', 3);
    usage.count(call({ charged: [{ ...exceeded, result: { ...result, admitted: true } }] }), 'ANSWERED', 3);
    await usage.write();
    expect(usage.writes.flatMap(callsOf)).toEqual([
      ['gold', 'GET /x', '12:00', 'ANSWERED', 'MEASURED', 2],
      ['gold', 'GET /x', '12:00', 'ANSWERED', null, 1],
    ]);
  });

  it('is counted by series, minute and end, with the last use of each credential', async () => {
    const usage = opened();
    const other = { ...gold, credentialId: 'another credential' };
    usage.use(call());
    usage.count(call(), 'ANSWERED', 3);
    usage.use(call({ client: other }));
    usage.count(call(), 'ANSWERED', 3);
    usage.count(call({ refusedWith: 'RATE_LIMIT_EXCEEDED' }), 'LIMITED', 0.1);
    usage.count(call({ operation: 'POST /x' }), 'ANSWERED', 3);
    usage.pass(12 * 3_600_000);
    usage.use(call());
    usage.count(call(), 'SERVER_ERROR', 3);
    await usage.write();
    const [batch] = usage.writes as [UsageBatch];
    expect(callsOf(batch)).toEqual([
      ['gold', 'GET /x', '12:00', 'ANSWERED', null, 2],
      ['gold', 'GET /x', '12:00', 'LIMITED', 'RATE_LIMIT_EXCEEDED', 1],
      ['gold', 'POST /x', '12:00', 'ANSWERED', null, 1],
      ['gold', 'GET /x', '00:00', 'SERVER_ERROR', null, 1],
    ]);
    expect(batch.counts[0]?.series).toEqual({
      orgId: own.orgId,
      catalog: 'sandbox',
      consumerOrg: 'consumers',
      application: 'gold',
      subscriptionId: 'gold to customer-1',
      product: 'customer:1.0.0',
      plan: 'gold',
      api: 'customerdb:1.0.0',
      operation: 'GET /x',
    });
    expect([...batch.lastUse]).toEqual([
      [gold.credentialId, NOON + 12 * 3_600_000],
      [other.credentialId, NOON],
    ]);
  });

  it('has the units that answers told by meter, and the number of those that told none', async () => {
    const usage = opened();
    usage.meter(call(), 'tokens', 700);
    usage.meter(call(), 'rows', 1);
    usage.meter(call(), 'tokens', 0);
    usage.meter(call(), 'tokens', undefined);
    usage.pass(60_000);
    usage.meter(call({ operation: 'POST /x' }), 'tokens', 2);
    await usage.write();
    const [batch] = usage.writes as [UsageBatch];
    expect(batch.counts).toEqual([]);
    expect(
      batch.meters.map(({ series, minute, ...units }) => [series.operation, minute.getTime() - NOON, units]),
    ).toEqual([
      ['GET /x', 0, { meter: 'tokens', units: 700, faults: 1 }],
      ['GET /x', 0, { meter: 'rows', units: 1, faults: 0 }],
      ['POST /x', 60_000, { meter: 'tokens', units: 2, faults: 0 }],
    ]);
    await usage.write();
    expect(usage.writes).toHaveLength(1);
  });

  it('of callers and operations that are not known has what is known', async () => {
    const usage = opened();
    const nobody = { client: undefined, subscription: undefined, chosen: undefined, operation: undefined };
    usage.count(call({ ...nobody, refusedWith: 'CLIENT_ID_MISSING' }), 'REFUSED', 1);
    await usage.write();
    expect(usage.writes[0]?.counts[0]).toMatchObject({
      series: { catalog: 'sandbox', application: null, api: null, operation: null, plan: null },
      outcome: 'REFUSED',
      code: 'CLIENT_ID_MISSING',
    });
  });

  it('is written once: not again, and not when there is none', async () => {
    const usage = opened();
    await usage.write();
    usage.count(call(), 'ANSWERED', 1);
    await usage.write();
    await usage.write();
    expect(usage.writes).toHaveLength(1);
  });

  it('that was perhaps written is sent again as it was, before what was counted meanwhile', async () => {
    let isDown = true;
    const usage = opened(async () => {
      if (isDown) throw new Error('down');
    });
    usage.count(call(), 'ANSWERED', 1);
    await expect(usage.write()).rejects.toThrow('down');
    usage.count(call(), 'ANSWERED', 1);
    usage.count(call(), 'ANSWERED', 1);
    await expect(usage.write()).rejects.toThrow('down');
    isDown = false;
    await usage.write();
    expect(usage.writes.map((batch) => [batch.sequence, callsOf(batch).at(0)?.at(-1)])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [2, 2],
    ]);
  });

  it('of one org is told apart still, however much another one has to count', async () => {
    const usage = opened();
    const eve = catalog({ path: '/eve/sandbox', apis: [], clients: [] });
    for (let n = 0; n < TALLIES_MAX + 10; n += 1)
      usage.count(call({ catalog: eve, operation: `GET /${n}` }), 'ANSWERED', 1);
    const ofGraphQL = { operation: undefined };
    for (let n = 0; n < TALLIED_SETS_MAX + 10; n += 1)
      usage.count(
        call({ ...ofGraphQL, catalog: eve, fieldSets: [{ coordinates: [`Query.f${n}`] }] }),
        'ANSWERED',
        1,
      );
    usage.count(call(), 'ANSWERED', 1);
    usage.count(call({ ...ofGraphQL, fieldSets: [{ coordinates: ['Query.vic'] }] }), 'ANSWERED', 1);
    await usage.write();
    const [batch] = usage.writes;
    const calls = callsOf(batch as UsageBatch);
    expect(calls.at(-2)).toEqual(['gold', 'GET /x', '12:00', 'ANSWERED', null, 1]);
    const ofVic = batch?.fieldSets.filter(({ series }) => series.orgId === own.orgId);
    expect(ofVic?.map(({ set }) => set.coordinates)).toContainEqual(['Query.vic']);
  });

  it('is bounded in memory: what is too much is counted as calls of its catalog', async () => {
    const usage = opened();
    for (let n = 0; n < TALLIES_MAX + 10; n += 1)
      usage.count(call({ operation: `GET /${n}` }), 'ANSWERED', 1);
    await usage.write();
    const calls = callsOf(usage.writes[0] as UsageBatch);
    expect(calls).toHaveLength(TALLIES_MAX + 1);
    expect(calls.at(-1)).toEqual([null, null, '12:00', 'ANSWERED', null, 10]);
  });
});

describe('the fields that calls use', () => {
  const ofGraphQL = (...fieldSets: readonly FieldSet[]) => call({ operation: undefined, fieldSets });
  const fieldsOf = (batch: UsageBatch | undefined) =>
    batch?.fieldSets.map(({ set, calls }) => [set.coordinates?.join(' ') ?? 'unknown', calls]);

  it('are counted by set; of a batch each document counts', async () => {
    const usage = opened();
    const [a, b] = [{ coordinates: ['Query.a'] }, { coordinates: ['Query.b'] }];
    for (const sets of [[a], [a, b], [UNKNOWN_FIELDS], []]) usage.count(ofGraphQL(...sets), 'ANSWERED', 1);
    usage.count(call({ operation: undefined }), 'ANSWERED', 1);
    await usage.write();
    expect(fieldsOf(usage.writes[0])).toEqual([
      ['Query.a', 2],
      ['Query.b', 1],
      ['unknown', 1],
    ]);
  });

  it('are not known of more sets than are held in memory', async () => {
    const usage = opened();
    for (let at = 0; at < TALLIED_SETS_MAX + 5; at += 1)
      usage.count(ofGraphQL({ coordinates: [`Query.f${at}`] }), 'ANSWERED', 1);
    await usage.write();
    const fields = fieldsOf(usage.writes[0]);
    expect([fields?.length, fields?.at(-1)]).toEqual([TALLIED_SETS_MAX + 1, ['unknown', 5]]);
  });
});
