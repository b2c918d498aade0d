import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldOf, hrefsOf } from '../../../support/page-elements.ts';
import { type Browser, openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
let carol: Browser;
beforeAll(async () => {
  world = await openPages();
  await world.portal.product({ name: 'customer', title: 'Customer' });
  carol = await world.signedIn('carol');
});
afterAll(() => world.close());

const secretIn = (html: string) => /cs_[\w-]+/.exec(html)?.[0] ?? '';
const keyIn = (html: string) => /ck_[\w-]+/.exec(html)?.[0] ?? '';

/** Makes an application by the form. */
async function made(title: string) {
  const { text } = await carol.post('/applications', { title, redirectUris: '' });
  return { clientKey: keyIn(text), clientSecret: secretIn(text) };
}

/** An application as its owner reads it by the API. */
async function read(name: string) {
  const client = await world.portal.signIn('carol');
  const { application } = await client.run<{ application: Record<string, unknown> | null }>(
    'query ($name: String!) { application(name: $name) { title redirectUris } }',
    { name },
  );
  return application;
}

async function isSecretOf(clientKey: string, clientSecret: string) {
  const client = await world.portal.signIn('carol');
  const { verifyClientSecret } = await client.run(
    'mutation ($key: String!, $secret: String!) { verifyClientSecret(clientKey: $key, clientSecret: $secret) }',
    { key: clientKey, secret: clientSecret },
  );
  return verifyClientSecret;
}

describe('the page of applications', () => {
  it('is for somebody who is signed in', async () => {
    const returnTo = encodeURIComponent('/portal/acme/sandbox/applications');
    const page = await world.browser().get('/applications');
    expect([page.status, page.location]).toEqual([303, `/sign-in?returnTo=${returnTo}`]);
  });

  it('has those of the consumer org, with their subscriptions', async () => {
    await made('Listed');
    await carol.post('/products/customer:1.0.0/subscribe', { plan: 'default-plan', application: 'listed' });
    const page = await (await world.signedIn('erin')).get('/applications');
    expect(page.text).toMatch(/Listed Enabled 1 \d+ \w+ \d{4}, \d\d:\d\d UTC/);
    expect(hrefsOf(page, 'Listed')).toEqual(['/portal/acme/sandbox/applications/listed']);
    expect((await (await world.signedIn('dave')).get('/applications')).text).toContain(
      'No applications yet.',
    );
  });

  it('makes one, and shows its secret this once', async () => {
    const page = await carol.post('/applications', {
      title: 'Made',
      redirectUris: 'https://made.test/back\r\nhttps://made.test/other',
    });
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await isSecretOf(keyIn(page.text), secretIn(page.text))).toBe(true);
    expect(await read('made')).toEqual({
      title: 'Made',
      redirectUris: ['https://made.test/back', 'https://made.test/other'],
    });
    expect((await carol.get('/applications/made')).html).not.toContain(secretIn(page.text));
  });

  it('says beside the field why it made none', async () => {
    const page = await carol.post('/applications', { title: ' ', redirectUris: '' });
    expect(page.status).toBe(400);
    expect(fieldOf(page, 'Name of the application').error).toBe(
      'A name has 1 to 200 characters: not only blanks, and no control characters.',
    );
  });
});

