import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSnapshotFeed, type SnapshotFeed } from '../../../src/data-plane/snapshot/snapshot-feed.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { Secrets } from '../../../src/infrastructure/secrets/secrets.ts';
import { revoke } from '../../../src/infrastructure/tokens/revoke.ts';
import { everyDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { createSandbox } from '../../support/published.ts';

const secrets = new Secrets('the secret key of these tests, which is long');
const now = new Date('2026-01-01T00:00:00Z');
const LATER = new Date('2026-01-01T01:00:00Z');

describe.each(await everyDatabase())('revocations in $name', ({ open }) => {
  let database: Database;
  let feeds: SnapshotFeed[];
  beforeEach(async () => {
    database = await open();
    feeds = [];
  });
  afterEach(async () => {
    for (const feed of feeds) await feed.close();
    await database.close();
  });
  async function openFeed(): Promise<SnapshotFeed> {
    const feed = await openSnapshotFeed({
      database,
      secrets,
      gatewayUrl: 'http://gateway.test',
      clock: () => now,
    });
    feeds.push(feed);
    return feed;
  }
  const has = (feed: SnapshotFeed, id: string) => feed.current().revocations.has(id);

  it('are known to a gateway that starts, however many, but for those that have expired', async () => {
    await database.query(
      `INSERT INTO "Revocation" ("id", "revokedAt", "expiresAt")
       SELECT 'old-' || n, now() - n / 1000 * interval '7 minutes', $1 FROM generate_series(1, 45000) AS n`,
      [LATER],
    );
    await revoke(database, ['expired'], now);
    const feed = await openFeed();
    const missing = Array.from({ length: 45_000 }, (_, n) => `old-${n + 1}`).filter((id) => !has(feed, id));
    expect(missing).toEqual([]);
    expect(has(feed, 'expired')).toBe(false);
  });

  it('are known to every gateway by their announcement alone: no org is read for it', async () => {
    await createSandbox(database);
    const [one, another] = [await openFeed(), await openFeed()];
    const before = one.current();
    await revoke(database, ['a token', 'a family'], LATER);
    for (const feed of [one, another])
      await eventually(() => expect([has(feed, 'a token'), has(feed, 'a family')]).toEqual([true, true]));
    await one.settled();
    expect(one.current()).toBe(before);
    expect(has(one, 'another token')).toBe(false);
  });

  it('are announced once, however often a token is revoked', async () => {
    const feed = await openFeed();
    await Promise.all(Array.from({ length: 8 }, () => revoke(database, ['a token'], LATER)));
    await eventually(() => expect(has(feed, 'a token')).toBe(true));
    expect(feed.current().revocations.revision).toBe(1);
    expect(await database.prisma.revocation.count()).toBe(1);
  });

  it('are not made by a transaction that is rolled back', async () => {
    const feed = await openFeed();
    const undone = database.prisma.$transaction(async (prisma) => {
      await revoke({ prisma }, ['undone'], LATER);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await revoke(database, ['done'], LATER);
    await eventually(() => expect(has(feed, 'done')).toBe(true));
    expect([has(feed, 'undone'), await database.prisma.revocation.count()]).toEqual([false, 1]);
  });
});
