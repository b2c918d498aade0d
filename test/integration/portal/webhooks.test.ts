import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createDeliverer } from '../../../src/control-plane/events/webhooks/deliverer.ts';
import { type NoticeKind, noticeKindNames } from '../../../src/domain/events/notices.ts';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

let world: PortalWorld;
let carol: PortalClient;
let dave: PortalClient;
let receiver: Upstream;
const faults: unknown[] = [];

beforeAll(async () => {
  world = await openPortal();
});
beforeEach(async () => {
  [carol, dave] = [await world.signIn('carol'), await world.signIn('dave')];
  await world.database.prisma.webhook.deleteMany();
  await world.database.prisma.notice.deleteMany();
  receiver = await recordingUpstream();
  return () => receiver.close();
});
afterAll(async () => {
  await world.close();
  expect(faults).toEqual([]);
});

const deliverer = () => createDeliverer({ ...world.deps, onFault: (fault) => faults.push(fault) });
const deliverDue = () => deliverer().deliverDue();

const CREATE = `mutation ($url: URL!, $kinds: [NoticeKind!]!, $format: PortalWebhookFormat) {
  createWebhook(url: $url, kinds: $kinds, format: $format) { secret webhook { id format kinds active } } }`;
const REPLACE = `mutation ($id: ID!, $overlapSeconds: Int) {
  replaceWebhookSecret(id: $id, overlapSeconds: $overlapSeconds) { secret webhook { previousSecretExpiresAt } } }`;
const UPDATE = `mutation ($id: ID!, $url: URL, $kinds: [NoticeKind!], $active: Boolean) {
  updateWebhook(id: $id, url: $url, kinds: $kinds, active: $active) { active disabledAt failingSince kinds } }`;
const DELETE = 'mutation ($id: ID!) { deleteWebhook(id: $id) }';
const TEST = 'mutation ($id: ID!) { testWebhook(id: $id) { id kind state } }';
const RESEND = 'mutation ($id: ID!) { resendWebhookDelivery(id: $id) { state } }';
const LIST = `{ webhooks { id active disabledAt failingSince deliveryCount
  deliveries { id kind about state attempts lastStatus lastError } } }`;

type Listed = {
  readonly id: string;
  readonly active: boolean;
  readonly disabledAt: string | null;
  readonly failingSince: string | null;
  readonly deliveries: readonly { readonly id: string; readonly state: string; readonly lastError: string }[];
};
const listed = async (who = carol) => (await who.run<{ webhooks: Listed[] }>(LIST)).webhooks;

type Created = {
  readonly createWebhook: { readonly secret: string; readonly webhook: { readonly id: string } };
};
async function create({
  who = carol,
  url = `${receiver.url}/hook`,
  kinds = noticeKindNames,
  format = 'STANDARD',
} = {}) {
  const { createWebhook } = await who.run<Created>(CREATE, { url, kinds, format });
  return { id: createWebhook.webhook.id, secret: createWebhook.secret };
}

/** Something that a consumer org is told, as a trigger writes it for an event. */
async function happen(
  consumerOrg = 'consumers',
  { type = 'LIMIT_ALERT' as const, subject = `${consumerOrg}/shop` } = {},
) {
  const { prisma } = world.database;
  const { id } = await prisma.consumerOrg.findFirstOrThrow({ where: { name: consumerOrg } });
  const detail = {
    share: 80,
    limit: 'daily',
    endsAt: '2027-01-02T00:00:00Z',
    product: 'customer:1.0.0',
    plan: 'gold',
  };
  const { orgId, catalogId } = world;
  await prisma.event.create({ data: { orgId, catalogId, consumerOrgId: id, type, subject, detail } });
}

