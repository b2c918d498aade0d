import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Assets } from '../../../../src/ui/kit/assets.ts';
import { fieldOf, hiddenOf, titleOf } from '../../../support/page-elements.ts';
import { passwordOf } from '../../../support/portal.ts';
import { openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await openPages();
});
afterAll(() => world.close());

const carol = { username: 'carol', password: passwordOf('carol') };

describe('the sign-in page', () => {
  it('keeps the session in a cookie of this host alone, which no script reads', async () => {
    const page = await world.browser().post('/sign-in', carol);
    expect(page.status).toBe(303);
    const [session = '', device = '', another] = page.headers.getSetCookie();
    expect(another).toBeUndefined();
    expect(session).toMatch(/^__Host-portal\.acme\.sandbox=ps_[\w-]+;.* Expires=/);
    expect(device).toMatch(/^__Host-portal\.acme\.sandbox\.device=dv_[\w.-]+; Max-Age=31536000;/);
    for (const cookie of [session, device]) {
      for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
        expect(cookie).toContain(attribute);
      expect(cookie).not.toContain('Domain');
    }
  });

  it('tells a wrong password and an unknown name apart in nothing, and keeps what was typed', async () => {
    const wrong = await world.browser().post('/sign-in', { ...carol, password: 'wrong-password' });
    const unknown = await world
      .browser()
      .post('/sign-in', { username: 'nobody', password: 'wrong-password' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.text).toContain('The username or the password is wrong.');
    expect(unknown.text).toBe(wrong.text);
    expect(titleOf(wrong)).toBe('Error: Sign in · sandbox');
    expect(fieldOf(wrong, 'Username').value).toBe('carol');
    expect(wrong.html).not.toContain('wrong-password');
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  it('says when to come back where too many have tried', async () => {
    const guess = () => world.browser().post('/sign-in', { username: 'dave', password: 'wrong-password' });
    let page = await guess();
    for (let tries = 1; page.status !== 429 && tries < 100; tries += 1) page = await guess();
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '5']);
    expect(page.text).toContain('There were too many attempts: try again in 5 seconds.');
  });

  it('sends somebody who is not signed in here, and back to where they wanted to go', async () => {
    const browser = world.browser();
    const away = await browser.get('/subscriptions');
    expect(away.status).toBe(303);
    expect(away.location).toBe('/sign-in?returnTo=%2Fportal%2Facme%2Fsandbox%2Fsubscriptions');
    const done = await browser.post('/sign-in', { ...carol, returnTo: '/portal/acme/sandbox/subscriptions' });
    const back = await browser.get(done.location ?? '');
    expect(back.location).toBe('/subscriptions');
  });

  it('leads who sent a form after the session had ended back to it, and says that it was in vain', async () => {
    const browser = await world.signedIn('carol');
    await browser.get('/applications?page=1');
    await world.portal.database.prisma.portalSession.deleteMany({ where: { member: { username: 'carol' } } });
    const { location = '' } = await browser.post('/applications', { title: 'In vain' });
    const page = '/portal/acme/sandbox/applications?page=1';
    expect(location).toBe(`/sign-in?returnTo=${encodeURIComponent(page)}&ended`);
    const shown = await browser.get(location);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain(
      'Your session has ended, and what you sent was not kept: sign in, and send it again.',
    );
    expect(hiddenOf(shown, 'returnTo')).toContain(page);
    expect(await world.portal.database.prisma.application.count({ where: { title: 'In vain' } })).toBe(0);
  });

  it.each([
    'https://evil.test/',
    '//evil.test/',
    '/portal/acme/sandbox//evil.test',
    '/portal/acme/sandbox/\\evil.test',
    '/portal/acme/preview/',
    '/portal/acme/sandbox/../preview/',
    '/portal/acme/sandbox/%2e%2E/preview/',
    '/portal/acme/sandbox/\0',
    '/portal/acme/sandbox/\nx',
  ])('leads nobody out of the portal: %j', async (returnTo) => {
    const browser = await world.signedIn('carol');
    const { location } = await browser.get(`/sign-in?returnTo=${encodeURIComponent(returnTo)}`);
    expect(location).toBe('/');
  });

  it('says who gives a new password to somebody who has forgotten hers', async () => {
    const { text } = await world.browser().get('/sign-in');
    expect(text).toContain(
      'Forgot your password? The provider of this portal gives you a link to choose a new one.',
    );
  });

  it('says so when the browser did not keep the cookie', async () => {
    const { text, status } = await world.browser().get('/sign-in?signedIn');
    expect(status).toBe(200);
    expect(text).toContain('Your browser did not keep the session.');
  });

  it('ends the session itself at sign-out, not only the cookie', async () => {
    const browser = await world.signedIn('erin');
    expect((await browser.get('/subscriptions')).status).toBe(200);
    const out = await browser.post('/sign-out');
    expect(out.location).toBe('/');
    expect(out.headers.getSetCookie().join()).toMatch(/__Host-portal\.acme\.sandbox=;.*Max-Age=0/);
    expect((await browser.get('/subscriptions')).status).toBe(303);
    const { prisma } = world.portal.database;
    expect(await prisma.portalSession.count({ where: { member: { username: 'erin' } } })).toBe(0);
  });
});

describe('every form of the portal', () => {
  it.each(['/sign-in', '/sign-out', '/applications', '/language', '/account/password'])(
    'is refused from a page of another origin: %s',
    async (path) => {
      const browser = await world.signedIn('carol');
      const { status } = await browser.post(
        path,
        { ...carol, title: 'Forged', language: 'de' },
        'https://evil.test',
      );
      expect(status).toBe(403);
      expect((await browser.get('/subscriptions')).status).toBe(200);
      expect(await world.portal.database.prisma.application.count({ where: { title: 'Forged' } })).toBe(0);
    },
  );

  it('is refused where it is larger than a form is', async () => {
    const { status } = await world.browser().post('/sign-in', { username: 'x'.repeat(200_000) });
    expect(status).toBe(413);
  });
});

describe('every page of the portal', () => {
  it('tells the operator of a fault of its own, and the person no more than that there was one', async () => {
    const fault = new Error('The disk is full.');
    const faults: unknown[] = [];
    class BrokenOnce extends Assets {
      override url(name: string): string {
        if (faults.length === 0) throw fault;
        return super.url(name);
      }
    }
    const broken = await openPages({
      assets: new BrokenOnce(),
      onFault: (each) => void faults.push(each),
    });
    const { status, text } = await broken.browser().get('/');
    await broken.close();
    expect(faults).toEqual([fault]);
    expect([status, text]).toEqual([500, expect.stringContaining('Something went wrong on our side.')]);
    expect(text).not.toContain(fault.message);
  });

  it('is kept by no cache, framed by nobody, and runs nothing inline', async () => {
    const { headers, html } = await world.browser().get('/');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/);
  });

  it.each([
    '/nothing',
    '/products/nothing:1.0.0',
    '/products/what',
    '/apis/a:1.0.0/b:1.0.0/reference',
    '/brand.css',
  ])('is a page that says so where there is none: %s', async (path) => {
    const { status, headers } = await world.browser().get(path);
    expect(status).toBe(404);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
  });
});
