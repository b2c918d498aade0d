import { toStore } from '../../src/infrastructure/database/json-columns.ts';
import type { PortalClient, PortalWorld } from './portal.ts';

const SUBSCRIBE = `mutation ($application: String!, $product: VersionedName!, $plan: String!) {
  subscribe(application: $application, product: $product, plan: $plan) { id } }`;

/** Creates the application, unless there is one, and subscribes it. @returns the id of the subscription */
export async function subscribed(
  client: PortalClient,
  {
    application,
    product = 'customer:1.0.0',
    plan = 'default-plan',
  }: { application: string; product?: string; plan?: string },
): Promise<string> {
  const name = application.toLowerCase().replaceAll(' ', '-');
  const found = await client.run<{ application: object | null }>(
    'query ($name: String!) { application(name: $name) { name } }',
    { name },
  );
  if (!found.application)
    await client.run('mutation ($title: String!) { createApplication(title: $title) { clientKey } }', {
      title: application,
    });
  const variables = { application: name, product, plan };
  return (await client.run<{ subscribe: { id: string } }>(SUBSCRIBE, variables)).subscribe.id;
}

/** Supersedes customer:1.0.0 by a version 2.0.0, whose plan Bronze takes those of the default plan. */
export async function supersede(portal: PortalWorld, api: object = {}): Promise<void> {
  const { prisma } = portal.database;
  const { id: migrationTargetId } = await portal.product({
    version: '2.0.0',
    plans: [{ name: 'bronze', title: 'Bronze', rateLimit: 2, rateLimitUnit: 'MINUTE', maxGraphQLCost: 50 }],
    api,
  });
  await prisma.catalogProduct.updateMany({
    where: { name: 'customer', version: '1.0.0' },
    data: {
      state: 'DEPRECATED',
      sunsetAt: new Date('2027-03-01T00:00:00Z'),
      migrationTargetId,
      migrationPlans: toStore([{ source: 'default-plan', target: 'bronze' }]),
    },
  });
}
