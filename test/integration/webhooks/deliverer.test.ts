import { createHmac, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createDeliverer } from '../../../src/control-plane/events/webhooks/deliverer.ts';
import { UnsealError } from '../../../src/infrastructure/secrets/secrets.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { eventually } from '../../support/eventually.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

let world: CatalogWorld;
let receiver: Upstream;
let secret: string;
let products = 0;
const faults: unknown[] = [];

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
});
beforeEach(async () => {
  receiver = await recordingUpstream();
  await world.database.prisma.webhook.deleteMany();
  secret = await createWebhook({ name: 'billing', url: `${receiver.url}/hook` });
  return () => receiver.close();
});
afterAll(() => world.close());

const deliverer = () => createDeliverer({ ...world.deps, onFault: (fault) => faults.push(fault) });
async function createWebhook(input: object): Promise<string> {
  const created = await world.mutate<{ secret: string }>(
    'createWebhook',
    { catalog: CATALOG, types: ['PRODUCT_LIFECYCLE', 'SUBSCRIPTION'], ...input },
    '{ secret webhook { name } }',
  );
  return created.secret;
}
/** A webhook in the only catalog of an org of its own. */
async function webhookOfAnotherOrg(url: string) {
  const { prisma } = world.database;
  const { id: orgId } = await prisma.org.create({ data: { name: 'another', title: 'Another' } });
  const { id: catalogId } = await prisma.catalog.create({
    data: { orgId, name: 'sandbox', title: 'Sandbox' },
  });
  const id = randomUUID();
  const secretSealed = new Uint8Array(world.deps.secrets.seal('whsec_of-another', id));
  return { id, catalogId, name: 'quick', url, types: ['SUBSCRIPTION' as const], secretSealed };
}
/** Publishes a new product: one event. */
async function happen(): Promise<string> {
  products += 1;
  const product = `product-${products}:1.0.0`;
  await world.product(product);
  await world.lifecycle('publishProduct', { product });
  return product;
}
const LISTED = `query { catalog(name: "sandbox") { webhooks { name active deliveries {
  id state attempts lastStatus lastError nextAttemptAt event { subject } } } } }`;
type Listed = {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly nextAttemptAt: string | null;
};
async function listed(): Promise<readonly Listed[]> {
  type Answer = { catalog: { webhooks: { deliveries: Listed[] }[] } };
  return (await world.query<Answer>(LISTED)).catalog.webhooks[0]?.deliveries ?? [];
}
const answering = (...statuses: number[]) => {
  receiver.answer = (_request, response) => {
    response.statusCode = statuses.shift() ?? 200;
    response.end();
  };
};

