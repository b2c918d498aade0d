import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { type ConsoleWorld, consoleOf, readPage, type Visitor } from '../../support/console.ts';
import { elementsOf, fieldErrorsOf, fieldOf, postButtonsOf } from '../../support/page-elements.ts';

const CONSUMERS = `/console/catalogs/acme/${CATALOG}/consumers`;
const ORG = `${CONSUMERS}/consumers`;

let world: ConsoleWorld<CatalogWorld>;
let person: Visitor;
let viewer: Visitor;
let count = 0;
/** The page of an application that no other test knows. */
let page: string;
/** Its client key. */
let clientKey: string;

beforeAll(async () => {
  const mail = { url: 'smtp://127.0.0.1:1', from: 'notices@gatehouse.example', dkim: undefined };
  world = await consoleOf(await openCatalog(), { mail });
  await world.api('customerdb:1.0.0');
  const plans = [
    { title: 'Free', rateLimit: 100 },
    { title: 'Asked For', rateLimit: 1, rateLimitUnit: 'MINUTE', approvalRequired: true },
  ];
  await world.product('customer:1.0.0', { plans, publishTo: CATALOG });
  await world.product('other:1.0.0', { plans, publishTo: CATALOG });
  await world.product('drafted:1.0.0', { plans });
  await world.lifecycle('stageProduct', { product: 'drafted:1.0.0' });
  person = await world.signedIn();
  viewer = await world.viewer();
});
afterAll(() => world.close());
beforeEach(async () => {
  count += 1;
  const client = await world.client(`Client ${count}`, ['customer:1.0.0', 'free']);
  page = `${ORG}/${client.name}`;
  clientKey = client.clientKey;
});
afterEach(() => world.database.prisma.application.deleteMany());

const read = (path: string, visitor = person) => readPage(visitor.get(path));
const send = (path: string, fields: Record<string, string>, visitor = person) =>
  readPage(visitor.submit(path, fields));
/** Sends a form, and reads the page that it leads to. */
async function done(path: string, fields: Record<string, string>) {
  const { status, location } = await send(path, fields);
  expect(status).toBe(303);
  return read(location ?? '');
}
/** The link of a page by which a person of a consumer org chooses a password. */
function linkIn({ text }: { readonly text: string }) {
  const [url = ''] = /https?:\S+\/choose-password\?\S+/.exec(text.replaceAll('&amp;', '&')) ?? [];
  const { pathname, search, searchParams } = new URL(url);
  const [username, code] = ['username', 'code'].map((name) => searchParams.get(name) ?? '');
  return { path: pathname + search, username: username ?? '', code: code ?? '' };
}
const choose = ({ username, code }: ReturnType<typeof linkIn>, password: string) =>
  readPage(world.visitor().submit('/portal/acme/sandbox/choose-password', { username, code, password }));
const signInStatus = async (username: string, password: string) =>
  (await world.visitor().submit('/portal/acme/sandbox/sign-in', { username, password })).status;
/** The subscription of the application of this test, by the place in its list. */
async function subscriptionAt(index: number): Promise<string> {
  const { id } = await world.database.prisma.application.findFirstOrThrow({
    where: { name: page.split('/').at(-1) ?? '' },
  });
  const found = await world.database.prisma.subscription.findMany({
    where: { applicationId: id },
    orderBy: { id: 'asc' },
  });
  return found[index]?.id ?? '';
}

