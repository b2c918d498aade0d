import type { InputPath } from '../../../foundation/errors.ts';
import { checkNewPassword } from '../../../infrastructure/secrets/new-password.ts';
import type { ManagementContext } from '../context.ts';

type FirstPasswordInput = {
  readonly context: ManagementContext;
  readonly orgId: string;
  readonly path: InputPath;
};

/**
 * Hashes a new person's password, before any transaction waits for it. Without a password it hashes a random one, which
 * nobody knows: the person chooses another by the link of `resetMemberPassword`.
 */
export async function firstPasswordHash(
  { password }: { readonly password?: string | null | undefined },
  { context: { passwords, secrets, caller }, orgId, path }: FirstPasswordInput,
): Promise<string> {
  if (password != null) await checkNewPassword(password, path);
  return passwords.hash(password ?? secrets.issue(''), [orgId, caller.actor]);
}
