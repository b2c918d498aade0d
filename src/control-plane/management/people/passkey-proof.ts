import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Passkey } from '../../../infrastructure/database/generated/prisma/client.ts';
import { consoleParty } from '../../passkeys/passkey-party.ts';
import { countsUpTo, createRelyingParty, readCredential } from '../../passkeys/relying-party.ts';
import { takeChallenge } from './passkey-challenge.ts';
import type { SecondFactorSessionDeps } from './second-factor-session.ts';

/** A passkey with the signature count of its authenticator. */
export type ShownPasskey = { readonly passkey: Passkey; readonly counter: number };

/** Finds the passkey that a browser's answer proves. Its challenge is used up in any case. */
export async function provedPasskey(
  deps: SecondFactorSessionDeps,
  input: { readonly sessionId: string; readonly secondFactorId: string; readonly credential: string },
): Promise<ShownPasskey | undefined> {
  const { sessionId, secondFactorId } = input;
  const challenge = await takeChallenge(deps, { sessionId, purpose: 'AUTHENTICATION' });
  const response = readCredential(input.credential);
  if (!response || challenge?.secondFactorId !== secondFactorId) return undefined;
  const passkey = await deps.database.prisma.passkey.findFirst({
    where: { credentialId: response.id, secondFactorId },
  });
  if (!passkey) return undefined;
  const party = createRelyingParty(consoleParty(deps.urls.console));
  const counter = await party.authenticated(response, challenge.challenge, passkey);
  return counter === undefined ? undefined : { passkey, counter };
}

/** Records the count of an authenticator. False for a copy. */
export async function countUse(
  { passkey }: Transaction,
  { passkey: { id }, counter, now }: ShownPasskey & { readonly now: Date },
): Promise<boolean> {
  const { count: counted } = await passkey.updateMany({
    where: { id, ...countsUpTo(counter) },
    data: { counter, lastUsedAt: now },
  });
  return counted === 1;
}
