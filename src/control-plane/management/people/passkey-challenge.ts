import type { PasskeyChallenge } from '../../../infrastructure/database/generated/prisma/client.ts';
import { CHALLENGE_MS } from '../../passkeys/passkey-party.ts';
import type { CallerDeps } from '../caller.ts';

type ChallengeDeps = Pick<CallerDeps, 'database' | 'clock'>;

/** Keeps the challenge that a session is to sign next, for every control process. The one before is void. */
export async function keepChallenge(
  { database, clock }: ChallengeDeps,
  { sessionId, ...challenge }: Omit<PasskeyChallenge, 'expiresAt'>,
): Promise<void> {
  const data = { ...challenge, expiresAt: new Date(clock().getTime() + CHALLENGE_MS) };
  await database.prisma.passkeyChallenge.upsert({
    where: { sessionId },
    create: { sessionId, ...data },
    update: data,
  });
}

/** Takes the challenge of a session, once. It is undefined when there is none for this purpose, or it has ended. */
export async function takeChallenge(
  { database, clock }: ChallengeDeps,
  { sessionId, purpose }: Pick<PasskeyChallenge, 'sessionId' | 'purpose'>,
): Promise<PasskeyChallenge | undefined> {
  const { passkeyChallenge } = database.prisma;
  const found = await passkeyChallenge.findFirst({ where: { sessionId, purpose } });
  if (!found) return undefined;
  const { challenge } = found;
  // Of two answers at the same time one takes it.
  const { count } = await passkeyChallenge.deleteMany({ where: { sessionId, challenge } });
  return count === 1 && found.expiresAt > clock() ? found : undefined;
}
