import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createMailDeliverer } from '../../../src/control-plane/events/mail/mail-deliverer.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { Mailer } from '../../../src/infrastructure/mail/mailer.ts';
import { headerOf, htmlOf, type MailServer, openMailServer, textOf } from '../../support/mail-server.ts';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';
import { removeWhatIsOver } from '../../support/retention.ts';

const DAY_MS = 86_400_000;
const JOAN = 'Joan@joans.example';

let portal: PortalWorld;
let server: MailServer;
let carol: PortalClient;
beforeEach(async () => {
  portal = await openPortal();
  server = await openMailServer();
  await setMail({ language: 'en', senderName: 'Acme APIs', replyTo: null });
  carol = await portal.signIn('carol');
});
afterEach(async () => {
  await server.close();
  await portal.close();
  expect(portal.faults, 'no refusal was a fault').toEqual([]);
});

const setMail = (mail: Record<string, unknown>) =>
  portal.database.prisma.catalog.update({ where: { id: portal.catalogId }, data: { mail: toStore(mail) } });

/** Delivers what is due, as a process of its own. */
async function deliver(port = server.port): Promise<void> {
  const mailer = new Mailer({
    url: `smtp://127.0.0.1:${port}`,
    from: 'Gatehouse <notices@gatehouse.example>',
  });
  await createMailDeliverer({
    ...portal.deps,
    mailer,
    onFault: (fault) => void (portal.faults as unknown[]).push(fault),
  }).deliverDue();
  mailer.close();
}

const INVITE = `mutation ($role: MemberRole!, $email: String) {
  inviteMember(role: $role, email: $email) { url sent invitation { id email } } }`;
const ACCEPT = `mutation ($input: AcceptInvitationInput!) {
  acceptInvitation(input: $input) { viewer { username role } } }`;
const REVOKE = 'mutation ($id: ID!) { revokeInvitation(id: $id) }';
type Invited = { inviteMember: { url: string | null; sent: boolean; invitation: { id: string } } };
const invite = async (email: string | null = JOAN, by = carol) =>
  (await by.run<Invited>(INVITE, { role: 'DEVELOPER', email })).inviteMember;
const accept = (code: string) => ({ input: { code, username: 'joan', password: 'a password of joan' } });
const code = async (client: Pick<PortalClient, 'send'>, document: string, variables = {}) =>
  (await client.send(document, variables)).errors[0]?.extensions.code;
/** The code of the link in the only mail that was taken. */
function linked(): string {
  const [mail] = server.taken.slice(-1);
  if (!mail) throw new Error('no mail');
  const [url] = /http\S+\/invitation\?\S+/.exec(textOf(mail)) ?? [];
  return new URL(url ?? 'none:').searchParams.get('code') ?? '';
}

