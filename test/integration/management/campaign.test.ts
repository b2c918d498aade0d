import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { countUsage } from '../../support/usage.ts';

const PRODUCT = 'customer:1.0.0';
const PAYLOAD = '{ dryRun consumerOrgs subscriptions members mails campaign { id } }';

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
  const { prisma } = world.database;
  await world.api('customerdb:1.0.0');
  await world.product(PRODUCT, { plans: [{ title: 'Gold' }, { title: 'Silver' }], publishTo: CATALOG });
  await world.client('Shop', [PRODUCT, 'gold']);
  await world.client('Till', [PRODUCT, 'silver']);
  const { id: consumerOrgId } = await prisma.consumerOrg.findFirstOrThrow();
  await prisma.member.createMany({
    data: [
      { username: 'ada', email: 'ada@consumers.example' },
      { username: 'bob', email: null },
    ].map((member) => ({ ...member, catalogId: world.catalogId, consumerOrgId, passwordHash: '' })),
  });
  await world.mutate('createConsumerOrg', { catalog: CATALOG, title: 'Canary' });
  await prisma.member.create({
    data: {
      catalogId: world.catalogId,
      consumerOrgId: (await prisma.consumerOrg.findFirstOrThrow({ where: { name: 'canary' } })).id,
      username: 'canary',
      passwordHash: '',
    },
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.database.prisma.campaign.deleteMany();
  await world.database.prisma.notice.deleteMany();
});

const message = { catalog: CATALOG, product: PRODUCT, title: 'Prices change', text: 'From **May** on.' };
type Payload = {
  readonly dryRun: boolean;
  readonly consumerOrgs: readonly string[];
  readonly campaign: { readonly id: string } | null;
};
const notify = (input = {}) => world.mutate<Payload>('notifySubscribers', { ...message, ...input }, PAYLOAD);
const notices = () =>
  world.database.prisma.notice.findMany({
    include: { consumerOrg: true, readers: { include: { member: true } }, mails: true },
  });

