import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

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
