import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CATALOG } from '../../../support/catalog.ts';
import { fill, type ManifestWorld, openManifest, type Written } from '../../../support/manifest.ts';

let world: ManifestWorld;
beforeAll(async () => {
  world = await openManifest();
  await fill(world);
});
afterAll(() => world.close());

const url = 'http://127.0.0.1:8091/events';
const secret = 'a-secret-of-thirty-characters!';
const billing = { name: 'billing', url, types: ['SUBSCRIPTION', 'CREDENTIAL'] };
const exported = { ...billing, types: ['CREDENTIAL', 'SUBSCRIPTION'] };

/** A manifest of the catalog with these webhooks. */
async function manifestWith(webhooks?: unknown): Promise<Written> {
  const manifest = await world.export();
  const catalogs = manifest.catalogs.map((catalog) => {
    const { webhooks: _, ...rest } = catalog;
    return catalog['name'] === CATALOG && webhooks !== undefined ? { ...rest, webhooks } : rest;
  });
  return { ...manifest, catalogs: catalogs as Written['catalogs'] };
}
const webhooksNow = async () =>
  (await world.export()).catalogs.find((catalog) => catalog['name'] === CATALOG)?.['webhooks'];
// Each test makes those that it needs.
beforeEach(() => world.database.prisma.webhook.deleteMany());

const sealed = async () =>
  (await world.database.prisma.webhook.findFirstOrThrow({ where: { name: 'billing' } })).secretSealed;

it('a new webhook is refused without the secret that its deliveries are to be signed with', async () => {
  const manifest = await manifestWith([billing]);
  const { code, faults } = await world.changesNothing(() => world.applyRefused(manifest));
  expect(code).toBe('BAD_USER_INPUT');
  const index = manifest.catalogs.findIndex((catalog) => catalog['name'] === CATALOG);
  expect(faults).toMatchObject([
    {
      path: ['input', 'manifest', 'catalogs', index, 'webhooks', 0],
      message:
        'The webhook billing is new, and secrets are never exported: give its secret, which deliveries are signed with.',
    },
  ]);
});

it('a webhook is made with its secret, which is neither told nor exported nor audited', async () => {
  const { changes } = await world.apply(await manifestWith([{ ...billing, secret }]));
  expect(changes).toMatchObject([{ action: 'UPDATE', kind: 'Catalog', name: CATALOG }]);
  expect(JSON.stringify(changes)).not.toContain(secret);
  expect(await webhooksNow()).toEqual([exported]);
  const audit = await world.database.prisma.auditEvent.findMany();
  expect(JSON.stringify(audit, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
    secret,
  );
});

it('one that is there keeps its secret, whatever else changes', async () => {
  await world.apply(await manifestWith([{ ...billing, secret }]));
  const before = await sealed();
  expect((await world.apply(await manifestWith([billing]))).changes).toEqual([]);
  await world.apply(await manifestWith([{ ...billing, types: ['SUBSCRIPTION'], active: false }]));
  expect(await webhooksNow()).toEqual([{ ...billing, types: ['SUBSCRIPTION'], active: false }]);
  expect(await sealed()).toEqual(before);
});

it('those that are not named stay, and go with prune where others are listed', async () => {
  await world.apply(await manifestWith([{ ...billing, secret }]));
  await world.apply(await manifestWith([{ ...billing, name: 'crm', secret }]));
  expect(await webhooksNow()).toMatchObject([{ name: 'billing' }, { name: 'crm' }]);
  expect((await world.apply(await manifestWith(), { prune: true })).changes).toEqual([]);
  await world.apply(await manifestWith([{ ...billing, name: 'crm' }]), { prune: true });
  expect(await webhooksNow()).toMatchObject([{ name: 'crm' }]);
});

it('what is wrong with webhooks is told with its place', async () => {
  const manifest = await manifestWith([
    { ...billing, name: 'short', secret: 'short' },
    { ...billing, name: 'none', types: [], secret },
  ]);
  const { faults } = await world.changesNothing(() => world.applyRefused(manifest));
  expect(faults.map(({ path, message }) => [path.slice(-2).join('/'), message])).toEqual([
    ['0/secret', 'A secret has 24 characters or more.'],
    ['1/types', 'Name at least one type of events.'],
  ]);
});

it('a webhook of a consumer org is seen by nobody of the provider, and stays', async () => {
  const { prisma } = world.database;
  const { id: catalogId } = await prisma.catalog.findFirstOrThrow({ where: { name: CATALOG } });
  const consumerOrg = await prisma.consumerOrg.create({
    data: { catalogId, name: 'hook-owners', title: 'Hook owners' },
  });
  const id = '01900000-0000-7000-8000-00000000000a';
  const hidden = 'http://hidden.example/hook';
  const secretSealed = new Uint8Array(world.deps.secrets.seal('whsec_c2VjcmV0', id));
  await prisma.webhook.create({
    data: { id, name: id, catalogId, consumerOrgId: consumerOrg.id, url: hidden, secretSealed },
  });
  const delivery = await prisma.webhookDelivery.create({
    data: { webhookId: id, attempts: 1, lastError: 'It answered 500.' },
  });
  await world.apply(await manifestWith([{ ...billing, secret }]));
  expect(await webhooksNow()).toEqual([exported]);
  await world.apply(await manifestWith([{ ...billing, name: 'other', secret }]), { prune: true });
  expect(await prisma.webhook.count({ where: { id } })).toBe(1);
  const asked = await world.query(`{ catalog(name: "${CATALOG}") { webhooks { name } }
    webhook(catalog: "${CATALOG}", name: "${id}") { name } failingWebhooks { name } failingDeliveries { id } }`);
  expect(asked).toEqual({
    catalog: { webhooks: [{ name: 'other' }] },
    webhook: null,
    failingWebhooks: [],
    failingDeliveries: [],
  });
  const named = { catalog: CATALOG, name: id };
  const some = '{ __typename }';
  const absent = { code: 'NOT_FOUND' };
  expect(await world.refused('updateWebhook', named, some)).toMatchObject(absent);
  expect(await world.refused('replaceWebhookSecret', named, some)).toMatchObject(absent);
  expect(await world.refused('deleteWebhook', named, '')).toMatchObject(absent);
  const resend = { id: `${delivery.id}` };
  expect(await world.refused('resendWebhookDelivery', resend, some)).toMatchObject(absent);
  await prisma.consumerOrg.delete({ where: { id: consumerOrg.id } });
});

it('may be signed as Standard Webhooks says, with a secret of its form', async () => {
  const standard = { ...billing, format: 'STANDARD' };
  const { faults } = await world.applyRefused(await manifestWith([{ ...standard, secret }]));
  expect(faults).toMatchObject([
    { message: 'Standard Webhooks needs a secret of `whsec_` and 24 to 64 bytes as base64.' },
  ]);
  const ofForm = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  await world.apply(await manifestWith([{ ...standard, secret: ofForm }]));
  expect(await webhooksNow()).toEqual([{ ...exported, format: 'STANDARD' }]);
});
