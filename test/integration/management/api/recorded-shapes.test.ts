import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CalledShape,
  RecordedShapes,
  SHAPES_MAX,
  SHAPES_OF_OPERATION_MAX,
} from '../../../../src/data-plane/recorded/recorded-shapes.ts';
import { type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { compat, newDocument, oldDocument } from '../../../support/compat.ts';
import { removeWhatIsOver } from '../../../support/retention.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2027-01-01T12:00:00Z');
const VERIFY = `{ isVerified recorded { shapes unsampled failures { side operation status pointer keyword shape calls } } }`;

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
});
afterAll(() => world.close());

const gateway = (at = START) => new RecordedShapes({ database: world.database, clock: () => new Date(at) });
const body = (object: object) =>
  JSON.stringify({ parameters: {}, body: { type: 'application/json', shape: { object } } });

/** A version and the one that serves it, with calls of shapes. */
async function versions() {
  const name = `crm-${randomUUID().slice(0, 8)}`;
  await world.mutate('createApi', { name, version: '2.0.0', basePath: `/${name}/v2`, openapi: newDocument });
  await world.mutate('createApi', { name, version: '1.0.0', basePath: `/${name}/v1`, openapi: oldDocument });
  await world.mutate('updateApi', { api: `${name}:1.0.0`, compat: { ...compat, of: `${name}:2.0.0` } });
  return name;
}

const request = (name: string, shape: string, more: Partial<CalledShape> = {}): CalledShape => ({
  orgId: world.orgId,
  api: { name, version: '1.0.0' },
  side: 'REQUEST',
  operation: 'POST /customers',
  status: null,
  shape,
  ...more,
});
const kept = (name: string) =>
  world.database.prisma.recordedShape.findMany({ where: { api: { name } }, orderBy: { hash: 'asc' } });

async function verified(name: string) {
  const { api } = await world.query<{ api: { verifyCompat: { recorded: { failures: object[] } } } }>(
    `query ($api: VersionedName!) { api(org: "acme", api: $api) { verifyCompat(samples: 2) ${VERIFY} } }`,
    { api: `${name}:1.0.0` },
  );
  return api.verifyCompat;
}

describe('recorded shapes', () => {
  it('are counted on by all gateways, and verify the compat', async () => {
    const name = await versions();
    const [one, other] = [gateway(), gateway(START + DAY_MS)];
    for (const each of [one, one, other]) each.note(request(name, body({ name: 'string' })));
    const answer = {
      api: { name, version: '2.0.0' },
      side: 'ANSWER',
      operation: 'GET /people/{id}',
      status: '200',
    } as const;
    one.note(request(name, body({ id: 'integer', first: 'string', last: 'string' }), answer));
    one.note(request(name, body({ id: 'string' }), answer));
    await one.write();
    await other.write();
    expect(
      (await kept(name)).map(({ side, calls, firstAt, lastAt }) => [side, Number(calls), firstAt, lastAt]),
    ).toContainEqual(['REQUEST', 3, new Date(START), new Date(START + DAY_MS)]);
    expect(await verified(name)).toEqual({
      isVerified: true,
      recorded: { shapes: 2, unsampled: 1, failures: [] },
    });
    await world.mutate('updateApi', {
      api: `${name}:1.0.0`,
      compat: { ...compat, of: `${name}:2.0.0`, request: compat.request.slice(0, 2) },
    });
    expect(await verified(name)).toMatchObject({
      isVerified: false,
      recorded: {
        failures: [
          {
            side: 'REQUEST',
            operation: 'POST /customers',
            status: null,
            pointer: '/body/first',
            keyword: 'required',
            calls: 3,
            shape: JSON.parse(body({ name: 'string' })),
          },
        ],
      },
    });
  });

  it('are bounded for an operation and an API, and those that are known are counted on', async () => {
    const name = await versions();
    const shapes = gateway();
    for (let at = 0; at < SHAPES_OF_OPERATION_MAX + 5; at += 1)
      shapes.note(request(name, body({ [`n${at}`]: 'string' })));
    await shapes.write();
    expect(await kept(name)).toHaveLength(SHAPES_OF_OPERATION_MAX);
    for (let at = 0; at < SHAPES_OF_OPERATION_MAX + 5; at += 1)
      shapes.note(request(name, body({ [`n${at}`]: 'string' })));
    await shapes.write();
    expect((await kept(name)).map(({ calls }) => Number(calls))).toEqual(
      Array.from({ length: SHAPES_OF_OPERATION_MAX }, () => 2),
    );
    for (let at = 0; at < SHAPES_MAX; at += 1) {
      shapes.note(request(name, body({}), { operation: `GET /n${at}` }));
      // An org may have so many wait.
      if (at % 100 === 0) await shapes.write();
    }
    await shapes.write();
    expect(await kept(name)).toHaveLength(SHAPES_MAX);
  });

  it('belong to the API of the org, go with it, and go when no call has had them for a month', async () => {
    const [name, other] = [await versions(), await versions()];
    const [old, young] = [gateway(), gateway(START + 20 * DAY_MS)];
    old.note(request(name, body({ name: 'string' })));
    young.note(request(name, body({ name: 'null' })));
    young.note(request(other, body({ name: 'string' })));
    young.note(request(other, body({ name: 'null' }), { orgId: randomUUID() }));
    young.note(request('nothing', body({ name: 'null' })));
    await old.write();
    await young.write();
    expect([(await kept(name)).length, (await kept(other)).length]).toEqual([2, 1]);
    await removeWhatIsOver(world.database, new Date(START + 31 * DAY_MS));
    expect((await kept(name)).map(({ firstAt }) => firstAt)).toEqual([new Date(START + 20 * DAY_MS)]);
    await world.mutate('deleteApi', { api: `${other}:1.0.0` }, '');
    expect(await kept(other)).toEqual([]);
  });
});
