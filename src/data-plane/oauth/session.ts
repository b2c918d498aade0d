import { PROVIDER_COOKIE } from '../../http/ingress/own-cookie.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import { DEVICE_SECONDS, deviceOf, issueDevice } from '../../infrastructure/secrets/device.ts';
import type { OAuthContext, OAuthRequest } from './endpoint.ts';
import { ofRegistry, registryIdOf } from './person-registry.ts';

/** The person who is signed in to the pages of a provider. */
export type Session = { readonly tokenHash: string; readonly subject: string };

/**
 * The identity of a browser: a session's token, or a random text before sign-in.
 *
 * It is in a cookie that no script reads and no other host can set. The cookie comes with no request of another site
 * but a link.
 */
export type BrowserCookie = {
  readonly token: string;
  /** Tells whether the request brought it. */
  readonly isKnown: boolean;
};

/**
 * Lifetime of a session. It is enough for several applications, and a browser left in a library is safe an hour later.
 */
const SESSION_SECONDS = 3600;
const TOKEN = /^(?:os|ob)_[A-Za-z0-9_-]{43}$/;

export function browserOf(call: OAuthRequest, { secrets }: OAuthContext): BrowserCookie {
  const token = cookieAt(call, cookieName(call)) ?? '';
  return TOKEN.test(token) ? { token, isKnown: true } : { token: secrets.issue('ob_'), isKnown: false };
}

/** The session of a browser, as long as it lasts. */
export async function sessionOf(
  { token }: BrowserCookie,
  { catalog, provider }: OAuthRequest,
  { database, secrets, clock }: OAuthContext,
): Promise<Session | undefined> {
  if (!token.startsWith('os_')) return undefined;
  const found = await database.prisma.providerSession.findFirst({
    where: {
      tokenHash: { in: secrets.hashes(token) },
      catalogId: catalog.id,
      oauthProviderId: provider.id,
      expiresAt: { gt: clock() },
      ...ofRegistry({ provider }),
    },
    select: { tokenHash: true, subject: true },
  });
  return found ?? undefined;
}

/**
 * Tells whether a session goes on. It does not end before the transaction does.
 *
 * Whatever ends it comes before, or after, and revokes what the transaction made.
 */
export async function goesOn(
  transaction: Pick<Transaction, '$queryRaw'>,
  { tokenHash }: Pick<Session, 'tokenHash'>,
): Promise<boolean> {
  const held = await transaction.$queryRaw<{ tokenHash: string }[]>`
    SELECT "tokenHash" FROM "ProviderSession" WHERE "tokenHash" = ${tokenHash} FOR SHARE`;
  return held.length > 0;
}

/**
 * Opens a session under a new token. The browser's earlier identity ends.
 *
 * @returns the value of Set-Cookie
 */
export async function openSession(
  subject: string,
  { browser, ...call }: OAuthRequest & { readonly browser: BrowserCookie },
  context: OAuthContext,
): Promise<string> {
  const { database, secrets, clock } = context;
  const { catalog, provider } = call;
  const createdAt = clock();
  const token = secrets.issue('os_');
  await database.prisma.providerSession.deleteMany({
    where: { tokenHash: { in: secrets.hashes(browser.token) } },
  });
  await database.prisma.providerSession.create({
    data: {
      tokenHash: secrets.hash(token),
      catalogId: catalog.id,
      oauthProviderId: provider.id,
      subject,
      userRegistryId: registryIdOf({ provider }),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + SESSION_SECONDS * 1000),
    },
  });
  return setCookie(call, token);
}

export async function endSession(
  { tokenHash }: Pick<Session, 'tokenHash'>,
  { database }: OAuthContext,
): Promise<void> {
  await database.prisma.providerSession.deleteMany({ where: { tokenHash } });
}

/** Set-Cookie for what a browser is known by. */
export function setCookie(call: OAuthRequest, token: string): string {
  return setCookieOf(cookieName(call), token, SESSION_SECONDS);
}

/** The device of a browser in which the person has signed in before. */
export function knownDevice(
  username: string,
  call: OAuthRequest,
  { secrets, clock }: OAuthContext,
): string | undefined {
  const cookie = cookieAt(call, deviceCookieName(call));
  return deviceOf(secrets, cookie, { owner: deviceOwner(call, username), now: clock() });
}

/** Set-Cookie that marks the browser as one in which the person has signed in. */
export function rememberDevice(
  username: string,
  call: OAuthRequest,
  { secrets, clock }: OAuthContext,
): string {
  const device = issueDevice(secrets, deviceOwner(call, username), clock());
  return setCookieOf(deviceCookieName(call), device, DEVICE_SECONDS);
}

const deviceOwner = ({ provider }: OAuthRequest, username: string) => ['oauth', provider.id, username];

/** RFC 6265bis §4.1.3.2: `__Host-`. */
const setCookieOf = (name: string, value: string, seconds: number) =>
  `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${seconds}`;

function cookieAt({ request }: OAuthRequest, name: string): string | undefined {
  const pair = request.headers.cookie?.split(/; */).find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** Names a cookie by provider and catalog, which share an origin. No name has a dot. */
function cookieName({ catalog, provider }: OAuthRequest): string {
  return `${PROVIDER_COOKIE}${catalog.path.slice(1).replaceAll('/', '.')}.${provider.name}`;
}
const deviceCookieName = (call: OAuthRequest) => `${cookieName(call)}.device`;
