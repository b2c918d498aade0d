import type { Secrets } from './secrets.ts';

/** Lifetime of a link: a week, which spans a weekend and a day off. */
export const PASSWORD_LINK_MS = 7 * 86_400_000;
const CODE = /^(\d{1,12})\.([\w-]{43})$/;

/** A person of a portal, with the password that holds now. */
type PasswordOwner = { readonly id: string; readonly passwordHash: string };

/**
 * Makes the code of a link by which a person chooses a password. It works once: the present password is part of what
 * is signed, so that each new one ends it.
 */
export function passwordCode(secrets: Secrets, owner: PasswordOwner, endsAt: Date): string {
  const until = Math.floor(endsAt.getTime() / 1000);
  return `${until}.${secrets.hash(signedText(owner, until))}`;
}

/** Tells whether a code is of this person, was not used, and has not ended. */
export function isPasswordCode(
  secrets: Secrets,
  code: string,
  { owner, now }: { readonly owner: PasswordOwner; readonly now: Date },
): boolean {
  const [, until = '', signature = ''] = CODE.exec(code) ?? [];
  if (Number(until) * 1000 <= now.getTime()) return false;
  return secrets.matches(signedText(owner, Number(until)), signature);
}

const signedText = ({ id, passwordHash }: PasswordOwner, until: number) =>
  `password link ${JSON.stringify([id, passwordHash, until])}`;
