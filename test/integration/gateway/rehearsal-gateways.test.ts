import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, type IssuedClient, openCatalog } from '../../support/catalog.ts';
import { until } from '../../support/eventually.ts';
import { answering, object, string } from '../../support/openapi.ts';
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

let world: CatalogWorld;
let [old, successor]: [Upstream, Upstream] = [] as never;
let [one, other]: [RunningGateway, RunningGateway] = [] as never;
let client: IssuedClient;

beforeAll(async () => {
  [world, old, successor] = await Promise.all([openCatalog(), recordingUpstream(), recordingUpstream()]);
  const shared = { org: 'acme', name: 'things' };
  await world.mutate('createBackend', { name: 'next' }, '{ name }');
  await world.mutate('createApi', {
    ...shared,
    openapi: answering(object({ name: string })),
    targetUrl: old.url,
  });
  await world.mutate('saveApiAsNewVersion', { api: 'things:1.0.0', version: '2.0.0' }, '{ name }');
  await world.mutate('updateApi', {
    api: 'things:2.0.0',
    openapi: answering(object({ name: { type: 'integer' } })),
    backend: 'next',
    acceptBreaking: true,
  });
  await world.mutate(
    'setSecret',
    { catalog: CATALOG, name: 'next-key', value: 'the-key-of-next' },
    '{ name }',
  );
  await world.mutate(
    'setBackend',
    {
      catalog: CATALOG,
      backend: 'next',
      targets: [{ url: successor.url }],
      credentials: { type: 'HEADER', name: 'X-Next-Key', secret: 'next-key' },
    },
    '{ dryRun }',
  );
  for (const version of ['1.0.0', '2.0.0'])
    await world.product(`things:${version}`, { apis: [`things:${version}`] });
  await world.lifecycle('publishProduct', { product: 'things:1.0.0' });
  await world.lifecycle('stageProduct', { product: 'things:2.0.0' });
  client = await world.client('Caller', ['things:1.0.0', 'default-plan']);
  [one, other] = [await runGateway(world), await runGateway(world)];
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await Promise.all([old.close(), successor.close()]);
  await world.close();
});

const json = (upstream: Upstream, body: unknown) => {
  upstream.answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
};
const call = async ({ server }: RunningGateway) => {
  const answer = await fetch(`${server.url}/acme/sandbox/things/things`, {
    headers: { 'x-client-id': client.clientKey },
  });
  return [answer.status, await answer.json()];
};
const rehearsalsOf = ({ feed }: RunningGateway) => feed.current().catalogs.get('/acme/sandbox')?.rehearsals;

describe('a rehearsal in a platform with two gateways', () => {
  it('reaches a staged successor with the credentials of its back-end, adds up, and is stopped at once', async () => {
    json(old, { name: 'Ada' });
    json(successor, { name: 7 });
    expect([rehearsalsOf(one), rehearsalsOf(other)]).toEqual([null, null]);
    const { id } = await world.mutate<{ id: string }>(
      'rehearse',
      { catalog: CATALOG, old: 'things:1.0.0', new: 'things:2.0.0', minutes: 5, sample: 1 },
      '{ id }',
    );
    await until(() => rehearsalsOf(one) && rehearsalsOf(other));
    for (const gateway of [one, one, other]) expect(await call(gateway)).toEqual([200, { name: 'Ada' }]);
    await until(() => successor.seen.length === 3);
    expect(successor.seen[0]?.headers).toMatchObject({
      'x-next-key': 'the-key-of-next',
      'x-gatehouse-rehearsal': '1',
    });
    await Promise.all([one.gateway.flush(), other.gateway.flush()]);
    const { rehearsal } = await world.query<{ rehearsal: Record<string, unknown> }>(
      `query ($id: ID!) { rehearsal(org: "acme", id: $id) {
        operations { operation compared dropped } differences { kind pointer was now calls share } } }`,
      { id },
    );
    expect(rehearsal).toEqual({
      operations: [{ operation: 'GET /things', compared: 3, dropped: 0 }],
      differences: [
        { kind: 'TYPE_CHANGED', pointer: '/body/name', was: 'string', now: 'number', calls: 3, share: 1 },
      ],
    });
    await world.mutate('stopRehearsal', { id }, '{ state }');
    await until(() => rehearsalsOf(one) === null && rehearsalsOf(other) === null);
    expect(await call(one)).toEqual([200, { name: 'Ada' }]);
    await one.gateway.flush();
    expect(successor.seen).toHaveLength(3);
    // The calls of the callers are counted, and no others.
    const [usage] = await world.database.query('SELECT sum(calls)::int AS calls FROM "UsageHour"');
    expect(usage).toEqual({ calls: 4 });
  });
});
