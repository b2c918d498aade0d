import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/foundation/json.ts';
import { answerAsGraphQLServer, customerSdl } from '../../../support/apis.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { answering, object, string } from '../../../support/openapi.ts';
import { watchStatements } from '../../../support/statements.ts';
import { recordingUpstream, type Upstream } from '../../../support/upstream.ts';

let world: CatalogWorld;
let server: Upstream;
let round = 0;
/** An API and a product of its own for each test. */
let name: string;

beforeAll(async () => {
  [world, server] = await Promise.all([openCatalog(), recordingUpstream()]);
});
beforeEach(() => {
  round += 1;
  name = `things-${round}`;
  answerAsGraphQLServer(server, customerSdl);
});
afterAll(async () => {
  await Promise.all([world.close(), server.close()]);
});

const wide = answering(object({ id: string, email: string }, ['id']));
const narrow = answering(object({ id: string }, ['id']));
const rest = (version: string, openapi: JsonObject, more: object = {}) =>
  world.mutate('createApi', {
    name,
    version,
    openapi,
    basePath: `/${name}`,
    targetUrl: 'http://127.0.0.1:8091/things',
    ...more,
  });
/** A product of the same version as the API. */
const product = (version: string, more: object = {}) =>
  world.product(`${name}:${version}`, { apis: [`${name}:${version}`], ...more });
const move = () => ({
  old: `${name}:1.0.0`,
  new: `${name}:2.0.0`,
  plans: [{ source: 'default-plan', target: 'default-plan' }],
});
/** 1.0.0 published with an application that is subscribed, and 2.0.0 staged. */
async function twoVersions(before: JsonObject, after: JsonObject, more: object = {}): Promise<string> {
  await rest('1.0.0', before);
  await rest('2.0.0', after, more);
  await product('1.0.0', { publishTo: CATALOG });
  await product('2.0.0');
  await world.lifecycle('stageProduct', { product: `${name}:2.0.0` });
  return (await world.client(`Alpha ${round}`, [`${name}:1.0.0`, 'default-plan'])).name;
}
const republish = async () =>
  (await world.lifecycle('publishProduct', { product: `${name}:1.0.0` })).warnings;

describe('a product whose API breaks that of the one before', () => {
  it.each(['supersedeProduct', 'replaceProduct', 'setMigrationTarget'])(
    'is told of by %s, in rehearsal and for good: what breaks, and whom it touches',
    async (mutation) => {
      const application = await twoVersions(wide, narrow);
      if (mutation === 'setMigrationTarget')
        await world.lifecycle('publishProduct', { product: `${name}:2.0.0` });
      const warnings = [
        {
          code: 'BREAKING_API_CHANGE',
          subject: `${name}:1.0.0 → 2.0.0`,
          message: `${name}:2.0.0 breaks callers of ${name}:1.0.0. 1 break: GET /things (email in the response 200 is removed). It touches 1 application: consumers/${application}.`,
        },
      ];
      const rehearsed = await world.changesNothing(() =>
        world.lifecycle(mutation, { ...move(), dryRun: true }),
      );
      expect(rehearsed.warnings).toEqual(warnings);
      expect((await world.lifecycle(mutation, move())).warnings).toEqual(warnings);
    },
  );

  it('is not told of where the new version only adds', async () => {
    await twoVersions(narrow, wide);
    expect((await world.lifecycle('supersedeProduct', move())).warnings).toEqual([]);
  });

  it('is one that has lost an API, or answers it at another path', async () => {
    await twoVersions(wide, wide, { basePath: `/${name}/v2` });
    const { warnings } = await world.lifecycle('supersedeProduct', { ...move(), dryRun: true });
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining(`1 break: its base path is /${name}/v2 now, was /${name}.`),
    ]);
    const other = `other-${round}`;
    await world.api(`${other}:1.0.0`);
    await world.product(`${other}:1.0.0`, { apis: [`${other}:1.0.0`] });
    await world.lifecycle('stageProduct', { product: `${other}:1.0.0` });
    const lost = await world.lifecycle('supersedeProduct', { ...move(), new: `${other}:1.0.0` });
    expect(lost.warnings).toMatchObject([
      {
        code: 'BREAKING_API_CHANGE',
        subject: `${name}:1.0.0`,
        message: expect.stringMatching(/is not there any more\. It touches 1 application/),
      },
    ]);
  });

  it('is told of by the schema of a GraphQL API', async () => {
    const create = (version: string) =>
      world.mutate('createApi', { name, title: name, version, graphqlUrl: `${server.url}/graphql` });
    await create('1.0.0');
    answerAsGraphQLServer(server, customerSdl.replace('name: String', 'title: String'));
    await create('2.0.0');
    await product('1.0.0', { publishTo: CATALOG });
    await product('2.0.0');
    await world.lifecycle('stageProduct', { product: `${name}:2.0.0` });
    expect((await world.lifecycle('supersedeProduct', move())).warnings).toMatchObject([
      {
        code: 'BREAKING_API_CHANGE',
        message: expect.stringMatching(/1 break: Customer\.name was removed\. Nobody is subscribed\./),
      },
      {
        code: 'API_OFFLINE',
        message: `${name}:2.0.0 is Offline: its calls get 503 until setApiOnline takes it online.`,
        subject: `${name}:2.0.0`,
      },
    ]);
  });
});

