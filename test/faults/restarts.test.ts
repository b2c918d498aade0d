import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Balancer, startBalancer } from '../support/balancer.ts';
import {
  ADMIN_TOKEN,
  CLOCK,
  createClockWorld,
  createSubscriber,
  graphql,
  LIMIT,
} from '../support/clock-world.ts';
import { createServerDatabase } from '../support/database.ts';
import { until } from '../support/eventually.ts';
import { beginLoad, CALLERS, call, ok } from '../support/load.ts';
import { openConnections } from '../support/open-connections.ts';
import { freePorts, type PlatformProcess, type Settings, startPlatform } from '../support/platform.ts';
import { serverUrl } from '../support/servers.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { recordingUpstream, type Upstream } from '../support/upstream.ts';

const postgres = await serverUrl('PostgreSQL server');
const redis = await serverUrl('Redis server');
const LASTS_AT_MOST_MS = 120_000;
const PORTAL = '/portal/acme/sandbox/graphql';

/** What a consumer is told of the calls of the application `free`. */
async function usage(url: string, token: string) {
  const query =
    '{ application(name: "free") { usageHistory { answered clientErrors limited refused serverErrors } } }';
  type Told = { application: { usageHistory: Record<string, number>[] } };
  const { usageHistory } = (await graphql<Told>(url, { query, token })).application;
  const sum = (counts: number[]) => counts.reduce((a, b) => a + b);
  return {
    answered: sum(usageHistory.map(({ answered = 0 }) => answered)),
    others: sum(usageHistory.flatMap(({ answered, ...others }) => Object.values(others))),
  };
}

const answeredIn = (metrics: string) =>
  Number(/^gateway_calls_total\{outcome="ANSWERED",status_class="2xx"\} (\d+)$/m.exec(metrics)?.[1]);

