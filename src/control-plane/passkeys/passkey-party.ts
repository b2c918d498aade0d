import { isIP } from 'node:net';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkTitle } from '../../foundation/text/name.ts';

/** Time to sign a challenge in the browser. */
export const CHALLENGE_MS = 5 * 60_000;
const PASSKEY_NAME_MAX = 60;

/** The relying party that browsers bind passkeys to. */
export type PasskeyParty = {
  /** The RP ID: a host name, whatever the port. */
  readonly id: string;
  readonly origin: string;
  /** Name that browsers show beside the passkey. */
  readonly site: string;
  /** Tells whether the passkey is shown alone, beside no password. Its person must then be verified by the device. */
  readonly isAlone: boolean;
};

/** Tells whether browsers keep passkeys for an address: they bind none to an IP address. */
export const keepsPasskeys = (url: string): boolean =>
  isIP(new URL(url).hostname.replace(/^\[|\]$/g, '')) === 0;

/** The console as a relying party. @throws PASSKEYS_UNAVAILABLE where it has an IP address for a name */
export function consoleParty(consoleUrl: string): PasskeyParty {
  const { hostname, origin } = new URL(consoleUrl);
  if (!keepsPasskeys(consoleUrl))
    refuse('PASSKEYS_UNAVAILABLE', {
      detail: `Browsers keep no passkeys for ${hostname}: give the console a name (CONSOLE_URL, CONTROL_URL), such as localhost, and open it there.`,
    });
  return { id: hostname, origin, site: 'Gatehouse', isAlone: false };
}

/** A portal as a relying party. @throws PASSKEYS_UNAVAILABLE where it has an IP address for a name */
export function portalParty(url: string, site: string): PasskeyParty {
  const { hostname, origin } = new URL(url);
  if (!keepsPasskeys(url))
    refuse('PASSKEYS_UNAVAILABLE', {
      detail: `Browsers keep no passkeys for ${hostname}: the provider has to give the portal a host name.`,
    });
  return { id: hostname, origin, site, isAlone: true };
}

/** @throws BAD_USER_INPUT when it says nothing, or is too long to be shown */
export function checkPasskeyName(name: string, path: InputPath): void {
  checkTitle(name, path);
  if (name.length > PASSKEY_NAME_MAX)
    refuse('BAD_USER_INPUT', { detail: `The name is longer than ${PASSKEY_NAME_MAX} characters.`, path });
}
