import type { Context } from 'hono';
import { readDevice, writeDevice, writeSession } from './session-cookie.ts';
import { type ConsoleEnv, ownPath } from './visit.ts';

/** A session of a person that was opened just now. */
export type SignedInPerson = { readonly token: string; readonly expiresAt: Date; readonly email: string };

/** From where somebody tries to sign in. */
export type SignInPlace = { readonly network: string; readonly device: string | undefined };

/** An invitation that can be accepted, for which org (undefined: every one), and by what. */
export type OpenInvitation = {
  readonly email: string;
  readonly role: string;
  readonly orgTitle: string | undefined;
  readonly by: 'NEW_PASSWORD' | 'PASSWORD' | 'IDENTITY_PROVIDER';
};

/** How people come in. */
export type PeopleDeps = {
  /** @throws SIGN_IN_FAILED, TOO_MANY_ATTEMPTS, FORBIDDEN */
  byPassword(given: { email: string; password: string }, place: SignInPlace): Promise<SignedInPerson>;
  /** @throws NOT_FOUND */
  invitationOf(code: string): Promise<OpenInvitation>;
  /** @throws NOT_FOUND, BAD_USER_INPUT, SIGN_IN_FAILED, TOO_MANY_ATTEMPTS */
  accept(given: { code: string; password: string }, place: SignInPlace): Promise<SignedInPerson>;
  /** Goes on in another of the person's orgs. @throws NOT_FOUND */
  enterOrg(session: string, org: string): Promise<void>;
  /** A cookie by which the browser is known from now on. */
  issueDevice(email: string): string;
};

export const placeOf = (c: Context<ConsoleEnv>): SignInPlace => ({
  network: c.env.network,
  device: readDevice(c),
});

/** Keeps the session of a person, and that she was right with this browser. */
export function keepSignedIn(c: Context<ConsoleEnv>, people: PeopleDeps, person: SignedInPerson): void {
  writeSession(c, person);
  writeDevice(c, people.issueDevice(person.email));
}

/** A page that sees whether the browser kept the session's cookie, and leads on. */
export const signedInPath = (returnTo: string | undefined) =>
  `/console/sign-in?signedIn&returnTo=${encodeURIComponent(ownPath(returnTo))}`;
