import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMailDeliverer } from '../../../src/control-plane/events/mail/mail-deliverer.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { Mailer } from '../../../src/infrastructure/mail/mailer.ts';
import { headerOf, type MailServer, openMailServer, textOf } from '../../support/mail-server.ts';
import { openPages, type PagesWorld } from '../../support/portal-pages.ts';

const HOUR_MS = 3_600_000;
const ERIN = 'erin@consumers.example';

let world: PagesWorld;
let server: MailServer;
beforeEach(async () => {
  world = await openPages();
  server = await openMailServer();
  const { prisma } = world.portal.database;
  const mail = toStore({ language: 'en', senderName: null, replyTo: null });
  await prisma.catalog.updateMany({ data: { mail } });
  await prisma.member.updateMany({ where: { username: 'erin' }, data: { email: 'Erin@Consumers.example' } });
});
afterEach(async () => {
  await server.close();
  await world.close();
  expect(world.portal.faults).toEqual([]);
});

/** Asks by the page, and waits until all that follows is written. */
async function ask(login: string, browser = world.browser()) {
  const answer = await browser.post('/forgot-password', { login });
  await world.portal.deps.background.settled();
  return answer;
}

async function deliver(): Promise<void> {
  const mailer = new Mailer({ url: `smtp://127.0.0.1:${server.port}`, from: 'notices@gatehouse.example' });
  const onFault = (fault: unknown) => void (world.portal.faults as unknown[]).push(fault);
  await createMailDeliverer({ ...world.portal.deps, mailer, onFault }).deliverDue();
  mailer.close();
}

/** The fields of the link of a mail. */
function linked(at = -1): { username: string; code: string } {
  const mail = server.taken.at(at);
  if (!mail) throw new Error('no mail');
  const [url] = /http\S+\/choose-password\?\S+/.exec(textOf(mail)) ?? [];
  const { searchParams } = new URL(url ?? 'none:');
  return { username: searchParams.get('username') ?? '', code: searchParams.get('code') ?? '' };
}
const choose = (link = linked(), password = 'another password of erin') =>
  world.browser().post('/choose-password', { ...link, password });
const mailCount = () => world.portal.database.prisma.mail.count();

describe('a forgotten password', () => {
  it.each(['erin', 'ERIN', ERIN, ' erin@CONSUMERS.example '])(
    'is another one by a mail: %s',
    async (login) => {
      const before = await world.signedIn('erin');
      expect(await ask(login)).toMatchObject({ status: 303, location: '/forgot-password?sent' });
      await Promise.all([deliver(), deliver()]);
      expect(server.taken).toHaveLength(1);
      const [mail] = server.taken;
      if (!mail) throw new Error('no mail');
      expect(headerOf(mail, 'Subject')).toBe('Choose a new password');
      expect(headerOf(mail, 'Message-ID')).toMatch(/^<letter-\d+\.[0-9a-f-]{36}@gatehouse\.example>$/);
      expect(textOf(mail)).toContain('a new password for your account erin.');
      expect((await choose()).status).toBe(303);
      expect((await before.get('/account')).status, 'the other sessions have ended').toBe(303);
      expect((await choose()).status, 'once').toBe(404);
      await expect(world.signedIn('erin')).rejects.toThrow();
      const signIn = { username: 'erin', password: 'another password of erin' };
      expect((await world.browser().post('/sign-in', signIn)).status).toBe(303);
    },
  );

  it('has a link for an hour, which no other password outlives', async () => {
    await ask('erin');
    await ask('erin');
    await deliver();
    expect(server.taken).toHaveLength(2);
    world.portal.pass(HOUR_MS - 1000);
    expect((await choose(linked(0))).status).toBe(303);
    expect((await choose(linked(1))).status, 'the other link ends with the password').toBe(404);
    await ask('erin');
    await deliver();
    world.portal.pass(HOUR_MS);
    expect((await choose()).status).toBe(404);
  });

  it('is not mailed after the hour, nor to an address of before', async () => {
    await ask('erin');
    server.answer = () => 450;
    await deliver();
    server.answer = () => 250;
    await world.portal.database.prisma.member.updateMany({
      where: { username: 'erin' },
      data: { email: 'new@consumers.example' },
    });
    world.portal.pass(11_000);
    await deliver();
    await ask('erin');
    world.portal.pass(HOUR_MS);
    await deliver();
    expect(server.taken).toEqual([]);
  });

  it('is mailed three times an hour, however it is asked for, and the answer stays the same', async () => {
    for (const login of ['erin', ERIN, 'Erin', 'erin', ERIN])
      expect((await ask(login)).location).toBe('/forgot-password?sent');
    expect(await mailCount()).toBe(3);
    world.portal.pass(HOUR_MS + 1);
    await ask('erin');
    expect(await mailCount()).toBe(4);
  });

  it('asked for at once is bounded, too', async () => {
    await Promise.all(['erin', ERIN, 'ERIN', 'eriN', 'erIn', 'eRin'].map((login) => ask(login)));
    expect(await mailCount()).toBe(3);
  });
});

