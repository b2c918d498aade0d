import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_TOKEN, graphql } from '../support/clock-world.ts';
import { createServerDatabase } from '../support/database.ts';
import { call, type Outcome } from '../support/load.ts';
import { freePorts, type PlatformProcess, type Settings, startPlatform } from '../support/platform.ts';
import { serverUrl } from '../support/servers.ts';
import { recordingUpstream, type Upstream } from '../support/upstream.ts';

const postgres = await serverUrl('PostgreSQL server');
const redis = await serverUrl('Redis server');
const LASTS_AT_MOST_MS = 240_000;
const APPLICATIONS = 20;
const BUDGET = 30;
/** Time between calls of an application. All together call two hundred times a second. */
const EVERY_MS = 100;
const PATH = '/acme/sandbox/clock/now';

const OPENAPI = (version: string) => ({
  openapi: '3.0.3',
  info: { title: 'Clock', version },
  paths: { '/now': { get: { responses: { 200: { description: 'Now.' } } } } },
});
const names = Array.from({ length: APPLICATIONS }, (_, index) => `app-${index}`);
const WORLD = `mutation ($old: URL!, $new: URL!, $one: JSON!, $two: JSON!) {
  createOrg(input: { title: "Acme" }) { name }
  createCatalog(input: { org: "acme", title: "Sandbox" }) { name }
  one: createApi(input: { org: "acme", title: "Clock", version: "1.0.0", openapi: $one, targetUrl: $old }) { name }
  two: createApi(input: { org: "acme", title: "Clock", version: "2.0.0", openapi: $two, targetUrl: $new }) { name }
  first: createProduct(input: { org: "acme", title: "Time", version: "1.0.0", apis: ["clock:1.0.0"], publishTo: "sandbox",
    plans: [{ title: "Free" }] }) { name }
  second: createProduct(input: { org: "acme", title: "Time", version: "2.0.0", apis: ["clock:2.0.0"],
    plans: [{ title: "Free" }] }) { name }
  stageProduct(input: { org: "acme", catalog: "sandbox", product: "time:2.0.0" }) { dryRun }
  createConsumerOrg(input: { org: "acme", catalog: "sandbox", title: "Consumers" }) { name }
}`;
const subscriber = (name: string) => `mutation {
  application: createApplication(input: { org: "acme", catalog: "sandbox", consumerOrg: "consumers", title: "${name}" }) {
    clientKey
  }
  createSubscription(input: { org: "acme", catalog: "sandbox", consumerOrg: "consumers", application: "${name}",
    product: "time:1.0.0", plan: "free" }) { id }
}`;
const SUPERSEDE = `mutation { supersedeProduct(input: { catalog: "sandbox", old: "time:1.0.0", new: "time:2.0.0",
  plans: [{ source: "free", target: "free" }] }) { dryRun } }`;

type Called = { readonly at: number; readonly outcome: Outcome };
type Read = {
  readonly state: string;
  readonly halt: {
    readonly cause: string;
    readonly message: string;
    readonly takenBack: number;
    readonly restored: boolean;
  } | null;
  readonly waves: readonly { readonly state: string; readonly moved: number }[];
};