describe('a message to subscribers', () => {
  it('says whom it reaches, and sends nothing, as a dry run', async () => {
    expect(await notify({ dryRun: true })).toEqual({
      dryRun: true,
      consumerOrgs: ['consumers'],
      subscriptions: 2,
      members: 2,
      mails: 0,
      campaign: null,
    });
    expect(await notices()).toEqual([]);
  });

  it('is in the inbox of subscribers once, by mail where the catalog has mail, and nobody else has it', async () => {
    await world.mutate('updateCatalog', { name: CATALOG, mail: {} });
    expect(await notify()).toMatchObject({ dryRun: false, subscriptions: 2, mails: 1 });
    await world.mutate('updateCatalog', { name: CATALOG, mail: null });
    const [notice, ...more] = await notices();
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      kind: 'MESSAGE',
      subject: PRODUCT,
      consumerOrg: { name: 'consumers' },
      detail: { title: 'Prices change', text: 'From **May** on.', asksAcknowledgement: false },
    });
    expect(notice?.readers.map(({ member }) => member.username).sort()).toEqual(['ada', 'bob']);
    expect(notice?.mails).toHaveLength(1);
  });

  it('is for the subscribers of a plan', async () => {
    expect(await notify({ plan: 'gold', dryRun: true })).toMatchObject({ subscriptions: 1 });
  });

  it('tells who has read it, acknowledged it, moved, and still calls', async () => {
    const { campaign } = await notify({ askAcknowledgement: true });
    const { prisma } = world.database;
    const [notice] = await notices();
    const now = world.deps.clock();
    await prisma.noticeReader.updateMany({
      where: { noticeId: notice?.id ?? 0n, member: { username: 'bob' } },
      data: { readAt: now },
    });
    await prisma.notice.updateMany({ data: { acknowledgedAt: now, acknowledgedBy: 'bob' } });
    const silver = await prisma.catalogPlan.findFirstOrThrow({ where: { name: 'silver' } });
    const gold = await prisma.catalogPlan.findFirstOrThrow({ where: { name: 'gold' } });
    const shop = { where: { application: { name: 'shop' } } };
    await prisma.subscription.updateMany({ ...shop, data: { catalogPlanId: silver.id } });
    const till = await prisma.subscription.findFirstOrThrow({ where: { application: { name: 'till' } } });
    await countUsage(world.database, [
      {
        orgId: world.orgId,
        catalog: CATALOG,
        consumerOrg: 'consumers',
        application: 'till',
        subscriptionId: till.id,
        product: PRODUCT,
        plan: 'silver',
        api: 'customerdb:1.0.0',
        operation: 'GET /',
        hour: new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000),
        outcome: 'ANSWERED',
        calls: 3,
      },
    ]);
    const read = await world.query<{ campaign: unknown }>(`{ campaign(id: "${campaign?.id}") {
      sentBy counts { consumerOrgs subscriptions read acknowledged moved ended calling }
      recipients { consumerOrg application plan acknowledgedBy state movedTo lastCalledOn } } }`);
    expect(read.campaign).toMatchObject({
      counts: { consumerOrgs: 1, subscriptions: 2, read: 1, acknowledged: 1, moved: 1, ended: 0, calling: 1 },
      recipients: [
        {
          application: 'shop',
          plan: 'gold',
          state: 'MOVED',
          movedTo: `${PRODUCT} silver`,
          lastCalledOn: null,
        },
        { application: 'till', plan: 'silver', acknowledgedBy: 'bob', state: 'STAYS', movedTo: null },
      ],
    });
    await prisma.subscription.updateMany({ ...shop, data: { catalogPlanId: gold.id } });
  });

  it.each([
    [{ title: '' }, 'BAD_USER_INPUT', ['input', 'title']],
    [{ title: 'a\r\nBcc: x@y.example' }, 'BAD_USER_INPUT', ['input', 'title']],
    [{ text: 'x'.repeat(5_001) }, 'BAD_USER_INPUT', ['input', 'text']],
    [{ plan: 'none' }, 'NOT_FOUND', ['input', 'plan']],
    [{ product: 'none:1.0.0' }, 'NOT_FOUND', ['input', 'product']],
    [{ catalog: 'none' }, 'NOT_FOUND', ['input', 'catalog']],
  ])('is refused with %o', async (input, code, path) => {
    expect(await world.refused('notifySubscribers', { ...message, ...input }, PAYLOAD)).toMatchObject({
      code,
      path,
    });
    expect(await notices()).toEqual([]);
  });

  it('goes by so many mails of the org in a day, also when its catalog has none any more', async () => {
    const { prisma } = world.database;
    const { id: orgId } = await prisma.org.findFirstOrThrow({ where: { name: 'acme' } });
    await prisma.quota.create({ data: { orgId, resource: 'DAILY_MESSAGE_MAILS', limit: 2 } });
    await prisma.org.updateMany({ data: { messageMailsSince: null, messageMails: 0 } });
    await world.mutate('updateCatalog', { name: CATALOG, mail: {} });
    for (let sent = 0; sent < 2; sent += 1) expect(await notify()).toMatchObject({ mails: 1 });
    await prisma.campaign.deleteMany();
    const before = (await notices()).length;
    expect(await world.refused('notifySubscribers', message, PAYLOAD)).toMatchObject({
      status: 409,
      code: 'QUOTA_EXCEEDED',
      message:
        'The quota DAILY_MESSAGE_MAILS allows 2 mails of messages in a day, and the org acme has 2: write to the subscribers of one plan at a time, on several days, or have an administrator of the platform raise it.',
    });
    expect(await notices()).toHaveLength(before);
    await world.mutate('updateCatalog', { name: CATALOG, mail: null });
    expect(await notify(), 'the inbox is no mail').toMatchObject({ mails: 0 });
    await world.mutate('updateCatalog', { name: CATALOG, mail: {} });
    world.pass(86_400_000);
    expect(await notify()).toMatchObject({ mails: 1 });
    await world.mutate('updateCatalog', { name: CATALOG, mail: null });
  });

  it('is one of at most 20 in an hour', async () => {
    for (let sent = 0; sent < 20; sent += 1) await notify();
    expect(await world.refused('notifySubscribers', message, PAYLOAD)).toMatchObject({
      code: 'QUOTA_EXCEEDED',
    });
  });
});
