import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserWorld, openBrowser } from '../support/browser.ts';
import { chromiumPath } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { type GatewayWorld, openGateway } from '../support/gateway.ts';
import { CATALOG, PROVIDER } from '../support/oauth.ts';
import { authorizePath } from '../support/provider-browser.ts';
import { api, catalog, snapshot } from '../support/snapshot.ts';
import { openStoredOAuth, type StoredOAuth } from '../support/stored-oauth.ts';
import { recordingUpstream, type Upstream } from '../support/upstream.ts';

const COOKIE = `__Host-oauth.acme.sandbox.${PROVIDER}`;

/** What a page of an attacker tries once somebody clicks, and notes in the page: each line is one attempt. */
const ATTACK = `<!doctype html><link rel="icon" href="data:,"><button>A prize</button><pre>no script ran</pre><script>
  const out = document.querySelector('pre');
  const note = (what, tried) => { out.textContent += '\\n' + what + ': ' + tried; };
  const attempt = (what, work) => { try { note(what, work()); } catch (error) { note(what, error.name); } };
  out.textContent = 'origin: ' + self.origin;
  attempt('cookie', () => { document.cookie = '${COOKIE}=os_of-the-attacker; Path=/; Secure'; return document.cookie; });
  attempt('storage', () => localStorage.length);
  fetch(AUTHORIZE, { credentials: 'include' }).then((answer) => answer.text()).then((text) => note('fetch', text), (error) => note('fetch', error.name));
  document.querySelector('button').onclick = () => {
    const popup = open(AUTHORIZE);
    setInterval(() => attempt('popup', () => popup.document.body.innerHTML), 200);
  };
</script>`;

const missing =
  chromiumPath() === undefined ? ' (skipped: there is no Chromium here; CHROMIUM can name one)' : '';

describe.skipIf(missing)(`a page of a hostile back-end, with all headers that help it${missing}`, () => {
  let oauth: StoredOAuth;
  let pages: Server;
  let pagesUrl: string;
  let upstream: Upstream;
  let gateway: GatewayWorld;
  let browser: BrowserWorld;
  beforeAll(async () => {
    const port = await freePort();
    pagesUrl = `http://127.0.0.1:${port}`;
    [oauth, upstream, browser] = await Promise.all([
      openStoredOAuth({ pagesUrl }),
      recordingUpstream(),
      openBrowser(),
    ]);
    const handlePages: RequestListener = (request, response) => {
      if (!oauth.handlePage(request, response)) response.writeHead(404).end();
    };
    pages = createServer(handlePages).listen(port, '127.0.0.1');
    await once(pages, 'listening');
    const hostile = api({ basePath: '/eve', security: [], upstreamUrl: upstream.url });
    const trusted = { ...hostile, id: 'trusted', basePath: '/trusted', trustsHtml: true };
    gateway = await openGateway(snapshot(catalog({ apis: [hostile, trusted] })), {
      endpoints: [oauth.handle],
    });
    const authorize = JSON.stringify(`${gateway.url}${authorizePath()}`);
    upstream.answer = (_request, response) =>
      response
        .writeHead(200, {
          'Content-Type': 'text/html',
          'Cross-Origin-Opener-Policy': 'same-origin',
          'Content-Security-Policy': 'sandbox allow-same-origin allow-scripts allow-popups',
          'Set-Cookie': [`${COOKIE}=os_of-the-attacker; Path=/; Secure`, `=${COOKIE}=os_of-the-attacker`],
        })
        .end(ATTACK.replaceAll('AUTHORIZE', authorize));
  });
  afterAll(async () => {
    pages.close();
    pages.closeAllConnections();
    await Promise.all([browser.close(), gateway.close(), upstream.close()]);
    await oauth.close();
  });

  it('runs no script, and sets no cookie of the pages', async () => {
    const { page, close } = await browser.visitor();
    await page.goto(`${gateway.url}/acme/sandbox/eve`);
    expect(await page.locator('pre').textContent()).toBe('no script ran');
    expect(await page.context().cookies([gateway.url, pagesUrl])).toEqual([]);
    await close();
  });

  it('of an API that trusts its HTML runs scripts of no origin: they read neither cookies, nor the page on which people sign in', async () => {
    const { page, close } = await browser.visitor();
    await page.goto(`${gateway.url}/acme/sandbox/trusted`);
    const noted = page.locator('pre');
    await expect.poll(() => noted.textContent()).toContain('fetch: ');
    const opened = page.waitForEvent('popup');
    await page.click('button');
    const popup = await opened;
    await popup.locator('#password').waitFor();
    expect(new URL(popup.url()).origin).toBe(pagesUrl);
    await expect.poll(() => noted.textContent()).toContain('popup: SecurityError');
    const lines = ((await noted.textContent()) ?? '').split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'origin: null',
        'cookie: SecurityError',
        'storage: SecurityError',
        'fetch: TypeError',
      ]),
    );
    expect(lines.filter((line) => line.startsWith('popup: ') && line.includes('password'))).toEqual([]);
    const cookies = await page.context().cookies([gateway.url, pagesUrl]);
    expect(cookies.filter(({ value }) => value.includes('attacker'))).toEqual([]);
    await close();
  });

  it('is not sent what signs people in, though cookies know no ports', async () => {
    const { page, close } = await browser.visitor();
    await page.goto(`${gateway.url}${authorizePath()}`);
    await page.locator('#password').waitFor();
    const cookies = await page.context().cookies(pagesUrl);
    expect(cookies.map(({ name }) => name)).toEqual([COOKIE]);
    await page.goto(`${gateway.url}${CATALOG}/eve`);
    expect(upstream.seen.at(-1)?.headers).not.toHaveProperty('cookie');
    await close();
  });
});
