import { describe, expect, it } from 'vitest';
import { createUsage } from '../../../src/gateway/usage.ts';

const NOON = Date.parse('2027-01-31T12:00:00Z');

function opened(query: (values: readonly unknown[]) => Promise<never[]>) {
  let now = NOON;
  const usage = createUsage({
    database: { query: (_, values = []) => query(values) },
    clock: () => new Date(now),
  });
  return Object.assign(usage, {
    pass: (ms: number) => {
      now += ms;
    },
  });
}

describe('usage', () => {
  it('is written in one statement: calls by subscription, hour (UTC) and outcome, and the last use of each credential', async () => {
    const writes: (readonly unknown[])[] = [];
    const usage = opened(async (values) => {
      writes.push(values);
      return [];
    });
    usage.use('credential 1');
    usage.count('gold', 'ANSWERED');
    usage.use('credential 2');
    usage.count('gold', 'ANSWERED');
    usage.count('gold', 'LIMITED');
    usage.pass(12 * 3_600_000);
    usage.use('credential 1');
    usage.count('gold', 'SERVER_ERROR');
    usage.count('bronze', 'REFUSED');
    await usage.write();
    const [noon, midnight] = ['2027-01-31T12:00:00.000Z', '2027-02-01T00:00:00.000Z'];
    expect(writes).toEqual([
      [
        ['gold', 'gold', 'gold', 'bronze'],
        [noon, noon, midnight, midnight],
        ['ANSWERED', 'LIMITED', 'SERVER_ERROR', 'REFUSED'],
        [2, 1, 1, 1],
        ['credential 1', 'credential 2'],
        [midnight, noon],
      ],
    ]);
  });

  it('is written once: not again, and not when there is none', async () => {
    let writes = 0;
    const usage = opened(async () => {
      writes += 1;
      return [];
    });
    await usage.write();
    usage.count('gold', 'ANSWERED');
    await usage.write();
    await usage.write();
    expect(writes).toBe(1);
  });

  it('is kept when the database refuses it, each row once, with what was counted meanwhile', async () => {
    const writes: (readonly unknown[])[] = [];
    let isDown = true;
    const usage = opened(async (values) => {
      usage.count('gold', 'ANSWERED');
      usage.use('credential 2');
      if (isDown) throw new Error('down');
      writes.push(values);
      return [];
    });
    usage.count('gold', 'ANSWERED');
    usage.use('credential 1');
    for (let tries = 0; tries < 2; tries += 1) await expect(usage.write()).rejects.toThrow('down');
    isDown = false;
    await usage.write();
    expect(writes[0]?.slice(2, 5)).toEqual([['ANSWERED'], [3], ['credential 1', 'credential 2']]);
  });
});