describe('the page of an application', () => {
  it('has its client key, subscriptions, calls and settings', async () => {
    const { clientKey } = await made('Whole');
    await carol.post('/products/customer:1.0.0/subscribe', { plan: 'default-plan', application: 'whole' });
    const page = await carol.get('/applications/whole');
    const { status, text } = page;
    expect(status).toBe(200);
    expect(text).toContain(clientKey);
    expect(text).toContain('Customer 1.0.0 Default Plan, 100 calls an hour Active');
    expect(text).toContain('Current Until it is replaced Never');
    expect(text).toContain('No calls in the last 24 hours.');
    expect(fieldOf(page, 'Name of the application').value).toBe('Whole');
  });

  it('is not there for another consumer org, nor for what is no name', async () => {
    await made('Hidden');
    const dave = await world.signedIn('dave');
    for (const path of ['/applications/hidden', '/applications/hidden/delete', '/applications/No%20name'])
      expect([path, (await dave.get(path)).status]).toEqual([path, 404]);
    expect((await dave.post('/applications/hidden/delete')).status).toBe(404);
    expect((await dave.post('/applications/hidden', { title: 'Mine', redirectUris: '' })).status).toBe(404);
    expect(await read('hidden')).toEqual({ title: 'Hidden', redirectUris: [] });
  });

  it('changes its title and redirect URIs, and says so', async () => {
    await made('Before');
    const { status, location } = await carol.post('/applications/before', {
      title: 'After',
      redirectUris: 'https://after.test/back',
    });
    expect([status, location]).toEqual([303, '/applications/before?done=saved']);
    expect((await carol.get(location ?? '')).text).toContain('Saved. Applications After');
    expect(await read('before')).toEqual({ title: 'After', redirectUris: ['https://after.test/back'] });
  });

  it('makes a public client by the form, without a secret, and says what it is', async () => {
    const created = await carol.post('/applications', {
      title: 'Device',
      clientType: 'PUBLIC',
      redirectUris: '',
    });
    expect(created.text).toContain('A public application has no secret: it names itself by this key');
    expect(created.html).not.toMatch(/cs_|CLIENT_SECRET/);
    const page = await carol.get('/applications/device');
    expect(page.text).toContain('Client type: Public');
    expect(page.text).not.toContain('Replace the secret');
    expect(fieldOf(page, 'Client type').value).toBe('PUBLIC');
    const change = (clientType: string) =>
      carol.post('/applications/device', { title: 'Device', clientType, redirectUris: '' });
    await change('CONFIDENTIAL');
    expect((await carol.get('/applications/device')).text).toContain('Client type: Confidential');
    await change('something else');
    expect((await carol.get('/applications/device')).text).toContain('Client type: Confidential');
  });

  it('says beside the field what is wrong with a change, with what was typed, and keeps what was', async () => {
    await made('Kept');
    const page = await carol.post('/applications/kept', {
      title: 'Changed',
      redirectUris: 'http://evil.test/',
    });
    expect(page.status).toBe(400);
    expect(fieldOf(page, 'Redirect URIs').error).toContain('http://evil.test/');
    expect(fieldOf(page, 'Name of the application').value).toBe('Changed');
    expect(page.text).toContain('http://evil.test/');
    expect(await read('kept')).toEqual({ title: 'Kept', redirectUris: [] });
  });

  it('says that the provider has suspended it', async () => {
    await made('Suspended');
    const where = { name: 'suspended' };
    await world.portal.database.prisma.application.updateMany({ where, data: { state: 'SUSPENDED' } });
    const { text } = await carol.get('/applications/suspended');
    expect(text).toContain(
      'The provider has suspended this application: its calls are refused. Ask the provider of this portal why.',
    );
  });

  it('says why the provider has suspended it, on its page and in a notice, and that it is enabled again', async () => {
    await made('Unpaid');
    const { prisma } = world.portal.database;
    const where = { name: 'unpaid' };
    const suspensionReason = 'The invoice of <b>May</b> is not paid.';
    await prisma.application.updateMany({ where, data: { state: 'SUSPENDED', suspensionReason } });
    expect((await carol.get('/applications/unpaid')).text).toContain(
      `its calls are refused. The reason: ${suspensionReason}`,
    );
    const inbox = async () => (await carol.get('/notices')).text;
    expect(await inbox()).toContain(
      `The provider has suspended the application Unpaid: its calls are refused. The reason: ${suspensionReason}`,
    );
    await prisma.application.updateMany({ where, data: { title: 'Unpaid still' } });
    await prisma.application.updateMany({ where, data: { state: 'ENABLED', suspensionReason: null } });
    expect((await inbox()).match(/the application Unpaid still/g)).toHaveLength(2);
    expect(await inbox()).toContain('The provider has enabled the application Unpaid still again.');
  });

  it('that is suspended is no active subscription on any page', async () => {
    await made('Held');
    const { prisma } = world.portal.database;
    const { id: applicationId } = await prisma.application.findFirstOrThrow({ where: { name: 'held' } });
    const { id: catalogProductId } = await world.portal.product({ name: 'held', title: 'Held product' });
    const plan = await prisma.catalogPlan.findFirstOrThrow({ where: { catalogProductId } });
    const { id } = await prisma.subscription.create({
      data: { applicationId, catalogProductId, catalogPlanId: plan.id },
    });
    const active = /Active with Held|Held product 1\.0\.0 Active/;
    expect((await carol.get('/products/held:1.0.0')).text).toMatch(active);
    await prisma.application.update({
      where: { id: applicationId },
      data: { state: 'SUSPENDED', suspensionReason: 'It calls too much.' },
    });
    for (const path of [
      '/products/held:1.0.0',
      '/subscriptions',
      '/applications/held',
      `/subscriptions/${id}`,
    ]) {
      const { text } = await carol.get(path);
      expect([path, text]).toEqual([path, expect.stringContaining('Suspended')]);
      if (path !== '/subscriptions')
        expect([path, text]).toEqual([path, expect.stringContaining('The reason: It calls too much.')]);
      expect([path, text]).not.toEqual([path, expect.stringMatching(active)]);
    }
    expect((await carol.get('/subscriptions')).text).toContain('its calls are refused');
    expect((await carol.get(`/subscriptions/${id}`)).text).not.toContain('calls left');
  });

  it('has its first credential in the language of the page', async () => {
    await made('Spoken');
    expect((await carol.get('/applications/spoken')).text).toContain('Default credential');
    const german = await world.signedIn('carol', 'de');
    const { text } = await german.get('/applications/spoken');
    expect(text).toContain('Erste Zugangsdaten');
    expect(text).not.toContain('Default credential');
  });

  it('is deleted after it was asked, without a script', async () => {
    await made('Doomed');
    const asked = await carol.get('/applications/doomed/delete');
    expect(asked.text).toContain('Delete Doomed? Its client keys stop working at once.');
    expect(await read('doomed')).not.toBeNull();
    const { status, location } = await carol.post('/applications/doomed/delete');
    expect([status, location]).toEqual([303, '/applications?done=deleted']);
    expect((await carol.get(location ?? '')).text).toContain('The application was deleted.');
    expect(await read('doomed')).toBeNull();
  });
});