describe('the consumers of a catalog', () => {
  it('are a page away from the overview and from the page of the catalog', async () => {
    for (const from of ['/console/overview?org=acme', `/console/catalogs/acme/${CATALOG}`])
      expect((await read(from)).links).toContain(CONSUMERS);
    const { status, text, links } = await read(CONSUMERS);
    expect([status, text]).toEqual([
      200,
      expect.stringMatching(/Consumers of Sandbox .* Consumers consumers Nobody \d+ /),
    ]);
    expect(links).toContain(ORG);
  });

  it('are created with an owner, who chooses the password by a link that is shown once', async () => {
    const created = await send(CONSUMERS, { title: 'Miller & Sons', username: 'miller', email: '' });
    expect(created.text).toContain('miller chooses a password by this link');
    expect(created.headers.get('cache-control')).toBe('no-store');
    expect(created.links).toContain(`${CONSUMERS}/miller-sons`);
    expect((await read(CONSUMERS)).html).not.toContain('code=');
    const link = linkIn(created);
    expect((await readPage(world.visitor().get(link.path))).text).toContain('as miller.');
    const short = await choose(link, 'short');
    expect([short.status, fieldOf(short, 'Password').error]).toEqual([400, expect.any(String)]);
    expect((await choose(link, 'miller-password')).status).toBe(303);
    expect(await signInStatus('miller', 'miller-password')).toBe(303);
    const again = await choose(link, 'another-password');
    expect([again.status, again.text]).toEqual([
      404,
      expect.stringContaining('The link was used, or has ended'),
    ]);
    expect(await signInStatus('miller', 'another-password')).toBe(401);
  });

  it('give a person who has forgotten hers a link to choose another, which ends what she had', async () => {
    await send(CONSUMERS, { title: 'Forgetful', username: 'zoë', email: '' });
    const path = `${CONSUMERS}/forgetful`;
    expect((await read(path)).text).toContain(
      'zoë None Owner Make a developer for zoë Make a viewer for zoë Password link for zoë Remove zoë',
    );
    expect((await read(path, viewer)).text).not.toContain('Password link');
    const first = linkIn(await send(path, { action: 'password', of: 'zoë' }));
    expect((await choose(first, 'zoe-password')).status).toBe(303);
    const second = linkIn(await send(path, { action: 'password', of: 'zoë' }));
    expect(await signInStatus('zoë', 'zoe-password')).toBe(401);
    const refused = await send(path, { action: 'password', of: 'zoë' }, viewer);
    expect(refused.status).toBe(403);
    expect((await choose({ ...second, username: 'miller' }, 'a-password')).status).toBe(404);
    expect((await choose(second, 'zoe-password')).status).toBe(303);
    expect(await signInStatus('zoë', 'zoe-password')).toBe(303);
  });

  it('have people who are invited by a link that is shown once, or by mail, and invitations that are taken back', async () => {
    const { prisma } = world.database;
    await prisma.memberInvitation.deleteMany();
    const viewing = { action: 'invite', role: 'VIEWER' };
    const wrong = await send(ORG, { ...viewing, email: 'nowhere' });
    expect(fieldErrorsOf(wrong)).toEqual([expect.stringContaining('email')]);
    const { text } = await send(ORG, { ...viewing, email: 'iris@example.com' });
    expect(text).toContain('The invitation for iris@example.com is accepted by this link');
    const [link = ''] = /https?:\S+\/invitation\?code=\S+/.exec(text) ?? [];
    const { pathname, search, searchParams } = new URL(link);
    expect((await readPage(world.visitor().get(pathname + search))).text).toContain('Acme');
    const listed = await read(ORG);
    expect(listed.text).toContain('Open invitations: 1');
    expect(listed.text).not.toContain(searchParams.get('code'));
    expect((await read(ORG, viewer)).text).toContain('iris@example.com');
    const invitation = await prisma.memberInvitation.findFirstOrThrow();
    expect(await done(ORG, { action: 'revoke', of: invitation.id })).toMatchObject({
      text: expect.stringContaining('The invitation is revoked'),
    });
    expect((await readPage(world.visitor().get(pathname + search))).status).toBe(404);

    const mail = { language: 'en', senderName: null, replyTo: null };
    await prisma.catalog.updateMany({ data: { mail } });
    expect(await done(ORG, { ...viewing, email: 'iris@example.com' })).toMatchObject({
      text: expect.stringContaining('The invitation is on its way by mail'),
    });
    expect(await prisma.mail.count({ where: { letter: 'INVITATION' } })).toBe(1);
    await prisma.catalog.updateMany({ data: { mail: toStore(null) } });
  });

  it('have people who are added and removed: what is wrong is said beside its field', async () => {
    await send(CONSUMERS, { title: 'Bakery', username: 'baker', email: '' });
    const path = `${CONSUMERS}/bakery`;
    const jane = { action: 'add', username: 'jane', email: '' };
    const refused = await send(path, { ...jane, username: 'baker' });
    expect([refused.status, fieldOf(refused, 'Username').error]).toEqual([
      409,
      expect.stringContaining('The catalog has a person with the username baker'),
    ]);
    const added = await send(path, jane);
    expect(added.text).toMatch(
      /jane chooses a password by this link .* People: 2 .* jane None Developer Make an owner for jane Make a viewer for jane Password link for jane Remove jane/,
    );
    expect((await choose(linkIn(added), 'jane-password')).status).toBe(303);
    expect(await signInStatus('jane', 'jane-password')).toBe(303);
    const viewer = await done(path, { action: 'role', of: 'jane', role: 'VIEWER' });
    expect(viewer.text).toMatch(/The role is changed\. .* jane None Viewer Make an owner for jane/);
    const { text } = await done(path, { action: 'remove', of: 'jane' });
    expect(text).toMatch(/The person is removed: .* People: 1 .* baker (?:None|Verified) Owner/);
    expect(await signInStatus('jane', 'jane-password')).toBe(401);
    const gone = await send(path, { action: 'remove', of: 'jane' });
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('There is no &quot;jane&quot;')]);
  });

  it.each([
    ['Title', { title: 'Consumers' }, 'The catalog has a consumer org consumers already'],
    ['Username of its owner', { username: '' }, 'The username is empty.'],
    ['Email address, if known', { email: 'nobody' }, 'The email is no address'],
  ])(
    'are not created with a wrong %s: the form says so beside it, and keeps the rest',
    async (field, wrong, why) => {
      const typed = {
        title: 'Kept',
        username: 'kept',
        email: 'kept@acme.example',
      };
      const refused = await send(CONSUMERS, { ...typed, ...wrong });
      expect(refused.status).toBe(field === 'Title' ? 409 : 400);
      expect(fieldOf(refused, field).error).toContain(why);
      expect(fieldOf(refused, 'Title').value).toBe({ ...typed, ...wrong }.title);
    },
  );

  it('are found by name and title, page by page', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `many-${String(at + 10)}`);
    await world.database.prisma.consumerOrg.createMany({
      data: names.map((name) => ({ catalogId: world.catalogId, name, title: `The ${name}` })),
    });
    const first = await read(`${CONSUMERS}?search=THE%20many`);
    expect(first.text).toMatch(/Consumer orgs: 60 .* 1 to 50 of 60/);
    const second = await read(first.links.find((href) => href.endsWith('page=2')) ?? '');
    expect(second.text).toMatch(/51 to 60 of 60/);
    expect(second.text).toContain('The many-69');
    expect(second.text).not.toContain('The many-10 ');
    expect((await read(`${CONSUMERS}?search=nothing`)).text).toContain('No results.');
  });

  it('of a catalog that is not there are 404, and those of another org are nobody’s', async () => {
    for (const path of ['/console/catalogs/acme/nowhere/consumers', `${CONSUMERS}/nobody`, `${ORG}/nothing`])
      expect((await read(path)).status).toBe(404);
    expect((await send(ORG, { action: 'nothing' })).status).toBe(404);
    await world.mutate('createOrg', { title: 'Beta' });
    const { token } = await world.mutate<{ token: string }>(
      'createAccessToken',
      { org: 'beta', name: 'beta', role: 'ADMINISTRATOR' },
      '{ token }',
    );
    const stranger = await world.signedIn(token);
    for (const path of [CONSUMERS, ORG, page]) {
      expect((await read(path, stranger)).status).toBe(404);
      expect((await send(path, { action: 'delete', title: 'Mine' }, stranger)).status).toBe(404);
    }
    await world.mutate('deleteOrg', { name: 'beta' }, '');
  });

  it('are read by a viewer, who is offered no form, and refused what one would send', async () => {
    for (const path of [CONSUMERS, ORG, page, `${page}/plans`]) {
      const shown = await read(path, viewer);
      expect(shown.status).toBe(200);
      expect(postButtonsOf(shown)).toEqual([]);
      expect(shown.text).not.toContain('Subscribe to a plan');
      const fields = {
        action: 'delete',
        title: 'T',
        username: 'u',
        password: 'p'.repeat(9),
        plan: 'free',
        product: 'other:1.0.0',
      };
      const refused = await send(path, fields, viewer);
      expect([refused.status, refused.text]).toEqual([
        403,
        expect.stringContaining('This needs the role DEVELOPER; yours is VIEWER.'),
      ]);
    }
  });

  it('are not changed by a page of another origin', async () => {
    for (const path of [CONSUMERS, ORG, page, `${page}/plans`])
      expect((await person.post(path, {}, { origin: 'http://evil.test' })).status).toBe(403);
  });
});

