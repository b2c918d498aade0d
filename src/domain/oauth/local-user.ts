import { type InputPath, refuse } from '../../foundation/errors.ts';
import { checkUsername } from '../people/member.ts';

/** The address of every registry of local users. It names the platform itself, and nothing is called there. */
export const LOCAL_USERS_URL = 'local://users';

/** @throws BAD_USER_INPUT when a username is none, or one that HTTP Basic cannot carry (RFC 7617 §2) */
export function checkLocalUsername(username: string, path: InputPath): void {
  checkUsername(username, path);
  if (username.includes(':'))
    refuse('BAD_USER_INPUT', {
      detail: 'The username has a colon, where HTTP Basic ends it: leave it out.',
      path,
    });
}
