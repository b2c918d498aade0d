import { type InputPath, refuse } from '../../foundation/errors.ts';

/** The length of a password that somebody chooses, in characters. */
export const passwordLength = { min: 8, max: 256 } as const;

/** @throws BAD_USER_INPUT when a new password is too short or too long */
export function checkPasswordLength(password: string, path: InputPath): void {
  const { min, max } = passwordLength;
  if (password.length >= min && password.length <= max) return;
  refuse('BAD_USER_INPUT', { detail: `A password has ${min} to ${max} characters.`, path });
}
