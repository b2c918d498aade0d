import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endMailUrl } from '../../../src/control-plane/consumer/mail-link.ts';
import { passwordOf } from '../../support/portal.ts';
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
const stored = () =>
  world.portal.database.prisma.member.findUniqueOrThrow({
    where: { id: memberId },
    select: { email: true, noticesByMail: true },
  });
const isWanted = async () => (await stored()).noticesByMail;
const link = (member = memberId) => endMailUrl(world.portal.deps.secrets, '', member);

describe('the link of a mail', () => {
  it('ends the notices without a sign-in, after a button', async () => {
    const browser = world.browser();
    const page = await browser.get(link());
    expect(page.status).toBe(200);
    expect(page.text).toContain('Stop notices by mail?');
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
    const { status } = await browser.post('/account/mail', { email: '' }, 'https://evil.example');
    expect(status).toBe(403);
    expect(await isWanted()).toBe(true);
  });
});

describe('the account', () => {
  it('has the email address and the choice of notices, which the person changes', async () => {
    const browser = await world.signedIn('carol');
    expect((await browser.get('/account')).html).toMatch(/name="wanted"[^>]* checked/);
    const { status, location } = await browser.post('/account/mail', {
      email: ' carol@new.example ',
      currentPassword: passwordOf('carol'),
    });
    expect([status, location]).toEqual([303, '/account?done=saved']);
    expect(await stored()).toEqual({ email: 'carol@new.example', noticesByMail: false });
    await browser.post('/account/mail', { email: '', wanted: 'yes', currentPassword: passwordOf('carol') });
    expect(await stored()).toEqual({ email: null, noticesByMail: true });
  });

  it('says beside the field what is wrong with an address, and keeps what was typed', async () => {
    const browser = await world.signedIn('carol');
    const page = await browser.post('/account/mail', { email: 'nobody', wanted: 'yes' });
    expect(page.status).toBe(400);
    expect(page.text).toContain('The email is no address: it has the form name@host.');
    expect(page.html).toContain('value="nobody"');
    expect(await stored()).toMatchObject({ email: 'consumer@example.com' });
  });

  it('is changed in part by the portal API, and by nobody who is not signed in', async () => {
    const carol = await world.portal.signIn('carol');
    await carol.run('mutation { updateAccount(noticesByMail: false) { username } }');
    expect(await stored()).toEqual({ email: 'consumer@example.com', noticesByMail: false });
    await carol.run(
      `mutation { updateAccount(email: null, currentPassword: "${passwordOf('carol')}") { email } }`,
    );
    expect(await stored()).toEqual({ email: null, noticesByMail: false });
    expect(await world.portal.refused('mutation { updateAccount(email: null) { email } }')).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });
});
