import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../../src/infrastructure/database/embedded.ts';
import { startChild } from '../../support/child.ts';

const ROUNDS = 2;
const CHANGES_A_ROUND = 30;

describe('a process that is killed in the middle of its changes', () => {
  let parent: string;
  beforeAll(() => {
    parent = mkdtempSync(join(tmpdir(), 'gatehouse-'));
  });
  afterAll(() => rmSync(parent, { recursive: true }));

  it('leaves every acknowledged change, and no half one', { timeout: 120_000 }, async () => {
    const dataDir = join(parent, 'data');
    const acknowledged: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = startChild('write-changes.ts', dataDir, String(round * 1_000_000));
      for (let count = 0; count < CHANGES_A_ROUND; count += 1) acknowledged.push(Number(await child.line()));
      await child.kill();
      await check(dataDir, acknowledged);
    }
  });
});

async function check(dataDir: string, acknowledged: readonly number[]): Promise<void> {
  const database = await openEmbedded({ dataDir });
  try {
    const { revision } = await database.prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
    const events = await database.prisma.auditEvent.findMany({ select: { subject: true } });
    const catalogs = await database.prisma.catalog.findMany({ select: { name: true } });
    const done = new Set(events.map(({ subject }) => subject));
    expect(acknowledged.filter((number) => !done.has(String(number)))).toEqual([]);
    expect(events).toHaveLength(revision);
    expect(catalogs.map(({ name }) => name).sort()).toEqual(
      [...done].flatMap((number) => [`${number}-a`, `${number}-b`]).sort(),
    );
  } finally {
    await database.close();
  }
}
