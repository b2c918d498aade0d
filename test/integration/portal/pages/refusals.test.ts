import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, type Fields, openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
let nobody: Browser;
let carol: Browser;
beforeAll(async () => {
  world = await openPages();
  const { database, catalogId } = world.portal;
  await database.prisma.catalog.update({ where: { id: catalogId }, data: { selfServiceSignUp: true } });
  await world.portal.product();
  await world.portal.product({ name: 'closed', subscribability: 'DISABLED' });
  nobody = world.browser('de');
  carol = await world.signedIn('carol', 'de');
  await carol.post('/applications', { title: 'Laden', redirectUris: '' });
  await carol.post('/products/customer:1.0.0/subscribe', { plan: 'default-plan', application: 'laden' });
});
afterAll(() => world.close());

const newcomer = {
  consumerOrgTitle: 'Neue',
  username: 'nora',
  email: 'nora@example.com',
  password: 'nora-password',
};
const CHANGE = '/account/password';
const SUBSCRIBE = '/products/customer:1.0.0/subscribe';

type Mistake = readonly [what: string, path: string, fields: Fields, said: string];

async function expectTold(browser: Browser, [, path, fields, said]: Mistake) {
  const { status, text } = await browser.post(path, fields);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(text).toContain(said);
}

describe('who reads German is told in German', () => {
  const signUp = (change: Partial<typeof newcomer>) => ({ ...newcomer, ...change });
  it.each<Mistake>([
    ['a wrong password', '/sign-in', { username: 'carol', password: 'x' }, 'oder das Passwort ist falsch.'],
    ['a taken username', '/sign-up', signUp({ username: 'carol' }), 'hat schon jemand: Wählen Sie'],
    ['a blank username', '/sign-up', signUp({ username: ' ' }), 'Ein Benutzername hat 1 bis 200 Zeichen'],
    ['a short password', '/sign-up', signUp({ password: 'kurz' }), 'Ein Passwort hat 8 bis 256 Zeichen.'],
    ['no address', '/sign-up', signUp({ email: 'nora' }), 'Das ist keine E-Mail-Adresse'],
    ['a taken organization', '/sign-up', signUp({ consumerOrgTitle: 'Others' }), 'heißt hier schon so'],
    [
      'no organization',
      '/sign-up',
      signUp({ consumerOrgTitle: '' }),
      'Der Name einer Organisation hat 1 bis',
    ],
  ])('%s', (...mistake) => expectTold(nobody, mistake));

  it.each<Mistake>([
    [
      'a wrong present password',
      CHANGE,
      { currentPassword: 'x', newPassword: 'long-enough' },
      'Das bisherige',
    ],
    ['a short new one', CHANGE, { currentPassword: 'x', newPassword: 'kurz' }, 'Ein Passwort hat 8 bis 256'],
    ['an application that there is', '/applications', { title: 'laden' }, 'schon eine Anwendung mit diesem'],
    ['one without a name', '/applications', { title: ' ' }, 'Ein Name hat 1 bis 200 Zeichen'],
    [
      'a wrong redirect URI',
      '/applications',
      { title: 'Neu', redirectUris: 'https://a.test/\nhttp://b.test/' },
      'Die 2. Redirect-URI geht nicht: Sie beginnt mit https://',
    ],
    [
      'a second subscription',
      SUBSCRIBE,
      { plan: 'default-plan', application: 'laden' },
      'hat dieses Produkt schon',
    ],
    ['a plan that is gone', SUBSCRIBE, { plan: 'gone', application: 'laden' }, 'oder nicht mehr: Laden Sie'],
    [
      'a closed product',
      '/products/closed:1.0.0/subscribe',
      { plan: 'default-plan', application: 'laden' },
      'keine neuen Abonnements',
    ],
  ])('%s', (...mistake) => expectTold(carol, mistake));

  it('too many attempts, with the time to wait', async () => {
    const guess = { username: 'dave', password: 'falsch' };
    let page = await nobody.post('/sign-in', guess);
    for (let tries = 1; page.status !== 429 && tries < 100; tries += 1)
      page = await nobody.post('/sign-in', guess);
    expect(page.text).toContain('zu viele Versuche: Versuchen Sie es in 5 Sekunden noch einmal.');
  });
});