describe.skipIf(!postgres || !redis)('waves to a faulty version, over two gateways under load', () => {
  let drop: () => Promise<void>;
  let old: Upstream;
  let faulty: Upstream;
  let shared: Settings;
  let control: PlatformProcess;
  let gateways: PlatformProcess[];
  let keys: string[];
  const calls: Called[] = [];
  let isOver = false;
  let calling: Promise<void>[] = [];

  const ask = <Data>(query: string, variables = {}) =>
    graphql<Data>(`${control.settings['CONTROL_URL']}/graphql`, { query, variables, token: ADMIN_TOKEN });
  const startControl = async () => startPlatform({ ...shared, ...(await freePorts()), ROLES: 'control' });
  const read = async (number: number) =>
    (
      await ask<{ changeRequest: Read }>(`{ changeRequest(org: "acme", number: ${number}) {
        state halt { cause message takenBack restored } waves { state moved } } }`)
    ).changeRequest;
  const rows = () =>
    ask(
      `{ ${['1.0.0', '2.0.0']
        .map(
          (version, index) => `v${index}: catalogProduct(org: "acme", catalog: "sandbox",
      product: "time:${version}") { name version state plans { name } apis { name version onlineState }
      subscriptions { id application { name } plan { name } state } }`,
        )
        .join(' ')} }`,
    );

  /** Calls as an application, at one gateway after the other. */
  async function callOn(key: string, index: number): Promise<void> {
    const agent = new Agent({ keepAlive: true });
    for (let turn = index; !isOver; turn += 1) {
      const gateway = gateways[turn % gateways.length];
      const outcome = await call(`${gateway?.settings['GATEWAY_URL']}${PATH}`, key, agent);
      calls.push({ at: Date.now(), outcome });
      await sleep(EVERY_MS);
    }
    agent.destroy();
  }

  beforeAll(async () => {
    old = await recordingUpstream();
    faulty = await recordingUpstream();
    faulty.answer = (_, response) => response.writeHead(500).end('{"ok":false}');
    const database = await createServerDatabase(postgres ?? '');
    drop = database.drop;
    shared = {
      DATABASE_URL: database.url,
      REDIS_URL: `${redis}/11`,
      SECRET_KEY: 'the same in every process, 32 characters or more',
      ADMIN_TOKEN,
      DEMO: 'false',
      TARGET_ALLOWLIST: '127.0.0.0/8',
      LOG_LEVEL: 'error',
    };
    control = await startControl();
    gateways = [];
    for (let index = 0; index < 2; index += 1)
      gateways.push(await startPlatform({ ...shared, ...(await freePorts()), ROLES: 'gateway' }));
    const documents = { one: OPENAPI('1.0.0'), two: OPENAPI('2.0.0') };
    await ask(WORLD, { old: old.url, new: faulty.url, ...documents });
    keys = [];
    for (const name of names) {
      const { application } = await ask<{ application: { clientKey: string } }>(subscriber(name));
      keys.push(application.clientKey);
    }
    for (const { settings } of gateways)
      for (const key of keys)
        while ((await call(`${settings['GATEWAY_URL']}${PATH}`, key)) !== 200) await sleep(20);
    calling = keys.map(callOn);
  }, LASTS_AT_MOST_MS);

  afterAll(async () => {
    isOver = true;
    await Promise.all(calling);
    for (const each of [control, ...(gateways ?? [])]) await each?.stop();
    await old?.close();
    await faulty?.close();
    await drop?.();
  }, LASTS_AT_MOST_MS);

  async function begin(waves: object[]): Promise<number> {
    // No waves begin in the minute in which others were halted.
    if (calls.some(({ outcome }) => outcome !== 200)) await sleep(60_000 - (Date.now() % 60_000));
    const { proposeChange } = await ask<{ proposeChange: { number: number } }>(
      'mutation ($input: ProposeChangeInput!) { proposeChange(input: $input) { number } }',
      { input: { org: 'acme', mutation: SUPERSEDE, waves, haltIf: { budget: BUDGET, minimumCalls: 1_000 } } },
    );
    await ask(`mutation { commitChange(input: { org: "acme", number: ${proposeChange.number} }) { state } }`);
    return proposeChange.number;
  }

  /** Waits until the waves are halted, and every call is answered again. */
  async function halted(number: number, begun: number) {
    const limit = { timeout: LASTS_AT_MOST_MS / 2, interval: 100 };
    await expect.poll(async () => (await read(number)).state, limit).toBe('HALTED');
    await sleep(2_000);
    const failed = calls.filter(({ at, outcome }) => at >= begun && outcome !== 200);
    const lastMs = Math.max(...failed.map(({ at }) => at - begun));
    expect(new Set(failed.map(({ outcome }) => outcome))).toEqual(new Set([500]));
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThanOrEqual(BUDGET);
    const all = calls.filter(({ at }) => at >= begun && at <= begun + lastMs).length;
    return { failed: failed.length, of: all, lastMs };
  }

  it('cost no more calls than the budget, are halted once it is spent, and taken back', {
    timeout: LASTS_AT_MOST_MS,
  }, async () => {
    const before = await rows();
    const number = await begin([{ percent: 10, minutes: 60 }, { percent: 100 }]);
    const begun = Date.now();
    const { failed, of, lastMs } = await halted(number, begun);
    expect(await read(number)).toMatchObject({
      halt: { cause: 'BUDGET', takenBack: 2, restored: true },
      waves: [{ state: 'TAKEN_BACK', moved: 2 }, { state: 'WAITING' }],
    });
    expect(await rows()).toEqual(before);
    console.log(
      `waves: ${failed} of ${of} calls failed, the last after ${(lastMs / 1_000).toFixed(1)} s; the budget has ${BUDGET}`,
    );
  });

  it('are halted by another control process where the one that began them dies', {
    timeout: LASTS_AT_MOST_MS,
  }, async () => {
    const before = await rows();
    faulty.answer = old.answer;
    const number = await begin([{ percent: 20, minutes: 60 }, { percent: 100 }]);
    await control.kill();
    const begun = Date.now();
    faulty.answer = (_, response) => response.writeHead(500).end('{"ok":false}');
    control = await startControl();
    const { failed, of, lastMs } = await halted(number, begun);
    expect(await read(number)).toMatchObject({ halt: { cause: 'BUDGET', takenBack: 4, restored: true } });
    expect(await rows()).toEqual(before);
    console.log(
      `waves, after a crash: ${failed} of ${of} calls failed, the last ${(lastMs / 1_000).toFixed(1)} s after it; the budget has ${BUDGET}`,
    );
  });
});
