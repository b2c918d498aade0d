import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type NoticeKind, noticeKindNames } from '../../../../src/domain/events/notices.ts';
import { openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await openPages();
});
afterAll(() => world.close());
beforeEach(() => world.portal.database.prisma.notice.deleteMany());

let events = 0n;
async function tell(
  kind: NoticeKind,
  detail = {},
  {
    consumerOrg = 'consumers',
    subject = `${consumerOrg}/shop`,
  }: { consumerOrg?: string | undefined; subject?: string } = {},
) {
  const { prisma } = world.portal.database;
  const { id: consumerOrgId, catalogId } = await prisma.consumerOrg.findFirstOrThrow({
    where: { name: consumerOrg },
  });
  events += 1n;
  const at = new Date('2027-01-01T09:00:00Z');
  return prisma.notice.create({
    data: { eventId: events, catalogId, consumerOrgId, kind, subject, detail, at },
  });
}

const alert = () =>
  tell('LIMIT_ALERT', {
    share: 80,
    limit: 'daily',
    endsAt: '2027-01-02T00:00:00Z',
    product: 'customer:1.0.0',
    plan: 'gold',
  });
const retired = (consumerOrg?: string, subject = 'orders:1.0.0') =>
  tell('PRODUCT_RETIRED', { sunsetAt: null, successor: null }, { consumerOrg, subject });

describe('the inbox', () => {
  it('shows what the organization was told, the newest first, with the number of what the person has not read', async () => {
    await alert();
    await retired();
    await retired('others', 'canary:1.0.0');
    const carol = await world.signedIn('carol');
    const page = await carol.get('/notices');
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/orders:1\.0\.0 is retired New .*shop has used 80% of a limit New/);
    expect(page.text).not.toContain('canary');
    expect(page.html).toMatch(/class="count">2<span/);
    expect((await carol.get('/account')).html, 'on every page').toMatch(/class="count">2<span/);
  });

  it('leads to what a notice is about, and marks it as read for this person alone', async () => {
    const { id } = await alert();
    const carol = await world.signedIn('carol');
    const { status, location } = await carol.post('/notices/open', {
      id: String(id),
      path: '/applications/shop/usage',
    });
    expect([status, location]).toEqual([303, '/applications/shop/usage']);
    expect((await carol.get('/notices')).html).not.toContain('class="count"');
    const erin = await world.signedIn('erin');
    expect((await erin.get('/notices')).html).toMatch(/class="count">1<span/);
  });

  it('leads nowhere else', async () => {
    const { id } = await alert();
    const carol = await world.signedIn('carol');
    const { location } = await carol.post('/notices/open', { id: String(id), path: '//evil.example/' });
    expect(location).toBe('/');
  });

  it('is filtered by what is unread, and by kind', async () => {
    const { id } = await alert();
    await retired();
    const carol = await world.signedIn('carol');
    await carol.post('/notices', { id: String(id), read: 'yes' });
    const unread = (await carol.get('/notices?show=unread')).text;
    expect(unread).toContain('orders:1.0.0 is retired');
    expect(unread).not.toContain('shop has used');
    const alerts = (await carol.get('/notices?kind=LIMIT_ALERT')).text;
    expect(alerts).toContain('shop has used');
    expect(alerts).not.toContain('is retired');
    expect((await carol.get('/notices?kind=API_CHANGED')).text).toContain('No notices match');
  });

  it('marks all as read, and one as unread again', async () => {
    const { id } = await alert();
    await retired();
    const carol = await world.signedIn('carol');
    await carol.post('/notices');
    expect((await carol.get('/notices')).text).not.toContain('Mark as read');
    await carol.post('/notices', { id: String(id), read: 'no' });
    expect((await carol.get('/notices')).html).toMatch(/class="count">1<span/);
  });

  it('is in German for who reads German', async () => {
    await retired();
    const carol = await world.signedIn('carol', 'de');
    expect((await carol.get('/notices')).text).toContain('orders:1.0.0 ist eingestellt');
  });

  it.each([
    ['en', 'shop has used 80% of a limit', 'Gold of Customer 1.0.0 allows'],
    ['de', 'shop hat 80 % eines Limits verbraucht', 'was der Plan Gold von Customer 1.0.0 erlaubt'],
    ['fr', 'shop a utilisé 80 % d’une limite', 'Gold de Customer 1.0.0'],
  ] as const)(
    'calls what it is about by titles, and not by names of the API: %s',
    async (language, subject, text) => {
      await alert();
      const carol = await world.signedIn('carol', language);
      expect((await carol.get('/notices')).text, 'what is not there has no title').toContain(
        'customer:1.0.0',
      );
      await world.portal.product({ plans: [{ name: 'gold', title: 'Gold' }] });
      onTestFinished(async () => {
        await world.portal.database.prisma.catalogProduct.deleteMany();
      });
      const page = (await carol.get('/notices')).text;
      expect(page).toContain(subject);
      expect(page).toContain(text);
    },
  );

  it('says that there is none, and is shown to nobody who is not signed in', async () => {
    const carol = await world.signedIn('carol');
    expect((await carol.get('/notices')).text).toContain('No notices');
    expect((await world.browser().get('/notices')).location).toMatch(/^\/sign-in\?/);
  });

  it('words every kind', async () => {
    for (const kind of noticeKindNames)
      await tell(kind, {
        added: [],
        removed: [],
        changed: [],
        title: 'A message',
        text: 'Of the provider.',
        endsAt: '2027-01-02T00:00:00Z',
        sunsetAt: '2027-01-02T00:00:00Z',
        since: '2027-01-02T00:00:00Z',
        id: 'one',
      });
    const erin = await world.signedIn('erin');
    const { status, text } = await erin.get('/notices');
    expect(status).toBe(200);
    expect(text).not.toContain('null');
  });
});