describe('a consumer org', () => {
  it('has its applications with their client keys and subscriptions, page by page', async () => {
    const { text, links } = await read(ORG);
    expect(text).toMatch(new RegExp(`Client ${count} Enabled ${clientKey} customer 1\\.0\\.0 · Free Active`));
    expect(links).toContain(page);
    expect(links).toContain(`/console/usage?org=acme&catalog=${CATALOG}&consumerOrg=consumers`);
    await world.mutate('createConsumerOrg', { catalog: CATALOG, title: 'Large' });
    const { id: consumerOrgId } = await world.database.prisma.consumerOrg.findFirstOrThrow({
      where: { name: 'large' },
    });
    await world.database.prisma.application.createMany({
      data: Array.from({ length: 30 }, (_, at) => ({ consumerOrgId, name: `app-${at}`, title: `App ${at}` })),
    });
    const many = await read(`${CONSUMERS}/large`);
    expect(many.text).toMatch(/Nobody: no one can sign in .* Applications: 30 .* 1 to 25 of 30/);
    expect((await read(`${CONSUMERS}/large?page=2`)).text).toContain('26 to 30 of 30');
  });

  it('gets a public application without a client secret', async () => {
    const made = { action: 'create', title: 'Spa', clientType: 'PUBLIC', redirectUris: '' };
    const created = await send(ORG, made);
    expect(created.text).toContain('Spa is a public client: it has a client key and no secret');
    expect(created.html).not.toContain('cs_');
  });

  it('gets an application, whose client secret is shown once', async () => {
    const fields = {
      action: 'create',
      title: 'Shop',
      clientType: 'CONFIDENTIAL',
      redirectUris: 'https://shop.example/a\nhttps://shop.example/b',
    };
    const created = await send(ORG, fields);
    expect(created.status).toBe(200);
    expect(created.headers.get('cache-control')).toContain('no-store');
    const [secret] = /cs_[\w-]{43}/.exec(created.html) ?? [];
    expect(secret).toBeDefined();
    expect(created.text).toMatch(/The client secret of Shop .* It is not shown again/);
    const later = await read(`${ORG}/shop`);
    expect(later.html).not.toContain(secret);
    expect(later.text).toMatch(
      /Client type Confidential Redirect URIs https:\/\/shop\.example\/a https:\/\/shop\.example\/b/,
    );
  });

  it('gets no application with a wrong field: the form says so beside it, and keeps what was typed', async () => {
    const refused = await send(ORG, {
      action: 'create',
      title: 'Wrong',
      clientType: 'PUBLIC',
      redirectUris: 'ftp://shop.example',
    });
    expect(refused.status).toBe(400);
    expect(fieldOf(refused, 'Redirect URIs')).toEqual({
      value: 'ftp://shop.example',
      error: expect.any(String),
    });
    expect(fieldOf(refused, 'Client type').value).toBe('PUBLIC');
    expect(fieldOf(refused, 'Title').value).toBe('Wrong');
  });

  it('is deleted with all that it has', async () => {
    await world.mutate('createConsumerOrg', { catalog: CATALOG, title: 'Gone' });
    const { text } = await done(`${CONSUMERS}/gone`, { action: 'delete' });
    expect(text).toContain('The consumer org is deleted');
    expect((await read(`${CONSUMERS}/gone`)).status).toBe(404);
    expect((await send(`${CONSUMERS}/gone`, { action: 'delete' })).status).toBe(404);
  });
});