describe('a webhook', () => {
  it('is sent what happens, signed, with what the description says and no more', async () => {
    const subject = await happen();
    await deliverer().deliverDue();
    const [seen, ...more] = receiver.seen;
    expect(more).toEqual([]);
    expect(seen).toMatchObject({ method: 'POST', url: '/hook' });
    expect(JSON.parse(seen?.body ?? '')).toEqual({
      id: seen?.headers['gatehouse-event-id'],
      type: 'PRODUCT_LIFECYCLE',
      at: expect.stringMatching(/^20/),
      org: 'acme',
      catalog: CATALOG,
      subject,
      detail: { from: null, to: 'PUBLISHED' },
    });
    const [, time, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(`${seen?.headers['gatehouse-signature']}`) ?? [];
    expect(hex).toBe(createHmac('sha256', secret).update(`${time}.${seen?.body}`).digest('hex'));
    expect(seen?.headers['gatehouse-event-type']).toBe('PRODUCT_LIFECYCLE');
    expect(await listed()).toMatchObject([
      { state: 'DELIVERED', attempts: 1, lastStatus: 200, lastError: null },
    ]);
  });

  it('is sent what Standard Webhooks says, where it chose that, which an older secret cannot sign', async () => {
    const which = { catalog: CATALOG, name: 'billing' };
    const standard = { ...which, format: 'STANDARD' };
    expect(await world.mutate('updateWebhook', standard, '{ format }')).toEqual({ format: 'STANDARD' });
    const subject = await happen();
    await deliverer().deliverDue();
    const { headers = {}, body = '' } = (receiver.seen[0] ?? {}) as {
      headers?: Record<string, string>;
      body?: string;
    };
    const data = { org: 'acme', catalog: CATALOG, subject, detail: { from: null, to: 'PUBLISHED' } };
    expect(JSON.parse(body)).toEqual({
      type: 'PRODUCT_LIFECYCLE',
      timestamp: expect.stringMatching(/^20/),
      data,
    });
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signature = createHmac('sha256', key).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    expect(headers['webhook-id']).toMatch(/^event-\d+$/);

    const { prisma } = world.database;
    const { id } = await prisma.webhook.findFirstOrThrow({ where: { name: 'billing' } });
    const secretSealed = new Uint8Array(world.deps.secrets.seal('whsec_of-before-base64', id));
    await prisma.webhook.update({ where: { id }, data: { secretSealed, format: 'GATEHOUSE' } });
    expect(await world.refused('updateWebhook', standard, '{ format }')).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('call replaceWebhookSecret, then choose the format.'),
      path: ['input', 'format'],
    });
  });

  it('gets only the types that it wants, and nothing while it is not active', async () => {
    await world.client('Unwanted');
    expect(await listed()).toEqual([]);
    await world.mutate('updateWebhook', { catalog: CATALOG, name: 'billing', active: false });
    await happen();
    expect(await listed()).toEqual([]);
  });

  it('has nothing in its outbox of a change that was refused or rehearsed', async () => {
    await world.product('rehearsed:1.0.0');
    await world.lifecycle('publishProduct', { product: 'rehearsed:1.0.0', dryRun: true });
    await world.lifecycleRefused('retireProduct', { product: 'rehearsed:1.0.0' });
    expect(await listed()).toEqual([]);
  });

  it('is tried again, later each time, until it accepts', async () => {
    answering(500, 302);
    await happen();
    await deliverer().deliverDue();
    expect(await listed()).toMatchObject([
      { state: 'PENDING', lastStatus: 500, lastError: 'It answered 500.' },
    ]);
    world.pass(9_000);
    await deliverer().deliverDue();
    expect(receiver.seen).toHaveLength(1);
    world.pass(1_000);
    await deliverer().deliverDue();
    expect(await listed()).toMatchObject([{ state: 'PENDING', attempts: 2, lastStatus: 302 }]);
    world.pass(30_000);
    await deliverer().deliverDue();
    expect(await listed()).toMatchObject([{ state: 'DELIVERED', attempts: 3, lastStatus: 200 }]);
    expect(new Set(receiver.seen.map(({ body }) => body)).size).toBe(1);
  });

  it('is among what fails as long as it is tried in vain', async () => {
    const failing = `{ failingDeliveries { state lastError webhook { name catalog { name } } event { subject } } }`;
    const toldOf = async () =>
      (await world.query<{ failingDeliveries: unknown[] }>(failing)).failingDeliveries;
    answering(500);
    const subject = await happen();
    expect(await toldOf()).toEqual([]);
    await deliverer().deliverDue();
    expect(await toldOf()).toEqual([
      {
        state: 'PENDING',
        lastError: 'It answered 500.',
        webhook: { name: 'billing', catalog: { name: CATALOG } },
        event: { subject },
      },
    ]);
    world.pass(10_000);
    await deliverer().deliverDue();
    expect(await toldOf()).toEqual([]);
  });

  it('is given up after the last attempt, and begins anew when it is sent again', async () => {
    answering(...Array.from({ length: 10 }, () => 503));
    await happen();
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await deliverer().deliverDue();
      world.pass(24 * 3_600_000);
    }
    const [delivery] = await listed();
    expect(delivery).toMatchObject({ state: 'GIVEN_UP', attempts: 10, lastStatus: 503 });
    await world.mutate('resendWebhookDelivery', { id: delivery?.id }, '{ id }');
    await deliverer().deliverDue();
    expect(await listed()).toMatchObject([{ state: 'DELIVERED', attempts: 1 }]);
  });

  it('loses nothing when a deliverer is killed within an attempt: another sends it after the lease', async () => {
    await happen();
    // What a killed process leaves: claimed, and nothing written of what came of it.
    const until = new Date(world.deps.clock().getTime() + 60_000);
    await world.database.prisma.webhookDelivery.updateMany({ data: { attempts: 1, nextAttemptAt: until } });
    await deliverer().deliverDue();
    expect(receiver.seen).toEqual([]);
    world.pass(60_000);
    await deliverer().deliverDue();
    expect(receiver.seen).toHaveLength(1);
    expect(await listed()).toMatchObject([{ state: 'DELIVERED', attempts: 2 }]);
  });

  it('is told of by the attempt that was made last, whatever became of one before it', async () => {
    const answers: ((status: number) => void)[] = [];
    receiver.answer = (_request, response) => {
      answers.push((status) => response.writeHead(status).end());
    };
    await happen();
    const first = deliverer().deliverDue();
    await eventually(() => expect(answers).toHaveLength(1));
    world.pass(1_000);
    await world.mutate('resendWebhookDelivery', { id: (await listed())[0]?.id }, '{ id }');
    const second = deliverer().deliverDue();
    await eventually(() => expect(answers).toHaveLength(2));
    answers[1]?.(200);
    await second;
    answers[0]?.(500);
    await first;
    expect(await listed()).toMatchObject([
      { state: 'DELIVERED', lastStatus: 200, lastError: null, nextAttemptAt: null },
    ]);
  });

  it('whose secret cannot be read holds up no other, and is told to the operator', async () => {
    await world.database.prisma.webhook.updateMany({ data: { secretSealed: new Uint8Array(40) } });
    await createWebhook({ name: 'sound', url: `${receiver.url}/sound` });
    for (let count = 0; count < 12; count += 1) await happen();
    const before = faults.length;
    await deliverer().deliverDue();
    expect(receiver.seen.map(({ url }) => url)).toEqual(Array.from({ length: 12 }, () => '/sound'));
    expect(faults.slice(before)).toHaveLength(12);
    expect(faults.at(-1)).toBeInstanceOf(UnsealError);
  });

  it('is never sent one delivery by two deliverers at the same time', async () => {
    for (let count = 0; count < 12; count += 1) await happen();
    await Promise.all([deliverer(), deliverer(), deliverer()].map((each) => each.deliverDue()));
    const ids = receiver.seen.map(({ headers }) => headers['gatehouse-event-id']);
    expect(ids).toHaveLength(12);
    expect(new Set(ids).size).toBe(12);
  });

  it('is sent what happens while a deliverer runs, and nothing after it is closed', async () => {
    const running = deliverer();
    await running.start();
    await happen();
    await eventually(() => expect(receiver.seen).toHaveLength(1));
    await running.close();
    await happen();
    await running.deliverDue();
    expect(receiver.seen).toHaveLength(1);
  });

  it('of one org that never answers takes four places of that org, and delays no other', async () => {
    const held: ServerResponse[] = [];
    receiver.answer = (request, response) => {
      if (request.url === '/hook') held.push(response);
      else response.end();
    };
    for (let count = 0; count < 12; count += 1) await happen();
    const running = deliverer();
    const { prisma } = world.database;
    onTestFinished(async () => {
      receiver.answer = (_request, response) => void response.end();
      for (const response of held) response.destroy();
      await running.close();
      await prisma.org.deleteMany({ where: { name: 'another' } });
    });
    await running.start();
    await eventually(() => expect(held).toHaveLength(4));
    const [event] = await prisma.event.findMany({ orderBy: { id: 'desc' }, take: 1 });
    const other = await prisma.webhook.create({ data: await webhookOfAnotherOrg(`${receiver.url}/quick`) });
    await prisma.webhookDelivery.create({
      data: { webhookId: other.id, eventId: event?.id ?? 0n, nextAttemptAt: world.deps.clock() },
    });
    await eventually(() => expect(receiver.seen.map(({ url }) => url)).toContain('/quick'));
    expect(held).toHaveLength(4);
  });

  it('rests after three failures in a row, is tried by one delivery then, and works again by the first that it accepts', async () => {
    let status = 500;
    receiver.answer = (_request, response) => void response.writeHead(status).end();
    for (let count = 0; count < 9; count += 1) await happen();
    const restingMs = async () => {
      const [webhook] = await world.database.prisma.webhook.findMany();
      return webhook?.restsUntil && webhook.restsUntil.getTime() - world.deps.clock().getTime();
    };
    await deliverer().deliverDue();
    const tried = receiver.seen.length;
    // Three that failed, and those that were under way by then.
    expect([3, 4, 5, 6]).toContain(tried);
    const rests = (await restingMs()) ?? 0;
    expect(rests).toBe(10_000 * 2 ** (tried - 3));
    world.pass(rests - 1);
    await deliverer().deliverDue();
    expect(receiver.seen).toHaveLength(tried);
    world.pass(1);
    await deliverer().deliverDue();
    expect(receiver.seen).toHaveLength(tried + 1);
    expect(await restingMs()).toBe(rests * 2);
    status = 200;
    world.pass(rests * 2);
    await deliverer().deliverDue();
    expect(await restingMs()).toBeNull();
    expect((await listed()).map(({ state }) => state)).toEqual(Array.from({ length: 9 }, () => 'DELIVERED'));
  });

  it('that fails in several deliveries at the same time rests as after the last, whichever is written last', async () => {
    answering(500, 500, 500, 500);
    for (let count = 0; count < 4; count += 1) await happen();
    const { database, clock } = world.deps;
    const restMs = (until: unknown) => until instanceof Date && until.getTime() - clock().getTime();
    let longerIsWritten = () => {};
    const longer = new Promise<void>((resolve) => {
      longerIsWritten = resolve;
    });
    const prisma = database.prisma.$extends({
      query: {
        webhook: {
          async updateMany({ args, query }) {
            const rests = restMs(args.data.restsUntil);
            if (rests === 10_000) await longer;
            const written = await query(args);
            if (rests === 20_000) longerIsWritten();
            return written;
          },
        },
      },
    }) as unknown as typeof database.prisma;
    const onFault = (fault: unknown) => faults.push(fault);
    await createDeliverer({ ...world.deps, database: { ...database, prisma }, onFault }).deliverDue();
    expect(receiver.seen).toHaveLength(4);
    const [webhook] = await database.prisma.webhook.findMany();
    expect([webhook?.failures, restMs(webhook?.restsUntil)]).toEqual([4, 20_000]);
  });

  it('rests no longer once it has another address', async () => {
    answering(500, 500, 500);
    for (let count = 0; count < 3; count += 1) await happen();
    await deliverer().deliverDue();
    world.pass(9_999);
    await world.mutate('updateWebhook', { catalog: CATALOG, name: 'billing', url: `${receiver.url}/new` });
    world.pass(1);
    await deliverer().deliverDue();
    expect(receiver.seen.map(({ url }) => url).slice(3)).toEqual(['/new', '/new', '/new']);
  });

  it('that cannot be reached says so, without its address', async () => {
    await receiver.close();
    await happen();
    await deliverer().deliverDue();
    expect(await listed()).toMatchObject([
      { state: 'PENDING', lastStatus: null, lastError: 'It cannot be reached.' },
    ]);
    receiver = await recordingUpstream();
  });
});

