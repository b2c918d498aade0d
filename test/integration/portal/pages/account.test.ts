import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allByRole, byRole, fieldOf, hiddenOf, hrefsOf } from '../../../support/page-elements.ts';
import { openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
beforeEach(async () => {
  world = await openPages();
});
afterEach(() => world.close());

const sessionsOf = (username: string) =>
  world.portal.database.prisma.portalSession.count({ where: { member: { username } } });

describe('the account page', () => {
  it('asks to sign in', async () => {
    expect(await world.browser().get('/account')).toMatchObject({
      status: 303,
      location: '/sign-in?returnTo=%2Fportal%2Facme%2Fsandbox%2Faccount',
    });
  });

  it('tells who is signed in, and where', async () => {
    await world.portal.database.prisma.member.updateMany({
      where: { username: 'erin' },
      data: { email: 'erin@example.com' },
    });
    await world.signedIn('erin');
    const { status, text, html } = await (await world.signedIn('erin')).get('/account');
    expect(status).toBe(200);
    expect(text).toContain('Username erin Organization consumers');
    expect(html).toContain('value="erin@example.com"');
    expect(text.match(/Since 1 Jan 2027, 10:00 UTC/g)).toHaveLength(2);
    expect(text.match(/UTC Here/g)).toHaveLength(1);
  });

  it('signs out at one other place, and at all others', async () => {
    const [here, there] = [await world.signedIn('dave'), await world.signedIn('dave')];
    const [, id] = /name="id" value="([^"]+)"/.exec((await here.get('/account')).html) ?? [];
    const ended = await here.post('/account/end-session', { id: id ?? '' });
    expect([ended.status, ended.location]).toEqual([303, '/account?done=sessionsEnded']);
    expect((await there.get('/account')).status).toBe(303);
    expect((await here.post('/account/end-session', { id: id ?? '' })).status).toBe(404);
    await world.signedIn('dave');
    expect((await here.post('/account/sign-out-elsewhere')).status).toBe(303);
    expect(await sessionsOf('dave')).toBe(1);
    await here.post('/account/sign-out-everywhere');
  });

  it('gives a person her data as a file, without a secret', async () => {
    const erin = await world.signedIn('erin');
    const { status, html } = await erin.get('/account/data.json');
    expect([status, JSON.parse(html)]).toEqual([
      200,
      expect.objectContaining({
        username: 'erin',
        consumerOrgs: [expect.objectContaining({ name: 'consumers', role: 'DEVELOPER', activities: [] })],
      }),
    ]);
    expect(html).not.toMatch(/hash|token/i);
  });

  it('signs out everywhere, here too', async () => {
    const [here, there] = [await world.signedIn('dave'), await world.signedIn('dave')];
    const { status, location } = await here.post('/account/sign-out-everywhere');
    expect({ status, location }).toEqual({ status: 303, location: '/sign-in' });
    expect(await sessionsOf('dave')).toBe(0);
    for (const browser of [here, there]) expect((await browser.get('/account')).status).toBe(303);
  });
});

describe('changing the password', () => {
  it('is refused beside the field at fault', async () => {
    const carol = await world.signedIn('carol');
    const wrong = await carol.post('/account/password', {
      currentPassword: 'not it',
      newPassword: 'another password',
    });
    expect(wrong.status).toBe(401);
    expect(fieldOf(wrong, 'Current password').error).toMatch(/^The present password is wrong\./);
    const short = await carol.post('/account/password', {
      currentPassword: 'carol-password',
      newPassword: 'short',
    });
    expect(short.status).toBe(400);
    expect(fieldOf(short, 'New password').error).toBeDefined();
    expect(short.html).not.toContain('carol-password');
    await world.signedIn('carol');
  });

  it('replaces it, stays signed in, and ends all other sessions', async () => {
    const [here, there] = [await world.signedIn('carol'), await world.signedIn('carol')];
    const { status, location } = await here.post('/account/password', {
      currentPassword: 'carol-password',
      newPassword: 'another password',
    });
    expect({ status, location }).toEqual({ status: 303, location: '/account?done=passwordChanged' });
    expect((await here.get('/account?done=passwordChanged')).text).toContain(
      'The new password holds from now on.',
    );
    expect((await there.get('/account')).status).toBe(303);
    await expect(world.signedIn('carol')).rejects.toThrow('carol could not sign in');
    const again = await world.browser().post('/sign-in', { username: 'carol', password: 'another password' });
    expect(again.status).toBe(303);
  });
});

