import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerAsGraphQLServer } from '../../support/apis.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

/** The documents of an org count wherever they are written. */
let world: CatalogWorld;
let upstream: Upstream;
const org = 'acme';

/** So many kilobytes that no compression makes smaller. */
const incompressible = (kilobytes: number) => randomBytes(kilobytes * 768).toString('base64');
const large = (title: string, kilobytes = 700) => ({
  openapi: '3.0.3',
  info: { title, version: '1.0.0', description: incompressible(kilobytes) },
  servers: [{ url: 'http://127.0.0.1:9/things' }],
  paths: { '/things': { get: { responses: { 200: { description: 'The things.' } } } } },
});
const setQuota = (limit: number | null) =>
  world.mutate('setQuota', { org, resource: 'DOCUMENT_MEGABYTES', limit }, '{ limit }');

beforeAll(async () => {
  [world, upstream] = await Promise.all([openCatalog(), recordingUpstream()]);
  await world.mutate('createApi', { org, openapi: large('First') });
  for (const title of ['Shop', 'Again'])
    await world.mutate('createProduct', { org, title, apis: ['first:1.0.0'] });
  await world.mutate('publishProduct', { org, catalog: CATALOG, product: 'again:1.0.0' }, '{ dryRun }');
  await world.mutate('createApi', { org, openapi: large('Alone', 500) });
  answerAsGraphQLServer(upstream, 'type Query { small: String }');
  await world.mutate('createApi', { org, title: 'Users', graphqlUrl: upstream.url });
});
beforeEach(() => setQuota(2));
afterAll(() => Promise.all([world.close(), upstream.close()]));
afterEach(() => expect(world.faults, 'no refusal was a fault').toEqual([]));

const EXCEEDED = {
  status: 409,
  code: 'QUOTA_EXCEEDED',
  message:
    'The quota DOCUMENT_MEGABYTES allows 2 megabytes of documents, and the org acme has 3: delete APIs that nobody needs, or have an administrator of the platform raise it.',
};

describe('the quota of documents bounds', () => {
  it.each<[string, () => object, string?]>([
    ['createApi', () => ({ org, openapi: large('Second') })],
    ['updateApi', () => ({ org, api: 'first:1.0.0', openapi: large('First', 1_400) })],
    ['saveApiAsNewVersion', () => ({ org, api: 'first:1.0.0', version: '2.0.0' })],
    ['refreshGraphQLSchema', () => ({ org, api: 'users:1.0.0', sdl: largeSdl() }), '{ outcome }'],
    ['setApiOnline', () => ({ org, catalog: CATALOG, api: 'alone:1.0.0', online: true })],
    [
      'applyManifest',
      () => ({
        org,
        manifest: {
          gatehouse: '1',
          apis: [{ name: 'applied', title: 'Applied', version: '1.0.0', openapi: large('Applied') }],
        },
      }),
      '{ revision }',
    ],
    ['createProduct', () => ({ org, title: 'New', apis: ['first:1.0.0'], publishTo: CATALOG })],
    ['stageProduct', () => ({ org, catalog: CATALOG, product: 'shop:1.0.0' }), '{ dryRun }'],
    ['publishProduct', () => ({ org, catalog: CATALOG, product: 'shop:1.0.0' }), '{ dryRun }'],
    ['publishProduct', () => ({ org, catalog: CATALOG, product: 'shop:1.0.0', dryRun: true }), '{ dryRun }'],
    [
      'createGraphQLServer',
      () => ({
        org,
        title: 'Server',
        sources: [{ name: 'things', url: 'http://127.0.0.1:9/things', openapi: large('Things') }],
      }),
    ],
  ])('%s', async (field, input, selection) => {
    expect(await world.refused(field, { ...input() }, selection)).toMatchObject(EXCEEDED);
  });
});

/** A schema whose description is as large. */
const largeSdl = () => `"${incompressible(700)}"\ntype Query { small: String }`;

describe('an org above its quota of documents', () => {
  it('goes on with what makes them no larger: smaller documents, what is published published again', async () => {
    await setQuota(1);
    await world.mutate('updateApi', { org, api: 'first:1.0.0', openapi: large('First', 600) });
    const product = { org, catalog: CATALOG, product: 'again:1.0.0' };
    await world.mutate('publishProduct', product, '{ dryRun }');
    await world.mutate('refreshGraphQLSchema', { org, api: 'users:1.0.0' }, '{ outcome }');
    await setQuota(null);
    await world.mutate('updateApi', { org, api: 'first:1.0.0', openapi: large('First') });
    await world.mutate('publishProduct', product, '{ dryRun }');
  });
});

describe('a schema that is refreshed by itself', () => {
  it('is not taken where it has no room: the old one goes on serving, and the API says why', async () => {
    answerAsGraphQLServer(upstream, largeSdl());
    expect(
      await world.refused('refreshGraphQLSchema', { org, api: 'users:1.0.0' }, '{ outcome }'),
    ).toMatchObject(EXCEEDED);
    expect(
      await world.query('{ api(org: "acme", api: "users:1.0.0") { sdl schemaRefresh { failure } } }'),
    ).toMatchObject({
      api: {
        sdl: expect.stringMatching(/^type Query \{\s+small: String\s+\}\s*$/),
        schemaRefresh: { failure: EXCEEDED.message },
      },
    });
    answerAsGraphQLServer(upstream, 'type Query { small: String }');
    await world.mutate('refreshGraphQLSchema', { org, api: 'users:1.0.0' }, '{ outcome }');
  });
});
