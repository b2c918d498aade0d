import { createHash } from 'node:crypto';
import { refuse } from '../../../../foundation/errors.ts';
import { userRegistryTypes } from '../../../../infrastructure/user-registries/types.ts';
import type { PortalContext } from '../context.ts';
import { type BegunRedirectSignIn, SIGN_IN_SECONDS } from './sealed-sign-in.ts';
import { openProvider } from './sign-in-provider.ts';

/** Refuses an answer to nothing that this browser keeps. SAML providers can send one unasked. */
export async function refuseUnkept(context: PortalContext, name: string, query: string): Promise<never> {
  const { registry } = await openProvider(context, name);
  const { answersByPost, stateMember } = userRegistryTypes[registry.type].redirect ?? {};
  const isAsked = !answersByPost || (new URLSearchParams(query).get(stateMember ?? '') ?? '') !== '';
  return refuse(isAsked ? 'SIGN_IN_LOST' : 'SIGN_IN_UNREQUESTED');
}

/**
 * Takes an answer that is good once. A code is used up at its provider; a posted answer would be good until it expires.
 *
 * @throws SIGN_IN_LOST for a second answer to one request
 */
export function answerOnce(
  context: PortalContext,
  { registryId, nonce }: BegunRedirectSignIn,
): Promise<void> {
  return takeOnce(context, `${registryId} ${nonce}`);
}

/** Takes an answer to a challenge of the catalog. @throws SIGN_IN_LOST for a second one */
export const takeChallenge = (context: PortalContext, challenge: string): Promise<void> =>
  takeOnce(context, `passkey ${challenge}`);

async function takeOnce({ database, catalog, clock }: PortalContext, question: string): Promise<void> {
  const id = createHash('sha256').update(question).digest('base64url');
  const expiresAt = new Date(clock().getTime() + SIGN_IN_SECONDS * 1_000);
  const { count } = await database.prisma.answeredSignIn.createMany({
    data: [{ id, catalogId: catalog.id, expiresAt }],
    skipDuplicates: true,
  });
  if (count === 0) refuse('SIGN_IN_LOST');
}
