import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { DEVICE_SECONDS } from '../../infrastructure/secrets/device.ts';

/**
 * The session's token. `__Host-` binds it to this host and to https (browsers count loopback as safe); no page of
 * another site makes the browser send it.
 */
const NAME = 'console';
const attributes = { prefix: 'host', httpOnly: true, sameSite: 'Strict' } as const;

export function readSession(c: Context): string | undefined {
  return getCookie(c, NAME, 'host');
}

export function writeSession(
  c: Context,
  { token, expiresAt }: { readonly token: string; readonly expiresAt: Date },
): void {
  setCookie(c, NAME, token, { ...attributes, expires: expiresAt });
}

export function endSession(c: Context): void {
  deleteCookie(c, NAME, attributes);
}

const DEVICE = 'console.device';

/** Reads the device cookie. A browser keeps it for a year, also after signing out. */
export function readDevice(c: Context): string | undefined {
  return getCookie(c, DEVICE, 'host');
}

export function writeDevice(c: Context, device: string): void {
  setCookie(c, DEVICE, device, { ...attributes, maxAge: DEVICE_SECONDS });
}

/** Cookie of a sign-in at an identity provider. It returns the browser from another site. */
const BEGUN = 'console.begun';
const begunAttributes = { prefix: 'host', httpOnly: true, sameSite: 'Lax' } as const;

export function readBegun(c: Context): string | undefined {
  return getCookie(c, BEGUN, 'host');
}

export function writeBegun(c: Context, { value, seconds }: { value: string; seconds: number }): void {
  setCookie(c, BEGUN, value, { ...begunAttributes, maxAge: seconds });
}

export function endBegun(c: Context): void {
  deleteCookie(c, BEGUN, begunAttributes);
}
