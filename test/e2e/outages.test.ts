import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
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
const withoutDatabase = (which: string) => ({
  ...WELL,
  notes: [expect.stringMatching(`^out of reach since 20\\S+; ${which} is served$`), undefined],
  isStale: true,
});
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
    let control: PlatformProcess;
    let gateways: readonly [PlatformProcess, PlatformProcess];
    let keys: { readonly free: string; readonly tight: string };
    /** Calls of the application `free` so far: each was answered. */
    let answered = 0;
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'));
    const snapshotOf = (gateway: string) => join(folder, gateway, 'snapshot');
    let settings: Record<'control' | 'first' | 'second', Settings>;

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
      const [first, second] = [startPlatform(settings.first), startPlatform(settings.second)];
      control = await startPlatform(settings.control);
      gateways = [await first, await second];
      keys = await createClockWorld(control.settings['CONTROL_URL'], upstream.url);
      await reachesBoth(keys.tight);
    }, LASTS_AT_MOST_MS);

    afterAll(async () => {
      redis?.continue();
      await Promise.all([control, ...(gateways ?? [])].map((each) => each?.kill()));
      await Promise.all([postgres?.remove(), redis?.kill(), upstream?.close()]);
      rmSync(folder, { recursive: true, force: true });
    });

    const addressOf = ({ settings: { GATEWAY_URL } }: PlatformProcess) => GATEWAY_URL + CLOCK;

    /** Callers of the application `free`, at each of these gateways. */
    function beginCalls(...through: readonly PlatformProcess[]) {
      const loads = through.map((gateway) => beginLoad(addressOf(gateway), keys.free, CALLERS));
      const end = () => Promise.all(loads.map((load) => load.end()));
      onTestFinished(async () => void (await end()));
      return {
        /** Resolves when each gateway has answered so many more. */
        async goOn(calls = 30) {
          const goals = loads.map(({ outcomes }) => outcomes.length + calls);
          await until(() => loads.every(({ outcomes }, at) => outcomes.length >= (goals[at] ?? 0)));
        },
        async endWithoutFault() {
          await end();
          const outcomes = loads.flatMap((load) => load.outcomes);
          expect(outcomes.filter((outcome) => !ok(outcome))).toEqual([]);
          answered += outcomes.length;
        },
      };
    }
    const eachSays = (what: object) =>
      eventually(async () => expect(await Promise.all(gateways.map(said))).toEqual([what, what]));
    const subscribed = (name: string) => createSubscriber(control.settings['CONTROL_URL'], name);
    async function reachesBoth(key: string): Promise<void> {
      for (const gateway of gateways) await until(async () => ok(await call(addressOf(gateway), key)));
    }
    const eachCallIsCountedOnce = () =>
      eventually(async () =>
        expect(await countedCalls(control.settings['CONTROL_URL'])).toEqual({ calls: answered, answered }),
      );

    it(
      'PostgreSQL crashes: calls go on, management says so, and each call is counted once when it is back',
      async () => {
        const calls = beginCalls(...gateways);
        await calls.goOn();
        await postgres.crash();
        await eachSays(withoutDatabase('the last snapshot'));
        await calls.goOn();
        const refused = await fetch(`${control.settings['CONTROL_URL']}/graphql`, {
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
        await reachesBoth(await subscribed('after-postgres'));
        await calls.goOn();
        await calls.endWithoutFault();
        await eachSays(WELL);
        await eachCallIsCountedOnce();
      },
      LASTS_AT_MOST_MS,
    );

    it(
      'PostgreSQL is gone as a gateway starts: it serves the snapshot of its disk, and catches up',
      async () => {
        const known = Date.now();
        await until(() => statSync(snapshotOf('second')).mtimeMs > known);
        const [first] = gateways;
        const meanwhile = beginCalls(first);
        await postgres.crash();
        expect((await gateways[1].stop()).code).toBe(0);
        gateways = [first, await startPlatform(settings.second)];
        expect(await said(gateways[1])).toEqual(withoutDatabase('the snapshot on the disk'));
        const calls = beginCalls(gateways[1]);
        await calls.goOn();

        await postgres.restart();
        await reachesBoth(await subscribed('after-the-start'));
        await Promise.all([meanwhile.endWithoutFault(), calls.endWithoutFault()]);
        await eachSays(WELL);
        await eachCallIsCountedOnce();
      },
      LASTS_AT_MOST_MS,
    );

    it(
      'Redis hangs, and is lost with all that it held: each gateway goes on counting, and nobody gets a fresh window',
      async () => {
        const calls = beginCalls(...gateways);
        const admitted = [0, 0];
        /** So many calls of the application of a small plan, through each gateway: none admits more than the limit by itself. */
        async function spend(count: number) {
          const before = [...admitted];
          for (const [at, gateway] of gateways.entries()) {
            const all = Array.from({ length: count }, () => call(addressOf(gateway), keys.tight));
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
        const calls = beginCalls(...gateways);
        await calls.goOn();
        await control.kill();
        await calls.goOn();
        await eachSays(WELL);
        control = await startPlatform(settings.control);
        await reachesBoth(await subscribed('after-control'));
        await calls.endWithoutFault();
        await eachCallIsCountedOnce();
      },
      LASTS_AT_MOST_MS,
    );

    it(
      'a gateway is killed: the other serves on, and at most five seconds of its counts are lost',
      async () => {
        const [survivor, victim] = gateways;
        const calls = beginCalls(survivor);
        const { outcomes, endedAt, end } = beginLoad(addressOf(victim), keys.free, CALLERS);
        onTestFinished(end);
        await until(() => (endedAt.at(-1) ?? 0) > (endedAt[0] ?? 0) + LOST_AT_MOST_MS + 1_000);
        const killedAt = Date.now();
        await victim.kill();
        await end();
        await calls.goOn();
        await calls.endWithoutFault();
        const before = (at: number) => outcomes.filter((_, index) => (endedAt[index] ?? 0) < at);
        expect(before(killedAt).filter((outcome) => !ok(outcome))).toEqual([]);
        const kept = answered + before(killedAt - LOST_AT_MOST_MS).length;
        await until(async () => (await countedCalls(control.settings['CONTROL_URL'])).calls >= kept);
      },
      LASTS_AT_MOST_MS,
    );
  },
);
