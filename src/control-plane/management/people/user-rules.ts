import type { Role } from '../../../domain/people/roles.ts';

/** How long the link of an invitation is good: a week, over a weekend and a day off. */
export const INVITATION_MS = 7 * 86_400_000;

/** One address is written in several ways: how it is kept and looked for. */
export function writtenEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

type Member = { readonly id: string; readonly role: Role; readonly state: string };

/** Is this the only one of an org who may let others in? Who is invited may not yet, who is suspended no more. */
export function isLastAdministrator(members: readonly Member[], id: string): boolean {
  const administrators = members.filter(({ role, state }) => role === 'ADMINISTRATOR' && state === 'ENABLED');
  return administrators.length === 1 && administrators[0]?.id === id;
}
