import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createMailDeliverer } from '../../../src/control-plane/events/mail/mail-deliverer.ts';
import { countWaiting } from '../../../src/control-plane/jobs/outbox-watch.ts';
import { Mailer, type MailSettings } from '../../../src/infrastructure/mail/mailer.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { headerOf, type MailServer, openMailServer, textOf } from '../../support/mail-server.ts';

const HOUR_MS = 3_600_000;

let world: CatalogWorld;
let server: MailServer;
let subscription: string;
let ahead = 0;
const faults: unknown[] = [];
/** Faults of the mail server, as the operator was told. */
const lost: string[] = [];

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  await world.product('customer:1.0.0', {
    plans: [
      { title: 'Gold', limits: [{ name: 'daily', limit: 10_000, per: 'DAY', timeZone: 'Europe/Berlin' }] },
    ],
    publishTo: CATALOG,
  });
  await world.client('Shop', ['customer:1.0.0', 'gold']);
  await member('ada', 'ada@consumers.example');
  await member('silent', null);
  subscription = (await world.database.prisma.subscription.findFirstOrThrow()).id;
});
afterAll(() => world.close());
beforeEach(async () => {
  ahead = 0;
  lost.length = 0;
  await world.database.prisma.mail.deleteMany();
  await world.mutate('updateCatalog', { name: CATALOG, mail: {} });
  server = await openMailServer();
  return () => server.close();
});
afterEach(() => expect(faults.splice(0)).toEqual([]));

async function member(username: string, email: string | null): Promise<void> {
  const { prisma } = world.database;
  const { id: consumerOrgId } = await prisma.consumerOrg.findFirstOrThrow({ where: { name: 'consumers' } });
  const { catalogId } = world;
  await prisma.member.create({ data: { catalogId, consumerOrgId, username, email, passwordHash: '' } });
}

/** Delivers what is due, as a process of its own. */
async function deliver(settings: Partial<MailSettings> = {}): Promise<void> {
  const url = `smtp://127.0.0.1:${server.port}`;
  const from = 'Gatehouse <notices@gatehouse.example>';
  const mailer = new Mailer({ url, from, ...settings }, (fault) => lost.push(String(fault)));
  const deliverer = createMailDeliverer({
    ...world.deps,
    mailer,
    clock: () => new Date(Date.now() + ahead),
    onFault: (fault) => faults.push(fault),
  });
  await deliverer.deliverDue();
  mailer.close();
}

/** Tells that a share of a limit is used: one event. */
const alert = (share = 80, limit = 'daily') =>
  world.database.prisma.limitAlert.create({
    data: {
      subscriptionId: subscription,
      limit,
      share,
      endsAt: new Date(Date.now() + Math.random() * HOUR_MS),
    },
  });

type Mails = readonly Readonly<
  Record<'state' | 'lastError' | 'username' | 'consumerOrg' | 'attempts', unknown>
>[];
async function mails(filter = ''): Promise<Mails> {
  const document = `{ catalog(name: "${CATALOG}") { mails${filter} { state lastError username consumerOrg attempts } } }`;
  return (await world.query<{ catalog: { mails: Mails } }>(document)).catalog.mails;
}

