import { afterEach, describe, expect, it } from 'vitest';
import { UsageMerge } from '../../../src/control-plane/jobs/usage-merge.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';

const EVERY_MS = 3_600_000;

/** A database with the one lease, of whoever asks first. */
function oneLease(): Pick<Database, 'query'> {
  let holder: unknown;
  return {
    query: (async (sql: string, [, asks]: readonly unknown[] = []) => {
      if (sql.startsWith('DELETE')) holder = undefined;
      else holder ??= asks;
      return holder === asks ? [{}] : [];
    }) as Database['query'],
  };
}

function batchesOf(waiting: number) {
  const batches = {
    waiting,
    async mergeOldest() {
      if (batches.waiting === 0) return false;
      batches.waiting -= 1;
      return true;
    },
    lag: async () => ({ batches: batches.waiting, seconds: 5 }),
    repeated: () => 1,
  };
  return batches;
}

describe('the merge of usage', () => {
  const open: UsageMerge[] = [];
  const opened = (database: Pick<Database, 'query'>, batches: ReturnType<typeof batchesOf>) => {
    const merge = new UsageMerge({
      database,
      batches: [batches],
      everyMs: EVERY_MS,
      onFault: (error) => {
        throw error;
      },
    });
    open.push(merge);
    return merge;
  };
  afterEach(async () => {
    for (const merge of open.splice(0)) await merge.close();
  });

  it('is done by one process of several, and by another once that one has closed', async () => {
    const database = oneLease();
    const [one, other] = [batchesOf(3), batchesOf(3)];
    const first = opened(database, one);
    await first.look();
    const second = opened(database, other);
    await second.look();
    expect([one.waiting, other.waiting]).toEqual([0, 3]);
    await first.close();
    const third = opened(database, other);
    await third.look();
    expect(other.waiting).toBe(0);
  });

  it('tells how much waits, also where another process merges', async () => {
    const database = oneLease();
    await opened(database, batchesOf(0)).look();
    const other = opened(database, batchesOf(3));
    await other.look();
    expect(other.state()).toEqual({ batches: 3, seconds: 5, repeated: 1 });
  });
});
