import type { Role } from '../../../domain/people/roles.ts';

/** Lifetime of an invitation: a week, which spans a weekend and a day off. */
export const INVITATION_MS = 7 * 86_400_000;

/** Normalizes an email address, which is written in several ways, for storing and looking up. */
export function writtenEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

type Member = { readonly id: string; readonly role: Role; readonly state: string };

/** Tells whether a person is the only administrator of an org. Invited and suspended people do not count. */
export function isLastAdministrator(members: readonly Member[], id: string): boolean {
  const administrators = members.filter(({ role, state }) => role === 'ADMINISTRATOR' && state === 'ENABLED');
  return administrators.length === 1 && administrators[0]?.id === id;
}
