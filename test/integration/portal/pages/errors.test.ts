import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue, codeInAddress } from '../../../../src/foundation/errors.ts';
import { openPages, type PagesWorld } from '../../../support/portal-pages.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await openPages();
});
afterAll(() => world.close());

describe('the page of a code', () => {
  it('says what it means and what to do, in English and in German', async () => {
    const { status, text } = await world.browser().get('/errors/rate-limit-exceeded');
    expect(status).toBe(200);
    for (const part of ['RATE_LIMIT_EXCEEDED', '429', 'Rate limit exceeded', 'Wait until the window closes'])
      expect(text).toContain(part);
    const german = await world.browser('de').get('/errors/rate-limit-exceeded');
    expect(german.text).toContain('Es sind mehr Aufrufe, als der Plan erlaubt.');
    expect(german.text).toContain('Warten Sie, bis das Zeitfenster endet');
  });

  it('is there for each code, with advice of its own, and for nothing else', async () => {
    const [english, german] = [world.browser(), world.browser('de')];
    for (const code of Object.keys(catalogue)) {
      const path = `/errors/${codeInAddress(code)}`;
      const [en, de] = [await english.get(path), await german.get(path)];
      expect([en.status, de.status], code).toEqual([200, 200]);
      expect(de.text, code).not.toContain(catalogue[code as keyof typeof catalogue][1]);
      expect(de.text.split('Was zu tun ist')[1], code).toMatch(/^.{20}/s);
    }
    for (const none of ['/errors/none', '/errors/RATE_LIMIT_EXCEEDED', '/errors/constructor'])
      expect((await english.get(none)).status).toBe(404);
  });

  it('is in the list of all, and linked where a page tells of a refusal', async () => {
    const { html, text } = await world.browser().get('/errors');
    expect(text).toContain('CLIENT_ID_MISSING');
    expect(html).toContain('href="/portal/acme/sandbox/errors/client-id-missing"');
    const refused = await world.browser().get(`/?search=${'x'.repeat(101)}`);
    expect(refused.html).toContain('href="/portal/acme/sandbox/errors/bad-user-input"');
  });
});
