import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { DEVICE_SECONDS } from '../../../../infrastructure/secrets/device.ts';
import { SIGN_IN_SECONDS } from '../../api/consumer/sealed-sign-in.ts';
import type { PortalAddress } from '../../api/context.ts';

/**
 * The session of a person in a portal. `__Host-` binds it to this host and to https (browsers count loopback as safe);
 * it has the path `/`, so that each portal has a name of its own: no org or catalog has a dot in its name.
 */
const nameOf = ({ org, catalog }: PortalAddress) => `portal.${org}.${catalog}`;
const deviceNameOf = (address: PortalAddress) => `${nameOf(address)}.device`;
const begunNameOf = (address: PortalAddress) => `${nameOf(address)}.begun`;
const attributes = { prefix: 'host', httpOnly: true, sameSite: 'Lax' } as const;

export function readSession(c: Context, address: PortalAddress): string | undefined {
  return getCookie(c, nameOf(address), 'host');
}

export function writeSession(
  c: Context,
  address: PortalAddress,
  session: { readonly token: string; readonly expiresAt: string },
): void {
  setCookie(c, nameOf(address), session.token, { ...attributes, expires: new Date(session.expiresAt) });
}

/** Reads the device cookie. A browser keeps it for a year, also after signing out. */
export function readDevice(c: Context, address: PortalAddress): string | undefined {
  return getCookie(c, deviceNameOf(address), 'host');
}

export function writeDevice(c: Context, address: PortalAddress, device: string): void {
  setCookie(c, deviceNameOf(address), device, { ...attributes, maxAge: DEVICE_SECONDS });
}

/** Reads the sealed step of a sign-in under way, and the page to return to. */
export function readBegun(c: Context, address: PortalAddress): { kept: string; returnTo: string } {
  const [kept = '', returnTo = ''] = (getCookie(c, begunNameOf(address), 'host') ?? '').split('.');
  return { kept, returnTo: Buffer.from(returnTo, 'base64url').toString('utf8') };
}

type BegunStep = {
  readonly kept: string;
  readonly returnTo: string;
  /** Is it brought with a form of another site, as SAML providers post one? Lax cookies are not. */
  readonly isForAnySite?: boolean;
};

export function writeBegun(
  c: Context,
  address: PortalAddress,
  { kept, returnTo, isForAnySite = false }: BegunStep,
): void {
  const value = `${kept}.${Buffer.from(returnTo).toString('base64url')}`;
  const sameSite = isForAnySite ? 'None' : 'Lax';
  setCookie(c, begunNameOf(address), value, { ...attributes, sameSite, maxAge: SIGN_IN_SECONDS });
}

export function endBegun(c: Context, address: PortalAddress): void {
  deleteCookie(c, begunNameOf(address), attributes);
}

export function endSession(c: Context, address: PortalAddress): void {
  deleteCookie(c, nameOf(address), attributes);
}
