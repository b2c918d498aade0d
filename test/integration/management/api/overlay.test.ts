import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { document, type ManifestWorld, openManifest } from '../../../support/manifest.ts';

let world: ManifestWorld;
beforeAll(async () => {
  world = await openManifest();
});
afterAll(() => world.close());

const overlay = {
  overlay: '1.1.0',
  info: { title: 'Only for partners', version: '1.0.0' },
  actions: [
    { target: '$.info', update: { title: 'Partners' } },
    { target: '$.paths.*.get', update: { tags: ['partners'] } },
  ],
};
const asYaml = `overlay: 1.0.0
info: { title: Only for partners, version: 1.0.0 }
actions:
  - target: $.paths.*.get
    update: { tags: [yaml] }`;

async function documentOf(api: string) {
  const query = 'query ($api: VersionedName!) { api(api: $api) { title openapi } }';
  return (await world.query<{ api: { title: string; openapi: ReturnType<typeof document> } }>(query, { api }))
    .api;
}

describe('an overlay of an OpenAPI document', () => {
  it('changes the document before it is kept, when an API is created and when it is updated', async () => {
    await world.mutate('createApi', { name: 'created', openapi: document(), overlay });
    expect(await documentOf('created:1.0.0')).toMatchObject({
      title: 'Partners',
      openapi: { info: { title: 'Partners' }, paths: { '/customers': { get: { tags: ['partners'] } } } },
    });
    await world.mutate('updateApi', { api: 'created:1.0.0', openapi: document('New'), overlay: asYaml });
    expect((await documentOf('created:1.0.0')).openapi).toMatchObject({
      info: { title: 'New' },
      paths: { '/customers': { get: { tags: ['yaml'] } } },
    });
  });

  it('is refused with the action at fault, and nothing is created', async () => {
    const wrong = { ...overlay, actions: [...overlay.actions, { target: '$.paths[', remove: true }] };
    expect(
      await world.refused('createApi', { name: 'wrong', openapi: document(), overlay: wrong }),
    ).toMatchObject({
      status: 400,
      code: 'OVERLAY_INVALID',
      message: expect.stringMatching(/^Action 2: \$\.paths\[ is no JSONPath of RFC 9535/),
      path: ['input', 'overlay', 'actions', 2, 'target'],
    });
    expect(await world.query('{ api(api: "wrong:1.0.0") { name } }')).toEqual({ api: null });
  });

  it('is refused where its result is no OpenAPI document, where it is YAML that cannot be read, and alone', async () => {
    const emptied = { ...overlay, actions: [{ target: '$.info', remove: true }] };
    const codeOf = async (input: Record<string, unknown>) => {
      const { code, path } = await world.refused('createApi', { name: 'wrong', ...input });
      return { code, path };
    };
    expect((await codeOf({ openapi: document(), overlay: emptied })).code).toBe('OPENAPI_INVALID');
    expect(await codeOf({ openapi: document(), overlay: 'a: [' })).toEqual({
      code: 'OPENAPI_INVALID',
      path: ['input', 'overlay'],
    });
    expect(await codeOf({ graphqlUrl: 'http://127.0.0.1:9/graphql', overlay })).toEqual({
      code: 'BAD_USER_INPUT',
      path: ['input', 'overlay'],
    });
  });

  it('is taken by a manifest, whose export has the result: applying either again changes nothing', async () => {
    const manifest = {
      gatehouse: '1',
      apis: [{ name: 'partners', version: '1.0.0', openapi: document(), overlay }],
    };
    expect((await world.apply(manifest)).changes).toHaveLength(1);
    expect((await documentOf('partners:1.0.0')).openapi).toMatchObject({ info: { title: 'Partners' } });
    expect((await world.apply(manifest)).changes).toEqual([]);
    const { apis } = await world.export();
    expect(apis.find(({ name }) => name === 'partners')).not.toHaveProperty('overlay');
  });

  it('is at fault in a manifest at its place', async () => {
    const wrong = { ...overlay, actions: [{ target: 7 }] };
    const manifest = {
      gatehouse: '1',
      apis: [{ name: 'x', version: '1.0.0', openapi: document(), overlay: wrong }],
    };
    const { code, faults, path } = await world.applyRefused(manifest);
    expect(code).toBe('OVERLAY_INVALID');
    expect([path, faults[0]?.path]).toContainEqual(
      expect.arrayContaining(['apis', 0, 'overlay', 'actions', 0, 'target']),
    );
  });
});
