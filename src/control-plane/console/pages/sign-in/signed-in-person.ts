import type { Context } from 'hono';
import type { Role } from '../../../../domain/people/roles.ts';
import { type ConsoleEnv, ownPath } from '../../page-context.ts';
import { readDevice, writeDevice, writeSession } from '../../session-cookie.ts';

/** Values of a sign-in that the browser brings back. */
export type BegunSignIn = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** Signing in with an OpenID Connect issuer. */
export type OpenIdDeps = {
  /** Begins a sign-in and returns the address for the browser. @throws TEMPORARILY_UNAVAILABLE */
  begin(): Promise<BegunSignIn & { readonly url: string }>;
  /** Signs a person in who came back with a query. @throws SIGN_IN_FAILED, FORBIDDEN, TEMPORARILY_UNAVAILABLE */
  finish(query: string, begun: BegunSignIn, address?: string): Promise<OpenedSession>;
};

/** A session that was just opened. */
type OpenedSession = { readonly token: string; readonly expiresAt: Date };

/** A session that a password opened, with the device cookie for later sign-ins. */
type SignedInPerson = OpenedSession & { readonly device: string };

/** Source of a sign-in. */
export type SignInSource = {
  readonly network: string;
  readonly address?: string | undefined;
  readonly device: string | undefined;
};

/** An invitation that can be accepted, and for which org (undefined: every one). */
export type OpenInvitation = {
  readonly email: string;
  readonly role: Role;
  readonly orgTitle: string | undefined;
};

/** Sign-in of people. */
export type PeopleDeps = {
  /** @throws SIGN_IN_FAILED, TOO_MANY_ATTEMPTS, FORBIDDEN */
  byPassword(
    input: { email: string; password: string; org: string },
    source: SignInSource,
  ): Promise<SignedInPerson>;
  /** @throws NOT_FOUND */
  invitationOf(code: string): Promise<OpenInvitation>;
  /** @throws NOT_FOUND, BAD_USER_INPUT */
  accept(input: { code: string; password: string }, source: SignInSource): Promise<SignedInPerson>;
  /** Enters another org that the sign-in opened, and returns the end of the session. @throws NOT_FOUND */
  enterOrg(session: string, org: string, address?: string): Promise<Date>;
};

/** A person who has shown a password or an identity, and owes a second factor. */
export type PendingSecondFactor = {
  readonly need: 'VERIFY' | 'REGISTER';
  readonly email: string;
  /** Undefined: every org. */
  readonly orgTitle: string | undefined;
  readonly others: readonly { readonly org: string; readonly title: string | undefined }[];
};

/**
 * Second factor of people: a passkey or a recovery code, and the registration of passkeys. Each method takes the
 * token of a session.
 */
export type SecondFactorDeps = {
  /** Finds a pending second factor; undefined for an open session, and without one. */
  findPendingSecondFactor(session: string): Promise<PendingSecondFactor | undefined>;
  /**
   * Begins a verification. It returns the options for the browser.
   *
   * @throws UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, PASSKEYS_UNAVAILABLE
   */
  beginVerification(session: string): Promise<object>;
  /** @throws SIGN_IN_FAILED, TOO_MANY_ATTEMPTS, UNAUTHENTICATED */
  verify(session: string, credential: string, source: SignInSource): Promise<OpenedSession>;
  /** @throws as above */
  useRecoveryCode(session: string, code: string, source: SignInSource): Promise<OpenedSession>;
  /** Begins a registration. It returns the options for the browser. @throws as above, QUOTA_EXCEEDED */
  beginRegistration(session: string): Promise<object>;
  /** @throws BAD_USER_INPUT, CONFLICT, QUOTA_EXCEEDED, UNAUTHENTICATED, SECOND_FACTOR_REQUIRED */
  register(
    session: string,
    input: { readonly name: string; readonly credential: string },
    address?: string,
  ): Promise<{ readonly session: OpenedSession; readonly recoveryCodes: readonly string[] }>;
};

export const signInSourceOf = (c: Context<ConsoleEnv>): SignInSource => ({
  network: c.env.network,
  address: c.env.address,
  device: readDevice(c),
});

/** Keeps the session of a person, and the device cookie of the browser. */
export function keepSignedIn(c: Context<ConsoleEnv>, person: SignedInPerson): void {
  writeSession(c, person);
  writeDevice(c, person.device);
}

/** Path of a page that checks the cookie of the session, and leads on. */
export const signedInPath = (returnTo: string | undefined) =>
  `/console/sign-in?signedIn&returnTo=${encodeURIComponent(ownPath(returnTo))}`;

/** Path of the page that asks for a passkey, and leads on. */
export const secondFactorPath = (returnTo: string | undefined) =>
  `/console/second-factor?returnTo=${encodeURIComponent(ownPath(returnTo))}`;