describe('an invitation with an address', () => {
  it('is mailed, by one Message-ID, and its link is shown to nobody else', async () => {
    expect(await invite()).toMatchObject({ url: null, sent: true });
    server.answer = () => 450;
    await deliver();
    expect(server.taken).toEqual([]);
    server.answer = () => 250;
    portal.pass(11_000);
    await Promise.all([deliver(), deliver()]);
    await deliver();
    expect(server.taken.map(({ to }) => to)).toEqual([JOAN.toLowerCase()]);
    const [mail] = server.taken;
    if (!mail) throw new Error('no mail');
    expect(headerOf(mail, 'From')).toBe('Acme APIs <notices@gatehouse.example>');
    expect(headerOf(mail, 'Subject')).toBe('You are invited to consumers');
    expect(headerOf(mail, 'Message-ID')).toMatch(/^<letter-\d+\.[0-9a-f-]{36}@gatehouse\.example>$/);
    expect(headerOf(mail, 'List-Unsubscribe')).toBe(undefined);
    expect(textOf(mail)).toContain('carol invites you to the organization consumers.');
    expect(await portal.run(ACCEPT, accept(linked()))).toEqual({
      acceptInvitation: { viewer: { username: 'joan', role: 'DEVELOPER' } },
    });
    expect(await code(portal, ACCEPT, accept(linked()))).toBe('NOT_FOUND');
  });

  it('is in the words of the provider, whose template cannot lose the link', async () => {
    const template = {
      kind: 'INVITATION',
      language: 'de',
      subject: '{invitedBy} ruft',
      text: 'Zu {organization}.',
    };
    await setMail({ language: 'de', senderName: null, replyTo: null, templates: [template] });
    await invite();
    await deliver();
    const [mail] = server.taken;
    if (!mail) throw new Error('no mail');
    expect(headerOf(mail, 'Subject')).toBe('carol ruft');
    expect(textOf(mail)).toMatch(/^Zu consumers\.\n\nhttp\S+\/acme\/sandbox\/invitation\?code=pi_/);
    expect(htmlOf(mail)).toMatch(
      /<p[^>]*>Zu consumers\.<\/p>.*invitation\?code=pi_[^"]+">Einladung annehmen<\/a>/,
    );
  });

  it('is given up where it was taken back or has ended, and where the server refuses it', async () => {
    const { invitation } = await invite();
    await carol.run(REVOKE, { id: invitation.id });
    await deliver();
    expect(server.taken).toEqual([]);
    server.answer = () => 550;
    await invite('nobody@joans.example');
    await deliver();
    const mails = await portal.database.prisma.mail.findMany({ orderBy: { id: 'asc' } });
    expect(mails.map(({ nextAttemptAt, sentAt }) => [nextAttemptAt, sentAt])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(mails[1]?.lastError).toContain('550');
    server.answer = () => 250;
    await invite('late@joans.example');
    portal.pass(7 * DAY_MS);
    await deliver();
    expect(server.taken).toEqual([]);
  });

  it('waits for a server that hangs, and is sent by another process after the lease', async () => {
    const sockets = new Set<Socket>();
    const hanging = createServer((socket) => void sockets.add(socket));
    await new Promise<void>((done) => hanging.listen(0, '127.0.0.1', done));
    onTestFinished(() => void hanging.close());
    await invite();
    const stuck = deliver((hanging.address() as { port: number }).port);
    await expect.poll(async () => (await portal.database.prisma.mail.findFirst())?.attempts).toBe(1);
    portal.pass(301_000);
    await deliver();
    expect(server.taken).toHaveLength(1);
    for (const socket of sockets) socket.destroy();
    await stuck;
  });

  it('is bounded by the address and the organization, also when it is taken back', async () => {
    for (let n = 0; n < 3; n += 1) await carol.run(REVOKE, { id: (await invite()).invitation.id });
    expect(await carol.refused(INVITE, { role: 'VIEWER', email: JOAN.toUpperCase() })).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      path: ['email'],
    });
    for (let n = 3; n < 30; n += 1) await invite(`joan${n}@joans.example`);
    expect(await code(carol, INVITE, { role: 'VIEWER', email: 'other@joans.example' })).toBe(
      'QUOTA_EXCEEDED',
    );
    expect((await invite(null)).url, 'a link is no mail').toContain('/invitation?code=');
    const dave = await portal.signIn('dave');
    expect(await invite(JOAN, dave), 'another organization has its own').toMatchObject({ sent: true });
    portal.pass(DAY_MS + 1);
    expect(await code(await portal.signIn('carol'), INVITE, { role: 'VIEWER', email: JOAN })).toBe(undefined);
  });

  it('counts for the org, whichever of its consumer orgs mails, also when they have gone', async () => {
    const { prisma } = portal.database;
    await prisma.quota.create({ data: { orgId: portal.orgId, resource: 'DAILY_LETTERS', limit: 3 } });
    await invite('one@joans.example');
    const dave = await portal.signIn('dave');
    await invite('two@joans.example', dave);
    await invite('three@joans.example', dave);
    await prisma.consumerOrg.deleteMany({
      where: { memberships: { some: { member: { username: 'dave' } } } },
    });
    const refused = await carol.send(INVITE, { role: 'VIEWER', email: 'four@joans.example' });
    expect([refused.status, refused.errors[0]?.extensions.code, refused.errors[0]?.message]).toEqual([
      409,
      'QUOTA_EXCEEDED',
      'The quota DAILY_LETTERS allows 3 letters to new addresses in a day, and the org acme has 3: hand the links of invitations over yourself, or have an administrator of the platform raise it.',
    ]);
    expect((await invite(null)).url, 'a link is no mail').toContain('/invitation?code=');
    portal.pass(DAY_MS);
    expect(await invite('four@joans.example', await portal.signIn('carol'))).toMatchObject({ sent: true });
  });

  it('gets ten in a day from all catalogs of an org', async () => {
    const { prisma } = portal.database;
    const { id: other } = await prisma.catalog.create({
      data: { orgId: portal.orgId, name: 'other', title: 'Other' },
    });
    const letter = { catalogId: other, letter: 'INVITATION' as const, address: JOAN.toLowerCase() };
    await prisma.mail.createMany({
      data: Array.from({ length: 10 }, () => ({ ...letter, writtenAt: portal.deps.clock() })),
    });
    expect(await code(carol, INVITE, { role: 'VIEWER', email: JOAN })).toBe('QUOTA_EXCEEDED');
    await prisma.mail.deleteMany({ where: { id: { in: [(await prisma.mail.findFirstOrThrow()).id] } } });
    expect(await invite()).toMatchObject({ sent: true });
  });

  it('is a link where the catalog has no mail', async () => {
    await portal.database.prisma.$executeRaw`UPDATE "Catalog" SET "mail" = NULL`;
    expect(await invite()).toMatchObject({
      url: expect.stringContaining('/invitation?code=pi_'),
      sent: false,
    });
    expect(await portal.database.prisma.mail.count()).toBe(0);
  });

  it('is kept as long as events are', async () => {
    await invite();
    const written = portal.deps.clock().getTime();
    await removeWhatIsOver(portal.database, new Date(written + DAY_MS));
    expect(await portal.database.prisma.mail.count()).toBe(1);
    await removeWhatIsOver(portal.database, new Date(written + 400 * DAY_MS));
    expect(await portal.database.prisma.mail.count()).toBe(0);
  });

  it('leaves its link in no table', async () => {
    await invite();
    await deliver();
    const link = linked();
    expect(link).toMatch(/^pi_[\w-]{43}$/);
    expect(await everything()).not.toContain(link);
  });
});

/** All rows of the database as text. */
async function everything(): Promise<string> {
  const { prisma } = portal.database;
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`;
  expect(tables.length).toBeGreaterThan(20);
  const rows = [];
  for (const { name } of tables)
    rows.push(...(await prisma.$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS row FROM "${name}" t`)));
  return rows.map(({ row }) => row).join('\n');
}
