import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openAccessLog } from '../../../src/infrastructure/observability/access-log.ts';
import { until } from '../../support/eventually.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';

const disk = mountSmallDisk(256 * 1024);
afterAll(() => disk?.remove());

describe.skipIf(!disk)('an access log on a full disk', () => {
  it('loses lines, counts each, and goes on with whole lines when there is room', async () => {
    const path = join(disk?.folder ?? '', 'access.log');
    const faults: unknown[] = [];
    const log = await openAccessLog(path, {
      clock: () => new Date(0),
      onFault: (fault) => faults.push(fault),
    });
    let written = 0;
    const write = (calls: number) => {
      for (let at = 0; at < calls; at += 1) {
        written += 1;
        log.write({
          requestId: `${written}`,
          traceId: undefined,
          method: 'GET',
          path: '/acme/sandbox/customerdb/v1/customers',
          catalog: '/acme/sandbox',
          api: 'customerdb:1.0.0',
          subscriptionId: undefined,
          status: 200,
          outcome: 'ANSWERED',
          durationMs: 1,
        });
      }
    };
    const whole = () =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.endsWith('}'));
    write(1);
    await until(() => whole().length === 1);
    disk?.fill();
    // A part of it finds room in the last page of the file.
    write(100);
    await until(() => log.lostLines > 0);
    expect(faults).toEqual([expect.objectContaining({ code: 'ENOSPC' })]);
    disk?.empty();
    write(10);
    await log.close();
    expect(whole().length).toBeGreaterThan(11);
    expect(whole().length + log.lostLines).toBe(written);
    expect(
      whole()
        .slice(-10)
        .map((line) => JSON.parse(line).requestId),
    ).toEqual(Array.from({ length: 10 }, (_, at) => `${102 + at}`));
  });
});
