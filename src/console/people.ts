import type { Context } from 'hono';
import { readDevice, writeDevice, writeSession } from './session-cookie.ts';
import { type ConsoleEnv, ownPath } from './visit.ts';

/** A session that was opened just now. */
export type OpenedSession = { readonly token: string; readonly expiresAt: Date };

/** One that a password opened, with a cookie by which the browser is known from now on. */
export type SignedInPerson = OpenedSession & { readonly device: string };

/** From where somebody tries to sign in. */
export type SignInPlace = {
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
    place: SignInPlace,
  ): Promise<SignedInPerson>;
  /** @throws NOT_FOUND */
  invitationOf(code: string): Promise<OpenInvitation>;
  /** @throws NOT_FOUND, BAD_USER_INPUT */
  accept(given: { code: string; password: string }, place: SignInPlace): Promise<SignedInPerson>;
  /** Goes on in another org that the sign-in opened. @throws NOT_FOUND */
  enterOrg(session: string, org: string, address?: string): Promise<void>;
};

export const placeOf = (c: Context<ConsoleEnv>): SignInPlace => ({
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
