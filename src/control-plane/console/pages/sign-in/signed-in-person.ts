import type { Context } from 'hono';
import { type ConsoleEnv, ownPath } from '../../page-context.ts';
import { readDevice, writeDevice, writeSession } from '../../session-cookie.ts';

/** What the browser brings back. */
export type BegunSignIn = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** Signing in with an OpenID Connect issuer. */
export type OpenIdDeps = {
  /** Where the browser goes. @throws TEMPORARILY_UNAVAILABLE */
  begin(): Promise<BegunSignIn & { readonly url: string }>;
  /** Signs in who came back with a query. @throws SIGN_IN_FAILED, FORBIDDEN, TEMPORARILY_UNAVAILABLE */
  finish(query: string, begun: BegunSignIn, address?: string): Promise<OpenedSession>;
};

/** A session that was opened just now. */
export type OpenedSession = { readonly token: string; readonly expiresAt: Date };

/** One that a password opened, with a cookie by which the browser is known from now on. */
export type SignedInPerson = OpenedSession & { readonly device: string };

/** From where somebody tries to sign in. */
export type SignInSource = {
  readonly network: string;
  readonly address?: string | undefined;
  readonly device: string | undefined;
};

/** An invitation that can be accepted, and for which org (undefined: every one). */
export type OpenInvitation = {
  readonly email: string;
  readonly role: string;
  readonly orgTitle: string | undefined;
};

/** How people come in. */
export type PeopleDeps = {
  /** @throws SIGN_IN_FAILED, TOO_MANY_ATTEMPTS, FORBIDDEN */
  byPassword(
    given: { email: string; password: string; org: string },
    place: SignInSource,
  ): Promise<SignedInPerson>;
  /** @throws NOT_FOUND */
  invitationOf(code: string): Promise<OpenInvitation>;
  /** @throws NOT_FOUND, BAD_USER_INPUT */
  accept(given: { code: string; password: string }, place: SignInSource): Promise<SignedInPerson>;
  /** Goes on in another org that the sign-in opened, and says when the session ends. @throws NOT_FOUND */
  enterOrg(session: string, org: string, address?: string): Promise<Date>;
};

/** Somebody who has shown a password or an identity, and not yet what the org asks for besides. */
export type PendingSecondFactor = {
  readonly need: 'VERIFY' | 'REGISTER';
  readonly email: string;
  /** Undefined: every org. */
  readonly orgTitle: string | undefined;
  readonly others: readonly { readonly org: string; readonly title: string | undefined }[];
};

/** How people show a passkey, or a recovery code, and register passkeys. Each is given the token of their session. */
export type SecondFactorDeps = {
  /** Undefined for who is signed in, and for who is not at all. */
  halfSignedIn(session: string): Promise<PendingSecondFactor | undefined>;
  /** What the browser is told, so that it asks for a passkey. @throws UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, PASSKEYS_UNAVAILABLE */
  beginVerification(session: string): Promise<object>;
  /** @throws SIGN_IN_FAILED, TOO_MANY_ATTEMPTS, UNAUTHENTICATED */
  verify(session: string, credential: string, place: SignInSource): Promise<OpenedSession>;
  /** @throws as above */
  useRecoveryCode(session: string, code: string, place: SignInSource): Promise<OpenedSession>;
  /** What the browser is told, so that it makes a passkey. @throws as above, QUOTA_EXCEEDED */
  beginRegistration(session: string): Promise<object>;
  /** @throws BAD_USER_INPUT, CONFLICT, QUOTA_EXCEEDED, UNAUTHENTICATED, SECOND_FACTOR_REQUIRED */
  register(
    session: string,
    given: { readonly name: string; readonly credential: string },
    address?: string,
  ): Promise<{ readonly session: OpenedSession; readonly recoveryCodes: readonly string[] }>;
};

export const signInSourceOf = (c: Context<ConsoleEnv>): SignInSource => ({
  network: c.env.network,
  address: c.env.address,
  device: readDevice(c),
});

/** Keeps the session of a person, and that she was right with this browser. */
export function keepSignedIn(c: Context<ConsoleEnv>, person: SignedInPerson): void {
  writeSession(c, person);
  writeDevice(c, person.device);
}

/** A page that sees whether the browser kept the session's cookie, and leads on. */
export const signedInPath = (returnTo: string | undefined) =>
  `/console/sign-in?signedIn&returnTo=${encodeURIComponent(ownPath(returnTo))}`;

/** Where a passkey is asked for, which leads on. */
export const secondFactorPath = (returnTo: string | undefined) =>
  `/console/second-factor?returnTo=${encodeURIComponent(ownPath(returnTo))}`;
