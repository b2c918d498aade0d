import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verificationCode } from '../../../src/control-plane/consumer/email-verification.ts';
import { createMailDeliverer } from '../../../src/control-plane/events/mail/mail-deliverer.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { Mailer } from '../../../src/infrastructure/mail/mailer.ts';
import { headerOf, type MailServer, openMailServer, textOf } from '../../support/mail-server.ts';
import { passwordOf } from '../../support/portal.ts';
import { type Browser, openPages, type PagesWorld } from '../../support/portal-pages.ts';
import { removeWhatIsOver } from '../../support/retention.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OLD = 'erin@consumers.example';
const NEW = 'Erin@new.example';

let world: PagesWorld;
let server: MailServer;
beforeEach(async () => {
  world = await openPages();
  server = await openMailServer();
  await setMail({ language: 'en', senderName: null, replyTo: null });
  await world.portal.database.prisma.member.updateMany({
    where: { username: 'erin' },
    data: { email: OLD, emailVerifiedAt: world.portal.deps.clock() },
  });
});
afterEach(async () => {
  await server.close();
  await world.close();
  expect(world.portal.faults).toEqual([]);
});

const setMail = (mail: Record<string, unknown>) =>
  world.portal.database.prisma.catalog.updateMany({ data: { mail: toStore(mail), selfServiceSignUp: true } });

async function deliver(clock = world.portal.deps.clock): Promise<void> {
  const mailer = new Mailer({ url: `smtp://127.0.0.1:${server.port}`, from: 'notices@gatehouse.example' });
  const onFault = (fault: unknown) => void (world.portal.faults as unknown[]).push(fault);
  await createMailDeliverer({ ...world.portal.deps, clock, mailer, onFault }).deliverDue();
  mailer.close();
}

/** The mails since the last call: to whom, and their subjects. */
async function mailed(clock?: () => Date): Promise<string[]> {
  const before = server.taken.length;
  await deliver(clock);
  return server.taken
    .slice(before)
    .map((mail) => `${mail.to}: ${headerOf(mail, 'Subject')}`)
    .sort();
}

/** The path of the link in the last mail that has one. */
function linked(at = -1): string {
  const links = server.taken.flatMap((mail) => /\/verify-email\?code=\S+/.exec(textOf(mail)) ?? []);
  return links.at(at) ?? '/none';
}
const codeOf = (link: string) => new URLSearchParams(link.split('?')[1]).get('code') ?? '';
const verify = (browser: Browser, link = linked()) => browser.post('/verify-email', { code: codeOf(link) });

const emailOf = (username: string) =>
  world.portal.database.prisma.member.findFirstOrThrow({
    where: { username },
    select: { email: true, emailVerifiedAt: true },
  });
const changeTo = (browser: Browser, email: string, username = 'erin') =>
  browser.post('/account/mail', { email, wanted: 'yes', currentPassword: passwordOf(username) });

const JOAN = {
  consumerOrgTitle: 'Joans',
  username: 'joan',
  email: 'joan@joans.example',
  password: passwordOf('joan'),
};
async function signUp(input: Partial<typeof JOAN> = {}): Promise<Browser> {
  const browser = world.browser();
  expect((await browser.post('/sign-up', { ...JOAN, ...input })).status).toBe(303);
  return browser;
}