describe('a member with an email address', () => {
  it('is told by mail that a limit is nearly used, where the catalog has mail: once over several processes', async () => {
    await alert();
    await Promise.all([deliver(), deliver(), deliver()]);
    await deliver();
    expect(server.taken.map(({ to }) => to)).toEqual(['ada@consumers.example']);
    const [mail] = server.taken;
    if (!mail) throw new Error('no mail');
    expect(headerOf(mail, 'From')).toBe('Gatehouse <notices@gatehouse.example>');
    expect(headerOf(mail, 'Subject')).toBe('Shop has used 80% of a limit');
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated');
    expect(headerOf(mail, 'Message-ID')).toMatch(/^<event-\d+\.[0-9a-f-]+@gatehouse\.example>$/);
    expect(textOf(mail)).toMatch(
      /^The application Shop has used 80% of what the plan Gold of customer 1\.0\.0 allows: 10,000 calls a day \(Europe\/Berlin\)\. The window ends on .+ UTC\.\n\nSee it in the portal:\nhttp\S+\/acme\/sandbox\/applications\/shop\/usage\n\n-- \nYou get this mail from Sandbox, as a member of the organization Consumers\.\n/,
    );
    expect(await mails()).toEqual([
      { state: 'SENT', lastError: null, username: 'ada', consumerOrg: 'consumers', attempts: 1 },
    ]);
  });

  it('is told of changes of a subscription, and of the deprecation of its product, in the language of the catalog', async () => {
    await world.mutate('updateCatalog', {
      name: CATALOG,
      mail: { language: 'de', senderName: 'Acme APIs', replyTo: 'help@acme.example' },
    });
    await world.product('orders:1.0.0', { plans: [{ title: 'Gold' }], publishTo: CATALOG });
    await world.client('Till', ['orders:1.0.0', 'gold']);
    await world.client('Desk', ['orders:1.0.0', 'gold']);
    await world.database.prisma.subscription.updateMany({
      where: { application: { name: 'till' } },
      data: { state: 'REJECTED', rejectionReason: 'Erst den Vertrag unterschreiben.' },
    });
    await world.lifecycle('deprecateProduct', { product: 'orders:1.0.0', sunsetAt: '2027-06-30T12:00:00Z' });
    await deliver();
    expect(server.taken.map((mail) => decoded(headerOf(mail, 'Subject'))).sort()).toEqual([
      'Das Abonnement von Till für orders 1.0.0 wurde abgelehnt',
      'orders 1.0.0 ist veraltet',
    ]);
    expect(server.taken.map(textOf).join()).toContain(
      'Sie können noch einmal darum bitten. Der Grund: Erst den Vertrag unterschreiben.',
    );
    expect(server.taken.map(textOf).join()).toContain(
      'Es nimmt keine neuen Abonnements an und antwortet nur noch bis 30. Juni 2027.',
    );
    const [mail] = server.taken;
    if (!mail) throw new Error('no mail');
    expect(headerOf(mail, 'From')).toBe('Acme APIs <notices@gatehouse.example>');
    expect(headerOf(mail, 'Reply-To')).toBe('help@acme.example');
  });

  it.each([
    ['de', 'erlaubt: 10.000 Aufrufe pro Tag (Europe/Berlin).'],
    ['fr', 'customer 1.0.0\u00a0: 10\u202f000 appels par jour (Europe/Berlin).'],
  ])(
    'is told what a limit counts in %s, and its name once the plan has another',
    async (language, counted) => {
      await world.mutate('updateCatalog', { name: CATALOG, mail: { language } });
      await alert();
      await alert(80, 'of-before');
      await deliver();
      const texts = server.taken.map(textOf).join();
      expect(texts).toContain(counted);
      expect(texts).toContain(': of-before.');
    },
  );

  it('is told in the words of the provider, which the inbox has, too', async () => {
    const words = { kind: 'LIMIT_ALERT', language: 'en' };
    await world.mutate('updateCatalog', {
      name: CATALOG,
      mail: {
        templates: [{ ...words, subject: '{application}: {share} %', text: 'See {plan} of {product}.' }],
      },
    });
    await alert();
    expect(await countWaiting(world.database)).toMatchObject({ mails: 1 });
    await deliver();
    const [mail] = server.taken;
    if (!mail) throw new Error('no mail');
    expect(headerOf(mail, 'Subject')).toBe('Shop: 80 %');
    expect(textOf(mail)).toMatch(/^See Gold of customer 1\.0\.0\.\n\nSee it in the portal:/);
    expect(await countWaiting(world.database)).toMatchObject({ mails: 0 });
  });

  it('gets none while the catalog sends none, and none of what happened before', async () => {
    await world.mutate('updateCatalog', { name: CATALOG, mail: null });
    await alert();
    await world.mutate('updateCatalog', { name: CATALOG, mail: {} });
    await deliver();
    expect(server.taken).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  it('gets none of an event of three days ago, as after a time without a mail server', async () => {
    await alert();
    ahead = 73 * HOUR_MS;
    await deliver();
    expect(server.taken).toEqual([]);
    expect(await mails()).toMatchObject([
      { state: 'GIVEN_UP', lastError: expect.stringContaining('too late') },
    ]);
  });
});

describe('a mail server that does not take a mail', () => {
  it('is asked again after a while where it defers, by the same Message-ID', async () => {
    server.answer = () => 450;
    await alert();
    await deliver();
    expect(await mails('(unsent: true)')).toMatchObject([
      { state: 'PENDING', lastError: expect.stringContaining('450 Mailbox busy'), attempts: 1 },
    ]);
    await deliver();
    expect((await mails())[0]?.attempts).toBe(1);

    server.answer = () => 250;
    ahead = 11_000;
    await deliver();
    expect(await mails()).toMatchObject([{ state: 'SENT', lastError: null, attempts: 2 }]);
    expect(await mails('(unsent: true)')).toEqual([]);
    expect(server.taken).toHaveLength(1);
  });

  it('is not asked again where it refuses the receiver', async () => {
    server.answer = () => 550;
    await alert();
    await deliver();
    ahead = 48 * HOUR_MS;
    await deliver();
    expect(await mails()).toMatchObject([
      { state: 'GIVEN_UP', lastError: expect.stringContaining('550 No such user here'), attempts: 1 },
    ]);
  });

  it('is asked again where it is not there, or asks for a password that is wrong', async () => {
    await alert();
    await alert();
    await deliver({ url: 'smtp://127.0.0.1:1' });
    const away = 'The mail server cannot be reached, or takes no mail now.';
    expect(await mails(), 'its address is for the operator').toMatchObject([
      { state: 'PENDING', lastError: away },
      { state: 'PENDING', lastError: away },
    ]);
    expect(lost, 'once').toEqual([expect.stringContaining('ECONNREFUSED')]);
    const strict = await openMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'gatehouse' }) : done(new Error('Wrong password')),
    });
    onTestFinished(() => strict.close());
    ahead = 11_000;
    await deliver({ url: `smtp://gatehouse:wrong@127.0.0.1:${strict.port}` });
    expect(await mails()).toMatchObject([
      { state: 'PENDING', attempts: 2, lastError: away },
      { state: 'PENDING', attempts: 2 },
    ]);
    ahead = 60_000;
    await deliver({ url: `smtp://gatehouse:right@127.0.0.1:${strict.port}` });
    expect(strict.taken).toHaveLength(2);
  });

  it('holds up nobody where it hangs: a mail is let go, and sent again after its lease', async () => {
    const sockets = new Set<Socket>();
    const hanging = createServer((socket) => void sockets.add(socket));
    await new Promise<void>((done) => hanging.listen(0, '127.0.0.1', done));
    onTestFinished(() => void hanging.close());
    const { port } = hanging.address() as { port: number };
    await alert();
    const mailer = new Mailer({ url: `smtp://127.0.0.1:${port}`, from: 'notices@gatehouse.example' });
    const stuck = createMailDeliverer({
      ...world.deps,
      mailer,
      clock: () => new Date(),
      onFault: (fault) => faults.push(fault),
    }).deliverDue();
    await expect.poll(async () => (await mails())[0]?.attempts).toBe(1);
    await deliver();
    expect(server.taken, 'another process leaves it to its taker').toEqual([]);
    ahead = 301_000;
    await deliver();
    expect(server.taken).toHaveLength(1);
    for (const socket of sockets) socket.destroy();
    await stuck;
    mailer.close();
    expect(await mails()).toMatchObject([{ state: 'SENT', attempts: 2 }]);
  });
});

