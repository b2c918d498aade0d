import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  ADMIN_TOKEN,
  CLOCK,
  countedCalls,
  createClockWorld,
  createSubscriber,
  LIMIT,
} from '../support/clock-world.ts';
import { eventually, until } from '../support/eventually.ts';
import { beginLoad, call, ok } from '../support/load.ts';
import { freePorts, type PlatformProcess, type Settings, startPlatform } from '../support/platform.ts';
import { type PostgresServer, postgresPrograms, startPostgresServer } from '../support/postgres-server.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { recordingUpstream, type Upstream } from '../support/upstream.ts';

const LASTS_AT_MOST_MS = 180_000;
const CALLERS = 2;
/** What docs/concepts/usage.md says: so much of a gateway's counts may be lost with it. */
const LOST_AT_MOST_MS = 5_000;

const NAMES = ['control', 'first', 'second'] as const;
type Name = (typeof NAMES)[number];
type Application = { readonly name: string; readonly key: string };

/** What a gateway says of what it is without: its notes in /readyz, and its metrics. */
async function said({ settings: { OPS_URL } }: PlatformProcess) {
  const readyz = await fetch(`${OPS_URL}/readyz`);
  const { database, limits } = (await readyz.json()).parts;
  const metrics = await (await fetch(`${OPS_URL}/metrics`)).text();
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  return {
    status: readyz.status,
    notes: [database.note, limits.note],
    isStale: metric('snapshot_stale_seconds') > 0,
    areLimitsShared: metric('limits_shared') === 1,
  };
}
const WELL = { status: 200, notes: [undefined, undefined], isStale: false, areLimitsShared: true };
const withoutDatabase = (note: RegExp) => ({
  ...WELL,
  notes: [expect.stringMatching(note), undefined],
  isStale: true,
});
const ON_LAST = /^out of reach since 20\S+; the last snapshot is served$/;
const ON_DISK = /^not read yet; the snapshot on the disk is served, of 20\S+$/;
const WITHOUT_REDIS = {
  ...WELL,
  notes: [undefined, 'Redis is out of reach; this process counts alone'],
  areLimitsShared: false,
};

