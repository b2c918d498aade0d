import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeliverer } from '../../../src/control-plane/events/webhooks/deliverer.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { type ConsoleWorld, consoleOf, readPage, type Visitor } from '../../support/console.ts';
import { fieldOf, hiddenOf, postButtonsOf } from '../../support/page-elements.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const WEBHOOKS = `/console/catalogs/acme/${CATALOG}/webhooks`;
const BILLING = `${WEBHOOKS}/billing`;

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
let viewer: Visitor;
let receiver: Upstream;
let products = 0;

beforeAll(async () => {
  world = await consoleOf(await openCatalog());
  await world.api('customerdb:1.0.0');
  person = await world.signedIn();
  viewer = await world.viewer();
});
afterAll(() => world.close());
beforeEach(async () => {
  receiver = await recordingUpstream();
  await world.database.prisma.webhook.deleteMany();
  return () => receiver.close();
});

const read = (path: string, visitor = person) => readPage(visitor.get(path));
const send = (path: string, fields: Record<string, string>, visitor = person) =>
  readPage(visitor.submit(path, fields));
async function done(path: string, fields: Record<string, string>) {
  const { status, location } = await send(path, fields);
  expect(status).toBe(303);
  return read(location ?? '');
}
const billing = () => ({ name: 'billing', url: `${receiver.url}/hook`, types: 'PRODUCT_LIFECYCLE' });
const create = (changes: object = {}) => send(WEBHOOKS, { ...billing(), ...changes });
/** One event, and what is due sent. */
async function happen(): Promise<string> {
  products += 1;
  const product = `product-${products}:1.0.0`;
  await world.product(product);
  await world.lifecycle('publishProduct', { product });
  await deliver();
  return product;
}
const deliver = () => createDeliverer({ ...world.deps, onFault: () => undefined }).deliverDue();

describe('the webhooks of a catalog', () => {
  it('are a page away from the catalog, and created with a secret that is shown once', async () => {
    expect((await read(`/console/catalogs/acme/${CATALOG}`)).links).toContain(WEBHOOKS);
    expect((await read(WEBHOOKS)).text).toContain('No webhooks yet.');
    const created = await create();
    expect(created.status).toBe(200);
    expect(created.headers.get('cache-control')).toContain('no-store');
    expect(created.text).toMatch(/The webhook billing .* Copy the secret now/);
    const [secret] = /whsec_[\w+/]{20,}=/.exec(created.html) ?? [];
    expect(secret).toBeDefined();
    const later = await read(WEBHOOKS);
    expect(later.html).not.toContain(secret);
    expect(later.text).toContain(`billing Active ${receiver.url}/hook Product lifecycle`);
    expect(later.links).toContain(BILLING);
  });

  it.each([
    ['Name', { name: 'Not A Name' }, 'is not a name'],
    ['Address', { url: 'ftp://receiver.test' }, '"ftp://receiver.test" is no URL.'],
    ['Events', { types: 'NOTHING' }, 'Name at least one type of events.'],
  ])(
    'are not created with a wrong %s: the form says so beside it, and keeps the rest',
    async (field, wrong, why) => {
      const refused = await create(wrong);
      expect(refused.status).toBe(400);
      expect(fieldOf(refused, field).error).toContain(why);
      const kept = { ...billing(), ...wrong };
      expect(fieldOf(refused, 'Address').value).toBe(kept.url);
      expect(fieldOf(refused, 'Name').value).toBe(kept.name);
      expect(fieldOf(refused, 'Events').value).toBe(field === 'Events' ? '' : 'PRODUCT_LIFECYCLE');
    },
  );

  it('are read by a viewer, who is offered no form, and refused what one would send', async () => {
    await create();
    await happen();
    for (const path of [WEBHOOKS, BILLING]) {
      const shown = await read(path, viewer);
      expect(shown.status).toBe(200);
      expect(postButtonsOf(shown)).toEqual([]);
      const refused = await send(path, { ...billing(), action: 'delete' }, viewer);
      expect([refused.status, refused.text]).toEqual([
        403,
        expect.stringContaining('This needs the role DEVELOPER; yours is VIEWER.'),
      ]);
    }
  });

  it('that are not there are 404, and no page of another origin changes any', async () => {
    for (const path of ['/console/catalogs/acme/nowhere/webhooks', BILLING])
      expect((await read(path)).status).toBe(404);
    await create();
    for (const path of [WEBHOOKS, BILLING])
      expect((await person.post(path, {}, { origin: 'http://evil.test' })).status).toBe(403);
  });
});

