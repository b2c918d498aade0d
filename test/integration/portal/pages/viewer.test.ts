import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
/** A developer, and a viewer of the same organization. */
let [developer, viewer]: Browser[] = [];
/** The pages with what a developer may change, by a word of that. */
let pages: readonly (readonly [path: string, control: string])[];
beforeAll(async () => {
  world = await openPages();
  const { prisma } = world.portal.database;
  await world.portal.product({ name: 'customer', title: 'Customer' });
  developer = await world.signedIn('carol');
  await developer.post('/applications', { title: 'Shared', redirectUris: '' });
  await developer.post('/products/customer:1.0.0/subscribe', { plan: 'default-plan', application: 'shared' });
  const { id } = await prisma.subscription.findFirstOrThrow({ where: { application: { name: 'shared' } } });
  await prisma.member.updateMany({ where: { username: 'erin' }, data: { role: 'VIEWER' } });
  viewer = await world.signedIn('erin');
  pages = [
    ['/applications', 'Create an application'],
    ['/applications/shared', 'Create an API key'],
    ['/applications/shared', 'Register the certificate'],
    ['/applications/shared', 'Replace the secret'],
    ['/applications/shared', 'Another client key'],
    ['/applications/shared', 'Settings'],
    [`/subscriptions/${id}`, 'End this subscription'],
    ['/products/customer:1.0.0', 'Subscribe another application'],
  ];
});
afterAll(() => world.close());

it('a viewer sees what the organization has, and nothing that changes it', async () => {
  for (const [path, control] of pages) {
    const [changeable, readable] = [await developer?.get(path), await viewer?.get(path)];
    expect([path, changeable?.status, readable?.status]).toEqual([path, 200, 200]);
    expect(changeable?.text).toContain(control);
    expect(readable?.text).not.toContain(control);
  }
  expect((await viewer?.get('/applications/shared'))?.text).toContain('Customer 1.0.0');
});

it('what a viewer sends all the same is refused, and changes nothing', async () => {
  const refused = await viewer?.post('/applications/shared/credentials', { title: 'Mine' });
  expect(refused?.status).toBe(403);
  expect(refused?.text).toContain('This needs the role DEVELOPER in your organization, and yours is VIEWER');
  expect(await world.portal.database.prisma.credential.count({ where: { title: 'Mine' } })).toBe(0);
});

it('a viewer sees of a client key only how it begins: in the API, on pages, in examples and in Markdown', async () => {
  const { prisma } = world.portal.database;
  const { id, clientKey } = await prisma.credential.findFirstOrThrow();
  // A secret that ends soon has a notice of its own.
  const data = { noticedDays: 7, secretExpiresAt: new Date('2027-01-05T10:00:00Z') };
  await prisma.credential.update({ where: { id }, data });
  const QUERY = '{ viewer { consumerOrg { applications { credentials { clientKey } } } } }';
  const [whole, begun] = await Promise.all(
    ['carol', 'erin'].map(async (name) => (await (await world.portal.signIn(name)).send(QUERY)).text),
  );
  expect(whole).toContain(clientKey);
  expect(begun).toContain(`"${clientKey.slice(0, 7)}…"`);
  expect(begun).not.toContain(clientKey);
  const product = '/products/customer:1.0.0';
  const seen = [product, `${product}.md`, '/applications/shared', '/account/data.json'];
  for (const path of seen) {
    const page = await viewer?.get(path);
    expect([path, page?.status, page?.html.includes(clientKey)]).toEqual([path, 200, false]);
  }
  expect((await developer?.get(product))?.html).toContain(clientKey);
  expect((await viewer?.get('/applications/shared'))?.text).toContain(`${clientKey.slice(0, 7)}…`);
  expect((await viewer?.get(`/applications/shared/credentials/${clientKey}/replace`))?.status).toBe(404);
});
