import type { CDPSession, Page } from 'playwright-core';

/** An authenticator of Chromium, with the session that asks it. */
export type Key = { readonly cdp: CDPSession; readonly authenticatorId: string };

/** Adds an authenticator to the device. Somebody puts a finger on its sensor whenever it asks. */
export async function withKey(page: Page): Promise<Key> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}
