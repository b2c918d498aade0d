import type { CallerDeps } from '../caller.ts';
import { findPersonSession } from './person-session.ts';
import { type SecondFactorNeed, secondFactorNeed } from './second-factor-rules.ts';

/** Somebody who has shown a password or an identity, whose org asks for more. She is told which, and nothing of it. */
export type PendingSecondFactor = {
  readonly need: SecondFactorNeed;
  readonly email: string;
  /** Of the org; undefined where it is every org. */
  readonly orgTitle: string | undefined;
  /** Where else she may go on by what she has shown, which asks for something else, or for nothing; '' is every org. */
  readonly others: readonly { readonly org: string; readonly title: string | undefined }[];
};

/** By the token of her session; undefined where it opens what it is for already, and where there is none. */
export async function halfSignedIn(
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
