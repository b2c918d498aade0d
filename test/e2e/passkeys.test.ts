// Passkeys in Chromium, with the authenticator that it has for tests.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, type BrowserWorld, openBrowser, overflow } from '../support/browser.ts';
import { chromiumPath } from '../support/chromium.ts';
import { freePorts, ownDatabase, type PlatformProcess, startPlatform } from '../support/platform.ts';
import { seedDataDir } from '../support/seed-file.ts';
import { signInAs } from '../support/tour-pages.ts';
import { withKey } from '../support/virtual-authenticator.ts';

const ADMIN_TOKEN = 'the-admin-token-of-the-passkey-tests';
const WITHIN_MS = 300_000;
/** Somebody whom no other test, and no other try of this one, has invited. */
const personOf = (name: string) => ({
  email: `${name}-${randomUUID()}@acme.example`,
  password: `the-password-of-${name}`,
});
type Person = ReturnType<typeof personOf>;

let dataDir: string;
let platform: PlatformProcess;
let browser: BrowserWorld;
let control: string;

/** The management API as the platform's administrator. */
async function manage<T>(query: string): Promise<T> {
  const response = await fetch(`${control}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

const requires = (isRequired: boolean) =>
  manage(`mutation { updateOrg(input: {org: "acme", requiresSecondFactor: ${isRequired}}) { name } }`);

/** Lets a person in by her invitation, in a browser with an authenticator: as far as the page after the password. */
async function joins({ email, password }: Person, page: Page, host = control): Promise<void> {
  const { inviteUser } = await manage<{ inviteUser: { url: string } }>(
    `mutation { inviteUser(input: {org: "acme", email: "${email}", role: ADMINISTRATOR}) { url } }`,
  );
  await page.goto(inviteUser.url.replace(control, host));
  await page.fill('#password', password);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/invitation'));
}

/** Registers a passkey, and gives the recovery codes that come with it. */
async function registers(page: Page, name: string): Promise<string[]> {
  await page.getByLabel('Name of the passkey').fill(name);
  await page.getByRole('button', { name: 'Register a passkey' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await fits(page);
  const codes = await page.locator('.recovery-codes code').allInnerTexts();
  await page.getByRole('link', { name: 'I have stored them' }).click();
  return codes;
}

/** Signs out by the menu of the account, which stands in the menu of phones where there is little room. */
async function signsOut(page: Page): Promise<void> {
  const account = page.locator('.side-account').filter({ visible: true });
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await account.or(menu).first().waitFor();
  if (await menu.isVisible()) await menu.click();
  await account.click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL(/\/sign-in$/);
}

async function fits(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
}
const at = (page: Page) => new URL(page.url()).pathname;

describe.skipIf(!chromiumPath())('a passkey, in a browser', { timeout: WITHIN_MS }, () => {
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
    seedDataDir(dataDir);
    const ports = await freePorts();
    // A name: browsers bind passkeys to no address.
    control = `http://localhost:${ports['CONTROL_PORT']}`;
    platform = await startPlatform({
      ...ports,
      ...(await ownDatabase(dataDir)),
      ADMIN_TOKEN,
      CONTROL_URL: control,
    });
    browser = await openBrowser();
  }, WITHIN_MS);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is registered by who comes into an org that requires one, asked for at each sign-in, and removed', async () => {
    const { page, complaints, foreign, close } = await browser.visitor();
    const grace = personOf('grace');
    await requires(true);
    await withKey(page);
    await joins(grace, page);
    await page.getByRole('heading', { name: 'Register a passkey' }).waitFor();
    await fits(page);
    await page.goto(`${control}/console/people?org=acme`);
    expect(at(page)).toBe('/console/second-factor');
    const [code = '', ...others] = await registers(page, 'Laptop');
    expect([others.length, at(page)]).toEqual([9, '/console/people']);

    await signsOut(page);
    await signInAs(page, grace);
    const button = page.getByRole('button', { name: 'Use a passkey' });
    await button.waitFor();
    await fits(page);
    await expect.poll(() => button.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/console\/overview/);

    await page.goto(`${control}/console/account`);
    await fits(page);
    const row = page.getByRole('row', { name: /Laptop/ });
    expect(await row.innerText()).not.toContain('Never');
    await page.getByLabel('Name of the passkey').fill('Again');
    await page.getByRole('button', { name: 'Register another' }).click();
    await page.getByText('has a passkey of yours already').waitFor();

    await signsOut(page);
    await signInAs(page, grace);
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Use the code' }).click();
    await page.getByText('Unused recovery codes: 9').waitFor();

    await requires(false);
    page.once('dialog', (dialog) => void dialog.accept());
    await row.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The passkey is removed').waitFor();
    await signsOut(page);
    await signInAs(page, grace);
    await page.waitForURL(/\/console\/overview/);
    expect([complaints, foreign]).toEqual([[], []]);
    await close();
  });

  it('that is not there is said beside the button, which can be pressed again; without scripts a recovery code is left', async () => {
    const { page, close } = await browser.visitor();
    const ada = personOf('ada');
    await requires(false);
    const { cdp, authenticatorId } = await withKey(page);
    await joins(ada, page);
    await page.goto(`${control}/console/account`);
    const codes = await registers(page, 'Laptop');
    await signsOut(page);
    await signInAs(page, ada);
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    const button = page.getByRole('button', { name: 'Use a passkey' });
    await button.click();
    await page.getByRole('alert').filter({ hasText: 'That was stopped' }).waitFor();
    expect(await button.isEnabled()).toBe(true);
    await close();

    const plain = await browser.visitor({ javaScriptEnabled: false });
    await plain.page.goto(`${control}/console/sign-in`);
    await plain.page.fill('#email', ada.email);
    await plain.page.fill('#password', ada.password);
    await plain.page.click('form:has(#email) button[type=submit]');
    const code = plain.page.getByRole('textbox', { name: 'Recovery code' });
    await code.fill(codes[0] ?? '');
    // Chromium shows no <noscript> where a debugger has turned scripts off.
    expect(await plain.page.locator('noscript').innerHTML()).toContain('Passkeys need JavaScript');
    expect(await plain.page.getByRole('button', { name: 'Use a passkey' }).isVisible()).toBe(false);
    await plain.page.getByRole('button', { name: 'Use the code' }).click();
    await plain.page.getByText('Unused recovery codes: 9').waitFor();
    await plain.close();
  });

  it('is not made at another address of the console than its own, and the page says where', async () => {
    const { page, close } = await browser.visitor();
    await requires(true);
    await joins(personOf('joan'), page, control.replace('localhost', '127.0.0.1'));
    await page.getByLabel('Name of the passkey').fill('Laptop');
    await page.getByRole('button', { name: 'Register a passkey' }).click();
    await page.getByText(`Open the console at ${control}/console`).waitFor();
    await close();
  });

  it('is required, and let be lost, by an administrator on the pages of people', async () => {
    const { page, close } = await browser.visitor();
    const kay = personOf('kay');
    await requires(false);
    await withKey(page);
    await joins(kay, page);
    await page.goto(`${control}/console/account`);
    await registers(page, 'Laptop');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`${control}/console/people?org=acme`);
    await page.getByRole('button', { name: 'Require a passkey' }).click();
    await page.getByText('Everybody who enters this org shows a passkey from now on.').waitFor();
    await fits(page);
    await page.goto(`${control}/console/people/${encodeURIComponent(kay.email)}?org=acme`);
    await fits(page);
    await page.getByRole('button', { name: 'Reset passkeys' }).click();
    await page.waitForURL(/\/sign-in/);
    await signInAs(page, kay);
    await page.getByRole('heading', { name: 'Register a passkey' }).waitFor();
    await close();
  });
});
