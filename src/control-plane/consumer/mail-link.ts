import type { Secrets } from '../../infrastructure/secrets/secrets.ts';

const PURPOSE = 'end-mail';

/** The path of the page below the portal. It is answered without a sign-in. */
export const END_MAIL_PATH = '/end-mail';

/** Returns the address that ends the mail to a member. It is its own proof. */
export function endMailUrl(secrets: Pick<Secrets, 'signer'>, portal: string, memberId: string): string {
  const proof = secrets.signer(PURPOSE).sign(memberId);
  return `${portal}${END_MAIL_PATH}?${new URLSearchParams({ member: memberId, proof })}`;
}

/** Returns the member of a link. It is undefined where this platform did not make the link. */
export function memberOfLink(
  secrets: Pick<Secrets, 'signer'>,
  { member, proof }: { readonly member?: string | undefined; readonly proof?: string | undefined },
): string | undefined {
  if (member === undefined || proof === undefined) return undefined;
  return secrets.signer(PURPOSE).verifies(member, proof) ? member : undefined;
}
