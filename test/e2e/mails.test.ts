import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleNotices, noticeKindNames } from '../../src/domain/events/notices.ts';
import { type BrowserWorld, findingsInLooks, openBrowser, overflow } from '../support/browser.ts';
import { chromiumPath } from '../support/chromium.ts';
import { htmlOf } from '../support/mail-server.ts';
import { type MailsWorld, openMails } from '../support/mails.ts';

const WITHIN_MS = 300_000;
const LONG = `Donaudampfschifffahrtsgesellschaftskapitän${'x'.repeat(38)}`;

describe.skipIf(!chromiumPath())('a mail, in a browser', { timeout: WITHIN_MS }, () => {
  let mails: MailsWorld;
  let browser: BrowserWorld;
  beforeAll(async () => {
    [mails, browser] = await Promise.all([openMails(), openBrowser()]);
    await mails.world.client('Shop');
    await mails.world.database.prisma.application.updateMany({ data: { title: LONG } });
    await mails.world.database.prisma.consumerOrg.updateMany({ data: { title: LONG } });
    await mails.world.database.prisma.catalog.updateMany({
      data: { title: LONG, mail: { language: 'de', senderName: null, replyTo: null } },
    });
  }, WITHIN_MS);
  afterAll(async () => {
    await browser.close();
    await mails.close();
  });

  it('of each kind is readable on a desk and on a phone, light and dark, with names that no line holds', async () => {
    const { page, complaints, foreign, close } = await browser.visitor();
    for (const kind of noticeKindNames) {
      await page.setContent(htmlOf(await mails.tell(kind, exampleNotices[kind])));
      expect(await findingsInLooks(page), kind).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await overflow(page), kind).toBe(0);
    }
    expect([complaints, foreign]).toEqual([[], []]);
    await close();
  });

  it('has a button that a thumb hits and that stands out, in either look', async () => {
    const { page, close } = await browser.visitor({ viewport: { width: 360, height: 740 } });
    await page.setContent(htmlOf(await mails.letter('PASSWORD_RESET')));
    const button = page.getByRole('link', { name: 'Neues Passwort wählen' });
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    const colour = () => button.evaluate((each) => getComputedStyle(each).backgroundColor);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await colour()).toBe('rgb(29, 78, 216)');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await colour()).toBe('rgb(138, 180, 255)');
    await close();
  });
});
