import { afterEach, describe, expect, it } from 'vitest';
import { createUsage, type Usage } from '../../../src/gateway/usage.ts';

let usage: Usage | undefined;
afterEach(() => usage?.close());

const NOON = Date.parse('2027-01-31T12:00:00Z');

function opened(query: (values: readonly unknown[]) => Promise<never[]>) {
  let now = NOON;
  const faults: unknown[] = [];
  usage = createUsage({
    database: { query: (_, values = []) => query(values) },
    clock: () => new Date(now),
    onFault: (fault) => faults.push(fault),
  });
  return Object.assign(usage, {
    faults,
    pass: (ms: number) => {
      now += ms;
    },
  });
}

describe('usage', () => {
  it('is written in one statement: calls by subscription and day (UTC), and the last use of each credential', async () => {
    const writes: (readonly unknown[])[] = [];
    const counted = opened(async (values) => {
      writes.push(values);
      return [];
    });
    counted.count('gold', 'credential 1');
    counted.count('gold', 'credential 2');
    counted.pass(12 * 3_600_000);
    counted.count('gold', 'credential 1');
    counted.count('bronze', 'credential 3');
    await counted.flush();
    expect(writes).toEqual([
      [
        ['gold', 'gold', 'bronze'],
        ['2027-01-31', '2027-02-01', '2027-02-01'],
        [2, 1, 1],
        ['credential 1', 'credential 2', 'credential 3'],
        ['2027-02-01T00:00:00.000Z', '2027-01-31T12:00:00.000Z', '2027-02-01T00:00:00.000Z'],
      ],
    ]);
  });

  it('is not written when there is none', async () => {
    const counted = opened(async () => {
      throw new Error('Nothing is to be written.');
    });
    await counted.flush();
    expect(counted.faults).toEqual([]);
  });

  it('is kept when the database refuses it, with what was counted meanwhile, and told once per try', async () => {
    const writes: (readonly unknown[])[] = [];
    let isDown = true;
    const counted = opened(async (values) => {
      counted.count('gold', 'credential 2');
      if (isDown) throw new Error('down');
      writes.push(values);
      return [];
    });
    counted.count('gold', 'credential 1');
    await counted.flush();
    expect(counted.faults).toHaveLength(1);
    isDown = false;
    await counted.flush();
    expect(writes[0]?.slice(2, 4)).toEqual([[2], ['credential 1', 'credential 2']]);
  });

  it('is written when it is closed', async () => {
    const calls: unknown[] = [];
    const counted = opened(async ([, , counts]) => {
      calls.push(counts);
      return [];
    });
    counted.count('gold', 'credential');
    await counted.close();
    expect(calls).toEqual([[1]]);
  });
});
