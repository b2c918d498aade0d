import { keysWithState } from '../../domain/oauth/signing-key.ts';
import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import { change } from '../../infrastructure/database/change.ts';
import type { ManagementDeps } from '../management/context.ts';

type KeyRemovalDeps = Pick<ManagementDeps, 'database' | 'clock'>;

/** A key is removed at most so long after its last token has ended. */
const EVERY_MS = 60_000;

/** Removes signing keys when their last token has ended, as long as the process runs. */
export function watchRetiredKeys({
  onFault,
  ...deps
}: KeyRemovalDeps & { readonly onFault: (error: unknown) => void }): BackgroundJob {
  return startBackgroundJob(() => removeRetiredKeys(deps), { everyMs: EVERY_MS, onFault });
}

/** Removes the signing keys whose last token has ended. Nothing can be signed in their names any more. */
export async function removeRetiredKeys({ database, clock }: KeyRemovalDeps): Promise<void> {
  const now = clock();
  const { prisma } = database;
  const rotated = await prisma.signingKey.groupBy({
    by: 'oauthProviderId',
    having: { oauthProviderId: { _count: { gt: 1 } } },
  });
  const providers = await prisma.oAuthProvider.findMany({
    where: { id: { in: rotated.map(({ oauthProviderId }) => oauthProviderId) } },
    select: {
      orgId: true,
      name: true,
      signingKeys: {
        select: { id: true, signsFrom: true, tokenSecondsMax: true },
        orderBy: { signsFrom: 'desc' },
      },
    },
  });
  for (const { orgId, name, signingKeys } of providers) {
    const ended = keysWithState(signingKeys, now).filter(({ retiresAt }) => retiresAt && retiresAt <= now);
    if (ended.length === 0) continue;
    const request = { orgId, actor: 'platform', action: 'removeSigningKey', subject: name };
    // Another process may have been first.
    const isChange = (removed: number) => removed > 0;
    await change(database, { ...request, isChange }, async (transaction) => {
      const where = { id: { in: ended.map(({ key }) => key.id) } };
      return (await transaction.signingKey.deleteMany({ where })).count;
    });
  }
}