describe('signing up', () => {
  const newcomer = {
    consumerOrgTitle: 'Newcomers',
    username: 'nina',
    email: 'nina@example.com',
    password: 'nina-password',
  };
  const members = () => world.portal.database.prisma.member.count();
  const allowSignUp = () =>
    world.portal.database.prisma.catalog.update({
      where: { id: world.portal.catalogId },
      data: { selfServiceSignUp: true },
    });

  it('is not offered where the catalog does not allow it', async () => {
    const before = await members();
    for (const page of [
      await world.browser().get('/sign-up'),
      await world.browser().post('/sign-up', newcomer),
    ]) {
      expect(page.status).toBe(403);
      expect(page.text).toContain('Ask its provider for one.');
      expect(allByRole(byRole(page, 'main'), 'textbox')).toEqual([]);
    }
    expect(await members()).toBe(before);
  });

  it('is offered where it does; refusals stand beside their fields, and what was typed stays', async () => {
    await allowSignUp();
    const browser = world.browser();
    expect(hrefsOf(await browser.get('/sign-in'), 'Create an account')).toEqual([
      '/portal/acme/sandbox/sign-up',
    ]);
    expect(await browser.get('/sign-up')).toMatchObject({ status: 200 });
    const before = await members();
    const short = await browser.post('/sign-up', { ...newcomer, password: 'short' });
    expect(short.status).toBe(400);
    expect(fieldOf(short, 'Password').error).toBeDefined();
    expect(fieldOf(short, 'Organization').value).toBe('Newcomers');
    expect(fieldOf(short, 'Password').value).toBe('');
    const taken = await browser.post('/sign-up', { ...newcomer, username: 'erin' });
    expect(taken.status).toBe(409);
    expect(fieldOf(taken, 'Username').error).toBeDefined();
    expect(await members()).toBe(before);
  });

  it('makes an account, and signs in', async () => {
    await allowSignUp();
    const browser = world.browser();
    const { status, location } = await browser.post('/sign-up', newcomer);
    expect(status).toBe(303);
    expect(await browser.get(location ?? '')).toMatchObject({ status: 303, location: '/' });
    const { text, html } = await browser.get('/account');
    expect(text).toContain('Username nina');
    expect(html).toContain('value="nina@example.com"');
    expect(await browser.get('/sign-up')).toMatchObject({ status: 303, location: '/' });
  });

  it('leads back to the page that asked for a sign-in, through a refusal too, and to no foreign one', async () => {
    await allowSignUp();
    const browser = world.browser();
    const { location: signIn } = await browser.get('/account');
    const [signUp = ''] = hrefsOf(await browser.get(signIn ?? ''), 'Create an account');
    const returnTo = '/portal/acme/sandbox/account';
    const oscar = { ...newcomer, consumerOrgTitle: 'Oscars', username: 'oscar', email: 'oscar@example.com' };
    for (const page of [
      await browser.get(signUp.replace('/portal/acme/sandbox', '')),
      await browser.post('/sign-up', { ...oscar, returnTo, password: 'short' }),
    ])
      expect(hiddenOf(page, 'returnTo')).toContain(returnTo);
    const foreign = await browser.get('/sign-up?returnTo=https://evil.example/');
    expect(hiddenOf(foreign, 'returnTo')).toContain('/portal/acme/sandbox/');
    const made = await browser.post('/sign-up', { ...oscar, returnTo });
    expect(await browser.get(made.location ?? '')).toMatchObject({ status: 303, location: '/account' });
  });
});
