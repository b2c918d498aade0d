import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { instant } from '../../../support/instant.ts';
import { document } from '../../../support/manifest.ts';

const WORDS = '{ summary description tags links { title url } icon }';
const svg = (content: string) =>
  `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`).toString('base64')}`;
const words = {
  summary: 'What money is worth.',
  description: '## Rates\n\nOf **all** banks.',
  tags: ['money', 'Europe'],
  links: [
    { title: 'Terms of service', url: 'https://example.com/terms' },
    { title: 'Contact', url: 'mailto:rates@example.com' },
  ],
  icon: svg('<circle r="4"/>'),
};
const none = { summary: null, description: null, tags: [], links: [], icon: null };
const taken = { summary: null, description: '', tags: null, links: null, icon: null };

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
  await create('Kept', words);
});
afterAll(() => world.close());
afterEach(() => expect(world.faults, 'no refusal was a fault').toEqual([]));

const create = (title: string, more: object = {}) =>
  world.mutate('createApi', { title, openapi: document(title, '1.0.0'), ...more }, WORDS);
const update = (api: string, changes: object) => world.mutate('updateApi', { api, ...changes }, WORDS);
const copyIn = async (product: string) => {
  const { apis } = await world.inCatalog<{ apis: unknown[] }>(product, `{ apis ${WORDS} }`);
  return apis[0];
};

describe('words of an API', () => {
  it('are none unless given, stay where they are left out, and are taken away by null', async () => {
    expect(await create('Silent')).toEqual(none);
    expect(await update('silent:1.0.0', words)).toEqual(words);
    expect(await update('silent:1.0.0', { title: 'Silent still' })).toEqual(words);
    expect(await update('silent:1.0.0', taken)).toEqual(none);
  });

  it('are those of its provider: the tags of a document group its operations, and are not taken', async () => {
    const openapi = { ...document('Grouped', '1.0.0'), tags: [{ name: 'operations' }] };
    expect(await create('Grouped', { openapi })).toEqual(none);
    expect(await create('Tagged', { openapi: { ...openapi, tags: [{ name: 'x' }] }, ...words })).toEqual(
      words,
    );
  });

  it('are those of an API made from GraphQL, too, which has no document that could say them', async () => {
    const graph = {
      title: 'Graph',
      graphqlUrl: 'https://graph.example/graphql',
      sdl: 'type Query { a: Int }',
    };
    expect(await world.mutate('createApi', { ...graph, ...words }, WORDS)).toEqual(words);
    expect(await update('graph:1.0.0', { summary: 'Another.' })).toEqual({ ...words, summary: 'Another.' });
  });

  it('are never read from the document, which says its own', async () => {
    const info = { title: 'Told', version: '1.0.0', summary: 'By the document.', description: 'By it.' };
    const openapi = { ...document('Told', '1.0.0'), openapi: '3.1.0', info };
    expect(await create('Told', { openapi })).toEqual(none);
  });

  it('are in a catalog once a product with it is published, and come back when that is undone', async () => {
    await create('Rates', words);
    await world.product('rates:1.0.0', { apis: ['rates:1.0.0'], publishTo: CATALOG });
    expect(await copyIn('rates:1.0.0')).toEqual(words);
    await update('rates:1.0.0', { ...taken, tags: ['better'] });
    expect(await copyIn('rates:1.0.0')).toEqual(words);
    const publish = (dryRun: boolean) =>
      world.lifecycle('publishProduct', { product: 'rates:1.0.0', dryRun }, '{ undoToken }');
    await publish(true);
    expect(await copyIn('rates:1.0.0')).toEqual(words);
    const then = await instant();
    const { undoToken: token } = (await publish(false)) as unknown as { undoToken: string };
    expect(await copyIn('rates:1.0.0')).toEqual({ ...none, tags: ['better'] });
    await world.mutate('undoLifecycleChange', { token }, '{ dryRun }');
    expect(await copyIn('rates:1.0.0')).toEqual(words);

    type Then = { catalog: { at: { product: string; apis: { definition: object }[] }[] } };
    const { catalog } = await world.query<Then>(
      `query ($instant: DateTime!) { catalog(name: "${CATALOG}") { at(instant: $instant) { product apis { definition } } } }`,
      { instant: then },
    );
    expect(catalog.at.find(({ product }) => product === 'rates:1.0.0')?.apis[0]?.definition).toMatchObject(
      words,
    );
  });

  it('are none at an instant of which history has no words', async () => {
    await create('Ancient', words);
    const then = await instant();
    await world.mutate('deleteApi', { api: 'ancient:1.0.0' }, '');
    await world.database.query(`UPDATE "HistoryRow" SET "before" = "before" - 'words' WHERE "table" = 'Api'`);
    type Then = { exportManifest: { apis: { name: string }[] } };
    const { exportManifest } = await world.query<Then>(
      'query ($instant: DateTime!) { exportManifest(at: $instant) }',
      { instant: then },
    );
    const ancient = exportManifest.apis.find(({ name }) => name === 'ancient');
    expect(ancient).toMatchObject({ title: 'Ancient' });
    for (const word of Object.keys(words)) expect(ancient).not.toHaveProperty(word);
  });

  it('go to a new version of the API', async () => {
    await create('Copied', words);
    const input = { api: 'copied:1.0.0', version: '2.0.0' };
    expect(await world.mutate('saveApiAsNewVersion', input, WORDS)).toEqual(words);
  });

  it('are audited, before and after', async () => {
    await create('Audited', { tags: ['before'], summary: 'Before.' });
    await update('audited:1.0.0', { tags: ['after'], summary: 'After.' });
    type Audit = { auditEvents: { nodes: { detail: unknown }[] } };
    const { auditEvents } = await world.query<Audit>(
      '{ auditEvents(exactSubject: "audited:1.0.0", first: 1) { nodes { detail } } }',
    );
    expect(auditEvents.nodes[0]?.detail).toMatchObject({
      before: { 'API audited:1.0.0': { words: { tags: ['before'], summary: 'Before.' } } },
      after: { 'API audited:1.0.0': { words: { tags: ['after'], summary: 'After.' } } },
    });
  });

  it.each([
    [
      { tags: Array.from({ length: 11 }, (_, at) => `tag ${at}`) },
      ['tags'],
      'There are 11 tags: give at most 10.',
    ],
    [{ tags: ['fine', 'two\nlines'] }, ['tags', 1], 'The tag is one line of plain text.'],
    [{ tags: ['turned \u202e around'] }, ['tags', 0], 'The tag is one line of plain text.'],
    [{ tags: ['x'.repeat(31)] }, ['tags', 0], 'The tag is longer than 30 characters.'],
    [{ tags: ['Money', 'money'] }, ['tags', 1], 'The tag money is there twice.'],
    [{ tags: [' '] }, ['tags', 0], 'The tag is empty.'],
    [{ summary: 'two\nlines' }, ['summary'], 'The summary is one line of plain text.'],
    [{ summary: 'x'.repeat(161) }, ['summary'], 'The summary is longer than 160 characters.'],
    [
      { description: 'x'.repeat(20_001) },
      ['description'],
      'The description is longer than 20000 characters.',
    ],
    [
      { links: [{ title: 'Terms', url: 'javascript:alert(1)' }] },
      ['links', 0],
      'The address of a link begins with https:, http: or mailto:, and has at most 2000 characters.',
    ],
    [
      { links: Array.from({ length: 11 }, () => ({ title: 'T', url: 'https://example.com' })) },
      ['links'],
      'There are 11 links: give at most 10.',
    ],
    [{ icon: 'https://example.com/icon.png' }, ['icon'], /no data URL in base64/],
    [{ icon: `data:image/png;base64,${Buffer.from('GIF89a').toString('base64')}` }, ['icon'], /icon/],
    [
      { icon: `data:image/png;base64,${Buffer.alloc(8_193).toString('base64')}` },
      ['icon'],
      'The icon has 8193 bytes: it may have 8192.',
    ],
    [
      { icon: svg('<script>1</script>') },
      ['icon'],
      'The icon has an element script: only those that draw are taken.',
    ],
  ])('are refused with the place of the fault, and nothing is changed: %#', async (fault, path, message) => {
    await world.changesNothing(async () => {
      const creation = { title: 'Refused', openapi: document('Refused', '1.0.0'), ...fault };
      expect(await world.refused('createApi', creation, WORDS)).toMatchObject({
        status: 400,
        code: 'BAD_USER_INPUT',
        message: expect.stringMatching(message),
        path: ['input', ...path],
      });
    });
    expect(await world.refused('updateApi', { api: 'kept:1.0.0', ...fault }, WORDS)).toMatchObject({
      status: 400,
      path: ['input', ...path],
    });
    const { api } = await world.query<{ api: unknown }>(`{ api(api: "kept:1.0.0") ${WORDS} }`);
    expect(api).toEqual(words);
  });

  it('come back by a manifest as they were exported, of a draft and of a copy, and go where it leaves them out', async () => {
    type Item = { name: string; tags?: unknown; icon?: unknown };
    type Manifest = {
      apis: Item[];
      catalogs: { products: { product: string; copy?: { apis: unknown[] } }[] }[];
    };
    await create('Written', words);
    await world.product('written:1.0.0', { apis: ['written:1.0.0'], publishTo: CATALOG });
    await update('written:1.0.0', { tags: ['other'] });
    const { exportManifest } = await world.query<{ exportManifest: Manifest }>('{ exportManifest }');
    expect(exportManifest.apis.find(({ name }) => name === 'written')).toMatchObject({
      ...words,
      tags: ['other'],
    });
    const position = exportManifest.catalogs[0]?.products.find(({ product }) => product === 'written:1.0.0');
    expect(position?.copy?.apis).toEqual([expect.objectContaining(words)]);

    const apply = (manifest: object, dryRun = false) =>
      world.mutate<{ changes: { kind: string; name: string; action: string }[] }>(
        'applyManifest',
        { manifest, dryRun },
        '{ changes { kind name action } }',
      );
    expect((await apply(exportManifest)).changes).toEqual([]);
    const without = exportManifest.apis.map((api) =>
      Object.fromEntries(Object.entries(api).filter(([member]) => !(member in words))),
    );
    const isWritten = { kind: 'Api', name: 'written:1.0.0', action: 'UPDATE' };
    const bare = { ...exportManifest, apis: without };
    expect((await apply(bare, true)).changes).toContainEqual(isWritten);
    expect(await update('written:1.0.0', {})).toEqual({ ...words, tags: ['other'] });
    expect((await apply(bare)).changes).toContainEqual(isWritten);
    expect(await update('written:1.0.0', {})).toEqual(none);
    await apply(exportManifest);
    expect(await update('written:1.0.0', {})).toEqual({ ...words, tags: ['other'] });
  });
});
