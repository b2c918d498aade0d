import { setTimeout as sleep } from 'node:timers/promises';
import { outOfReach } from './database/out-of-reach.ts';
import type { SnapshotFeed, SnapshotFeedOptions } from './snapshot/feed.ts';
import { createRevocations } from './snapshot/revocations.ts';

type Options = Pick<SnapshotFeedOptions, 'database' | 'secrets' | 'clock' | 'onFault' | 'prepare'>;

const RETRY_MS = 500;

/**
 * The feed of a process that serves no calls: it reads nothing of what is published, which may be seconds of its start and
 * hundreds of megabytes, and again with each change. It waits for the database as the others do.
 *
 * @throws UnsealError when the secret key is another one
 */
export async function openWithoutSnapshot({
  database,
  secrets,
  clock,
  onFault,
  prepare = async () => {},
}: Options): Promise<SnapshotFeed> {
  async function begin(): Promise<void> {
    await prepare();
    await database.listen(() => {});
    const keys = await database.prisma.signingKey.findMany({ select: { id: true, privateJwkSealed: true } });
    for (const { id, privateJwkSealed } of keys) secrets.unseal(privateJwkSealed, id);
  }
  for (let isToldOf = false; ; isToldOf = true)
    try {
      await begin();
      break;
    } catch (error) {
      if (!outOfReach(error)) throw error;
      if (!isToldOf)
        onFault?.(new Error('The database does not answer: the start waits for it.', { cause: error }));
      await sleep(RETRY_MS);
    }
  const nothing = { catalogs: new Map(), revocations: createRevocations(clock) };
  return {
    current: () => nothing,
    staleSince: database.deafSince,
    isFromDisk: () => false,
    settled: async () => {},
    close() {},
  };
}
