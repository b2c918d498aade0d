import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';

let portal: PortalWorld;
let carol: PortalClient;
beforeAll(async () => {
  portal = await openPortal();
  carol = await portal.signIn('carol');
  await carol.run('mutation { createApplication(title: "Shop") { clientKey } }');
});
afterAll(() => portal.close());
afterEach(() => expect(portal.faults, 'no refusal was a fault').toEqual([]));

type Quota = {
  readonly resource: string;
  readonly per: string;
  readonly limit: number;
  readonly used: number | null;
};
const quotas = async (args = '') =>
  (await carol.run<{ quotas: Quota[] }>(`{ quotas${args} { resource per limit used } }`)).quotas;

describe('quotas in the portal', () => {
  it('tell a consumer org what it may have and has, and of the application that is named', async () => {
    expect(await quotas('(application: "shop")')).toEqual([
      { resource: 'MEMBERS', per: 'CONSUMER_ORG', limit: 100, used: 2 },
      { resource: 'APPLICATIONS', per: 'CONSUMER_ORG', limit: 50, used: 1 },
      { resource: 'CONSUMER_WEBHOOKS', per: 'CONSUMER_ORG', limit: 5, used: 0 },
      { resource: 'CONSUMER_EVENT_STREAMS', per: 'CONSUMER_ORG', limit: 20, used: 0 },
      { resource: 'CREDENTIALS', per: 'APPLICATION', limit: 10, used: 1 },
      { resource: 'API_KEYS', per: 'APPLICATION', limit: 50, used: 0 },
      { resource: 'CLIENT_CERTIFICATES', per: 'APPLICATION', limit: 20, used: 0 },
      { resource: 'SUBSCRIPTIONS', per: 'APPLICATION', limit: 100, used: 0 },
      { resource: 'PORTAL_SESSIONS', per: 'MEMBER', limit: 20, used: 1 },
    ]);
    const unnamed = await quotas();
    expect(unnamed.filter(({ used }) => used === null).map(({ resource }) => resource)).toEqual([
      'CREDENTIALS',
      'API_KEYS',
      'CLIENT_CERTIFICATES',
      'SUBSCRIPTIONS',
    ]);
  });

  it('are those of the catalog, where it has its own', async () => {
    const { orgId, catalogId, database } = portal;
    const row = { orgId, resource: 'APPLICATIONS' };
    await database.prisma.quota.createMany({
      data: [
        { ...row, catalogId: null, limit: 30 },
        { ...row, catalogId, limit: 3 },
      ],
    });
    const limit = async () => (await quotas()).find(({ resource }) => resource === 'APPLICATIONS')?.limit;
    expect(await limit()).toBe(3);
    await database.prisma.quota.deleteMany({ where: { ...row, catalogId } });
    expect(await limit()).toBe(30);
    await database.prisma.quota.deleteMany({ where: row });
  });

  it('are told to nobody who is not signed in, and of no application of another consumer org', async () => {
    const dave = await portal.signIn('dave');
    expect(await portal.refused('{ quotas { limit } }')).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    });
    expect(await dave.refused('{ quotas(application: "shop") { limit } }')).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      path: ['application'],
      message: 'Your consumer organization has no application of that name.',
    });
  });
});