describe('the mutations of webhooks', () => {
  it('show the secret once, and keep it sealed', async () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const row = await world.database.prisma.webhook.findFirstOrThrow();
    expect(Buffer.from(row.secretSealed).includes(secret)).toBe(false);
    const audit = await world.database.prisma.auditEvent.findMany({ where: { action: 'createWebhook' } });
    expect(JSON.stringify(audit.map(({ detail }) => detail))).not.toContain('whsec_');
  });

  it.each([
    ['an address in a private network', { url: 'http://10.0.0.1/' }, 400, 'TARGET_NOT_ALLOWED', 'url'],
    ['no type', { types: [] }, 400, 'BAD_USER_INPUT', 'types'],
    ['what is no name', { name: 'No Name' }, 400, 'BAD_USER_INPUT', 'name'],
    ['a name that is taken', { name: 'billing' }, 409, 'NAME_TAKEN', 'name'],
    ['an unknown catalog', { catalog: 'nowhere' }, 404, 'NOT_FOUND', 'catalog'],
  ])('refuse %s', async (_what, changes, ...[status, code, member]) => {
    const input = { catalog: CATALOG, name: 'new', url: receiver.url, types: ['CREDENTIAL'], ...changes };
    const refused = await world.refused('createWebhook', input, '{ secret }');
    expect(refused).toMatchObject({ status, code, path: ['input', member] });
  });

  it('refuse to send again or to delete what is not there', async () => {
    expect(await world.refused('resendWebhookDelivery', { id: 'x' }, '{ id }')).toMatchObject({
      code: 'NOT_FOUND',
    });
    const input = { catalog: CATALOG, name: 'nothing' };
    expect(await world.refused('deleteWebhook', input, '')).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('delete a webhook with its deliveries', async () => {
    await happen();
    await world.mutate('deleteWebhook', { catalog: CATALOG, name: 'billing' }, '');
    expect(await world.database.prisma.webhookDelivery.count()).toBe(0);
  });
});
