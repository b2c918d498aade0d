import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type PortalWorld } from '../../support/portal.ts';

let portal: PortalWorld;
beforeAll(async () => {
  portal = await openPortal();
  const words = { summary: 'Hats of all sizes', description: 'Bowlers too', tags: ['head wear'], links: [] };
  await portal.product({
    name: 'z',
    title: 'Aardvark hats',
    words: { ...words, releaseNotes: 'Now with berets' },
  });
  await portal.product({ name: 'a', title: 'Zebra hats', words: { ...words, summary: 'Bowlers' } });
});
afterAll(() => portal.close());

const described = (description: string, parameter: string) => ({
  openapi: '3.0.3',
  info: { title: 'Described', version: '1.0.0' },
  paths: {
    '/things': {
      get: {
        description,
        parameters: [{ name: 'size', in: 'query', description: parameter, schema: { type: 'string' } }],
        responses: { 200: { description: 'ok' } },
      },
    },
  },
});

type Page = { total: number; meant: string | null; nodes: { name: string }[] };
async function page(args: string): Promise<[string[], number, string | null]> {
  const { productPage } = await portal.run<{ productPage: Page }>(
    `{ productPage(first: 10 ${args}) { total meant nodes { name } } }`,
  );
  return [productPage.nodes.map(({ name }) => name), productPage.total, productPage.meant];
}