describe('a webhook', () => {
  beforeEach(async () => void (await create()));

  it('has its deliveries with what became of them, and sends one again', async () => {
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    const product = await happen();
    const failed = await read(BILLING);
    expect(failed.text).toMatch(
      new RegExp(
        `Product lifecycle ${product} [^|]* UTC Pending 1 It answered 500\\. in \\d+ \\w+ Send again`,
      ),
    );
    expect((await read('/console/overview?org=acme')).links).toContain(BILLING);
    receiver.answer = (_request, response) => void response.writeHead(204).end();
    const [of = ''] = hiddenOf(failed, 'of');
    const { text } = await done(BILLING, { action: 'resend', of });
    expect(text).toMatch(/The delivery is sent again\. .* Pending 0 .* At once/);
    await deliver();
    expect((await read(BILLING)).text).toMatch(/Delivered 1 204, [^|]* UTC No /);
    expect(receiver.seen).toHaveLength(2);
    const unknown = await send(BILLING, { action: 'resend', of: '0' });
    expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('There is no delivery 0')]);
  });

  it('is in German for who reads German', async () => {
    await happen();
    const german = await world.signedIn();
    await german.submit('/console/language', { language: 'de' });
    const { text } = await read(BILLING, german);
    expect(text).toMatch(/Zustellungen: 1 .* Zustand eines Produkts .* Zugestellt 1 200, .* UTC Keiner/);
    expect(text).toContain('Bereitgestellt, veröffentlicht, veraltet, eingestellt.');
  });

  it('shows many deliveries page by page, the newest first', async () => {
    await happen();
    const { prisma } = world.database;
    const { id: webhookId } = await prisma.webhook.findFirstOrThrow();
    const event = await prisma.event.findFirstOrThrow();
    for (let index = 0; index < 60; index += 1) {
      const { id: eventId } = await prisma.event.create({
        data: { ...event, id: undefined as never, detail: {}, subject: `subject-${index}` },
      });
      await prisma.webhookDelivery.upsert({
        where: { webhookId_eventId: { webhookId, eventId } },
        create: { webhookId, eventId },
        update: {},
      });
    }
    const [first, second] = [await read(BILLING), await read(`${BILLING}?page=2`)];
    expect(first.text).toMatch(/Deliveries: \d+/);
    expect(first.text).toContain('subject-59');
    expect(first.text).not.toContain('subject-9 ');
    expect(first.links).toContain(`${BILLING}?page=2`);
    expect(second.text).toContain('subject-9 ');
    expect(second.text).not.toContain('subject-59');
  });

  it('is changed, and says beside its field what is wrong', async () => {
    const fields = { action: 'save', url: `${receiver.url}/other`, types: 'SUBSCRIPTION' };
    const changed = await done(BILLING, fields);
    expect(changed.text).toMatch(/The webhook is changed\. .*\/other/);
    expect(fieldOf(changed, 'Events').value).toBe('SUBSCRIPTION');
    const refused = await send(BILLING, { ...fields, types: '' });
    expect(refused.status).toBe(400);
    expect(fieldOf(refused, 'Events').error).toContain('Name at least one type');
  });

  it('gets another secret, which is shown once and signs what is sent from then on', async () => {
    const { prisma } = world.database;
    const sealed = async () => {
      const { id, secretSealed } = await prisma.webhook.findFirstOrThrow({ where: { name: 'billing' } });
      return world.deps.secrets.unseal(Buffer.from(secretSealed), id);
    };
    const before = await sealed();
    const replaced = await send(BILLING, { action: 'replaceSecret' });
    expect(replaced.status).toBe(200);
    const [secret] = /whsec_[\w+/]+=/.exec(replaced.html) ?? [];
    expect(secret).toBe(`${await sealed()}`);
    expect(secret).not.toBe(`${before}`);
    expect((await read(BILLING)).html).not.toContain(secret);
  });

  it('is paused, activated and deleted', async () => {
    expect((await done(BILLING, { action: 'pause' })).text).toMatch(/Paused ✓ The webhook is paused/);
    expect((await done(BILLING, { action: 'activate' })).text).toMatch(/Active ✓ The webhook is active/);
    expect((await done(BILLING, { action: 'delete' })).text).toContain('The webhook is deleted');
    expect((await read(BILLING)).status).toBe(404);
  });
});
