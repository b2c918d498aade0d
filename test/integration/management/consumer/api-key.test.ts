import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';

const address = { catalog: CATALOG, consumerOrg: 'consumers' };
const ISSUED = '{ key apiKey { id title prefix expiresAt lastUsedAt } }';
type Issued = {
  readonly key: string;
  readonly apiKey: { readonly id: string; readonly prefix: string; readonly expiresAt: string | null };
};

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
  await world.mutate('createApplication', { ...address, title: 'Shop' }, '{ clientKey }');
});
afterAll(() => world.close());

const create = (more: object = {}) =>
  world.mutate<Issued>('createApiKey', { ...address, application: 'shop', title: 'CI', ...more }, ISSUED);
const replace = (id: string, overlapSeconds: number) =>
  world.mutate<Issued>('replaceApiKey', { catalog: CATALOG, id, overlapSeconds }, ISSUED);
const row = (id: string) => world.database.prisma.apiKey.findUnique({ where: { id } });
const changes = async () =>
  (await world.database.prisma.event.findMany({ where: { type: 'CREDENTIAL' }, orderBy: { id: 'asc' } })).map(
    ({ detail }) => (detail as { change: string }).change,
  );

describe('an API key', () => {
  it('is told once: its hash and how it begins are stored, and no audit or event has it', async () => {
    const { key, apiKey } = await create();
    expect(key).toMatch(/^gk_[0-9a-f]{8}_[\w-]{43}$/);
    expect(apiKey).toEqual({
      id: expect.any(String),
      title: 'CI',
      prefix: key.slice(0, 11),
      expiresAt: null,
      lastUsedAt: null,
    });
    const stored = await row(apiKey.id);
    expect(stored?.keyHash).toBe(world.deps.secrets.hash(key));
    const { prisma } = world.database;
    const told = [await prisma.auditEvent.findMany(), await prisma.event.findMany(), stored].map((each) =>
      JSON.stringify(each, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    );
    for (const text of told) expect(text).not.toContain(key.slice(12));
    expect(told.slice(0, 2).join()).not.toContain(stored?.keyHash);
    expect((await changes()).at(-1)).toBe('KEY_CREATED');
  });

  it('replaced with an overlap ends after it, and never later than it would have', async () => {
    const { apiKey, key } = await create();
    const before = world.deps.clock().getTime();
    const next = await replace(apiKey.id, 3600);
    expect(next.key).not.toBe(key);
    const end = (await row(apiKey.id))?.expiresAt?.getTime() ?? 0;
    expect(end - before).toBe(3_600_000);
    expect((await changes()).slice(-2).sort()).toEqual(['KEY_CREATED', 'KEY_ENDS']);
    const soon = new Date(before + 1_200_000).toISOString();
    const short = await create({ expiresAt: soon });
    expect((await replace(short.apiKey.id, 86_400)).apiKey.expiresAt).toBe(soon);
    expect((await row(short.apiKey.id))?.expiresAt?.toISOString()).toBe(soon);
  });

  it('revoked is gone, and its application stays', async () => {
    const { apiKey } = await create();
    expect(await world.mutate('revokeApiKey', { catalog: CATALOG, id: apiKey.id }, '')).toBe(true);
    expect(await row(apiKey.id)).toBeNull();
    expect((await changes()).at(-1)).toBe('KEY_DELETED');
  });
});
