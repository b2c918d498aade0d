import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../../../src/infrastructure/database/embedded.ts';
import { startChild } from '../../../support/child.ts';
import { isThorough } from '../../../support/runs.ts';

/** How many milliseconds of work a round lets pass before the process is killed. */
const ROUNDS = isThorough ? [10, 90, 250] : [90];
const SUBSCRIPTIONS = 200;

describe('a process that is killed while it replaces a product with many subscriptions', () => {
  let parent: string;
  beforeAll(() => {
    parent = mkdtempSync(join(tmpdir(), 'gatehouse-'));
  });
  afterAll(() => rmSync(parent, { recursive: true }));

  it.each(ROUNDS)('after %i ticks leaves the old state or the new', { timeout: 60_000 }, async (ticks) => {
    const dataDir = join(parent, String(ticks));
    const child = startChild('replace-products.ts', dataDir, String(SUBSCRIPTIONS));
    const acknowledged: string[] = [];
    for (let ticked = 0; ticked < ticks; ) {
      const line = await child.line();
      if (line === undefined) throw new Error('the process ended by itself');
      if (line === 'tick') ticked += 1;
      else acknowledged.push(line);
    }
    await child.kill();
    await check(dataDir, acknowledged);
  });
});

async function check(dataDir: string, acknowledged: readonly string[]): Promise<void> {
  const database = await openEmbedded({ dataDir });
  try {
    const { prisma } = database;
    const products = await prisma.catalogProduct.findMany({
      orderBy: { version: 'asc' },
      select: { state: true, _count: { select: { subscriptions: true } } },
    });
    const stands = products.map(({ state, _count }) => [state, _count.subscriptions]);
    const done = (action: string) => prisma.auditEvent.count({ where: { action } });
    const [replaced, undone] = [await done('replaceProduct'), await done('undoLifecycleChange')];
    const old = [
      ['PUBLISHED', SUBSCRIPTIONS],
      ['STAGED', 0],
    ];
    const replacedNow = [
      ['RETIRED', 0],
      ['PUBLISHED', SUBSCRIPTIONS],
    ];
    expect(stands).toEqual(replaced > undone ? replacedNow : old);
    expect(replaced + undone - acknowledged.length).toBeOneOf([0, 1]);
    expect(await prisma.lifecycleUndo.count({ where: { action: 'replaceProduct', undoneAt: null } })).toBe(
      replaced - undone,
    );
  } finally {
    await database.close();
  }
}
