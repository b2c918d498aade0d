import { type InputPath, refuse } from '../../foundation/errors.ts';
import { lookAlikeFault } from '../../foundation/text/look-alike.ts';

export const USERNAME_LENGTH_MAX = 200;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const EMAIL_LENGTH_MAX = 320;

/**
 * @throws BAD_USER_INPUT when a username is blank, has blanks around it, is too long, or could be taken for another one
 */
export function checkUsername(username: string, path: InputPath): void {
  if (username.trim() === '') refuse('BAD_USER_INPUT', { detail: 'The username is empty.', path });
  if (username !== username.trim())
    refuse('BAD_USER_INPUT', { detail: 'The username begins or ends with a blank: leave it out.', path });
  if (username.length > USERNAME_LENGTH_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `The username is longer than ${USERNAME_LENGTH_MAX} characters.`,
      path,
    });
  const fault = lookAlikeFault(username);
  if (fault) refuse('BAD_USER_INPUT', { detail: `The username ${fault}.`, path });
}

/** Normalizes a username to NFC. Unicode writes "ë" as one character or two. (RFC 8265 §3.3) */
export const normalUsername = (username: string): string => username.normalize('NFC');

/**
 * Returns the key that usernames are compared by. People type theirs in any case, and keyboards write accents in two
 * ways.
 */
export const usernameKey = (username: string): string => normalUsername(username).toLowerCase();

/** @throws BAD_USER_INPUT when it does not have the form of an email address; only a mail can tell whether it exists */
export function checkEmail(email: string, path: InputPath): void {
  if (EMAIL.test(email) && email.length <= EMAIL_LENGTH_MAX && !lookAlikeFault(email)) return;
  refuse('BAD_USER_INPUT', { detail: 'The email is no address: it has the form name@host.', path });
}

/** The proof of an email address. */
type AddressProof = { readonly emailVerifiedAt: Date | null; readonly emailNeedsProof: boolean };

/** Tells whether an address may be written to. One that has still to be verified may be a stranger's. */
export const mayBeWrittenTo = ({ emailVerifiedAt, emailNeedsProof }: AddressProof): boolean =>
  emailVerifiedAt !== null || !emailNeedsProof;
