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
    ['/applications/shared', 'Make an API key'],
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
