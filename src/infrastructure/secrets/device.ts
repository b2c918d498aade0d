import type { Secrets } from './secrets.ts';

/** The person whose device it is. The first names say where they sign in. */
type DeviceOwner = readonly string[];

/** A year. Somebody who returns later counts as new. */
export const DEVICE_SECONDS = 365 * 86_400;
const COOKIE = /^(dv_[\w-]{43})\.(\d{1,12})\.([\w-]{43})$/;

/**
 * Issues a cookie that shows an earlier sign-in of its person in this browser. It signs nobody in: guesses that come
 * with it are counted apart from all others. (OWASP, Slow Down Online Guessing Attacks with Device Cookies)
 */
export function issueDevice(secrets: Secrets, owner: DeviceOwner, now: Date): string {
  const [id, until] = [secrets.issue('dv_'), Math.floor(now.getTime() / 1000) + DEVICE_SECONDS];
  return `${id}.${until}.${secrets.hash(signedText(owner, id, until))}`;
}

/** Returns the id of the device in a cookie. Undefined when it is of another person, forged or expired. */
export function deviceOf(
  secrets: Secrets,
  cookie: string | undefined,
  { owner, now }: { readonly owner: DeviceOwner; readonly now: Date },
): string | undefined {
  const [, id = '', until = '', signature = ''] = COOKIE.exec(cookie ?? '') ?? [];
  if (Number(until) * 1000 <= now.getTime()) return undefined;
  return secrets.matches(signedText(owner, id, Number(until)), signature) ? id : undefined;
}

const signedText = (owner: DeviceOwner, id: string, until: number) =>
  `device ${JSON.stringify([...owner, id, until])}`;
