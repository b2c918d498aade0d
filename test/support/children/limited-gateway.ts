// A gateway in a process of its own. Arguments: the URL of Redis, client keys by commas, the limit of each, and the URL of a
// database where the limit is of a year, else it is of ten minutes. Prints its URL, and its counts for each line of its input.
import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';
import type { PlanLimit } from '../../../src/domain/plan/plan-limit.ts';
import { openServer } from '../../../src/infrastructure/database/postgres-server.ts';
import { DatabaseLimitCounts } from '../../../src/infrastructure/limits/calls/limit-count-store.ts';
import { openGateway } from '../gateway.ts';
import { api, catalog, client, snapshot } from '../snapshot.ts';
import { testLimits } from '../test-limits.ts';
import { recordingUpstream } from '../upstream.ts';

const [redisUrl = '', keys = '', limit = '', databaseUrl] = process.argv.slice(2);
const upstream = await recordingUpstream();
const database = databaseUrl === undefined ? undefined : await openServer(databaseUrl);
const limits = testLimits({ redisUrl, ...(database && { store: new DatabaseLimitCounts(database) }) });
// On a busy machine Redis is not reached within the time of a call at first, and calls are counted alone. They wait for
// nothing then: without a turn of the event loop Redis would never be reached.
do {
  await limits.peek('first', { limit: 1, windowSeconds: 60 });
  await turn();
} while (limits.status().counting !== 'SHARED');
const ofYear: PlanLimit = {
  name: 'year',
  counts: 'CALLS',
  limit: Number(limit),
  per: 'MONTH',
  every: 12,
  timeZone: 'UTC',
  operations: [],
};
const plan = {
  name: 'plan',
  title: 'Plan',
  ...(database ? { limits: [ofYear] } : { limit: Number(limit), windowSeconds: 600 }),
};
const gateway = await openGateway(
  snapshot(
    catalog({
      apis: [api({ upstreamUrl: upstream.url, openapi: { paths: { '/x': { get: {} } } } })],
      clients: keys.split(',').map((key) => client({ key, plans: { 'customer-1': plan } })),
    }),
  ),
  { limits },
);
console.log(gateway.url);
const lines = createInterface({ input: process.stdin });
lines.on('line', () => console.log(JSON.stringify(limits.status())));
lines.once('close', async () => {
  await gateway.close();
  await upstream.close();
  await limits.close();
  await database?.close();
});