describe('who signs up with a password', () => {
  it('gets a link that verifies the address by a button, and not when it is only opened', async () => {
    const browser = await signUp();
    expect((await browser.get('/account')).text).toContain('joan@joans.example Not verified');
    expect((await browser.get('/')).text).toContain('open the link in the mail to joan@joans.example');
    expect(await mailed()).toEqual(['joan@joans.example: Is this your email address?']);
    expect(textOf(server.taken[0] ?? { to: '', raw: '' })).toContain('given for the account joan.');
    const page = await browser.get(linked());
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('account joan. Yes, it is mine')]);
    expect((await emailOf('joan')).emailVerifiedAt, 'a scanner verifies nothing').toBeNull();
    expect(await verify(browser)).toMatchObject({ status: 303, location: '/account?done=emailVerified' });
    const account = await browser.get('/account?done=emailVerified');
    expect(account.text).toContain('Your email address is verified.');
    expect(account.text).toContain('joan@joans.example Verified');
    expect(account.text).not.toContain('Send the mail');
    expect(await emailOf('joan')).toEqual({
      email: 'joan@joans.example',
      emailVerifiedAt: world.portal.deps.clock(),
    });
  });

  it('clicks twice, or at once in two windows, and the address is verified once', async () => {
    const browser = await signUp();
    await deliver();
    const answers = await Promise.all([verify(browser), verify(browser)]);
    answers.push(await verify(browser));
    for (const answer of answers) expect(answer.location).toBe('/account?done=emailVerified');
    const { emailVerifiedAt } = await emailOf('joan');
    world.portal.pass(HOUR_MS);
    expect((await verify(browser)).status).toBe(303);
    expect((await emailOf('joan')).emailVerifiedAt).toEqual(emailVerifiedAt);
    const opened = await browser.get(linked());
    expect([opened.status, opened.text]).toEqual([
      404,
      expect.stringContaining('This link is no longer valid'),
    ]);
  });

  it('is asked to sign in first, and nobody else uses the link', async () => {
    await signUp();
    await deliver();
    const nobody = await world.browser().get(linked());
    expect(nobody.location).toMatch(/^\/sign-in\?returnTo=.*verify-email%3Fcode%3D/);
    expect((await verify(world.browser())).location).toMatch(/^\/sign-in\?/);
    const erin = await world.signedIn('erin');
    expect((await erin.get(linked())).status).toBe(404);
    expect((await verify(erin)).status).toBe(404);
    expect((await verify(erin, '/verify-email?code=ev_none')).status).toBe(404);
    expect((await emailOf('joan')).emailVerifiedAt).toBeNull();
    expect((await verify(await world.signedIn('joan'))).status).toBe(303);
  });

  it('has the link for a day, and gets another', async () => {
    const browser = await signUp();
    await deliver();
    world.portal.pass(DAY_MS);
    const again = await world.signedIn('joan');
    expect((await verify(again)).status).toBe(404);
    expect((await again.get('/account')).text).toContain(
      'The link in the mail to joan@joans.example has expired.',
    );
    const sent = await again.post('/account/mail/send');
    expect(sent.location).toBe('/account?done=verificationSent');
    expect(await mailed()).toEqual(['joan@joans.example: Is this your email address?']);
    expect((await verify(again, linked(0))).status, 'the first is over').toBe(404);
    expect((await verify(again)).status).toBe(303);
    expect((await browser.get('/account')).location, 'its session has ended').toMatch(/^\/sign-in/);
  });

  it('may open any of the mails while the link is good', async () => {
    const browser = await signUp();
    await deliver();
    world.portal.pass(HOUR_MS);
    await browser.post('/account/mail/send');
    await deliver();
    expect(linked(0)).toBe(linked(1));
    expect((await verify(browser, linked(0))).status).toBe(303);
  });

  it('gets no notices by mail before, and does from then on', async () => {
    const browser = await signUp();
    expect(await mailed()).toHaveLength(1);
    const alert = await alerts();
    // The database says when it was told.
    const now = () => new Date();
    await alert(80);
    expect(await mailed(now)).toEqual([]);
    await verify(browser);
    expect(await mailed(now), 'nor later').toEqual([]);
    await alert(100);
    expect(await mailed(now)).toEqual([expect.stringMatching(/^joan@joans\.example: .*100%/)]);
  });

  it('does so by an invitation, too, with another address than the one it was mailed to', async () => {
    const carol = await world.portal.signIn('carol');
    const INVITE = 'mutation ($email: String!) { inviteMember(role: VIEWER, email: $email) { sent } }';
    const invited = async (username: string, email: string) => {
      await carol.run(INVITE, { email: 'mailed@joans.example' });
      await deliver();
      const [, code = ''] =
        /invitation\?code=(\S+)/.exec(textOf(server.taken.at(-1) ?? { to: '', raw: '' })) ?? [];
      await world.browser().post('/invitation', { code, username, email, password: passwordOf('joan') });
      return (await emailOf(username)).emailVerifiedAt !== null;
    };
    expect(await invited('joan', 'mailed@joans.example')).toBe(true);
    expect(await mailed()).toEqual([]);
    expect(await invited('kim', 'kim@joans.example')).toBe(false);
    expect(await mailed()).toEqual(['kim@joans.example: Is this your email address?']);
  });

  it('is limited by the hour and by the address, across accounts that have gone and portals of the org', async () => {
    const browser = await signUp();
    for (const status of [303, 303, 429]) {
      const answer = await browser.post('/account/mail/send');
      expect(answer.status).toBe(status);
      if (status === 429) {
        expect(answer.headers.get('retry-after')).toBe('3600');
        expect(answer.text).toContain('You were sent 3 mails in an hour');
      }
    }
    const { prisma } = world.portal.database;
    await prisma.member.deleteMany({ where: { username: 'joan' } });
    await prisma.consumerOrg.deleteMany({ where: { title: 'Joans' } });
    await signUp({ username: 'joan-b', consumerOrgTitle: 'B' });
    const last = await signUp({ username: 'joan-c', consumerOrgTitle: 'C', email: 'JOAN@joans.example' });
    expect(await prisma.mail.count({ where: { letter: 'EMAIL_VERIFICATION' } })).toBe(5);
    await signUp({ username: 'joan-d', consumerOrgTitle: 'D' });
    expect(await prisma.mail.count({ where: { letter: 'EMAIL_VERIFICATION' } }), 'made all the same').toBe(5);
    const refused = await last.post('/account/mail/send');
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('try again tomorrow')]);
    const signIn = { username: 'joan-d', password: JOAN.password };
    const reader = world.browser('de');
    expect((await reader.post('/sign-in', signIn)).status).toBe(303);
    const german = await reader.post('/account/mail/send');
    expect(german.text).toContain('An Sie oder diese Adresse gingen zu viele E-Mails');
  });

  it('is not mailed beyond the letters of the org in a day, and has the account all the same', async () => {
    const { database, orgId } = world.portal;
    await database.prisma.quota.create({ data: { orgId, resource: 'DAILY_LETTERS', limit: 1 } });
    await signUp();
    const letters = () => database.prisma.mail.count({ where: { letter: 'EMAIL_VERIFICATION' } });
    const second = await signUp({ username: 'joan-b', consumerOrgTitle: 'B', email: 'b@joans.example' });
    expect(await letters()).toBe(1);
    const refused = await second.post('/account/mail/send');
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('DAILY_LETTERS')]);
    expect(await letters()).toBe(1);
    world.portal.pass(86_400_000);
    const reader = world.browser();
    await reader.post('/sign-in', { username: 'joan-b', password: JOAN.password });
    expect((await reader.post('/account/mail/send')).status).toBe(303);
    expect(await letters()).toBe(2);
  });

  it('finds the link in no table', async () => {
    await signUp();
    await deliver();
    const { prisma } = world.portal.database;
    const rows = [
      await prisma.mail.findMany(),
      await prisma.emailVerification.findMany(),
      await prisma.auditEvent.findMany(),
      await prisma.event.findMany(),
    ];
    const text = JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? `${value}` : value));
    expect(text).toContain('joan@joans.example');
    expect(text).not.toContain(codeOf(linked()).slice(3));
  });
});