describe('a product that is published again', () => {
  it('tells what the edits made since break; until then the copy stays as it was', async () => {
    await rest('1.0.0', wide);
    await product('1.0.0', { publishTo: CATALOG });
    const { name: application } = await world.client(`Alpha ${round}`, [`${name}:1.0.0`, 'default-plan']);
    await world.mutate('updateApi', { api: `${name}:1.0.0`, openapi: narrow });
    const published = () => world.inCatalog(`${name}:1.0.0`, '{ apis { openapi } }');
    expect(await published()).toEqual({ apis: [{ openapi: wide }] });
    expect(await republish()).toEqual([
      {
        code: 'BREAKING_API_CHANGE',
        subject: `${name}:1.0.0 → 1.0.0`,
        message: `${name}:1.0.0 as edited breaks callers of ${name}:1.0.0 as published. 1 break: GET /things (email in the response 200 is removed). It touches 1 application: consumers/${application}.`,
      },
    ]);
    expect(await published()).toEqual({ apis: [{ openapi: narrow }] });
    expect(await republish()).toEqual([]);
  });

  it('tells of a tighter limit, of other security, and of fewer who see it', async () => {
    await rest('1.0.0', wide);
    await product('1.0.0', { publishTo: CATALOG });
    await world.mutate('updateApi', { api: `${name}:1.0.0`, security: [] });
    await world.database.prisma.plan.updateMany({
      where: { product: { name } },
      data: { rateLimit: 5 },
    });
    const { warnings } = await world.lifecycle('publishProduct', {
      product: `${name}:1.0.0`,
      visibility: 'AUTHENTICATED',
      dryRun: true,
    });
    expect(warnings.map(({ code }) => code)).toEqual([
      'SECURITY_CHANGED',
      'TIGHTER_RATE_LIMIT',
      'LESS_VISIBLE',
    ]);
  });

  it('names the operation that asks for more than it did, and none that is as it was', async () => {
    await rest('1.0.0', wide);
    await product('1.0.0', { publishTo: CATALOG });
    const secured = (operationSecurity: object[]) =>
      world.mutate('updateApi', { api: `${name}:1.0.0`, operationSecurity });
    await secured([{ operation: 'GET /things', security: [] }]);
    expect(await republish()).toEqual([]);
    await secured([{ operation: 'GET /things', security: [{ definition: 'client-key' }] }]);
    expect(await republish()).toMatchObject([
      {
        code: 'BREAKING_API_CHANGE',
        message: `${name}:1.0.0 as edited breaks callers of ${name}:1.0.0 as published. 1 break: GET /things (it asks for a client key in the header X-Client-Id now, asked for nothing). Nobody is subscribed.`,
      },
    ]);
  });

  it('reads no more of its subscribers than it names, and none where nothing changes for them', async () => {
    await rest('1.0.0', wide);
    await product('1.0.0', { publishTo: CATALOG });
    for (const letter of 'gfedcba')
      await world.client(`${letter} ${round}`, [`${name}:1.0.0`, 'default-plan']);
    const statements = watchStatements();
    const read = () =>
      statements.filter(({ text }) =>
        /JOIN "Application"|FROM "public"."Application"|COUNT\(.* FROM "public"."Subscription"/.test(text),
      );
    expect(await republish()).toEqual([]);
    expect(read()).toEqual([]);
    await world.mutate('updateApi', { api: `${name}:1.0.0`, openapi: narrow });
    expect((await republish())[0]?.message).toMatch(
      /It touches 7 applications: consumers\/a-\S+, consumers\/b-\S+, consumers\/c-\S+, consumers\/d-\S+, consumers\/e-\S+ and 2 more\.$/,
    );
    // One row for each plan, with the first few names in it.
    expect(read().map(({ rows }) => rows)).toEqual([1]);
  });

  it('warns of nothing where nobody was served before', async () => {
    await rest('1.0.0', wide);
    await product('1.0.0');
    await world.lifecycle('stageProduct', { product: `${name}:1.0.0` });
    await world.mutate('updateApi', { api: `${name}:1.0.0`, openapi: narrow });
    expect(await republish()).toEqual([]);
  });
});
