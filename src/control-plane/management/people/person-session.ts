import { refuse } from '../../../foundation/errors.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { type CallerDeps, goodSessions } from '../caller.ts';
import { type SecondFactorNeed, secondFactorNeed } from './second-factor-rules.ts';

const inOrg = { membership: { include: { user: true, org: true } } } as const;
type Row = Prisma.ConsoleSessionGetPayload<{ include: typeof inOrg }>;

/** The session of a person in an org, before or after its second factor. */
export type PersonSession = Row & {
  readonly membership: NonNullable<Row['membership']>;
  /** The second factor that it lacks; undefined when it is open. */
  readonly need: SecondFactorNeed | undefined;
};

/** Finds the session of a token, while it is valid. It is undefined for none, and for an access token's session. */
export async function findPersonSession(
  { secrets, clock }: Pick<CallerDeps, 'secrets' | 'clock'>,
  { consoleSession }: Pick<Transaction, 'consoleSession'>,
  token: string,
): Promise<PersonSession | undefined> {
  const row = await consoleSession.findFirst({
    where: { tokenHash: { in: secrets.hashes(token) }, ...goodSessions(clock()) },
    include: inOrg,
  });
  if (!row?.membership) return undefined;
  const { membership } = row;
  return { ...row, membership, need: secondFactorNeed(membership, row.verified) };
}

/** @throws UNAUTHENTICATED where there is none */
export async function personSession(
  deps: Pick<CallerDeps, 'secrets' | 'clock'>,
  rows: Pick<Transaction, 'consoleSession'>,
  token: string,
): Promise<PersonSession> {
  return (
    (await findPersonSession(deps, rows, token)) ??
    refuse('UNAUTHENTICATED', { detail: 'Your session has ended: sign in again.' })
  );
}
