import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endMailUrl } from '../../../src/control-plane/consumer/mail-link.ts';
import { openPages, type PagesWorld } from '../../support/portal-pages.ts';

let world: PagesWorld;
let memberId: string;
beforeAll(async () => {
  world = await openPages();
  const { prisma } = world.portal.database;
  const { id } = await prisma.member.findFirstOrThrow({ where: { username: 'carol' } });
  memberId = id;
});
afterAll(() => world.close());
beforeEach(() => set({ noticesByMail: true, email: 'consumer@example.com' }));

const set = (data: { noticesByMail?: boolean; email?: string | null }) =>
  world.portal.database.prisma.member.update({ where: { id: memberId }, data });
const isWanted = async () =>
  (await world.portal.database.prisma.member.findUniqueOrThrow({ where: { id: memberId } })).noticesByMail;
const link = (member = memberId) => endMailUrl(world.portal.deps.secrets, '', member);

describe('the link of a mail', () => {
  it('ends the notices without a sign-in, after a button', async () => {
    const browser = world.browser();
    const page = await browser.get(link());
    expect(page.status).toBe(200);
    expect(page.text).toContain('No more notices by mail?');
    expect(await isWanted(), 'a program that looks at links ends nothing').toBe(true);
    const done = await browser.post(link());
    expect(done.status).toBe(200);
    expect(done.text).toContain('You get no more notices by mail.');
    expect(await isWanted()).toBe(false);
  });

  it('is taken from mail programs, which send the form from no page (RFC 8058)', async () => {
    const done = await world.browser().post(link(), { 'List-Unsubscribe': 'One-Click' }, '');
    expect(done.status).toBe(200);
    expect(await isWanted()).toBe(false);
  });

  it.each([
    ['another member', (own: string) => own.replace(/member=[^&]+/, `member=${crypto.randomUUID()}`)],
    ['another proof', (own: string) => own.replace(/proof=./, 'proof=!')],
    ['no proof', (own: string) => own.replace(/&proof=.*/, '')],
  ])('with %s ends nothing, and says where to change it', async (_, changed) => {
    const page = await world.browser().post(changed(link()));
    expect(page.status).toBe(404);
    expect(page.text).toContain('The link is not good any more: sign in, and change it in your account.');
    expect(await isWanted()).toBe(true);
  });

  it('is no way past the origin of other forms', async () => {
    const browser = await world.signedIn('carol');
    const { status } = await browser.post('/account/notices', { wanted: 'no' }, 'https://evil.example');
    expect(status).toBe(403);
    expect(await isWanted()).toBe(true);
  });
});

describe('the account', () => {
  it('ends and begins the notices by mail', async () => {
    const browser = await world.signedIn('carol');
    expect((await browser.get('/account')).text).toContain('Notices by mail');
    const { status, location } = await browser.post('/account/notices', { wanted: 'no' });
    expect([status, location]).toEqual([303, '/account?done=saved']);
    expect(await isWanted()).toBe(false);
    expect((await browser.get('/account')).text).toContain('You get no notices by mail.');
    await browser.post('/account/notices', { wanted: 'yes' });
    expect(await isWanted()).toBe(true);
  });

  it('asks nothing of a person without an email address', async () => {
    await set({ email: null });
    const browser = await world.signedIn('carol', 'de');
    expect((await browser.get('/account')).text).not.toContain('E-Mail');
  });
});
