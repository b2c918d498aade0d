import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG } from '../../../support/catalog.ts';
import { instant } from '../../../support/instant.ts';
import { document, fill, type ManifestWorld, openManifest } from '../../../support/manifest.ts';

let world: ManifestWorld;
beforeEach(async () => {
  world = await openManifest();
  await fill(world);
  await world.client('Shop', ['customer:1.0.0', 'default-plan']);
});
afterEach(() => world.close());

type Change = {
  kind: string;
  noun: string;
  name: string;
  fields: { field: string; from: unknown; to: unknown }[];
  audit: { action: string; subject: string } | null;
};
type Connection = { nodes: Change[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };

const QUERY = `query ($since: DateTime!, $until: DateTime, $nouns: [CatalogNoun!], $first: Int, $after: String) {
  catalog(name: "${CATALOG}") { changesBetween(since: $since, until: $until, nouns: $nouns, first: $first, after: $after) {
    nodes { kind noun name fields { field from to } audit { action subject } } pageInfo { hasNextPage endCursor } } } }`;

async function changes(
  since: Date,
  until: Date | undefined,
  more: Record<string, unknown> = {},
): Promise<Connection> {
  const { catalog } = await world.query<{ catalog: { changesBetween: Connection } }>(QUERY, {
    since,
    until,
    ...more,
  });
  return catalog.changesBetween;
}

describe('changesBetween', () => {
  it('tells what was added, changed and removed, field by field, and which audit event did it', async () => {
    const since = await instant();
    await world.mutate('updateCatalog', { name: CATALOG, title: 'Changed' });
    await world.lifecycle('stageProduct', { product: 'customer:2.0.0' });
    const plans = [{ source: 'default-plan', target: 'gold' }];
    await world.lifecycle('supersedeProduct', { old: 'customer:1.0.0', new: 'customer:2.0.0', plans });
    await world.lifecycle('migrateSubscriptions', { product: 'customer:1.0.0' }, '{ dryRun }');
    const until = await instant();
    await world.mutate('deleteApplication', { catalog: CATALOG, consumerOrg: 'consumers', name: 'shop' }, '');

    const { nodes } = await changes(since, until, { nouns: ['CATALOG', 'PRODUCT', 'SUBSCRIPTION'] });
    expect(nodes.map(({ fields: _, ...node }) => node)).toEqual([
      {
        kind: 'CHANGED',
        noun: 'SUBSCRIPTION',
        name: 'consumers/shop',
        audit: { action: 'migrateSubscriptions', subject: 'customer:1.0.0' },
      },
      {
        kind: 'ADDED',
        noun: 'PRODUCT',
        name: 'customer:2.0.0',
        audit: { action: 'supersedeProduct', subject: 'customer:2.0.0' },
      },
      {
        kind: 'CHANGED',
        noun: 'PRODUCT',
        name: 'customer:1.0.0',
        audit: { action: 'supersedeProduct', subject: 'customer:2.0.0' },
      },
      {
        kind: 'CHANGED',
        noun: 'CATALOG',
        name: CATALOG,
        audit: { action: 'updateCatalog', subject: CATALOG },
      },
    ]);
    expect(nodes[0]?.fields).toEqual([
      { field: 'plan', from: 'default-plan', to: 'gold' },
      { field: 'product', from: 'customer:1.0.0', to: 'customer:2.0.0' },
    ]);
    expect(nodes[2]?.fields).toContainEqual({ field: 'state', from: 'PUBLISHED', to: 'DEPRECATED' });
    expect(nodes[2]?.fields).toContainEqual({ field: 'migrationTarget', from: null, to: 'customer:2.0.0' });
    expect(nodes[3]?.fields).toEqual([{ field: 'title', from: 'Sandbox', to: 'Changed' }]);

    const after = await changes(until, new Date('2999-01-01'), { nouns: ['APPLICATION', 'SUBSCRIPTION'] });
    expect(after.nodes.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      'REMOVED consumers/shop',
      'REMOVED consumers/shop',
    ]);
  });

  it('leaves out what was changed back, and tells a long value by its length and hash', async () => {
    const since = await instant();
    await world.mutate('updateCatalog', { name: CATALOG, title: 'For a moment' });
    await world.mutate('updateCatalog', { name: CATALOG, title: 'Sandbox' });
    await world.mutate('createApi', {
      name: 'long',
      openapi: { ...document('x'), tags: [{ name: 'x'.repeat(3000) }] },
    });
    await world.mutate('createProduct', { title: 'Long', apis: ['long:1.0.0'], publishTo: CATALOG });
    const { nodes } = await changes(since, undefined);
    expect(nodes.map(({ noun, name }) => `${noun} ${name}`).sort()).toEqual([
      'API long:1.0.0/long:1.0.0',
      'PLAN long:1.0.0/default-plan',
      'PRODUCT long:1.0.0',
    ]);
    const openapi = nodes.find(({ noun }) => noun === 'API')?.fields.find(({ field }) => field === 'openapi');
    expect(openapi).toEqual({
      field: 'openapi',
      from: null,
      to: { characters: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{16}$/) },
    });
  });

  it('has pages, each thing once, the last changed first', async () => {
    const since = await instant();
    for (const title of ['A', 'B', 'C', 'D', 'E']) await world.client(title);
    const until = await instant();
    const names: string[] = [];
    let after: string | null = null;
    do {
      const { nodes, pageInfo }: Connection = await changes(since, until, { first: 2, after });
      expect(nodes.length).toBeLessThanOrEqual(2);
      names.push(...nodes.map(({ name }) => name));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    expect(names).toEqual(['e', 'd', 'c', 'b', 'a'].map((name) => `consumers/${name}`));
  });

  it('refuses an end before the beginning, and what is no cursor', async () => {
    const early = await instant();
    const late = await instant();
    const refusedBy = async (variables: Record<string, unknown>) => {
      const { errors } = await world.send(QUERY, variables);
      return errors.map(({ extensions: { code, path } }) => ({ code, path }));
    };
    expect(await refusedBy({ since: late, until: early })).toEqual([
      { code: 'BAD_USER_INPUT', path: ['until'] },
    ]);
    expect(await refusedBy({ since: early, until: late, after: 'x' })).toEqual([
      { code: 'BAD_USER_INPUT', path: ['after'] },
    ]);
  });
});
