import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type Following, refusalOf, type Socket, serveOnSocket } from '../../support/follow.ts';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';

let portal: PortalWorld;
let socket: Socket;
let carol: PortalClient & { readonly token: string };
let dave: PortalClient & { readonly token: string };

beforeAll(async () => {
  portal = await openPortal();
  socket = await serveOnSocket((request) => portal.fetch(request));
  [carol, dave] = [await portal.signIn('carol'), await portal.signIn('dave')];
});
afterAll(async () => {
  await socket.close();
  await portal.close();
});

const follow = (token: string | undefined, args = ''): Promise<Following> =>
  socket.follow({
    path: '/portal/acme/sandbox/graphql',
    ...(token !== undefined && { token }),
    events: `events${args} { id type subject detail }`,
  });
const create = (client: PortalClient, title: string) =>
  client.run('mutation ($title: String!) { createApplication(title: $title) { clientKey } }', { title });

describe('events in the portal', () => {
  it('have no more streams of a consumer org than the quota says; another consumer org has its own', async () => {
    const { prisma } = portal.database;
    const set = { orgId: portal.orgId, catalogId: portal.catalogId, resource: 'CONSUMER_EVENT_STREAMS' };
    await prisma.quota.create({ data: { ...set, limit: 1 } });
    const erin = await portal.signIn('erin');
    const [hers, colleagues, his] = [
      await follow(carol.token),
      await follow(erin.token),
      await follow(dave.token),
    ];
    expect(await refusalOf(colleagues)).toMatchObject([
      {
        message:
          'The quota CONSUMER_EVENT_STREAMS allows 1 event streams, and the consumer org consumers has 1: end one, or have an administrator of the org raise it.',
        extensions: { code: 'QUOTA_EXCEEDED' },
      },
    ]);
    expect(portal.deps.events.followers()).toBe(2);
    for (const each of [hers, his]) each.hangUp();
    await eventually(() => expect(portal.deps.events.followers()).toBe(0));
    await prisma.quota.deleteMany({ where: set });
  });

  it('tell a consumer its own, and what is public; nothing of others', async () => {
    const [hers, his] = [await follow(carol.token), await follow(dave.token)];
    await create(carol, 'Hers');
    await portal.product({ name: 'hidden', visibility: 'CUSTOM' });
    await portal.product({ name: 'staged', state: 'STAGED' });
    await portal.database.prisma.graphQLServer.create({
      data: { orgId: portal.orgId, name: 'server', title: 'Server' },
    });
    await portal.product({ name: 'public' });
    await create(dave, 'His');
    expect(await hers.next()).toMatchObject({ type: 'CREDENTIAL', subject: 'consumers/hers' });
    for (const each of [hers, his]) {
      expect(await each.next()).toMatchObject({ type: 'PRODUCT_LIFECYCLE', subject: 'public:1.0.0' });
      expect(await each.next()).toMatchObject({ type: 'API_ONLINE_STATE', detail: { online: true } });
    }
    expect(await his.next()).toMatchObject({ type: 'CREDENTIAL', subject: 'others/his' });
    await create(carol, 'Last');
    expect(await hers.next()).toMatchObject({ subject: 'consumers/last' });
    for (const each of [hers, his]) each.hangUp();
    await eventually(() => expect(portal.deps.events.followers()).toBe(0));
  });

  it('tell of a product for a group as long as the consumer org is in it', async () => {
    const { prisma } = portal.database;
    const { id } = await portal.product({ name: 'partner', state: 'STAGED', visibility: 'CUSTOM' });
    const publishAnew = async () => {
      for (const state of ['STAGED', 'PUBLISHED'] as const)
        await prisma.catalogProduct.update({ where: { id }, data: { state, visibleTo: ['group:partners'] } });
    };
    const { id: groupId } = await prisma.consumerGroup.create({
      data: {
        catalogId: portal.catalogId,
        name: 'partners',
        title: 'Partners',
        consumerOrgs: { connect: { catalogId_name: { catalogId: portal.catalogId, name: 'consumers' } } },
      },
    });
    const hers = await follow(carol.token);
    await publishAnew();
    await create(carol, 'In it');
    expect(await hers.next()).toMatchObject({ type: 'PRODUCT_LIFECYCLE', subject: 'partner:1.0.0' });
    await prisma.consumerGroup.delete({ where: { id: groupId } });
    await publishAnew();
    await create(carol, 'Out of it');
    let told = await hers.next();
    while (told?.subject !== 'consumers/in-it') told = await hers.next();
    expect(await hers.next()).toMatchObject({ subject: 'consumers/out-of-it' });
    hers.hangUp();
    await eventually(() => expect(portal.deps.events.followers()).toBe(0));
  });

  it('tell a subscriber what happens to a product that others do not see', async () => {
    const product = await portal.product({ name: 'old', state: 'DEPRECATED' });
    await create(carol, 'Subscriber');
    const application = await portal.database.prisma.application.findFirstOrThrow({
      where: { name: 'subscriber' },
    });
    const plan = await portal.database.prisma.catalogPlan.findFirstOrThrow({
      where: { catalogProductId: product.id },
    });
    const [hers, his] = [await follow(carol.token), await follow(dave.token)];
    await portal.database.prisma.subscription.create({
      data: { applicationId: application.id, catalogProductId: product.id, catalogPlanId: plan.id },
    });
    await portal.database.prisma.catalogApi.updateMany({
      where: { catalogProductId: product.id },
      data: { online: false },
    });
    expect(await hers.next()).toMatchObject({ type: 'SUBSCRIPTION', detail: { change: 'CREATED' } });
    expect(await hers.next()).toMatchObject({ type: 'API_ONLINE_STATE', detail: { online: false } });
    await portal.product({ name: 'another' });
    expect(await his.next()).toMatchObject({ subject: 'another:1.0.0' });
    for (const each of [hers, his]) each.hangUp();
    await eventually(() => expect(portal.deps.events.followers()).toBe(0));
  });

  it('are for who is signed in, and end with the session', async () => {
    await expect((await follow(undefined)).next()).rejects.toThrow('UNAUTHENTICATED');
    const leaving = await portal.signIn('dave');
    const following = await follow(leaving.token);
    await leaving.run('mutation { signOut }');
    await create(carol, 'After');
    expect(await following.next()).toBeUndefined();
  });
});
