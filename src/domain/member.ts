import { type InputPath, refuse } from '../errors.ts';
import { hasControls } from './text.ts';

export const USERNAME_LENGTH_MAX = 200;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const EMAIL_LENGTH_MAX = 320;

/** @throws BAD_USER_INPUT when a username is blank, has blanks around it, is too long or holds control characters */
export function checkUsername(username: string, path: InputPath): void {
  if (username.trim() === '') refuse('BAD_USER_INPUT', { detail: 'The username is empty.', path });
  if (username !== username.trim())
    refuse('BAD_USER_INPUT', { detail: 'The username begins or ends with a blank: leave it out.', path });
  if (username.length > USERNAME_LENGTH_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `The username is longer than ${USERNAME_LENGTH_MAX} characters.`,
      path,
    });
  if (hasControls(username))
    refuse('BAD_USER_INPUT', { detail: 'The username holds control characters.', path });
}

/** @throws BAD_USER_INPUT when it has not the form of an email address; whether it exists only a mail can tell */
export function checkEmail(email: string, path: InputPath): void {
  if (EMAIL.test(email) && email.length <= EMAIL_LENGTH_MAX && !hasControls(email)) return;
  refuse('BAD_USER_INPUT', { detail: 'The email is no address: it has the form name@host.', path });
}
