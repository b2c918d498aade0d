import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openAccessLog } from '../../../src/infrastructure/observability/access-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'access-log-times-'));
afterAll(() => rmSync(folder, { recursive: true }));

const call = {
  requestId: 'id',
  traceId: undefined,
  method: 'GET',
  path: '/',
  catalog: '/acme/sandbox',
  api: undefined,
  subscriptionId: undefined,
  status: 200,
  outcome: 'ANSWERED',
  durationMs: 1,
};

it('the time of a line is that of the clock to the millisecond, also where the clock goes back', async () => {
  const start = Date.parse('2026-12-31T23:59:58.000Z');
  const times = [0, 1, 9, 10, 99, 100, 999, 1_000, 1_001, 2_500, 500, 1_999, 2_000, -1, 0];
  let now = new Date(start);
  const file = join(folder, 'times');
  const log = await openAccessLog(file, {
    clock: () => now,
    onFault: (error) => expect.unreachable(`${error}`),
  });
  for (const time of times) {
    now = new Date(start + time);
    log.write(call);
  }
  await log.close();
  const written = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(written.map((line) => JSON.parse(line).time)).toEqual(
    times.map((time) => new Date(start + time).toISOString()),
  );
});