describe.skipIf(!postgres || !redis)(
  'two gateways, one of them of two workers, behind a load balancer',
  () => {
    let upstream: Upstream;
    let drop: () => Promise<void>;
    let control: PlatformProcess;
    let keys: { readonly free: string };
    /** Of subscribers to the plan with the limit, one for each try: what a try has used up is missing in the next. */
    let tight: readonly string[];
    let settings: readonly [Settings, Settings];
    let gateways: [PlatformProcess, PlatformProcess];
    let balancer: Balancer;
    let wayToRedis: TcpProxy;
    const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-'));

    beforeAll(async () => {
      upstream = await recordingUpstream();
      // Calls are under way at every moment, and leave the machine time to start what it starts.
      upstream.answer = (_, response) => setTimeout(() => response.end('{"ok":true}'), 20);
      const database = await createServerDatabase(postgres ?? '');
      drop = database.drop;
      wayToRedis = await openTcpProxy(new URL(redis ?? ''));
      const shared = {
        DATABASE_URL: database.url,
        REDIS_URL: `${redis}/10`,
        SECRET_KEY: 'the same in every process, 32 characters or more',
        ADMIN_TOKEN,
        DEMO: 'false',
        TARGET_ALLOWLIST: '127.0.0.0/8',
        LOG_LEVEL: 'info',
        DRAIN_SECONDS: '0.5',
      };
      settings = [
        { ...shared, ...(await freePorts()), DATA_DIR: join(dataDir, 'one'), ROLES: 'gateway' },
        {
          ...shared,
          ...(await freePorts()),
          DATA_DIR: join(dataDir, 'other'),
          ROLES: 'gateway',
          GATEWAY_WORKERS: '2',
          WORKER_SILENCE_SECONDS: '10',
        },
      ];
      const starting = Promise.all([startPlatform(settings[0]), startPlatform(settings[1])]);
      control = await startPlatform({ ...shared, ...(await freePorts()), ROLES: 'control' });
      const { CONTROL_URL } = control.settings;
      keys = await createClockWorld(CONTROL_URL, upstream.url);
      const tries = ['first', 'second'];
      tight = await Promise.all(tries.map((name) => createSubscriber(CONTROL_URL, name, 'tight')));
      gateways = await starting;
      balancer = await startBalancer(settings);
      await balancer.sees(2);
    }, LASTS_AT_MOST_MS);

    afterAll(async () => {
      await balancer?.close();
      await Promise.all([control, ...(gateways ?? [])].map((each) => each?.stop()));
      await wayToRedis?.close();
      await drop?.();
      await upstream?.close();
      rmSync(dataDir, { recursive: true, force: true });
    });

    it(
      'are restarted one after the other, and no call is lost or counted wrong',
      async () => {
        const { outcomes, end } = beginLoad(balancer.url + CLOCK, keys.free);
        for (const at of [0, 1] as const) {
          const { code, stderr } = await gateways[at].stop();
          expect({ code, faults: stderr.match(/^.*"level":[56]0.*$/gm) }).toEqual({ code: 0, faults: null });
          await balancer.sees(1);
          gateways[at] = await startPlatform(settings[at]);
          await balancer.sees(2);
        }
        await end();
        expect(outcomes.filter((outcome) => !ok(outcome))).toEqual([]);
        expect(outcomes.length).toBeGreaterThan(500);

        const portal = `${control.settings['CONTROL_URL']}${PORTAL}`;
        const query = 'mutation { signIn(username: "consumer", password: "consumer-password") { token } }';
        const { signIn } = await graphql<{ signIn: { token: string } }>(portal, { query });
        await expect
          .poll(() => usage(portal, signIn.token))
          .toEqual({ answered: outcomes.length, others: 0 });
      },
      LASTS_AT_MOST_MS,
    );

    it('have one name in Via, by which each of them knows a call that has come through another', () => {
      const names = new Set(upstream.seen.map(({ headers }) => headers.via));
      expect([...names]).toEqual([expect.stringMatching(/^1\.1 gatehouse-[\w-]{8}$/)]);
    });

    it('admit exactly the limit, however the calls are spread over the workers', async ({ task }) => {
      const { GATEWAY_URL = '' } = gateways[1].settings;
      const key = tight[task.result?.retryCount ?? 0] ?? '';
      const calls = Array.from({ length: 4 * LIMIT }, () => call(GATEWAY_URL + CLOCK, key));
      const outcomes = await Promise.all(calls);
      expect(outcomes.filter(ok).length).toBe(LIMIT);
      expect(outcomes.filter((outcome) => outcome === 429).length).toBe(3 * LIMIT);
    });

    it(
      'tell what each worker is without',
      async () => {
        await gateways[1].stop();
        // Here alone: a proxy in this process is as slow as this process is busy, and workers lose Redis by it.
        const REDIS_URL = `redis://127.0.0.1:${wayToRedis.port}/10`;
        gateways[1] = await startPlatform({ ...settings[1], REDIS_URL });
        const { OPS_URL = '' } = gateways[1].settings;
        const note = async () => (await (await fetch(`${OPS_URL}/readyz`)).json()).parts.gateway.note;
        await wayToRedis.cut();
        await expect
          .poll(note)
          .toBe('2 of 2 workers are Ready; 2 of them: Redis is out of reach; this process counts alone');
        await wayToRedis.restore();
        await expect.poll(note).toBe('2 of 2 workers are Ready');
      },
      LASTS_AT_MOST_MS,
    );

    it(
      'replace a worker that is killed, whose calls in flight alone are lost',
      async () => {
        const { GATEWAY_URL = '', OPS_URL = '' } = gateways[1].settings;
        const read = async (path: string) => (await fetch(`${OPS_URL}${path}`)).text();
        const says = async (workers: string) =>
          (await read('/readyz')).includes(`${workers} workers are Ready`);
        const { outcomes, end } = beginLoad(GATEWAY_URL + CLOCK, keys.free);
        await until(() => outcomes.length > 100);
        const before = answeredIn(await read('/metrics'));
        const [, worker] =
          /"worker":(\d+),"msg":"A gateway worker is Ready"/.exec(gateways[1].printed.stderr) ?? [];
        process.kill(Number(worker), 'SIGKILL');
        await until(() => says('1 of 2'));
        const untilThen = outcomes.length;
        expect(answeredIn(await read('/metrics'))).toBeGreaterThanOrEqual(before);
        await until(() => says('2 of 2'));
        await end();
        expect(outcomes.filter((outcome) => !ok(outcome)).length).toBeLessThanOrEqual(CALLERS);
        expect(outcomes.slice(untilThen + CALLERS).every(ok)).toBe(true);
        expect(await read('/metrics')).toMatch(
          /^gateway_workers_ready 2$.*^gateway_workers_ended_total 1$/ms,
        );
      },
      LASTS_AT_MOST_MS,
    );

    it.skipIf(process.platform !== 'linux')(
      'come to have even numbers of kept connections without losing a call, also once one was replaced',
      async () => {
        const { GATEWAY_URL = '' } = gateways[1].settings;
        const workers = () =>
          [...gateways[1].printed.stderr.matchAll(/"worker":(\d+),"msg":"A gateway worker is Ready"/g)]
            .map(([, pid]) => Number(pid))
            .slice(-2);
        const port = Number(new URL(GATEWAY_URL).port);
        const callers = 60;
        const areEven = () => {
          const [one = 0, other = 0] = workers().map((pid) => openConnections(pid, port));
          return one + other === callers && Math.abs(one - other) <= callers / 10;
        };
        const { outcomes, end } = beginLoad(GATEWAY_URL + CLOCK, keys.free, callers);
        await vi.waitUntil(areEven, { timeout: 60_000, interval: 100 });
        expect(outcomes.filter((outcome) => !ok(outcome))).toEqual([]);
        const [killed = 0] = workers();
        process.kill(killed, 'SIGKILL');
        await until(() => !workers().includes(killed));
        await vi.waitUntil(areEven, { timeout: 60_000, interval: 100 });
        await end();
        expect(outcomes.filter((outcome) => !ok(outcome)).length).toBeLessThanOrEqual(callers / 2 + 3);
      },
      2 * LASTS_AT_MOST_MS,
    );

    it(
      'replace a worker that hangs, and say so',
      async () => {
        const { OPS_URL = '' } = gateways[1].settings;
        const { printed } = gateways[1];
        const ready = () => [...printed.stderr.matchAll(/"worker":(\d+),"msg":"A gateway worker is Ready"/g)];
        const before = ready().length;
        const hanging = Number(ready().at(-1)?.[1]);
        // It does not run, as one in an endless loop does nothing else.
        process.kill(hanging, 'SIGSTOP');
        await vi.waitUntil(() => ready().length === before + 1, { timeout: 60_000 });
        expect(printed.stderr).toContain(
          `"worker":${hanging},"msg":"A gateway worker was silent for 10000 ms; it is killed"`,
        );
        const { state, parts } = await (await fetch(`${OPS_URL}/readyz`)).json();
        expect([state, parts.gateway.note]).toEqual(['Ready', '2 of 2 workers are Ready']);
      },
      LASTS_AT_MOST_MS,
    );
  },
);
