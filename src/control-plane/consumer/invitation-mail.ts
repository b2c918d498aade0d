import type { MemberInvitation } from '../../infrastructure/database/generated/prisma/client.ts';

/** An invitation with its link, which is told this once. */
export type InvitationToSend = { readonly invitation: MemberInvitation; readonly url: string };

/**
 * Sends an invitation to its email address. The owner hands the link over where no mail is sent. It is called within
 * the transaction of the invitation.
 *
 * @returns true where mail goes out
 */
export async function sendInvitation(_invitation: InvitationToSend): Promise<boolean> {
  return false;
}
