import { checkPasswordLength } from '../../domain/people/password.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';

/**
 * Checks a password that somebody chooses: its length, and that no attacker tries it first. Nothing is asked of its
 * characters. (NIST SP 800-63B §5.1.1.2)
 *
 * @throws BAD_USER_INPUT for its length, PASSWORD_COMMON for a password of the list
 */
export async function checkNewPassword(password: string, path: InputPath): Promise<void> {
  checkPasswordLength(password, path);
  // The list is read when somebody first chooses a password.
  const { commonPasswords } = await import('./common-passwords.ts');
  if (commonPasswords.has(password.toLowerCase())) refuse('PASSWORD_COMMON', { path });
}
