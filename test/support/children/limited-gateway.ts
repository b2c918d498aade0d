// A gateway in a process of its own. Arguments: the URL of Redis, client keys by commas, the limit of each. Prints its URL.
import { createRateLimits } from '../../../src/infrastructure/limits/calls/create-rate-limits.ts';
import { openGateway } from '../gateway.ts';
import { api, catalog, client, snapshot } from '../snapshot.ts';
import { recordingUpstream } from '../upstream.ts';

const [redisUrl = '', keys = '', limit = ''] = process.argv.slice(2);
const upstream = await recordingUpstream();
const limits = createRateLimits({ redisUrl });
const plan = { name: 'plan', title: 'Plan', limit: Number(limit), windowSeconds: 600 };
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
process.stdin.resume().once('end', async () => {
  await gateway.close();
  await upstream.close();
  console.log(limits.status().roundTrips);
  await limits.close();
});
