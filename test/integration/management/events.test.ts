import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { eventually } from '../../support/eventually.ts';
import { type Following, refusalOf, type Socket, serveOnSocket } from '../../support/follow.ts';

let world: CatalogWorld;
let socket: Socket;
let token: string;
const open: Following[] = [];

beforeEach(async () => {
  world = await openCatalog();
  socket = await serveOnSocket(world.fetch);
  await world.api('customerdb:1.0.0');
  for (const version of ['1.0.0', '2.0.0']) await world.product(`customer:${version}`);
  const created = await world.mutate<{ token: string }>(
    'createAccessToken',
    { org: 'acme', name: 'watcher', role: 'VIEWER' },
    '{ token }',
  );
  token = created.token;
});
afterEach(async () => {
  for (const each of open.splice(0)) each.hangUp();
  await eventually(() => expect(world.deps.events.followers()).toBe(0));
  await socket.close();
  await world.close();
});

async function follow(args = '', bearer = token): Promise<Following> {
  const events = `events${args} { id type catalog subject detail }`;
  const following = await socket.follow({ path: '/graphql', token: bearer, events });
  open.push(following);
  return following;
}
const newest = async () =>
  String((await world.database.prisma.event.findFirst({ orderBy: { id: 'desc' } }))?.id ?? 0);
const catalogInput = { catalog: CATALOG, consumerOrg: 'consumers' };