/** Subscribes an application of joan's organization. @returns what tells her that a share of a limit is used */
async function alerts() {
  const { prisma } = world.portal.database;
  const { id: consumerOrgId } = await prisma.consumerOrg.findFirstOrThrow({ where: { title: 'Joans' } });
  const product = await world.portal.product({ name: 'told', plans: [{ name: 'gold', title: 'Gold' }] });
  const plan = await prisma.catalogPlan.findFirstOrThrow({ where: { catalogProductId: product.id } });
  const application = await prisma.application.create({ data: { consumerOrgId, name: 'app', title: 'App' } });
  const { id: subscriptionId } = await prisma.subscription.create({
    data: { applicationId: application.id, catalogProductId: product.id, catalogPlanId: plan.id },
  });
  const endsAt = new Date(world.portal.deps.clock().getTime() + HOUR_MS);
  return (share: number) =>
    prisma.limitAlert.create({ data: { subscriptionId, limit: 'daily', share, endsAt } });
}

describe('who changes the address', () => {
  it('keeps the present one until the new one is verified, and the present one is told', async () => {
    const erin = await world.signedIn('erin');
    expect((await changeTo(erin, NEW)).location).toBe('/account?done=verificationSent');
    expect(await emailOf('erin')).toMatchObject({ email: OLD, emailVerifiedAt: expect.any(Date) });
    const { text, html } = await erin.get('/account');
    expect(text).toContain(`${OLD} Verified`);
    expect(text).toContain(`open the link in the mail to ${NEW}`);
    expect(text).toContain(`Until then your address is ${OLD}.`);
    expect(html).toContain(`value="${OLD}"`);
    expect(await mailed()).toEqual([
      `${NEW}: Is this your email address?`,
      `${OLD}: The email address of your account changes`,
    ]);
    expect((await verify(erin)).status).toBe(303);
    expect(await emailOf('erin')).toEqual({ email: NEW, emailVerifiedAt: world.portal.deps.clock() });
    expect((await erin.get('/account')).text).toContain(`${NEW} Verified`);
  });

  it('tells the one before although the new one was verified first', async () => {
    const erin = await world.signedIn('erin');
    server.answer = (address) => (address === OLD ? 450 : 250);
    await changeTo(erin, NEW);
    await deliver();
    await verify(erin);
    server.answer = () => 250;
    world.portal.pass(11_000);
    expect(await mailed()).toEqual([`${OLD}: The email address of your account changes`]);
  });

  it('uses the last link alone after a second change', async () => {
    const erin = await world.signedIn('erin');
    await changeTo(erin, 'first@new.example');
    await deliver();
    await changeTo(erin, 'second@new.example');
    await deliver();
    expect((await verify(erin, linked(0))).status).toBe(404);
    expect((await emailOf('erin')).email).toBe(OLD);
    expect((await verify(erin, linked(1))).status).toBe(303);
    expect((await emailOf('erin')).email).toBe('second@new.example');
    expect((await verify(erin, linked(0))).status).toBe(404);
  });

  it('has one address in the end, however changes and clicks meet', async () => {
    const erin = await world.signedIn('erin');
    await changeTo(erin, 'first@new.example');
    await deliver();
    const [clicked, changed] = await Promise.all([verify(erin), changeTo(erin, 'second@new.example')]);
    expect(changed.status).toBe(303);
    expect((await emailOf('erin')).email).toBe(clicked.status === 303 ? 'first@new.example' : OLD);
    await deliver();
    expect((await verify(erin)).status).toBe(303);
    expect((await emailOf('erin')).email).toBe('second@new.example');
  });

  it('takes it back, and another password does so, too', async () => {
    const erin = await world.signedIn('erin');
    await changeTo(erin, NEW);
    await deliver();
    expect((await erin.post('/account/mail/keep')).location).toBe('/account?done=emailKept');
    expect((await verify(erin)).status).toBe(404);
    expect((await erin.get('/account')).text).not.toContain(NEW);
    expect((await erin.post('/account/mail/keep')).status).toBe(404);
    await changeTo(erin, NEW);
    await deliver();
    await erin.post('/account/password', {
      currentPassword: passwordOf('erin'),
      newPassword: passwordOf('another'),
    });
    expect((await verify(erin)).status).toBe(404);
    expect((await emailOf('erin')).email).toBe(OLD);
  });

  it('takes the address away at once, which it is told', async () => {
    const erin = await world.signedIn('erin');
    expect((await changeTo(erin, '')).location).toBe('/account?done=saved');
    expect(await emailOf('erin')).toEqual({ email: null, emailVerifiedAt: null });
    expect(await mailed()).toEqual([`${OLD}: The email address of your account changes`]);
    await changeTo(erin, NEW);
    expect(await mailed()).toEqual([`${NEW}: Is this your email address?`]);
    expect((await verify(erin)).status).toBe(303);
    expect((await emailOf('erin')).email).toBe(NEW);
  });

  it('tells no address that may be a stranger’s', async () => {
    const joan = await signUp();
    await changeTo(joan, 'right@joans.example', 'joan');
    expect(await mailed()).toEqual(['right@joans.example: Is this your email address?']);
  });

  it('does so at once where there is no mail, and nothing is verified or asked', async () => {
    await world.portal.database.prisma.$executeRaw`UPDATE "Catalog" SET "mail" = NULL`;
    const erin = await world.signedIn('erin');
    expect((await changeTo(erin, NEW)).location).toBe('/account?done=saved');
    expect(await emailOf('erin')).toEqual({ email: NEW, emailVerifiedAt: null });
    const { text } = await erin.get('/account');
    expect(text).not.toContain('Not verified');
    expect(text).not.toContain('Send the mail');
    expect((await erin.post('/account/mail/send')).status).toBe(409);
    await signUp();
    expect(await world.portal.database.prisma.mail.count()).toBe(0);
  });
});