/** Signatures as the specification of Standard Webhooks says, made here by hand. */
function signed({ headers, body }: Upstream['seen'][number], secret: string): string {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  expect(key.length, 'bytes of the secret').toBeGreaterThanOrEqual(24);
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

describe('a webhook of a consumer org', () => {
  it('is sent its notices, signed as Standard Webhooks says', async () => {
    const { secret } = await create();
    await happen();
    await deliverDue();
    const [seen, ...more] = receiver.seen;
    expect(more).toEqual([]);
    if (!seen) throw new Error('nothing was sent');
    expect(JSON.parse(seen.body)).toEqual({
      type: 'LIMIT_ALERT',
      timestamp: expect.stringMatching(/^20/),
      data: {
        catalog: 'sandbox',
        consumerOrg: 'consumers',
        about: 'consumers/shop',
        detail: expect.objectContaining({ share: 80, product: 'customer:1.0.0' }),
      },
    });
    expect(seen.headers['webhook-id']).toMatch(/^notice-\d+$/);
    expect(seen.headers['webhook-timestamp']).toMatch(/^\d+$/);
    expect(seen.headers['webhook-signature']).toBe(signed(seen, secret));
    expect(await listed()).toMatchObject([
      { failingSince: null, deliveries: [{ kind: 'LIMIT_ALERT', state: 'DELIVERED', lastStatus: 200 }] },
    ]);
  });

  it('is sent CloudEvents where it asks for them', async () => {
    const { secret } = await create({ format: 'CLOUDEVENTS' });
    await happen();
    await deliverDue();
    const [seen] = receiver.seen;
    if (!seen) throw new Error('nothing was sent');
    expect(seen.headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
    expect(JSON.parse(seen.body)).toMatchObject({
      specversion: '1.0',
      id: seen.headers['webhook-id'],
      source: '/acme/sandbox',
      type: 'gatehouse.notice.limit_alert',
      subject: 'consumers/shop',
      time: expect.stringMatching(/^20/),
      datacontenttype: 'application/json',
      data: { detail: { share: 80 } },
    });
    expect(seen.headers['webhook-signature']).toBe(signed(seen, secret));
  });

  it('gets only the kinds that it wants, and nothing while it is not active', async () => {
    const { id } = await create({ kinds: ['MESSAGE'] });
    await happen();
    expect(await listed()).toMatchObject([{ deliveries: [] }]);
    await carol.run(UPDATE, { id, kinds: ['LIMIT_ALERT'], active: false });
    await happen();
    expect(await listed()).toMatchObject([{ active: false, deliveries: [] }]);
  });

  it('signs by both secrets until the overlap ends', async () => {
    const { id, secret: old } = await create();
    const { replaceWebhookSecret } = await carol.run<{ replaceWebhookSecret: { secret: string } }>(REPLACE, {
      id,
      overlapSeconds: 3600,
    });
    const send = async () => {
      await happen();
      await deliverDue();
      const seen = receiver.seen.at(-1);
      if (!seen) throw new Error('nothing was sent');
      return { seen, signature: seen.headers['webhook-signature'] };
    };
    const both = await send();
    expect(both.signature).toBe(
      `${signed(both.seen, replaceWebhookSecret.secret)} ${signed(both.seen, old)}`,
    );
    world.pass(3_600_000);
    const alone = await send();
    expect(alone.signature).toBe(signed(alone.seen, replaceWebhookSecret.secret));
  });

  it('is tried again with the same id, and can be asked for anew', async () => {
    receiver.answer = (_request, response) => {
      response.statusCode = receiver.seen.length < 2 ? 500 : 204;
      response.end();
    };
    await create();
    await happen();
    await deliverDue();
    const [{ deliveries: [failed] = [] } = {}] = await listed();
    expect(failed).toMatchObject({ state: 'PENDING', attempts: 1, lastError: 'It answered 500.' });
    await carol.run(RESEND, { id: failed?.id });
    await deliverDue();
    expect(await listed()).toMatchObject([{ failingSince: null, deliveries: [{ state: 'DELIVERED' }] }]);
    expect(new Set(receiver.seen.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('is sent a test, of which one is kept', async () => {
    const { id } = await create();
    await carol.run(TEST, { id });
    await carol.run(TEST, { id });
    await deliverDue();
    expect(receiver.seen).toHaveLength(1);
    expect(JSON.parse(receiver.seen[0]?.body ?? '')).toMatchObject({ type: 'TEST', data: { about: null } });
    expect(await listed()).toMatchObject([{ deliveries: [{ kind: null, about: null, state: 'DELIVERED' }] }]);
  });
});

/** A promise that is kept from outside. */
function signal() {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((kept) => {
    resolve = kept;
  });
  return { promise, resolve: () => resolve() };
}

describe('a webhook that fails', () => {
  it('is switched off after five days of failures alone, and the inbox says so', async () => {
    receiver.answer = (_request, response) => {
      response.statusCode = 503;
      response.end();
    };
    const { id } = await create();
    await happen();
    await deliverDue();
    expect(await listed()).toMatchObject([{ active: true, failingSince: expect.any(String) }]);
    world.pass(5 * 86_400_000);
    await deliverDue();
    carol = await world.signIn('carol');
    expect(await listed()).toMatchObject([{ active: false, disabledAt: expect.any(String) }]);
    const host = new URL(receiver.url).host;
    const { notices } = await carol.run<{ notices: { title: string; url: string }[] }>(
      '{ notices(kind: WEBHOOK_DISABLED) { title url } }',
    );
    expect(notices).toEqual([
      { title: `The webhook at ${host} was switched off`, url: expect.stringContaining(`/webhooks/${id}`) },
    ]);
    expect(await carol.run(UPDATE, { id, active: true })).toEqual({
      updateWebhook: expect.objectContaining({ active: true, disabledAt: null, failingSince: null }),
    });
  });

  it('is switched off at once where the receiver is gone', async () => {
    receiver.answer = (_request, response) => {
      response.statusCode = 410;
      response.end();
    };
    const { id } = await create();
    await happen();
    await deliverDue();
    expect(await listed()).toMatchObject([{ active: false, deliveries: [{ lastStatus: 410 }] }]);
    expect(await carol.refused(TEST, { id })).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['id'],
    });
  });

  it('holds up nobody else while it hangs', async () => {
    const hanging = await recordingUpstream();
    onTestFinished(() => hanging.close());
    const held: ServerResponse[] = [];
    const isFull = signal();
    hanging.answer = (_request, response) => {
      held.push(response);
      if (held.length === 4) isFull.resolve();
    };
    const isReached = signal();
    receiver.answer = (_request, response) => {
      response.end();
      isReached.resolve();
    };
    await create({ url: hanging.url });
    await create({ who: dave });
    for (let sent = 0; sent < 10; sent += 1) await happen();
    const started = deliverer();
    await started.start();
    await isFull.promise;
    await happen('others');
    await isReached.promise;
    expect(held, 'places of one consumer org').toHaveLength(4);
    hanging.answer = (_request, response) => response.end();
    for (const response of held) response.end();
    await started.close();
  });
});

describe('what a webhook may not', () => {
  it('is an address in a private network, whatever the org may call', async () => {
    const outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
    onTestFinished(() => outbound.close());
    await expect(outbound.forConsumersOf('acme').check(receiver.url, ['url'])).rejects.toMatchObject({
      code: 'TARGET_NOT_ALLOWED',
    });
    await expect(outbound.forConsumersOf('acme').fetch(receiver.url)).rejects.toThrow();
    expect(receiver.seen).toEqual([]);
    expect(await carol.refused(CREATE, { url: 'http://10.0.0.1/', kinds: ['MESSAGE'] })).toMatchObject({
      code: 'TARGET_NOT_ALLOWED',
    });
    for (const url of ['http://169.254.169.254/latest', 'http://[::1]/', 'ftp://example.com/'])
      await carol.refused(CREATE, { url, kinds: ['MESSAGE'] });
  });

  it('is changed by anybody but the owner of its org, nor read by another', async () => {
    const { id } = await create();
    const erin = await world.signIn('erin');
    for (const [document, variables] of [
      [CREATE, { url: receiver.url, kinds: ['MESSAGE'] }],
      [UPDATE, { id, active: false }],
      [REPLACE, { id }],
      [TEST, { id }],
      [DELETE, { id }],
    ] as const) {
      expect((await erin.refused(document, variables)).code).toBe('FORBIDDEN');
      if (document !== CREATE) expect((await dave.refused(document, variables)).code).toBe('NOT_FOUND');
    }
    expect(await listed(dave)).toEqual([]);
    expect(await listed(erin)).toHaveLength(1);
    expect(await dave.run('query ($id: ID!) { webhook(id: $id) { id } }', { id })).toEqual({ webhook: null });
    await happen();
    const [{ deliveries: [delivery] = [] } = {}] = await listed();
    expect((await dave.refused(RESEND, { id: delivery?.id })).code).toBe('NOT_FOUND');
    await carol.run(DELETE, { id });
    expect(await listed()).toEqual([]);
  });

  it('is one of too many, or without kinds', async () => {
    expect((await carol.refused(CREATE, { url: receiver.url, kinds: [] })).code).toBe('BAD_USER_INPUT');
    for (let made = 0; made < 5; made += 1) await create();
    expect((await carol.refused(CREATE, { url: receiver.url, kinds: ['MESSAGE'] })).code).toBe(
      'QUOTA_EXCEEDED',
    );
    await create({ who: dave });
  });

  it('is sent anything that its inbox does not show', async () => {
    await create();
    await create({ who: dave, url: `${receiver.url}/dave` });
    const kinds: NoticeKind[] = [];
    for (let round = 0; round < 40; round += 1) {
      const about = Math.random() < 0.5 ? 'consumers' : 'others';
      kinds.push('LIMIT_ALERT');
      await happen(about, { subject: `${about}/app-${round}` });
    }
    await deliverDue();
    const inbox = async (who: PortalClient) =>
      (await who.run<{ notices: { id: string }[] }>('{ notices(first: 100) { id } }')).notices
        .map(({ id }) => `notice-${id}`)
        .toSorted();
    const sentTo = (path: string) =>
      receiver.seen
        .filter(({ url }) => url === path)
        .map(({ headers }) => `${headers['webhook-id']}`)
        .toSorted();
    expect(sentTo('/hook')).toEqual(await inbox(carol));
    expect(sentTo('/dave')).toEqual(await inbox(dave));
    const bodies = (path: string) => receiver.seen.filter(({ url }) => url === path).map(({ body }) => body);
    expect(bodies('/hook').join()).not.toContain('others');
    expect(bodies('/dave').join()).not.toContain('consumers');
    expect(receiver.seen).toHaveLength(kinds.length);
  });
});