describe('events', () => {
  it('has no more streams of an org than its quota says, in this process; one that ends makes room', async () => {
    await world.mutate('setQuota', { org: 'acme', resource: 'EVENT_STREAMS', limit: 2 }, '{ limit }');
    const [first] = [await follow(), await follow()];
    const streams = async () => {
      const { quotas } = await world.query<{ quotas: { resource: string; used: number }[] }>(
        '{ quotas(org: "acme") { resource used } }',
      );
      return quotas.find(({ resource }) => resource === 'EVENT_STREAMS')?.used;
    };
    expect(await streams()).toBe(2);
    const message =
      'The quota EVENT_STREAMS allows 2 event streams, and the org acme has 2: end one, or have an administrator of the platform raise it.';
    expect(await refusalOf(await follow())).toMatchObject([
      { message, extensions: { code: 'QUOTA_EXCEEDED' } },
    ]);
    first?.hangUp();
    await eventually(async () => expect(await streams()).toBe(1));
    await follow();
    expect(await streams()).toBe(2);
    await world.mutate('setQuota', { org: 'acme', resource: 'EVENT_STREAMS', limit: null }, '{ limit }');
  });

  it('lets exactly as many of many at once through as there is room for', async () => {
    await world.mutate('setQuota', { org: 'acme', resource: 'EVENT_STREAMS', limit: 3 }, '{ limit }');
    await Promise.all(Array.from({ length: 10 }, () => follow()));
    expect(world.deps.events.followers()).toBe(3);
    await world.mutate('setQuota', { org: 'acme', resource: 'EVENT_STREAMS', limit: null }, '{ limit }');
  });

  it('tells what happens as it is committed, in order', async () => {
    const following = await follow();
    expect(following.status).toBe(200);
    await world.lifecycle('publishProduct', { product: 'customer:1.0.0' });
    expect(await following.next()).toMatchObject({
      type: 'PRODUCT_LIFECYCLE',
      catalog: CATALOG,
      subject: 'customer:1.0.0',
      detail: { from: null, to: 'PUBLISHED' },
    });
    const online = { type: 'API_ONLINE_STATE', subject: 'customerdb:1.0.0' };
    expect(await following.next()).toMatchObject({
      ...online,
      detail: { online: true, product: 'customer:1.0.0' },
    });
    const application = await world.client('Reader', ['customer:1.0.0', 'default-plan']);
    expect(await following.next()).toMatchObject({
      type: 'CREDENTIAL',
      subject: `consumers/${application.name}`,
      detail: { change: 'CREATED' },
    });
    expect(await following.next()).toMatchObject({
      type: 'SUBSCRIPTION',
      detail: { change: 'CREATED', state: 'ACTIVE', product: 'customer:1.0.0', plan: 'default-plan' },
    });
    const offline = { catalog: CATALOG, api: 'customerdb:1.0.0', online: false };
    await world.mutate('setApiOnline', offline, '{ name }');
    expect(await following.next()).toMatchObject({ ...online, detail: { online: false } });
  });

  it('tells each subscription that a supersede moves, and each that ends with its application', async () => {
    await world.lifecycle('publishProduct', { product: 'customer:1.0.0' });
    for (const title of ['Reader', 'Mover']) await world.client(title, ['customer:1.0.0', 'default-plan']);
    await world.lifecycle('stageProduct', { product: 'customer:2.0.0' });
    const following = await follow('(types: [SUBSCRIPTION])');
    await world.lifecycle('replaceProduct', {
      old: 'customer:1.0.0',
      new: 'customer:2.0.0',
      plans: [{ source: 'default-plan', target: 'default-plan' }],
    });
    const moved = [await following.next(), await following.next()];
    expect(moved.map((each) => each?.detail)).toEqual([
      expect.objectContaining({ change: 'CHANGED', product: 'customer:2.0.0' }),
      expect.objectContaining({ change: 'CHANGED', product: 'customer:2.0.0' }),
    ]);
    await world.mutate('deleteApplication', { ...catalogInput, name: 'mover' }, '');
    expect(await following.next()).toMatchObject({
      subject: 'consumers/mover',
      detail: { change: 'ENDED', product: 'customer:2.0.0', plan: 'default-plan' },
    });
  });

  it('goes on after an event that is known: none twice, none left out', async () => {
    await world.lifecycle('publishProduct', { product: 'customer:1.0.0' });
    await world.client('Reader', ['customer:1.0.0', 'default-plan']);
    const all = await world.database.prisma.event.findMany({ orderBy: { id: 'asc' } });
    const [first] = all;
    const following = await follow(`(after: "${first?.id}")`);
    const ids: (string | undefined)[] = [];
    for (const _ of all.slice(1)) ids.push((await following.next())?.id);
    expect(ids).toEqual(all.slice(1).map(({ id }) => String(id)));
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        world.mutate('createApplication', { ...catalogInput, title: `At once ${index}` }, '{ clientKey }'),
      ),
    );
    const told = [];
    while (told.length < 20) told.push(BigInt((await following.next())?.id ?? 0));
    expect(told).toEqual([...new Set(told)].sort((a, b) => (a < b ? -1 : 1)));
  });

  it('leaves nothing of a change that was refused or rehearsed', async () => {
    await world.lifecycle('publishProduct', { product: 'customer:2.0.0' });
    const before = await newest();
    await world.lifecycle('retireProduct', { product: 'customer:2.0.0', dryRun: true });
    await world.lifecycleRefused('publishProduct', { product: 'nothing:1.0.0' });
    expect(await newest()).toBe(before);
  });

  it('holds neither a client key nor a secret', async () => {
    const { clientKey, clientSecret } = await world.client('Secretive');
    const told = JSON.stringify(
      await world.database.prisma.event.findMany({ select: { subject: true, detail: true } }),
    );
    expect(told).toContain('secretive');
    for (const secret of [clientKey, clientSecret]) expect(told).not.toContain(secret);
  });

  it('tells nothing of another org', async () => {
    await world.mutate('createOrg', { title: 'Beta' });
    const following = await follow('(types: [GRAPHQL_SERVER_STATE])');
    const { prisma } = world.database;
    const beta = await prisma.org.findUniqueOrThrow({ where: { name: 'beta' } });
    const theirs = await prisma.graphQLServer.create({
      data: { orgId: beta.id, name: 'theirs', title: 'T' },
    });
    const ours = await prisma.graphQLServer.create({
      data: { orgId: world.orgId, name: 'ours', title: 'O' },
    });
    expect(await following.next()).toMatchObject({
      subject: 'ours',
      catalog: null,
      detail: { to: 'PENDING' },
    });
    await prisma.graphQLServer.update({ where: { id: theirs.id }, data: { state: 'FAILED' } });
    await prisma.graphQLServer.update({ where: { id: ours.id }, data: { state: 'READY' } });
    expect((await following.next())?.detail).toEqual({ from: 'PENDING', to: 'READY' });
    await expect((await follow('(org: "beta")')).next()).rejects.toThrow('NOT_FOUND');
  });

  it('ends when the token is revoked', async () => {
    const following = await follow();
    await world.mutate('revokeAccessToken', { org: 'acme', name: 'watcher' }, '');
    expect(await following.next()).toBeUndefined();
    await eventually(() => expect(world.deps.events.followers()).toBe(0));
  });

  it('ends when the token is revoked, though another of its name is made at once', async () => {
    const make = () =>
      world.mutate<{ token: string }>(
        'createAccessToken',
        { org: 'acme', name: 'again', role: 'VIEWER' },
        '{ token }',
      );
    await world.lifecycle('publishProduct', { product: 'customer:2.0.0' });
    const following = await follow('', (await make()).token);
    const { prisma } = world.database;
    const { id } = await prisma.accessToken.findFirstOrThrow({ where: { name: 'again' } });
    // Unseen by who follows until both are done.
    await prisma.accessToken.delete({ where: { id } });
    await make();
    await world.lifecycle('deprecateProduct', { org: 'acme', product: 'customer:2.0.0' });
    expect(await following.next()).toBeUndefined();
  });

  it('is refused to nobody, and to what is no event', async () => {
    await expect((await follow('', 'gh_unknown')).next()).rejects.toThrow('UNAUTHENTICATED');
    const developer = await world.mutate<{ token: string }>(
      'createAccessToken',
      { org: 'acme', name: 'other', role: 'VIEWER' },
      '{ token }',
    );
    await expect((await follow('(after: "x")', developer.token)).next()).rejects.toThrow('after is no event');
  });
});
