import type { CallerDeps } from '../caller.ts';
import { findPersonSession } from './person-session.ts';
import { type SecondFactorNeed, secondFactorNeed } from './second-factor-rules.ts';

/**
 * A person who has shown a password or an identity, and owes a second factor. They learn which org requires it, and
 * nothing of that org.
 */
type PendingSecondFactor = {
  readonly need: SecondFactorNeed;
  readonly email: string;
  /** Title of the org; undefined for every org. */
  readonly orgTitle: string | undefined;
  /** Other orgs that this sign-in may enter; '' is every org. They require something else, or nothing. */
  readonly others: readonly { readonly org: string; readonly title: string | undefined }[];
};

/**
 * Finds the person of a session that awaits its second factor. It is undefined for a session that is open, and
 * without one.
 */
export async function findPendingSecondFactor(
  deps: CallerDeps,
  token: string,
): Promise<PendingSecondFactor | undefined> {
  const { prisma } = deps.database;
  const session = await findPersonSession(deps, prisma, token);
  if (!session?.need) return undefined;
  const { need, opens, verified, membership: entered } = session;
  const opened = await prisma.membership.findMany({
    where: { id: { in: opens, not: entered.id }, state: 'ENABLED' },
    include: { org: true },
    orderBy: { org: { name: 'asc' } },
  });
  const others = opened
    .filter(
      (each) =>
        each.secondFactorId !== entered.secondFactorId || secondFactorNeed(each, verified) === undefined,
    )
    .map(({ org }) => ({ org: org?.name ?? '', title: org?.title }));
  return { need, email: entered.user.email, orgTitle: entered.org?.title, others };
}