describe.skipIf(!postgresPrograms || !hasRedisServer)(
  'two gateways and a control process, on a PostgreSQL server and a Redis of their own',
  () => {
    let upstream: Upstream;
    let postgres: PostgresServer;
    let redis: RedisServer;
    /** Processes that run. A test that ends one leaves it out, and the next test starts it again. */
    const running = new Map<Name, PlatformProcess>();
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'));
    const snapshotOf = (gateway: string) => join(folder, gateway, 'snapshot');
    let settings: Record<Name, Settings>;
    const start = async (name: Name) => void running.set(name, await startPlatform(settings[name]));
    function processOf(name: Name): PlatformProcess {
      const found = running.get(name);
      if (!found) throw new Error(`${name} does not run`);
      return found;
    }
    function leaveOut(name: Name): PlatformProcess {
      const found = processOf(name);
      running.delete(name);
      return found;
    }
    const bothGateways = () => [processOf('first'), processOf('second')] as const;

    beforeAll(async () => {
      [upstream, postgres, redis] = await Promise.all([
        recordingUpstream(),
        startPostgresServer(),
        startRedisServer(),
      ]);
      upstream.answer = (_, response) => setTimeout(() => response.end('{"ok":true}'), 10);
      const shared = {
        DATABASE_URL: postgres.url,
        REDIS_URL: redis.url,
        SECRET_KEY: 'the same in every process, 32 characters or more',
        ADMIN_TOKEN,
        DEMO: 'false',
        TARGET_ALLOWLIST: '127.0.0.0/8',
      };
      const gateway = { ...shared, ROLES: 'gateway' };
      settings = {
        control: { ...shared, ...(await freePorts()), DATA_DIR: join(folder, 'control'), ROLES: 'control' },
        first: { ...gateway, ...(await freePorts()), DATA_DIR: join(folder, 'first') },
        second: { ...gateway, ...(await freePorts()), DATA_DIR: join(folder, 'second') },
      };
      await Promise.all(NAMES.map(start));
      await createClockWorld(processOf('control').settings['CONTROL_URL'], upstream.url);
    }, LASTS_AT_MOST_MS);

    // Also for a second try: the first one may have left anything behind.
    beforeEach(async () => {
      await postgres.restart();
      redis.continue();
      await redis.restart();
      await Promise.all(NAMES.filter((name) => !running.has(name)).map(start));
      await eachSays(WELL);
    }, LASTS_AT_MOST_MS);

    afterAll(async () => {
      redis?.continue();
      await Promise.all([...running.values()].map((each) => each.kill()));
      await Promise.all([postgres?.remove(), redis?.kill(), upstream?.close()]);
      rmSync(folder, { recursive: true, force: true });
    });

    const addressOf = ({ settings: { GATEWAY_URL } }: PlatformProcess) => GATEWAY_URL + CLOCK;

    /** Callers of an application, at each of these gateways. */
    function beginCalls({ key }: Application, ...through: readonly PlatformProcess[]) {
      const loads = through.map((gateway) => beginLoad(addressOf(gateway), key, CALLERS));
      const end = () => Promise.all(loads.map((load) => load.end()));
      onTestFinished(async () => void (await end()));
      return {
        /** Resolves when each gateway has answered so many more. */
        async goOn(calls = 30) {
          const goals = loads.map(({ outcomes }) => outcomes.length + calls);
          await until(() => loads.every(({ outcomes }, at) => outcomes.length >= (goals[at] ?? 0)));
        },
        /** @returns how many were answered */
        async endWithoutFault() {
          await end();
          const outcomes = loads.flatMap((load) => load.outcomes);
          expect(outcomes.filter((outcome) => !ok(outcome))).toEqual([]);
          return outcomes.length;
        },
      };
    }
    const eachSays = (what: object) =>
      eventually(async () => expect(await Promise.all(bothGateways().map(said))).toEqual([what, what]));
    const counted = (name: string) => countedCalls(processOf('control').settings['CONTROL_URL'], name);
    /** An application of this try alone. */
    async function subscribed(plan: 'free' | 'tight' = 'free'): Promise<Application> {
      const name = `app-${randomUUID()}`;
      return { name, key: await createSubscriber(processOf('control').settings['CONTROL_URL'], name, plan) };
    }
    /** The gateways learn of changes in their order. The call that shows it is another application's. */
    async function reachesBoth(): Promise<void> {
      const { key } = await subscribed();
      for (const gateway of bothGateways()) await until(async () => ok(await call(addressOf(gateway), key)));
    }
    async function known(plan?: 'tight'): Promise<Application> {
      const application = await subscribed(plan);
      await reachesBoth();
      return application;
    }
    const eachCallIsCountedOnce = ({ name }: Application, answered: number) =>
      eventually(async () => expect(await counted(name)).toEqual({ calls: answered, answered }));

    it(
      'PostgreSQL crashes: calls go on, management says so, and each call is counted once when it is back',
      async () => {
        const application = await known();
        const calls = beginCalls(application, ...bothGateways());
        await calls.goOn();
        await postgres.crash();
        await eachSays(withoutDatabase(ON_LAST));
        await calls.goOn();
        const refused = await fetch(`${processOf('control').settings['CONTROL_URL']}/graphql`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            Accept: 'application/graphql-response+json',
            Authorization: `Bearer ${ADMIN_TOKEN}`,
          },
          body: JSON.stringify({ query: '{ orgs { name } }' }),
        });
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
        expect((await refused.json()).errors).toMatchObject([
          {
            message: 'This is temporarily unavailable.',
            extensions: { code: 'TEMPORARILY_UNAVAILABLE' },
          },
        ]);

        await postgres.restart();
        await reachesBoth();
        await calls.goOn();
        const answered = await calls.endWithoutFault();
        await eachSays(WELL);
        await eachCallIsCountedOnce(application, answered);
      },
      LASTS_AT_MOST_MS,
    );

    it(
      'PostgreSQL is gone as a gateway starts: it serves the snapshot of its disk, and catches up',
      async () => {
        const application = await known();
        const since = Date.now();
        await until(() => statSync(snapshotOf('second')).mtimeMs > since);
        const meanwhile = beginCalls(application, processOf('first'));
        await postgres.crash();
        expect((await leaveOut('second').stop()).code).toBe(0);
        await start('second');
        expect(await said(processOf('second'))).toEqual(withoutDatabase(ON_DISK));
        const calls = beginCalls(application, processOf('second'));
        await calls.goOn();

        await postgres.restart();
        await reachesBoth();
        const [before, after] = await Promise.all([meanwhile.endWithoutFault(), calls.endWithoutFault()]);
        await eachSays(WELL);
        await eachCallIsCountedOnce(application, before + after);
      },
      LASTS_AT_MOST_MS,
    );

    it(
      'Redis hangs, and is lost with all that it held: each gateway goes on counting, and nobody gets a fresh window',
      async () => {
        const [calling, limited] = [await subscribed(), await known('tight')];
        const calls = beginCalls(calling, ...bothGateways());
        const admitted = [0, 0];
        /** So many calls of the application of a small plan, through each gateway: none admits more than the limit by itself. */
        async function spend(count: number) {
          const before = [...admitted];
          for (const [at, gateway] of bothGateways().entries()) {
            const all = Array.from({ length: count }, () => call(addressOf(gateway), limited.key));
            const outcomes = await Promise.all(all);
            expect(outcomes.filter((outcome) => !ok(outcome) && outcome !== 429)).toEqual([]);
            admitted[at] = (before[at] ?? 0) + outcomes.filter(ok).length;
            expect(admitted[at]).toBeLessThanOrEqual(LIMIT);
          }
          return admitted.map((count, at) => count - (before[at] ?? 0));
        }
        expect(await spend(5)).toEqual([5, 5]);
        redis.stop();
        await spend(LIMIT);
        await eachSays(WITHOUT_REDIS);
        await calls.goOn();
        redis.continue();
        await eachSays(WELL);
        expect(await spend(5)).toEqual([0, 0]);

        await redis.kill();
        expect(await spend(5)).toEqual([0, 0]);
        await eachSays(WITHOUT_REDIS);
        await calls.goOn();
        await redis.restart();
        await eachSays(WELL);
        // Until both have told what they admitted, there may seem to be something left.
        await spend(5);
        expect(await spend(5)).toEqual([0, 0]);
        await calls.endWithoutFault();
      },
      LASTS_AT_MOST_MS,
    );

    it(
      'the control process is killed: calls go on, and what it changes when it is back reaches both gateways',
      async () => {
        const application = await known();
        const calls = beginCalls(application, ...bothGateways());
        await calls.goOn();
        await leaveOut('control').kill();
        await calls.goOn();
        await eachSays(WELL);
        await start('control');
        await reachesBoth();
        await eachCallIsCountedOnce(application, await calls.endWithoutFault());
      },
      LASTS_AT_MOST_MS,
    );

    it(
      'a gateway is killed: the other serves on, and at most five seconds of its counts are lost',
      async () => {
        const application = await known();
        const calls = beginCalls(application, processOf('first'));
        const { outcomes, endedAt, end } = beginLoad(
          addressOf(processOf('second')),
          application.key,
          CALLERS,
        );
        onTestFinished(end);
        await until(() => (endedAt.at(-1) ?? 0) > (endedAt[0] ?? 0) + LOST_AT_MOST_MS + 1_000);
        const killedAt = Date.now();
        await leaveOut('second').kill();
        await end();
        await calls.goOn();
        const answered = await calls.endWithoutFault();
        const before = (at: number) => outcomes.filter((_, index) => (endedAt[index] ?? 0) < at);
        expect(before(killedAt).filter((outcome) => !ok(outcome))).toEqual([]);
        const kept = answered + before(killedAt - LOST_AT_MOST_MS).length;
        await until(async () => (await counted(application.name)).calls >= kept);
      },
      LASTS_AT_MOST_MS,
    );
  },
);
