import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  await world.database.prisma.api.updateMany({ data: { title: 'Customers and orders' } });
  await world.product('customerdb:1.0.0', {
    title: 'Customer suite',
    plans: [{ title: 'Gold' }],
    publishTo: CATALOG,
  });
  await world.client('Web shop');
  const named = { orgId: world.orgId, name: 'people', title: 'Our people' };
  await world.database.prisma.userRegistry.create({ data: { ...named, displayName: 'x', url: 'http://x' } });
});
afterAll(() => world.close());

/** Tells the title of a subject, as the audit has it. */
async function titleOf(action: string, subject: string, orgId = world.orgId): Promise<string | null> {
  await world.database.prisma.auditEvent.create({ data: { orgId, actor: 'token:ci', action, subject } });
  type Page = { auditEvents: { nodes: readonly { subject: string; subjectTitle: string | null }[] } };
  const { auditEvents } = await world.query<Page>(
    '{ auditEvents(org: "acme", first: 1) { nodes { subject subjectTitle } } }',
  );
  const [event] = auditEvents.nodes;
  expect(event?.subject).toBe(subject);
  return event?.subjectTitle ?? null;
}

describe('an audit event', () => {
  it.each([
    ['publishProduct', 'customerdb:1.0.0', 'Customer suite'],
    ['updatePlan', 'customerdb:1.0.0', 'Customer suite'],
    ['notifySubscribers', 'sandbox/customerdb:1.0.0', 'Customer suite'],
    ['setApiOnline', 'customerdb:1.0.0', 'Customers and orders'],
    ['refreshGraphQLSchema', 'customerdb:1.0.0', 'Customers and orders'],
    ['updateCatalog', 'sandbox', 'Sandbox'],
    ['createConsumerOrg', 'sandbox/consumers', 'Consumers'],
    ['updateApplication', 'sandbox/consumers/web-shop', 'Web shop'],
    ['createSubscription', 'sandbox/consumers/web-shop', 'Web shop'],
    ['createCredential', 'sandbox/consumers/web-shop', 'Web shop'],
    ['addClientCertificate', 'consumers/web-shop', 'Web shop'],
    ['updateUserRegistry', 'people', 'Our people'],
  ])('of %s names %s by its title, %s', async (action, subject, title) => {
    expect(await titleOf(action, subject)).toBe(title);
  });

  it.each([
    ['a product that is gone', 'publishProduct', 'gone:1.0.0'],
    ['a person who is called like an application', 'removeMember', 'sandbox/consumers/web-shop'],
    ['who signs in', 'signInFailed', 'people'],
    ['an id', 'deleteCredential', '01a2150d-7990-75a9-99e1-f1526e577cd3'],
    ['a subject of a newer version', 'doSomething', 'sandbox/consumers/web-shop'],
  ])('has no title of %s', async (_, action, subject) => {
    expect(await titleOf(action, subject)).toBe(null);
  });

  it('has no title of another org', async () => {
    await world.mutate('createOrg', { title: 'Beta' });
    const beta = await world.database.prisma.org.findUniqueOrThrow({ where: { name: 'beta' } });
    await world.database.prisma.catalog.create({ data: { orgId: beta.id, name: 'theirs', title: 'Secret' } });
    expect(await titleOf('updateCatalog', 'theirs')).toBe(null);
  });
});