describe('mails of several orgs', () => {
  it('take turns: one of an org with many is not before the first of another', async () => {
    for (let n = 0; n < 40; n += 1) await alert(80, `limit-${n}`);
    const other = await otherOrg();
    await other.alert();
    await deliver();
    const place = server.taken.findIndex(({ to }) => to === 'bob@other.example');
    expect(server.taken).toHaveLength(41);
    expect(place).toBeLessThan(9);
  });
});

describe('a mail that is signed', () => {
  it('has the DKIM signature of the domain of its sender', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await alert();
    await deliver({
      dkim: { selector: 'gate', privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string },
    });
    const [mail] = server.taken;
    expect(mail && headerOf(mail, 'DKIM-Signature')).toMatch(
      /d=gatehouse\.example; *(?:q=dns\/txt; *)?s=gate;/,
    );
  });
});

describe('the mail of a catalog', () => {
  it.each([
    [{ language: 'it' }, 'language is it: give one of en, de, fr.', 'language'],
    [
      { senderName: 'A\r\nBcc: x@y.example' },
      'senderName has at most 100 characters, in one line.',
      'senderName',
    ],
    [{ senderName: 'A'.repeat(101) }, 'senderName has at most 100 characters, in one line.', 'senderName'],
    [{ replyTo: 'nobody' }, 'The email is no address: it has the form name@host.', 'replyTo'],
  ])('is refused with %j', async (mail, message, member) => {
    expect(await world.refused('updateCatalog', { name: CATALOG, mail })).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      message,
      path: ['input', 'mail', member],
    });
  });

  it('is read as it was set', async () => {
    const mail = { language: 'de', senderName: 'Acme', replyTo: 'help@acme.example' };
    await world.mutate('updateCatalog', { name: CATALOG, mail });
    expect(
      await world.query(`{ catalog(name: "${CATALOG}") { mail { language senderName replyTo } } }`),
    ).toEqual({ catalog: { mail } });
  });
});

/** An org with a catalog that sends mail, and a member. Other tests have one org, which they do not name. */
async function otherOrg() {
  const { prisma } = world.database;
  const { id: orgId } = await prisma.org.create({ data: { name: 'other', title: 'Other' } });
  onTestFinished(async () => void (await prisma.org.delete({ where: { id: orgId } })));
  const { id: catalogId } = await prisma.catalog.create({
    data: {
      orgId,
      name: 'sandbox',
      title: 'Sandbox',
      mail: { language: 'en', senderName: null, replyTo: null },
    },
  });
  const { id: consumerOrgId } = await prisma.consumerOrg.create({
    data: { catalogId, name: 'bobs', title: 'Bobs' },
  });
  await prisma.member.create({
    data: { catalogId, consumerOrgId, username: 'bob', email: 'bob@other.example', passwordHash: '' },
  });
  const detail = {
    share: 80,
    limit: 'daily',
    endsAt: '2027-01-02T00:00:00Z',
    id: '',
    product: 'a:1.0.0',
    plan: 'b',
  };
  return {
    alert: () =>
      prisma.event.create({
        data: { orgId, catalogId, consumerOrgId, type: 'LIMIT_ALERT', subject: 'bobs/app', detail },
      }),
  };
}

/** Decodes the words of a header. (RFC 2047) */
const decoded = (header = '') =>
  header
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, form: string, text: string) =>
      form.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replace(/=([0-9A-F]{2})/g, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          ).toString(),
    );
