import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exampleNotices, noticeKindNames } from '../../../src/domain/events/notices.ts';
import { CATALOG } from '../../support/catalog.ts';
import { headerOf, htmlOf, partTypes, textOf } from '../../support/mail-server.ts';
import { type MailsWorld, openMails } from '../../support/mails.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

let mails: MailsWorld;
beforeAll(async () => {
  mails = await openMails();
  await mails.world.client('Shop');
});
afterAll(() => mails.close());
beforeEach(async () => {
  await title('Shop');
  await mails.world.mutate('updateCatalog', {
    name: CATALOG,
    mail: {},
    branding: { name: null, accent: null },
  });
});

const title = (words: string) =>
  mails.world.database.prisma.application.updateMany({ data: { title: words } });
const addressesIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);

describe('a mail', () => {
  it.each(noticeKindNames)(
    'of %s has its plain text, and the same as HTML that loads nothing',
    async (kind) => {
      const mail = await mails.tell(kind, exampleNotices[kind]);
      expect(headerOf(mail, 'Content-Type')).toMatch(/^multipart\/alternative;/);
      expect(partTypes(mail)).toEqual(['text/plain; charset=utf-8', 'text/html; charset=utf-8']);
      const [text, html] = [textOf(mail), htmlOf(mail)];
      expect(html).toMatch(/^<!doctype html><html lang="en">/);
      expect(html).not.toMatch(/<(?:img|script|link|iframe|form|table)\b|\bsrc=|url\(|@import/);
      // What leads somewhere is in both parts.
      const addresses = text.match(/http\S+/g) ?? [];
      expect(addresses).toHaveLength(2);
      expect([...new Set(addressesIn(html))]).toEqual(addresses.map((each) => each.replaceAll('&', '&amp;')));
      expect(html).toContain('You get this mail from Sandbox, as a member of the organization Consumers.');
    },
  );

  it('has the title, one button with its address, and why it was sent', async () => {
    const html = htmlOf(await mails.letter('PASSWORD_RESET'));
    expect(html).toContain('<title>Choose a new password</title>');
    expect(html).toMatch(/<h1[^>]*>Choose a new password<\/h1>/);
    expect(html.match(/class="mail-button"/g)).toHaveLength(1);
    const [button, address] = addressesIn(html);
    expect(button).toMatch(/^http\S+\/acme\/sandbox\/choose-password\?username=ada&amp;code=/);
    expect(address).toBe(button);
    expect(html).toContain(`>${button}</a>`);
    expect(html).toContain('If you did not ask for it, ignore it: your password stays as it is.');
  });

  it.each([
    ['en', ['Open your account', 'See it in the portal', 'Get no more notices by mail']],
    ['de', ['Konto öffnen', 'Im Portal ansehen', 'Keine Benachrichtigungen per E-Mail mehr bekommen']],
    ['fr', ['Ouvrir votre compte', 'Voir dans le portail', 'Ne plus recevoir de notifications par courriel']],
  ] as const)(
    'in %s says so to who reads it aloud, and labels its links',
    async (language, [account, see, end]) => {
      await mails.world.mutate('updateCatalog', { name: CATALOG, mail: { language } });
      const letter = htmlOf(await mails.letter('EMAIL_CHANGE'));
      expect(letter).toContain(`<html lang="${language}">`);
      expect(letter).toContain(`>${account}</a>`);
      const notice = htmlOf(await mails.tell('APPLICATION_ENABLED', { reason: null }));
      expect(notice).toContain(`<html lang="${language}">`);
      expect(notice).toContain(`>${see}</a>`);
      expect(notice).toContain(`>${end}</a>`);
    },
  );

  it('shows markup and addresses in names as the text that they are', async () => {
    await title(HOSTILE);
    const reason = `${HOSTILE} "javascript:alert(1)" & 'data:text/html,x'`;
    const html = htmlOf(await mails.tell('APPLICATION_SUSPENDED', { reason }));
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; is suspended</title>');
    expect(html).toContain(
      'The reason: &lt;img src=x onerror=alert(1)&gt; &quot;javascript:alert(1)&quot; &amp; ',
    );
    expect(html).not.toContain('<img');
    for (const address of addressesIn(html)) expect(address).toMatch(/^http:/);
  });

  it('lists operations that changed', async () => {
    const operations = { added: ['GET /a', `GET /${HOSTILE}`], removed: [], changed: [] };
    const mail = await mails.tell('API_CHANGED', { product: 'orders:1.0.0', ...operations });
    expect(textOf(mail)).toContain(`has changed.\nNew: GET /a, GET /${HOSTILE}\n\nSee it`);
    expect(htmlOf(mail)).toMatch(
      /<p[^>]*>New:<\/p><ul[^>]*><li[^>]*>GET \/a<\/li><li[^>]*>GET \/&lt;img src=x onerror=alert\(1\)&gt;<\/li><\/ul>/,
    );
  });

  it('has paragraphs, lines and lists of a template', async () => {
    const template = {
      kind: 'APPLICATION_ENABLED',
      language: 'en',
      subject: 'Hello',
      text: 'One\ntwo\n\nNow:\n- {application}\n- b',
    };
    await mails.world.mutate('updateCatalog', { name: CATALOG, mail: { templates: [template] } });
    const html = htmlOf(await mails.tell('APPLICATION_ENABLED', { reason: null }));
    expect(html).toMatch(
      /<p[^>]*>One<br\/>two<\/p><p[^>]*>Now:<\/p><ul[^>]*><li[^>]*>Shop<\/li><li[^>]*>b<\/li><\/ul>/,
    );
  });

  it('shows the Markdown of a message, whose links lead into the portal and nowhere else', async () => {
    const text = `**Now**: [plans](products/orders:1.0.0), [bad](javascript:alert(1)) ![seen](https://evil.example/p.gif) ${HOSTILE}`;
    const html = htmlOf(await mails.tell('MESSAGE', { title: HOSTILE, text, asksAcknowledgement: false }));
    expect(html).toContain('<strong>Now</strong>');
    expect(html).toMatch(/href="http:\/\/[^"]+\/acme\/sandbox\/products\/orders:1\.0\.0">plans<\/a>/);
    expect(html).toContain('[bad](javascript:alert(1))');
    expect(html).not.toContain('<img');
    expect(html).toContain('<title>&lt;img src=x onerror=alert(1)&gt;</title>');
  });

  it('has the name and the colours of the portal', async () => {
    const accent = { light: '#9a1f5c', dark: '#ff9bd0' };
    await mails.world.mutate('updateCatalog', { name: CATALOG, branding: { name: 'Bonn APIs', accent } });
    const html = htmlOf(await mails.letter('EMAIL_CHANGE'));
    expect(html).toMatch(/>Bonn APIs<\/span>/);
    expect(html).toMatch(/class="mail-button" style="[^"]*background:#9a1f5c;/);
    expect(html).toMatch(
      /prefers-color-scheme:dark[\s\S]*\.mail-button,\.mail-mark\{background:#ff9bd0!important/,
    );
  });
});