describe('a search of the portal', () => {
  it('lists by title where nothing is searched for, and by name where that is asked', async () => {
    expect(await page('order: TITLE')).toEqual([['z', 'a'], 2, null]);
    expect(await page('')).toEqual([['a', 'z'], 2, null]);
  });

  it('finds summaries, descriptions, tags and release notes, the best place first', async () => {
    expect(await page('search: "bowlers"')).toEqual([['a', 'z'], 2, null]);
    expect((await page('search: "beret"'))[0]).toEqual(['z']);
    expect((await page('search: "wear"'))[1]).toBe(2);
    expect(await page('search: "bwolers"')).toEqual([['a', 'z'], 2, 'bowlers']);
  });

  it('finds words of descriptions of operations and of their parameters', async () => {
    const openapi = described('Gives each quokka its hat.', 'In wombats.');
    await portal.product({ name: 'described', title: 'Described', api: { openapi } });
    await portal.database.prisma.org.updateMany({ data: { revision: { increment: 1 } } });
    expect(await page('search: "quokka"')).toEqual([['described'], 1, null]);
    expect(await page('search: "wombts"')).toEqual([['described'], 1, 'wombats']);
    await portal.database.prisma.catalogProduct.deleteMany({ where: { name: 'described' } });
    await portal.database.prisma.org.updateMany({ data: { revision: { increment: 1 } } });
  });

  it('finds words of an API of either kind, and of its document where it says nothing itself', async () => {
    const description = `Of numbats. ${'And so on. '.repeat(3_000)}`;
    const info = { title: 'A', version: '1.0.0', description };
    const openapi = { ...described('Of bilbies.', ''), info };
    const words = { tags: [], summary: 'Of bandicoots.', description: 'Of potoroos.' };
    const sdl = 'type Query { a: Int }';
    await portal.product({ name: 'silent', title: 'Silent', api: { name: 'silent', openapi } });
    await portal.product({ name: 'told', title: 'Told', api: { name: 'told', openapi, words } });
    const graph = {
      name: 'graph',
      kind: 'GRAPHQL' as const,
      sdl,
      words: { ...words, summary: 'Of quolls.' },
    };
    await portal.product({ name: 'graph', title: 'Graph', api: graph });
    await revise();
    expect((await page('search: "numbats"'))[0]).toEqual(['silent']);
    expect((await page('search: "bilbies"'))[0], 'however much the document says').toEqual([
      'silent',
      'told',
    ]);
    expect((await page('search: "bandicoots"'))[0]).toEqual(['told']);
    expect((await page('search: "quolls"'))[0]).toEqual(['graph']);
    expect((await page('search: "potoroos"'))[0]).toEqual(['graph', 'told']);
    const names = ['silent', 'told', 'graph'];
    await portal.database.prisma.catalogProduct.deleteMany({ where: { name: { in: names } } });
    await revise();
  });

  it('knows what has changed', async () => {
    const { prisma } = portal.database;
    await prisma.catalogProduct.updateMany({ where: { name: 'z' }, data: { title: 'Giraffe hats' } });
    await prisma.org.updateMany({ data: { revision: { increment: 1 } } });
    expect((await page('search: "giraffe"'))[0]).toEqual(['z']);
    expect((await page('search: "aardvark"'))[0]).toEqual([]);
    await prisma.catalogProduct.updateMany({ where: { name: 'z' }, data: { title: 'Aardvark hats' } });
    await prisma.org.updateMany({ data: { revision: { increment: 1 } } });
  });

  it('forgives in a catalog of thousands of products, from when they are indexed', async () => {
    await copies(Array.from({ length: 2_500 }, (_, at) => ({ name: `copy-${at}`, title: `Thing ${at}` })));
    await expect.poll(() => page('search: "zebbra"'), { timeout: 30_000 }).toEqual([['a'], 1, 'zebra']);
    expect(await page('search: "thing 2499"')).toEqual([['copy-2499'], 1, null]);
    expect((await page('order: TITLE'))[0].slice(0, 3)).toEqual(['z', 'copy-0', 'copy-1']);
    const { prisma } = portal.database;
    await prisma.catalogProduct.updateMany({ where: { name: 'copy-7' }, data: { title: 'Okapi' } });
    await revise();
    expect(await page('search: "okpai"')).toEqual([['copy-7'], 1, 'okapi']);
    expect((await page('search: "thing 7"'))[0]).not.toContain('copy-7');
    await prisma.catalogProduct.deleteMany({ where: { name: { startsWith: 'copy-' } } });
    await revise();
    expect(await page('search: "okapi"')).toEqual([[], 0, null]);
  }, 60_000);

  it('is left to the database in a catalog of more words than the index holds', async () => {
    const { prisma } = portal.database;
    await copies(
      Array.from({ length: 50 }, (_, at) => {
        const words = Array.from({ length: 10_000 }, (_, each) => `word${at * 10_000 + each}q`);
        const texts = { description: words.join(' '), tags: [], links: [] };
        return { name: `copy-${at}`, title: `Copy ${at}`, words: texts };
      }),
    );
    const graphql = { kind: 'GRAPHQL' as const, sdl: 'type Query { brim: Int }' };
    const words = { tags: ['head gear'], summary: 'Crowns too.', description: 'And tiaras.' };
    const api = { ...graphql, name: 'copy-brims', words };
    await portal.product({ name: 'copy-brims', api });
    await portal.product({ name: 'copy-caps', api: { words } });
    await revise();
    expect(await page('search: "zebra"')).toEqual([['a'], 1, null]);
    expect(await page('search: "zebbra"')).toEqual([[], 0, null]);
    expect(await page('search: "gear"')).toEqual([['copy-brims', 'copy-caps'], 2, null]);
    for (const word of ['crowns', 'tiaras'])
      expect(await page(`search: "${word}"`)).toEqual([['copy-brims', 'copy-caps'], 2, null]);
    expect(await page('tag: "head gear"')).toEqual([['copy-brims', 'copy-caps'], 2, null]);
    expect((await page('order: TITLE'))[0][0]).toBe('a');
    await prisma.catalogProduct.deleteMany({ where: { name: { startsWith: 'copy-' } } });
    await revise();
    expect((await page('search: "zebbra"'))[0], 'it was too large a moment ago').toEqual([]);
    portal.pass(600_000);
    expect((await page('search: "zebbra"'))[0]).toEqual(['a']);
  }, 60_000);
});

const revise = () => portal.database.prisma.org.updateMany({ data: { revision: { increment: 1 } } });

/** Adds products like `z`. */
async function copies(differences: readonly object[]): Promise<void> {
  const { prisma } = portal.database;
  const {
    id: _,
    sortKey,
    searchText,
    ...row
  } = await prisma.catalogProduct.findFirstOrThrow({ where: { name: 'z' } });
  await prisma.catalogProduct.createMany({
    data: differences.map((each) => ({ ...row, ...each })) as never,
  });
  await revise();
}