describe('an application', () => {
  it('is suspended and enabled again', async () => {
    const suspended = await done(page, { action: 'suspend', suspensionReason: ' The invoice is not paid. ' });
    expect(suspended.text).toContain('The reason: The invoice is not paid.');
    expect(suspended.text).toMatch(/Suspended ✓ The application is suspended: its calls are refused/);
    expect((await done(page, { action: 'enable' })).text).toMatch(/Enabled ✓ The application is enabled/);
  });

  it('is changed, and says beside its field what is wrong', async () => {
    const typed = { action: 'save', title: 'Renamed', clientType: 'PUBLIC', redirectUris: '' };
    expect((await done(page, typed)).text).toMatch(
      /Renamed Enabled ✓ The application is changed\. .* Public/,
    );
    const refused = await send(page, { ...typed, title: ' ' });
    expect(refused).toMatchObject({ status: 400 });
    expect(fieldOf(refused, 'Title').error).toBe('The title is empty.');
    expect(fieldErrorsOf(refused)).toHaveLength(1);
  });

  it('is deleted', async () => {
    const { text } = await done(page, { action: 'delete' });
    expect(text).toContain('The application is deleted');
    expect((await read(page)).status).toBe(404);
  });

  it('does nothing that no button of its page asks for', async () => {
    for (const action of ['', 'constructor', 'approveAll'])
      expect((await send(page, { action })).status).toBe(404);
  });

  it('gets another client key, a new secret, and loses a key: secrets are shown once', async () => {
    const created = await send(page, { action: 'createCredential', title: 'Second' });
    const [second = ''] = created.html.match(/ck_[\w-]{22}/g)?.filter((key) => key !== clientKey) ?? [];
    const reset = await send(page, { action: 'resetSecret', of: second, overlapSeconds: '3600' });
    const secrets = [created, reset].map(({ html }) => /cs_[\w-]{43}/.exec(html)?.[0]);
    expect(new Set(secrets).size).toBe(2);
    const credential = await world.database.prisma.credential.findFirstOrThrow({
      where: { clientKey: second },
    });
    expect(credential.previousSecretExpiresAt).toEqual(new Date(world.deps.clock().getTime() + 3_600_000));
    const { text, html } = await done(page, { action: 'deleteCredential', of: second });
    expect(text).toContain('The client key is withdrawn');
    expect(html).not.toContain(second);
    expect(html).not.toContain('cs_');
    const again = await send(page, { action: 'deleteCredential', of: second });
    expect(again).toMatchObject({
      status: 404,
      text: expect.stringContaining('There is no such client key'),
    });
    const untitled = await send(page, { action: 'createCredential', title: '' });
    expect(fieldOf(untitled, 'Title of the new client key').error).toBe('The title is empty.');
  });
});