describe('a message of the provider', () => {
  it('is read as Markdown, and acknowledged once for the organization, by name', async () => {
    const { prisma } = world.portal.database;
    const { id: campaignId } = await prisma.campaign.create({
      data: {
        catalogId: world.portal.catalogId,
        productId: crypto.randomUUID(),
        product: 'customer:1.0.0',
        title: 'Prices change',
        text: 'From **May** on.',
        asksAcknowledgement: true,
        sentBy: 'user:vera@acme.example',
        sentAt: new Date(),
      },
    });
    const detail = { title: 'Prices change', text: 'From **May** on.', asksAcknowledgement: true };
    const { id } = await tell('MESSAGE', detail, { subject: 'customer:1.0.0' });
    await prisma.notice.update({ where: { id }, data: { campaignId } });
    const carol = await world.signedIn('carol');
    const { html } = await carol.get('/notices');
    expect(html).toContain('From <strong>May</strong> on.');
    expect(html).toContain('Acknowledge');
    const { status } = await carol.post('/notices/acknowledge', { id: String(id) });
    expect(status).toBe(303);
    const erin = await world.signedIn('erin');
    await erin.post('/notices/acknowledge', { id: String(id) });
    expect((await erin.get('/notices')).text).toContain('Acknowledged by carol on');
    const dave = await world.portal.signIn('dave');
    const stranger = 'mutation ($id: ID!) { acknowledgeNotice(id: $id) { id } }';
    expect(await dave.refused(stranger, { id: String(id) })).toMatchObject({
      code: 'NOT_FOUND',
      path: ['id'],
    });
  });
});

describe('the portal API', () => {
  const NOTICES =
    '{ notices { title(language: de) text url isRead } noticeCount viewer { unreadNoticeCount } }';

  it('reads notices in a language, and marks them', async () => {
    await retired();
    const carol = await world.portal.signIn('carol');
    expect(await carol.run(NOTICES)).toMatchObject({
      notices: [
        {
          title: 'orders:1.0.0 ist eingestellt',
          url: 'http://control.test/portal/acme/sandbox/subscriptions',
          isRead: false,
        },
      ],
      noticeCount: 1,
      viewer: { unreadNoticeCount: 1 },
    });
    expect(await carol.run('mutation { markNoticesRead }')).toEqual({ markNoticesRead: 1 });
    expect(await carol.run('mutation { markNoticesRead }')).toEqual({ markNoticesRead: 0 });
  });

  it('marks nothing of others, and shows nothing to who is not signed in', async () => {
    const { id } = await retired('others', 'canary:1.0.0');
    const carol = await world.portal.signIn('carol');
    const marked = await carol.run('mutation ($ids: [ID!]) { markNoticesRead(ids: $ids) }', {
      ids: [String(id), 'x'],
    });
    expect(marked).toEqual({ markNoticesRead: 0 });
    expect(await world.portal.refused('{ notices { id } }')).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
