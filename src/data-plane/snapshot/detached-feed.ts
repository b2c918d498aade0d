import { waitForDatabase } from '../../infrastructure/database/wait-for-database.ts';
import { RevocationMemory } from './revocations.ts';
import type { SnapshotFeed, SnapshotFeedOptions } from './snapshot-feed.ts';

type DetachedFeedOptions = Pick<
  SnapshotFeedOptions,
  'database' | 'secrets' | 'clock' | 'onFault' | 'prepare'
>;

/**
 * The feed of a process that serves neither calls nor pages of OAuth providers.
 *
 * It reads nothing that is published, which may take seconds of its start and hundreds of megabytes, and again with
 * each change. It waits for the database as the others do.
 *
 * @throws UnsealError when the secret key is another one
 */
export async function openDetachedFeed({
  database,
  secrets,
  clock,
  onFault,
  prepare = async () => {},
}: DetachedFeedOptions): Promise<SnapshotFeed> {
  async function begin(): Promise<void> {
    await prepare();
    await database.listen(() => {});
    const keys = await database.prisma.signingKey.findMany({ select: { id: true, privateJwkSealed: true } });
    for (const { id, privateJwkSealed } of keys) secrets.unseal(privateJwkSealed, id);
  }
  await waitForDatabase(begin, { onWait: (fault) => onFault?.(fault) });
  const nothing = { catalogs: new Map(), revocations: new RevocationMemory(clock) };
  return {
    current: () => nothing,
    staleSince: database.deafSince,
    isFromDisk: () => false,
    settled: async () => {},
    close: async () => {},
  };
}
