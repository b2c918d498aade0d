import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, type IssuedClient, openCatalog } from '../../support/catalog.ts';
import { act } from '../../support/change-requests.ts';
import { until } from '../../support/eventually.ts';
import { answering, object, string } from '../../support/openapi.ts';
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';
import { beginWaves, judgeNow, wavesOf } from '../../support/waves.ts';

const BUDGET = 8;
const PLAN = 'default-plan';
let world: CatalogWorld;
let [old, successor]: [Upstream, Upstream] = [] as never;
let gateways: RunningGateway[];
let client: IssuedClient;
let number: number;

beforeAll(async () => {
  [world, old, successor] = await Promise.all([openCatalog(), recordingUpstream(), recordingUpstream()]);
  const openapi = answering(object({ name: string }));
  await world.mutate('createApi', { org: 'acme', name: 'things', openapi, targetUrl: old.url });
  await world.mutate('saveApiAsNewVersion', { api: 'things:1.0.0', version: '2.0.0' }, '{ name }');
  await world.mutate('updateApi', { api: 'things:2.0.0', targetUrl: successor.url });
  for (const version of ['1.0.0', '2.0.0'])
    await world.product(`things:${version}`, {
      apis: [`things:${version}`],
      plans: [{ title: 'Default Plan' }],
    });
  await world.lifecycle('publishProduct', { product: 'things:1.0.0' });
  await world.lifecycle('stageProduct', { product: 'things:2.0.0' });
  client = await world.client('Caller', ['things:1.0.0', PLAN]);
  gateways = [await runGateway(world), await runGateway(world)];
});
afterAll(async () => {
  for (const each of gateways) await each.close();
  await Promise.all([old.close(), successor.close()]);
  await world.close();
});
beforeEach(async () => {
  old.answer = (_, response) => response.writeHead(200).end('{"name":"old"}');
  successor.answer = (_, response) => response.writeHead(200).end('{"name":"new"}');
  // No waves begin in the minute in which others were halted.
  world.pass(120_000);
  const input = {
    catalog: CATALOG,
    old: 'things:1.0.0',
    new: 'things:2.0.0',
    plans: [{ source: PLAN, target: PLAN }],
  };
  const more = { waves: [{ percent: 100, minutes: 60 }], haltIf: { budget: BUDGET } };
  number = await beginWaves(world, { input, more });
  for (const { feed } of gateways) await feed.settled();
  return async () => {
    await flush();
    if ((await wavesOf(world, number)).state === 'RUNNING') await act(world, 'haltChange', { number });
  };
});

const call = async ({ server }: RunningGateway): Promise<string> => {
  const headers = { 'x-client-id': client.clientKey };
  const response = await fetch(`${server.url}/acme/sandbox/things/things`, { headers });
  const { name } = (await response.json()) as { name?: string };
  return `${response.status} ${name}`;
};
const countOf = (answers: readonly string[], wanted: string) =>
  answers.filter((answer) => answer === wanted).length;
const taken = async () => (await world.database.prisma.changeWaveBudget.findFirst())?.taken;
/** Half a minute without a call. */
const rest = async () => {
  for (let at = 0; at < 31; at += 1) await flush();
};
const flush = () => Promise.all(gateways.map(({ gateway }) => gateway.flush()));
/** Calls both gateways at once. */
const callAll = async (each: number) =>
  Promise.all(gateways.flatMap((gateway) => Array.from({ length: each }, () => call(gateway))));
const fail = () => {
  successor.answer = (_, response) => response.writeHead(500).end('{"name":"fault"}');
};

describe('the budget of a wave over two gateways', () => {
  it('is all that fails, while hundreds call at once; then the old version serves them', async () => {
    fail();
    const answers: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      answers.push(...(await callAll(30)));
      await flush();
    }
    expect(countOf(answers, '500 fault')).toBe(BUDGET);
    expect(countOf(answers, '200 old')).toBe(360 - BUDGET);
    expect(await judgeNow(world)).toEqual([]);
    expect(await wavesOf(world, number)).toMatchObject({
      state: 'HALTED',
      halt: { cause: 'BUDGET', takenBack: 1, restored: true },
    });
    expect(await callAll(5)).toEqual(Array(10).fill('200 old'));
  });

  it('counts calls under way, whose answers nobody knows yet', async () => {
    const held: (() => void)[] = [];
    successor.answer = (_, response) => held.push(() => response.writeHead(500).end('{"name":"fault"}'));
    const calls: Promise<string>[] = [];
    await until(async () => {
      for (const gateway of gateways) calls.push(call(gateway));
      await flush();
      return held.length === BUDGET;
    });
    expect(await callAll(10)).toEqual(Array(20).fill('200 old'));
    expect(held).toHaveLength(BUDGET);
    for (const end of held) end();
    expect(countOf(await Promise.all(calls), '500 fault')).toBe(BUDGET);
  });

  it('comes back from calls that succeed, and goes to the gateway that needs it', async () => {
    const [one, other] = gateways as [RunningGateway, RunningGateway];
    await until(async () => (await call(one)) === '200 new');
    for (let at = 0; at < 5 * BUDGET; at += 1) expect(await call(one)).toBe('200 new');
    expect(await taken()).toBe(1);
    await rest();
    expect(await taken()).toBe(0);
    fail();
    const answers: string[] = [];
    for (let at = 0; at < 40; at += 1) {
      answers.push(await call(other));
      await flush();
    }
    expect(countOf(answers, '500 fault')).toBe(BUDGET);
    expect(await taken()).toBe(BUDGET);
  });

  it('is left alone by refusals that have nothing to do with the version', async () => {
    const [one] = gateways as [RunningGateway];
    await until(async () => (await call(one)) === '200 new');
    const stranger = await fetch(`${one.server.url}/acme/sandbox/things/things`, {
      headers: { 'x-client-id': 'nobody' },
    });
    expect(stranger.status).toBe(401);
    await rest();
    expect(await taken()).toBe(0);
  });
});
