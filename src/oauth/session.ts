import { PROVIDER_COOKIE } from '../domain/provider-cookie.ts';
import type { Call, OAuthContext } from './endpoint.ts';

/** Who is signed in to the pages of a provider. */
export type Session = { readonly tokenHash: string; readonly subject: string };

/**
 * What a browser is known by: the token of a session, or before signing in a random text of its own. It lies in a cookie
 * that no script reads, that no other host can set, and that comes with no request that another site sends but a link.
 */
export type Browser = {
  readonly token: string;
  /** Did the request bring it? */
  readonly isKnown: boolean;
};

/** Long enough to allow several applications; whoever leaves a browser in a library is safe the next hour. */
const SESSION_SECONDS = 3600;
const TOKEN = /^(?:os|ob)_[A-Za-z0-9_-]{43}$/;

export function browserOf(call: Call, { secrets }: OAuthContext): Browser {
  const name = `${cookieName(call)}=`;
  const pair = call.request.headers.cookie?.split(/; */).find((each) => each.startsWith(name));
  const token = pair?.slice(name.length) ?? '';
  return TOKEN.test(token) ? { token, isKnown: true } : { token: secrets.issue('ob_'), isKnown: false };
}

/** The session of a browser, as long as it lasts. */
export async function sessionOf(
  { token }: Browser,
  { catalog, provider }: Call,
  { database, secrets, clock }: OAuthContext,
): Promise<Session | undefined> {
  if (!token.startsWith('os_')) return undefined;
  const found = await database.prisma.providerSession.findFirst({
    where: {
      tokenHash: secrets.hash(token),
      catalogId: catalog.id,
      oauthProviderId: provider.id,
      expiresAt: { gt: clock() },
    },
    select: { tokenHash: true, subject: true },
  });
  return found ?? undefined;
}

/**
 * Opens a session under a token that nobody has seen before, whatever the browser was known by: that is over.
 *
 * @returns the value of Set-Cookie
 */
export async function openSession(
  subject: string,
  { browser, ...call }: Call & { readonly browser: Browser },
  context: OAuthContext,
): Promise<string> {
  const { database, secrets, clock, pruning } = context;
  const { catalog, provider } = call;
  const createdAt = clock();
  const token = secrets.issue('os_');
  pruning.note();
  await endSession({ tokenHash: secrets.hash(browser.token) }, context);
  await database.prisma.providerSession.create({
    data: {
      tokenHash: secrets.hash(token),
      catalogId: catalog.id,
      oauthProviderId: provider.id,
      subject,
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

/** Set-Cookie for what a browser is known by. (RFC 6265bis §4.1.3.2: `__Host-`) */
export function setCookie(call: Call, token: string): string {
  return `${cookieName(call)}=${token}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${SESSION_SECONDS}`;
}

/** Of each provider in each catalog its own: they share a host. */
function cookieName({ catalog, provider }: Call): string {
  return `${PROVIDER_COOKIE}${catalog.path.slice(1).replaceAll('/', '.')}.${provider.name}`;
}
