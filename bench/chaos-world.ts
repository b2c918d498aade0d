import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { machine, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServerDatabase } from '../test/support/database.ts';
import { freePorts, type PlatformProcess, type Settings, startPlatform } from '../test/support/platform.ts';
import { openTcpProxy, type TcpProxy } from '../test/support/tcp-proxy.ts';

const POSTGRES = process.env['DATABASE_URL_BENCH'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const REDIS = process.env['REDIS_URL_BENCH'] ?? 'redis://127.0.0.1:6379/13';
const ADMIN_TOKEN = 'the-admin-token-of-the-chaos-run';
/** Calls an hour of the plan that is used up. */
export const LIMIT = 500;
/** A change is in force within a second of its commit; another for the machine. */
const IN_FORCE_MS = 2_000;
/** Time that a back-end takes, so that calls are under way at every moment. */
const ANSWER_MS = 5;
export const PATH = '/acme/sandbox/clock/now';

/** One without a limit, and one with a plan of LIMIT calls. */
export type ChaosApplication = 'free' | 'tight';

/** A process that is started again after its end, with what its lives have left. */
export type Member = {
  readonly name: string;
  readonly settings: Settings;
  /** Sets the clock of the process off by seconds. Undefined without libfaketime. */
  readonly setClock?: (seconds: number) => void;
  now: PlatformProcess;
  /** Its ends: how, from the order to end until the next life is Ready. */
  readonly ends: { readonly by: 'SIGTERM' | 'SIGKILL'; readonly from: number; until: number }[];
};

export type ChaosWorld = {
  readonly members: readonly Member[];
  readonly gateways: readonly Member[];
  readonly database: TcpProxy;
  readonly redis: TcpProxy;
  readonly databaseUrl: string;
  /** The folder of the access logs of gateways, which may be a small disk. */
  readonly logs: string;
  readonly hasSmallDisk: boolean;
  readonly hasClocks: boolean;
  readonly keys: Readonly<Record<ChaosApplication, string>>;
  readonly subscriptions: Readonly<Record<ChaosApplication, string>>;
  restart(member: Member, by: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  close(): Promise<void>;
};

/** Makes a small disk of a folder, where this process may. */
export type SmallDisk = { mount(folder: string): boolean; unmount(folder: string): void };

const application = (title: string) =>
  `{ org: "acme", catalog: "sandbox", consumerOrg: "consumers", title: "${title}" }`;
const subscription = (name: string) => `{ org: "acme", catalog: "sandbox", consumerOrg: "consumers"
  application: "${name}", product: "time:1.0.0", plan: "${name}" }`;
const FURNISH = `mutation ($target: URL!, $openapi: JSON!) {
  createOrg(input: { title: "Acme" }) { name }
  createCatalog(input: { org: "acme", title: "Sandbox" }) { name }
  createApi(input: { org: "acme", title: "Clock", version: "1.0.0", openapi: $openapi, targetUrl: $target }) { name }
  createProduct(input: { org: "acme", title: "Time", version: "1.0.0", apis: ["clock:1.0.0"], publishTo: "sandbox",
    plans: [{ title: "Free" }, { title: "Tight", rateLimit: ${LIMIT}, rateLimitUnit: HOUR }] }) { name }
  createConsumerOrg(input: { org: "acme", catalog: "sandbox", title: "Consumers" }) { name }
  free: createApplication(input: ${application('free')}) { clientKey }
  tight: createApplication(input: ${application('tight')}) { clientKey }
  one: createSubscription(input: ${subscription('free')}) { id }
  two: createSubscription(input: ${subscription('tight')}) { id }
}`;
const openapi = {
  openapi: '3.0.3',
  info: { title: 'Clock', version: '1.0.0' },
  paths: { '/now': { get: { responses: { 200: { description: 'Now.' } } } } },
};

async function startUpstream() {
  const server = createServer((_, response) => setTimeout(() => response.end('{"ok":true}'), ANSWER_MS));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Debian's package faketime. The clock that only goes forward stays as it is, as it does when a clock is set. */
const FAKETIME = `/usr/lib/${machine()}-linux-gnu/faketime/libfaketime.so.1`;
const hasClocks = existsSync(FAKETIME);

/** A clock of a process that can be set. */
function clockIn(file: string) {
  const setClock = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`);
  setClock(0);
  const settings: Settings = {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { setClock, settings };
}

/** A control process, and two gateways that reach PostgreSQL and Redis by proxies. */
export async function startChaosWorld(disk: SmallDisk): Promise<ChaosWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'));
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  const hasSmallDisk = disk.mount(logs);
  const upstream = await startUpstream();
  const { url: databaseUrl, drop } = await createServerDatabase(POSTGRES);
  const [database, redis] = await Promise.all([
    openTcpProxy(new URL(databaseUrl)),
    openTcpProxy(new URL(REDIS)),
  ]);
  const by = (url: string, { port }: TcpProxy) =>
    Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
  const shared = {
    DATABASE_URL: by(databaseUrl, database),
    REDIS_URL: by(REDIS, redis),
    SECRET_KEY: 'the same in every process, 32 characters or more',
    ADMIN_TOKEN,
    DEMO: 'false',
    TARGET_ALLOWLIST: '127.0.0.0/8',
    DRAIN_SECONDS: '1',
  };
  const begin = async (name: string, role: string): Promise<Member> => {
    const own = { DATA_DIR: join(folder, name), ROLES: role };
    const log: Settings = role === 'gateway' ? { ACCESS_LOG: join(logs, `${name}.log`) } : {};
    const clock = hasClocks ? clockIn(join(folder, `clock of ${name}`)) : undefined;
    const settings = { ...shared, ...(await freePorts()), ...own, ...log, ...clock?.settings };
    return { name, ...clock, settings, now: await startPlatform(settings), ends: [] };
  };
  const control = await begin('control', 'control');
  const gateways = [await begin('gateway 1', 'gateway'), await begin('gateway 2', 'gateway')];
  const members = [control, ...gateways];
  const manage = async (query: string, variables = {}) => {
    const response = await fetch(`${control.now.settings['CONTROL_URL']}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: Record<string, unknown>; errors?: unknown };
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const made = (await manage(FURNISH, { target: upstream.url, openapi })) as Record<
    'free' | 'tight' | 'one' | 'two',
    { readonly clientKey: string; readonly id: string }
  >;
  const keys = { free: made.free.clientKey, tight: made.tight.clientKey };
  await sleep(IN_FORCE_MS);
  return {
    members,
    gateways,
    database,
    redis,
    databaseUrl,
    logs,
    hasSmallDisk,
    hasClocks,
    keys,
    subscriptions: { free: made.one.id, tight: made.two.id },
    async restart(member, signal) {
      const end = { by: signal, from: performance.now(), until: Number.POSITIVE_INFINITY };
      member.ends.push(end);
      await (signal === 'SIGTERM' ? member.now.stop() : member.now.kill());
      member.now = await startPlatform(member.settings);
      end.until = performance.now();
    },
    async close() {
      await Promise.all(members.map(({ now }) => now.stop()));
      await Promise.all([database.close(), redis.close()]);
      await drop();
      upstream.server.close();
      if (hasSmallDisk) disk.unmount(logs);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
