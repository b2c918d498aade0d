import { ACTIVITIES_MAX } from '../../domain/consumer/team.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';

/** A change by a person of a consumer org. */
type Activity = {
  readonly consumerOrgId: string;
  readonly at: Date;
  readonly username: string;
  readonly action: string;
  readonly subject: string;
};

/** Records an activity, and ends those beyond the last ones. Changes of one org never run at once. */
export async function recordActivity(transaction: Transaction, activity: Activity): Promise<void> {
  const { consumerOrgId } = activity;
  await transaction.teamActivity.create({ data: activity });
  const [lastKept] = await transaction.teamActivity.findMany({
    where: { consumerOrgId },
    orderBy: { id: 'desc' },
    skip: ACTIVITIES_MAX - 1,
    take: 1,
    select: { id: true },
  });
  if (lastKept)
    await transaction.teamActivity.deleteMany({ where: { consumerOrgId, id: { lt: lastKept.id } } });
}
