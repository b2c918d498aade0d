import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hrefsOf } from '../../../support/page-elements.ts';
import { openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await openPages();
  const carol = await world.portal.signIn('carol');
  await carol.run('mutation { createApplication(title: "Shop") { clientKey } }');
});
afterAll(() => world.close());

describe('the page of quotas', () => {
  it('asks to sign in', async () => {
    for (const path of ['/quotas', '/applications/shop/quotas'])
      expect(await world.browser().get(path)).toMatchObject({
        status: 303,
        location: `/sign-in?returnTo=${encodeURIComponent(`/portal/acme/sandbox${path}`)}`,
      });
  });

  it('is a link away from the account, the applications, and each of them', async () => {
    const carol = await world.signedIn('carol');
    for (const path of ['/account', '/applications'])
      expect(hrefsOf(await carol.get(path), 'Quotas of your organization')).toEqual([
        '/portal/acme/sandbox/quotas',
      ]);
    expect(hrefsOf(await carol.get('/applications/shop'), 'Quotas of Shop')).toEqual([
      '/portal/acme/sandbox/applications/shop/quotas',
    ]);
  });

  it('tells what the organization and the person have of what they may have', async () => {
    const { status, text } = await (await world.signedIn('carol')).get('/quotas');
    expect(status).toBe(200);
    expect(text).toMatch(/Your organization People 2 of 100 used .* Applications 1 of 50 used /);
    expect(text).toMatch(/You Sessions \d of 20 used /);
    expect(text).toMatch(/Each of your applications .* Client keys Up to 10 .* Subscriptions Up to 100 /);
    expect(text).not.toMatch(/Nearly full|Full/);
  });

  it('tells what an application has, and nothing of those of others', async () => {
    const path = '/applications/shop/quotas';
    const { text } = await (await world.signedIn('carol')).get(path);
    expect(text).toMatch(
      /Quotas of Shop .* This application Client keys 1 of 10 used .* API keys 0 of 50 used /,
    );
    expect(text).not.toContain('People 2');
    expect((await (await world.signedIn('dave')).get(path)).status).toBe(404);
  });

  it('says in words what is nearly full and what is full, in the language of the reader', async () => {
    const { orgId, database, signIn } = world.portal;
    const dave = await signIn('dave');
    for (let count = 1; count <= 4; count += 1)
      await dave.run('mutation ($title: String!) { createApplication(title: $title) { clientKey } }', {
        title: `App ${count}`,
      });
    onTestFinished(async () => void (await database.prisma.quota.deleteMany()));
    const limits = { MEMBERS: 1, APPLICATIONS: 5, CREDENTIALS: 0 };
    await database.prisma.quota.createMany({
      data: Object.entries(limits).map(([resource, limit]) => ({ orgId, resource, limit })),
    });
    const english = await world.signedIn('dave');
    expect((await english.get('/quotas')).text).toMatch(
      /People Full 1 of 1 used .* Applications Nearly full 4 of 5 used .* Event streams 0 of 20 used/,
    );
    expect((await english.get('/applications/app-1/quotas')).text).toContain('Client keys Full 1 of 0 used');
    const german = await world.signedIn('dave', 'de');
    expect((await german.get('/quotas')).text).toMatch(
      /Personen Voll 1 von 1 belegt .* Anwendungen Fast voll 4 von 5 belegt /,
    );
  });
});