describe('a secret', () => {
  const at = (name: string, clientKey: string) => `/applications/${name}/credentials/${clientKey}`;

  it('is replaced with an overlap: both are right until it ends, which is told', async () => {
    const { clientKey, clientSecret } = await made('Rolling');
    const page = await carol.post(`${at('rolling', clientKey)}/replace`, { overlap: '3600' });
    const fresh = secretIn(page.text);
    expect([page.status, fresh === clientSecret]).toEqual([200, false]);
    expect([await isSecretOf(clientKey, clientSecret), await isSecretOf(clientKey, fresh)]).toEqual([
      true,
      true,
    ]);
    expect((await carol.get('/applications/rolling')).text).toMatch(
      /Previous Until .*, in (1 hour|60 minutes)/,
    );
    expect((await carol.get(`${at('rolling', clientKey)}/replace`)).text).toContain(
      'It ends at once when you replace the secret again.',
    );
  });

  it('is not replaced by a form that is sent a second time: the one that lives on would end', async () => {
    const { clientKey, clientSecret } = await made('Twice');
    const form = { overlap: '86400', seen: '' };
    const first = await carol.post(`${at('twice', clientKey)}/replace`, form);
    const second = await carol.post(`${at('twice', clientKey)}/replace`, form);
    expect([first.status, second.status, secretIn(second.text)]).toEqual([200, 409, '']);
    expect(second.text).toContain('The secret was replaced in the meantime');
    expect([
      await isSecretOf(clientKey, clientSecret),
      await isSecretOf(clientKey, secretIn(first.text)),
    ]).toEqual([true, true]);
  });

  it('that was replaced is ended before its time', async () => {
    const { clientKey, clientSecret } = await made('Ended');
    const { text } = await carol.post(`${at('ended', clientKey)}/replace`, { overlap: '86400' });
    const { location } = await carol.post(`${at('ended', clientKey)}/end-previous`);
    expect(location).toBe('/applications/ended?done=secretEnded');
    expect((await carol.get(location ?? '')).text).toContain('The old secret has ended');
    expect(await isSecretOf(clientKey, clientSecret)).toBe(false);
    expect(await isSecretOf(clientKey, secretIn(text))).toBe(true);
  });

  it('is replaced at once where that was chosen, and not at all by what is no choice', async () => {
    const { clientKey, clientSecret } = await made('Leaked');
    const page = await carol.post(`${at('leaked', clientKey)}/replace`, { overlap: 'never' });
    expect([page.status, secretIn(page.text)]).toEqual([400, '']);
    expect(await isSecretOf(clientKey, clientSecret)).toBe(true);
    await carol.post(`${at('leaked', clientKey)}/replace`, { overlap: '0' });
    expect(await isSecretOf(clientKey, clientSecret)).toBe(false);
  });

  it('is checked: right, wrong, and no more after too many guesses', async () => {
    const { clientKey, clientSecret } = await made('Checked');
    const check = (secret: string) =>
      carol.post(`${at('checked', clientKey)}/verify`, { clientSecret: secret });
    expect((await check(` ${clientSecret}\n`)).text).toContain('Right: this is a secret of the client key');
    const wrong = await check('cs_wrong');
    expect([wrong.status, wrong.html.includes('cs_wrong')]).toEqual([200, false]);
    expect(wrong.text).toContain('Wrong: this is not a secret of the client key');
    let last = wrong;
    for (let guesses = 0; guesses < 20 && last.status === 200; guesses += 1) last = await check('cs_wrong');
    expect(last.status).toBe(429);
    expect((await check(clientSecret)).status).toBe(429);
  });

  it('of another consumer org is neither replaced, ended nor checked', async () => {
    const { clientKey, clientSecret } = await made('Foreign');
    const dave = await world.signedIn('dave');
    for (const act of ['replace', 'end-previous', 'verify']) {
      const { status } = await dave.post(`${at('foreign', clientKey)}/${act}`, {
        overlap: '0',
        clientSecret,
      });
      expect([act, status]).toEqual([act, 404]);
    }
    expect(await isSecretOf(clientKey, clientSecret)).toBe(true);
  });
});