describe('who asks', () => {
  it('is answered the same for people with an address, without one, and nobody', async () => {
    const answers = [];
    for (const login of ['erin', 'carol', 'nobody', 'nobody@nowhere.example', '%', '_rin', 'x\0', ''])
      answers.push(await ask(login));
    for (const { status, location, html } of answers)
      expect([status, location, html]).toEqual([303, '/forgot-password?sent', '']);
    expect(await mailCount(), 'of erin').toBe(1);
    const audits = await world.portal.database.prisma.auditEvent.findMany({
      where: { action: 'requestPasswordReset' },
    });
    expect(audits.map(({ subject }) => subject)).toEqual(['erin']);
  });

  it('too often is refused, whether or not there is an account', async () => {
    const refusedAfter = async (login: string) => {
      for (let asked = 0; asked < 50; asked += 1) {
        const { status, headers } = await ask(login);
        if (status !== 303) return [asked, status, headers.has('retry-after')];
      }
      return [];
    };
    expect(await refusedAfter('erin')).toEqual([10, 429, true]);
    expect(await refusedAfter('nobody')).toEqual([10, 429, true]);
  });

  it('is led there from sign-in in two languages, and told whom to ask where there is no mail', async () => {
    const { html } = await world.browser().get('/sign-in');
    expect(html).toContain('href="/portal/acme/sandbox/forgot-password"');
    expect((await world.browser('de').get('/forgot-password')).text).toContain(
      'Benutzername oder E-Mail-Adresse',
    );
    expect((await world.browser('de').get('/forgot-password?sent')).text).toContain(
      'Sehen Sie in Ihr Postfach',
    );
    await world.portal.database.prisma.$executeRaw`UPDATE "Catalog" SET "mail" = NULL`;
    expect((await world.browser().get('/sign-in')).text).toContain(
      'The provider of this portal gives you a link',
    );
    expect((await world.browser().get('/forgot-password')).text).toContain('This portal sends no mail.');
    expect((await ask('erin')).status).toBe(409);
    expect(await mailCount()).toBe(0);
  });

  it('finds the link in no table, and good for one account alone', async () => {
    await ask('erin');
    await deliver();
    const { prisma } = world.portal.database;
    const rows = [
      ...(await prisma.mail.findMany()),
      ...(await prisma.auditEvent.findMany()),
      ...(await prisma.event.findMany()),
      ...(await prisma.teamActivity.findMany()),
    ];
    const text = JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? `${value}` : value));
    expect(text).toContain('requestPasswordReset');
    expect(text).not.toContain(linked().code.split('.')[1]);
    const link = linked();
    expect((await choose({ ...link, username: 'carol' })).status).toBe(404);
    expect((await choose({ ...link, code: `9${link.code}` })).status).toBe(404);
    expect((await choose(link, 'short')).status, 'too short, and the link is still good').toBe(400);
    expect((await choose(link)).status).toBe(303);
  });
});
