import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { inspectNats } from '../../../src/infrastructure/nats/nats-inspection.ts';
import { NatsLink } from '../../../src/infrastructure/nats/nats-link.ts';
import {
  StreamedBatches,
  StreamedUsageStore,
  USAGE_STREAM,
} from '../../../src/infrastructure/nats/usage-stream.ts';
import type { UsageBatch } from '../../../src/infrastructure/usage/usage-batch.ts';
import { breaking } from '../../support/breaking-database.ts';
import { emptyDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { hasNatsServer, type NatsServer, startNatsServer } from '../../support/nats-server.ts';
import { usageCount } from '../../support/usage.ts';

const HOUR = new Date('2027-01-31T23:00Z');
const ROOM = { bytesMax: 50_000_000, replicas: 1 };

const call = (sequence: number, operation = 'GET /x'): UsageBatch => ({
  sequence,
  at: HOUR,
  counts: [usageCount({ hour: HOUR, operation, outcome: 'ANSWERED', calls: 1 })],
  meters: [],
  fieldSets: [],
  lastUse: new Map(),
});
const sumOfCalls = async ({ prisma }: Database) =>
  (await prisma.usageHour.aggregate({ _sum: { calls: true } }))._sum.calls ?? 0;

describe.runIf(hasNatsServer)('usage that is streamed', () => {
  let nats: NatsServer;
  let database: Database;
  const faults: unknown[] = [];
  const links: NatsLink[] = [];
  beforeAll(async () => {
    nats = await startNatsServer();
  });
  afterAll(() => nats.end());
  beforeEach(async () => {
    faults.length = 0;
    database = await emptyDatabase();
  });
  afterEach(async () => {
    await Promise.all(links.splice(0).map((link) => link.close()));
    const connection = await connect({ servers: nats.url });
    await (await jetstreamManager(connection)).streams.delete(USAGE_STREAM).catch(() => {});
    await connection.close();
    await database.close();
  });

  function linked(url = nats.url): NatsLink {
    const onFault = (error: unknown) => faults.push(error);
    const link = new NatsLink({
      servers: [url],
      credentials: undefined,
      name: 'test',
      clock: () => new Date(),
      onFault,
    });
    links.push(link);
    return link;
  }
  async function gateway(stream = ROOM) {
    const link = linked();
    await link.connected();
    return new StreamedUsageStore({ link, stream });
  }
  async function merger(over = database) {
    const link = linked();
    await link.connected();
    const onFault = (error: unknown) => faults.push(error);
    return new StreamedBatches({ link, stream: ROOM, database: over, clock: () => new Date(), onFault });
  }
  async function mergeAll(batches: StreamedBatches): Promise<void> {
    while (await batches.mergeOldest());
  }

  it('leaves a batch out whose values no table takes, and merges those of other gateways', async () => {
    const [sound, broken] = await Promise.all([gateway(), gateway()]);
    const tooMany = usageCount({
      hour: HOUR,
      operation: 'GET /y',
      outcome: 'ANSWERED',
      calls: 3_000_000_000,
    });
    await sound.write(call(1));
    await broken.write({ ...call(1), counts: [tooMany] });
    await sound.write(call(2));
    const batches = await merger();
    await mergeAll(batches);
    expect([await sumOfCalls(database), (await batches.lag()).batches]).toEqual([2, 0]);
    expect(faults).toHaveLength(1);
    expect(`${faults}`).toMatch(/of usage of .* has values that the database does not take/);
  });

  it('is merged once for all gateways, and leaves the stream', async () => {
    const gateways = await Promise.all([gateway(), gateway(), gateway()]);
    for (let sequence = 1; sequence <= 20; sequence += 1)
      await Promise.all(gateways.map((each) => each.write(call(sequence))));
    const batches = await merger();
    expect(await batches.lag()).toEqual({ batches: 60, seconds: expect.any(Number) });
    await mergeAll(batches);
    expect([await sumOfCalls(database), await batches.lag()]).toEqual([60, { batches: 0, seconds: 0 }]);
    expect((await inspectNats({ servers: [nats.url], credentials: undefined })).stream?.messages).toBe(0);
  });

  it('is merged once, at whatever statement the merger breaks, and by whichever process goes on', async () => {
    const store = await gateway();
    for (const at of [0, 1, 2, 3]) {
      await store.write(call(at + 1));
      const broken = await merger(breaking(database, at));
      await expect(broken.mergeOldest()).rejects.toThrow('broken');
      expect(await sumOfCalls(database)).toBe(at === 3 ? 4 : at);
      const next = await merger();
      await mergeAll(next);
      expect(await sumOfCalls(database)).toBe(at + 1);
      expect(next.repeated()).toBe(at === 3 ? 1 : 0);
    }
  });

  it('keeps its order where a merger breaks and goes on itself while more comes', async () => {
    const store = await gateway();
    await store.write(call(1));
    let isBroken = true;
    const flaky: Database = {
      ...database,
      within: (begin, work) => {
        if (!isBroken) return database.within(begin, work);
        throw new Error('broken');
      },
    };
    const batches = await merger(flaky);
    await expect(batches.mergeOldest()).rejects.toThrow('broken');
    await store.write(call(2));
    isBroken = false;
    await mergeAll(batches);
    expect(await sumOfCalls(database)).toBe(2);
  });

  it('counts a batch once that is sent again after NATS was killed, and while it is gone refuses at once', async () => {
    const store = await gateway();
    const batches = await merger();
    await store.write(call(1));
    await nats.kill();
    await eventually(() => expect(links.every((link) => link.lostSince())).toBe(true));
    await expect(store.write(call(2))).rejects.toThrow(/^NATS is out of reach since/);
    expect(await batches.mergeOldest()).toBe(false);
    expect(`${faults}`).toContain('NATS is out of reach.');
    await nats.restart();
    await eventually(() => expect(links.some((link) => link.lostSince())).toBe(false));
    // The gateway got no answer to the first, for all it knows.
    await store.write(call(1));
    await store.write(call(2));
    await mergeAll(batches);
    expect(await sumOfCalls(database)).toBe(2);
  });

  it('waits with the gateway while the stream is full, and is taken once it is merged', async () => {
    const store = await gateway({ bytesMax: 2_000, replicas: 1 });
    const written: number[] = [];
    const fill = async () => {
      for (let sequence = 1; ; sequence += 1) {
        await store.write(call(sequence));
        written.push(sequence);
      }
    };
    await expect(fill()).rejects.toThrow(/maximum bytes exceeded/);
    const batches = await merger();
    await mergeAll(batches);
    await store.write(call(written.length + 1));
    await mergeAll(batches);
    expect(await sumOfCalls(database)).toBe(written.length + 1);
  });

  it('is kept for another durable consumer until that has acknowledged it', async () => {
    const store = await gateway();
    await store.write(call(1));
    const connection = await connect({ servers: nats.url });
    const manager = await jetstreamManager(connection);
    await manager.consumers.add(USAGE_STREAM, { durable_name: 'clickhouse', ack_policy: 'explicit' });
    const batches = await merger();
    await mergeAll(batches);
    const messages = async () => (await manager.streams.info(USAGE_STREAM)).state.messages;
    expect([await messages(), await batches.lag()]).toEqual([1, { batches: 0, seconds: 0 }]);
    const consumer = await jetstream(connection).consumers.get(USAGE_STREAM, 'clickhouse');
    const message = await consumer.next();
    await message?.ackAck();
    await store.write(call(2));
    await mergeAll(batches);
    expect([await messages(), await sumOfCalls(database)]).toEqual([1, 2]);
    await connection.close();
  });

  it('goes on in a stream that was made anew', async () => {
    const store = await gateway();
    const batches = await merger();
    for (const sequence of [1, 2, 3]) await store.write(call(sequence));
    await mergeAll(batches);
    const connection = await connect({ servers: nats.url });
    await (await jetstreamManager(connection)).streams.delete(USAGE_STREAM);
    await connection.close();
    await expect(store.write(call(4))).rejects.toThrow();
    await store.write(call(4));
    await mergeAll(batches);
    expect(await sumOfCalls(database)).toBe(4);
  });

  it('needs the password that the server has', async () => {
    const guarded = await startNatsServer(['--user', 'gate', '--pass', 'pass word']);
    const inspected = (access: string) =>
      inspectNats({ servers: [guarded.url.replace('//', `//${access}`)], credentials: undefined });
    await expect(inspected('')).rejects.toThrow(/authorization/i);
    await expect(inspected('gate:wrong@')).rejects.toThrow(/authorization/i);
    expect((await inspected('gate:pass%20word@')).stream).toBeUndefined();
    await guarded.end();
  });
});
