import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
beforeEach(async () => {
  world = await openPages();
  await world.portal.database.prisma.catalog.updateMany({ data: { selfServiceSignUp: true } });
});
afterEach(() => world.close());

const linkOf = async () => {
  const dave = await world.portal.signIn('dave');
  const { inviteMember } = await dave.run<{ inviteMember: { url: string } }>(
    'mutation { inviteMember(role: VIEWER) { url } }',
  );
  return new URL(inviteMember.url).searchParams.get('code') ?? '';
};

it('the page of an invitation lets who is signed in join with the account at hand', async () => {
  const erin = await world.signedIn('erin');
  const code = await linkOf();
  const page = await erin.get(`/invitation?code=${encodeURIComponent(code)}`);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Join as erin')]);
  const joined = await erin.post('/invitation/join', { code });
  expect([joined.status, joined.location]).toEqual([303, '/organizations?done=organizationJoined']);
  const { text } = await erin.get('/organizations');
  expect(text).toContain('Switch : consumers');
  const gone = await erin.post('/invitation/join', { code });
  expect(gone.status).toBe(404);
});

it('a switch shows the applications of the other organization, and 404 for those of the one before', async () => {
  const carol = await world.signedIn('carol');
  await carol.post('/applications', { title: 'Shared', redirectUris: '' });
  const created = await carol.post('/organizations/create', { consumerOrgTitle: 'Side' });
  expect([created.status, created.location]).toEqual([303, '/organizations?done=organizationCreated']);
  expect((await carol.get('/applications/shared')).status).toBe(404);
  const switched = await carol.post('/organizations/switch', { name: 'consumers' });
  expect([switched.status, switched.location]).toEqual([303, '/organizations?done=organizationSwitched']);
  expect((await carol.get('/applications/shared')).status).toBe(200);
  expect((await carol.post('/organizations/switch', { name: 'others' })).status).toBe(404);
});

it('leaving leads to the organizations that are left, and with the last one out', async () => {
  const erin = await world.signedIn('erin');
  await erin.post('/invitation/join', { code: await linkOf() });
  expect((await erin.post('/team/leave')).location).toBe('/organizations');
  expect((await erin.get('/organizations')).status).toBe(200);
  expect((await erin.post('/team/leave')).location).toBe('/');
  expect((await erin.get('/organizations')).status).toBe(303);
});

it('the deletion of an organization is for owners: others are told who may', async () => {
  const page = await (await world.signedIn('erin')).get('/team/delete');
  expect([page.status, page.text]).toEqual([
    403,
    expect.stringContaining('Only an owner may delete the organization.'),
  ]);
  expect(page.text).toContain('carol');
  expect(page.text).not.toContain('Delete for good');
});

it('the activity of an organization calls applications by their titles and webhooks by their hosts', async () => {
  const carol = await world.signedIn('carol');
  await carol.post('/applications', { title: 'Web & shop', redirectUris: '' });
  const api = await world.portal.signIn('carol');
  await api.run(
    'mutation { createWebhook(url: "https://hooks.example.com/x", kinds: [API_CHANGED]) { webhook { id } } }',
  );
  const { text } = await carol.get('/team');
  expect(text).toContain('carol added a webhook to hooks.example.com');
  expect(text).toContain('carol created the application Web & shop');
});
