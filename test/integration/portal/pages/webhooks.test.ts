import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await openPages();
});
afterAll(() => world.close());
beforeEach(() => world.portal.database.prisma.webhook.deleteMany());

const FORM = { url: 'http://127.0.0.1:9/hook', kinds: 'PRODUCT_RETIRED', format: 'STANDARD' };
const ids = async () =>
  (await world.portal.database.prisma.webhook.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);

describe('the webhooks of a consumer org', () => {
  it('are added by its owner, who sees the secret once', async () => {
    const carol = await world.signedIn('carol');
    expect((await carol.get('/notices')).html).toContain('/webhooks"');
    expect((await carol.get('/webhooks')).text).toContain('No webhooks');
    const made = await carol.post('/webhooks', FORM);
    expect(made.html).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
    const [id] = await ids();
    const page = await carol.get(`/webhooks/${id}`);
    expect(page.text).toContain('Nothing has been sent yet.');
    expect(page.html).not.toContain('whsec_');
    expect((await carol.get('/webhooks')).text).toContain('Product retired');
  });

  it('show what is wrong beside its field, with what was typed', async () => {
    const carol = await world.signedIn('carol');
    const refused = await carol.post('/webhooks', { ...FORM, url: 'http://10.0.0.1/typed' });
    expect(refused.text).toContain('private network');
    expect(refused.html).toContain('http://10.0.0.1/typed');
    expect(await ids()).toEqual([]);
  });

  it('are tested, switched off and on, given a new secret, and deleted', async () => {
    const carol = await world.signedIn('carol');
    await carol.post('/webhooks', FORM);
    const [id] = await ids();
    const change = (form: Record<string, string>) => carol.post(`/webhooks/${id}/change`, form);
    expect((await change({ action: 'test' })).location).toContain('done=sending');
    expect((await carol.get(`/webhooks/${id}`)).text).toContain('Deliveries: 1');
    await change({ action: 'pause' });
    expect((await carol.get(`/webhooks/${id}`)).text).toMatch(/127\.0\.0\.1:9 Off/);
    await change({ action: 'activate' });
    expect((await carol.get(`/webhooks/${id}`)).text).toMatch(/127\.0\.0\.1:9 Active/);
    await carol.post(`/webhooks/${id}`, { ...FORM, format: 'CLOUDEVENTS' });
    expect((await carol.get('/webhooks')).text).toContain('CloudEvents 1.0');
    expect((await carol.post(`/webhooks/${id}/secret`, { overlap: 'yes' })).html).toContain('whsec_');
    expect((await carol.get(`/webhooks/${id}`)).text).toContain('The old secret signs until');
    expect((await change({ action: 'delete' })).location).toContain('/webhooks?done=webhookDeleted');
    expect((await carol.get(`/webhooks/${id}`)).status).toBe(404);
  });

  it('are read by other members, and are nobody else’s', async () => {
    const carol = await world.signedIn('carol');
    await carol.post('/webhooks', FORM);
    const [id] = await ids();
    const erin = await world.signedIn('erin');
    const page = await erin.get(`/webhooks/${id}`);
    expect(page.text).toContain('The owner of the organization changes them.');
    expect(page.html).not.toContain('value="delete"');
    const dave = await world.signedIn('dave');
    expect((await dave.get(`/webhooks/${id}`)).status).toBe(404);
    expect((await dave.get('/webhooks')).text).toContain('No webhooks');
  });
});