describe('the client keys of an application', () => {
  it('show when their secret ends', async () => {
    expect((await read(page)).text).toContain('Secret expires');
    await world.database.prisma.credential.update({
      where: { clientKey },
      data: { secretExpiresAt: new Date('2040-05-06T07:08:00Z') },
    });
    const far = (await read(page, viewer)).text;
    expect(far).toContain('6 May 2040, 07:08 UTC');
    expect(far, 'it is not near').not.toContain('UTC Ends');
    for (const [days, told] of [
      [5, 'Ends in 5 days'],
      [-3, 'Ended 3 days ago'],
    ] as const) {
      await world.database.prisma.credential.update({
        where: { clientKey },
        data: { secretExpiresAt: new Date(world.deps.clock().getTime() + days * 86_400_000) },
      });
      expect((await read(page, viewer)).text).toContain(told);
    }
  });
});

describe('the API keys of an application', () => {
  it('are made, listed by how they begin, replaced with an overlap, and revoked: each is shown once', async () => {
    const keyIn = (html: string) => /gk_[0-9a-f]{8}_[\w-]{43}/.exec(html)?.[0] ?? '';
    const ids = async () =>
      (await world.database.prisma.apiKey.findMany({ orderBy: { createdAt: 'asc' } })).map(({ id }) => id);
    const made = await send(page, { action: 'createApiKey', title: 'Nightly', expiresAt: '' });
    const key = keyIn(made.html);
    expect(made.text).toContain('The API key Nightly ! Copy the API key now. It is not shown again.');
    expect(made.text).toContain(`Nightly ${key.slice(0, 11)} Never`);
    const [first = ''] = await ids();
    const replaced = await send(page, { action: 'replaceApiKey', of: first, overlapSeconds: '3600' });
    expect([keyIn(replaced.html).length, keyIn(replaced.html) === key]).toEqual([key.length, false]);
    const listed = await read(page, viewer);
    expect(listed.text).toContain(key.slice(0, 11));
    expect([keyIn(listed.html), listed.text.includes('Revoke')]).toEqual(['', false]);
    for (const of of await ids())
      expect((await done(page, { action: 'revokeApiKey', of })).text).toContain('The API key is revoked');
    expect(await ids()).toEqual([]);
    const past = await send(page, { action: 'createApiKey', title: 'Past', expiresAt: '2001-01-01' });
    expect([past.status, fieldOf(past, 'Expires after (UTC)').error]).toEqual([
      400,
      expect.stringContaining('expiresAt has passed'),
    ]);
  });
});

