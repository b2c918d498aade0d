import { isIP } from 'node:net';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { checkTitle } from '../../../foundation/text/name.ts';

/** How many passkeys one second factor has at most. */
export const PASSKEYS_MAX = 20;
export const RECOVERY_CODES = 10;
/** How long a browser may take to have a challenge signed. */
export const CHALLENGE_MS = 5 * 60_000;
/** How long somebody may take between the password and the second factor. */
export const HALF_SIGNED_IN_MS = 10 * 60_000;
const PASSKEY_NAME_MAX = 60;

/** What a session lacks before it opens anything: a passkey is to be shown, or the first one to be registered. */
export type SecondFactorNeed = 'VERIFY' | 'REGISTER';

/** Where a session is, as far as it matters here. */
type SecondFactorSubject = {
  readonly secondFactorId: string | null;
  /** Null reaches every org, and no single org makes rules for who does. */
  readonly org: { readonly requiresSecondFactor: boolean } | null;
};

/** What a session lacks in a membership, after the second factors that were shown in it. */
export function secondFactorNeed(
  { secondFactorId, org }: SecondFactorSubject,
  verified: readonly string[],
): SecondFactorNeed | undefined {
  if (secondFactorId !== null) return verified.includes(secondFactorId) ? undefined : 'VERIFY';
  return org?.requiresSecondFactor ? 'REGISTER' : undefined;
}

/** Whom browsers bind passkeys to. */
export type PasskeyParty = {
  /** The RP ID: a host name, whatever the port. */
  readonly id: string;
  readonly origin: string;
};

/** @throws PASSKEYS_UNAVAILABLE where the console has an IP address for a name: no browser binds a passkey to one */
export function passkeyParty(consoleUrl: string): PasskeyParty {
  const { hostname, origin } = new URL(consoleUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    refuse('PASSKEYS_UNAVAILABLE', {
      detail: `Browsers keep no passkeys for ${hostname}: give the console a name (CONSOLE_URL, CONTROL_URL), such as localhost, and open it there.`,
    });
  return { id: hostname, origin };
}

/** @throws BAD_USER_INPUT when it says nothing, or is too long to be shown */
export function checkPasskeyName(name: string, path: InputPath): void {
  checkTitle(name, path);
  if (name.length > PASSKEY_NAME_MAX)
    refuse('BAD_USER_INPUT', { detail: `The name is longer than ${PASSKEY_NAME_MAX} characters.`, path });
}

/** Signs that are not taken for each other (Crockford's base 32). */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A recovery code of 80 bits, in groups: `7Q2M-XK4T-…`. */
export function recoveryCodeOf(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const signs = (bits.match(/.{5}/g) ?? []).map((five) => SIGNS[Number.parseInt(five, 2)]).join('');
  return (signs.match(/.{4}/g) ?? []).join('-');
}

/** A recovery code as it is hashed: however it was typed, with O for 0, or I and L for 1. */
export function writtenRecoveryCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
}