describe('a link', () => {
  it.each(['another portal of the org', 'another org'])('of %s is none', async (where) => {
    const { prisma } = world.portal.database;
    const org =
      where === 'another org'
        ? await prisma.org.create({ data: { name: 'other', title: 'Other' } })
        : { id: world.portal.orgId };
    const { id: catalogId } = await prisma.catalog.create({
      data: { orgId: org.id, name: 'there', title: 'There' },
    });
    const { id: consumerOrgId } = await prisma.consumerOrg.create({
      data: { catalogId, name: 'joans', title: 'Joans' },
    });
    const { email } = JOAN;
    const { id: memberId } = await prisma.member.create({
      data: { catalogId, consumerOrgId, username: 'joan', email, passwordHash: 'x' },
    });
    const asked = { id: crypto.randomUUID(), email, askedAt: world.portal.deps.clock() };
    const { secrets } = world.portal.deps;
    const code = verificationCode(secrets, asked);
    const expiresAt = new Date(asked.askedAt.getTime() + DAY_MS);
    await prisma.emailVerification.create({
      data: { ...asked, memberId, insteadOf: email, expiresAt, codeHash: secrets.hash(code) },
    });
    const joan = await signUp();
    expect((await joan.get(`/verify-email?code=${code}`)).status).toBe(404);
    expect((await joan.post('/verify-email', { code })).status).toBe(404);
    expect(await prisma.member.count({ where: { emailVerifiedAt: { not: null }, email } })).toBe(0);
  });

  it('is in the words and the language of the provider, and its pages in those of the reader', async () => {
    const template = {
      kind: 'EMAIL_VERIFICATION',
      language: 'de',
      subject: 'Hallo {username}',
      text: 'Bitte.',
    };
    await setMail({ language: 'de', senderName: null, replyTo: null, templates: [template] });
    await signUp();
    expect(await mailed()).toEqual(['joan@joans.example: Hallo joan']);
    expect(textOf(server.taken[0] ?? { to: '', raw: '' })).toMatch(
      /^Bitte\.\n\nhttp\S+\/acme\/sandbox\/verify-email\?code=ev_/,
    );
    expect((await (await world.signedIn('joan', 'de')).get(linked())).text).toContain('Ja, das ist meine');
    expect((await (await world.signedIn('joan', 'fr')).get(linked())).text).toContain('Oui, c’est la mienne');
  });

  it('is not forgotten while it is the proof of the address', async () => {
    const browser = await signUp();
    await deliver();
    await verify(browser);
    const erin = await world.signedIn('erin');
    await changeTo(erin, NEW);
    world.portal.pass(40 * DAY_MS);
    await removeWhatIsOver(world.portal.database, world.portal.deps.clock());
    const left = await world.portal.database.prisma.emailVerification.findMany();
    expect(left.map(({ email }) => email)).toEqual(['joan@joans.example']);
  });
});
