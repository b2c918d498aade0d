import { checkPasswordLength } from '../../domain/people/password.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';

let known: Promise<ReadonlySet<string>> | undefined;

/** Reads the list when somebody first chooses a password: it takes 4 MB of memory. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as readonly string[]),
  );
  return known;
}

/**
 * Checks a password that somebody chooses: its length, and that no attacker tries it first. Nothing is asked of its
 * characters. (NIST SP 800-63B §5.1.1.2)
 *
 * The list has the 49,000 passwords that were leaked most often, in small letters.
 *
 * @throws BAD_USER_INPUT for its length, PASSWORD_COMMON for a password of the list
 */
export async function checkNewPassword(password: string, path: InputPath): Promise<void> {
  checkPasswordLength(password, path);
  if ((await commonPasswords()).has(password.toLowerCase())) refuse('PASSWORD_COMMON', { path });
}
