// Replaces a product with many subscriptions in the embedded database of a new data directory, and undoes it, without
// end. What has been acknowledged is written out, and a tick every millisecond, so that it can be killed anywhere.
import { readFileSync, writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { openEmbedded } from '../../../src/infrastructure/database/embedded.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { openManagement } from '../management.ts';
import { seedFile } from '../seed-file.ts';

const [dataDir = '', subscriptions = ''] = process.argv.slice(2);
const seed = new Blob([readFileSync(seedFile())]);
const management = await openManagement(await openEmbedded({ dataDir, seed }));
const { prisma } = management.database;

async function createWorld(): Promise<void> {
  await management.mutate('createOrg', { title: 'Acme', name: 'acme' });
  await management.mutate('createCatalog', { title: 'Sandbox' });
  await management.mutate('createConsumerOrg', { catalog: 'sandbox', title: 'Consumers' });
  const org = await prisma.org.findFirstOrThrow();
  const api = {
    name: 'customerdb',
    title: 'C',
    version: '1.0.0',
    basePath: '/c',
    targetUrl: 'http://crm.test',
  };
  const security = { securityDefinitions: toStore([]), security: toStore([]) };
  await prisma.api.create({ data: { ...api, ...security, orgId: org.id, kind: 'REST' } });
  const product = { title: 'Customer', apis: ['customerdb:1.0.0'] };
  await management.mutate('createProduct', { ...product, version: '1.0.0', publishTo: 'sandbox' });
  await management.mutate('createProduct', { ...product, version: '2.0.0' });
  await management.mutate('stageProduct', { catalog: 'sandbox', product: 'customer:2.0.0' }, '{ dryRun }');
  const { id: consumerOrgId } = await prisma.consumerOrg.findFirstOrThrow();
  const applications = await prisma.application.createManyAndReturn({
    data: Array.from({ length: Number(subscriptions) }, (_, n) => ({
      consumerOrgId,
      name: `app-${n}`,
      title: 'App',
    })),
  });
  const plan = await prisma.catalogPlan.findFirstOrThrow({ where: { catalogProduct: { version: '1.0.0' } } });
  const { id: catalogPlanId, catalogProductId } = plan;
  await prisma.subscription.createMany({
    data: applications.map(({ id: applicationId }) => ({ applicationId, catalogPlanId, catalogProductId })),
  });
}

async function replace(): Promise<string> {
  const plans = [{ source: 'default-plan', target: 'default-plan' }];
  const input = { catalog: 'sandbox', old: 'customer:1.0.0', new: 'customer:2.0.0', plans };
  const { undoToken } = await management.mutate<{ undoToken: string }>(
    'replaceProduct',
    input,
    '{ undoToken }',
  );
  return undoToken;
}

await createWorld();
// In a thread of its own: the embedded database leaves no turn to timers.
new Worker("setInterval(() => require('node:fs').writeSync(1, 'tick\\n'), 1)", { eval: true });
for (;;) {
  const token = await replace();
  writeSync(1, 'replaced\n');
  await management.mutate('undoLifecycleChange', { token }, '{ dryRun }');
  writeSync(1, 'undone\n');
}