describe('a subscription', () => {
  it('is made by choosing a plan of what is published, and waits for approval where the plan says so', async () => {
    const plans = await read(`${page}/plans`);
    expect(plans.text).toMatch(
      /other 1\.0\.0 Free 100 calls an hour, 100 at the same time .* Asked For 1 call a minute, 100 at the same time, waits for approval/,
    );
    expect(plans.text).not.toContain('drafted');
    expect((await read(`${page}/plans?search=nothing`)).text).toContain('No published product is found.');
    const chosen = { product: 'other:1.0.0', plan: 'asked-for' };
    const { text } = await done(`${page}/plans`, chosen);
    expect(text).toMatch(
      /The application is subscribed\. .* other 1\.0\.0 Published Asked For 1 call a minute, 100 at the same time Pending approval/,
    );
    const twice = await send(`${page}/plans`, chosen);
    expect([twice.status, twice.text]).toEqual([409, expect.stringContaining('other:1.0.0')]);
  });

  it('that waits is approved, or rejected with a reason that is told', async () => {
    await done(`${page}/plans`, { product: 'other:1.0.0', plan: 'asked-for' });
    const of = await subscriptionAt(1);
    expect((await read('/console/overview?org=acme')).links).toContain(page);
    expect((await done(page, { action: 'approve', of })).text).toMatch(
      /The subscription is approved: .* Active/,
    );
    const again = await send(page, { action: 'approve', of });
    expect(again.status).toBe(409);
    await done(page, { action: 'end', of });

    await done(`${page}/plans`, { product: 'other:1.0.0', plan: 'asked-for' });
    const next = await subscriptionAt(1);
    const tooLong = await send(page, { action: 'reject', of: next, reason: 'x'.repeat(501) });
    expect(tooLong.status).toBe(400);
    const opened = elementsOf(tooLong)
      .all()
      .filter(({ tag, attributes }) => tag === 'details' && 'open' in attributes);
    expect(opened.flatMap(fieldErrorsOf)).toEqual([expect.stringContaining('500')]);
    const { text } = await done(page, { action: 'reject', of: next, reason: 'Not yet' });
    expect(text).toMatch(/The subscription is rejected: .* Rejected Not yet/);
  });

  it('tells of another plan that was asked for, and then that it was rejected, when and why', async () => {
    const subscriptionId = await subscriptionAt(0);
    const { prisma } = world.database;
    const { id: catalogPlanId } = await prisma.catalogPlan.findFirstOrThrow({ where: { name: 'asked-for' } });
    const requestedAt = new Date('2026-11-28T08:00:00Z');
    await prisma.planRequest.create({
      data: { subscriptionId, catalogPlanId, requestedBy: 'carol', requestedAt },
    });
    expect((await read(page)).text).toContain('Requested plan: Asked For');
    await prisma.planRequest.update({
      where: { subscriptionId },
      data: { rejectedAt: new Date('2026-11-29T09:30:00Z'), rejectionReason: 'Only for banks.' },
    });
    const { text } = await read(page);
    expect(text).toMatch(/The plan Asked For was rejected on 29 Nov 2026, 09:30 UTC: Only for banks\./);
    expect(text).not.toContain('Requested plan:');
    await prisma.planRequest.delete({ where: { subscriptionId } });
  });

  it('moves to another plan, and to its migration target', async () => {
    const id = await subscriptionAt(0);
    const other = `${page}/plans?move=${id}`;
    expect((await read(other)).text).toContain('Another plan than customer 1.0.0, Free');
    expect((await done(other, { product: 'other:1.0.0', plan: 'free' })).text).toMatch(
      /The subscription has moved\. .* other 1\.0\.0 Published Free/,
    );
    expect(await subscriptionAt(0)).toBe(id);
    expect((await read(`${page}/plans?move=none`)).status).toBe(404);

    await world.lifecycle('setMigrationTarget', {
      old: 'other:1.0.0',
      new: 'customer:1.0.0',
      plans: ['free', 'asked-for'].map((plan) => ({ source: plan, target: plan })),
    });
    expect((await read(ORG)).text).toContain('other 1.0.0 · Free Active to move to customer 1.0.0');
    const { text } = await done(page, { action: 'migrate', of: id });
    expect(text).toMatch(/The subscription has moved\. .* customer 1\.0\.0 Published Free/);
    const again = await send(page, { action: 'migrate', of: id });
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('migration target')]);
  });

  it('ends', async () => {
    const { text } = await done(page, { action: 'end', of: await subscriptionAt(0) });
    expect(text).toMatch(
      /The subscription has ended: .* No subscriptions: the application cannot call an API\./,
    );
  });
});
