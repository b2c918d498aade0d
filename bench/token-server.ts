// The token endpoint of one provider, over a snapshot made by hand: what bench/tokens.ts measures.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../src/clock.ts';
import { createAttempts } from '../src/limits/attempts.ts';
import type { OAuthDeps } from '../src/oauth/endpoint.ts';
import { createOAuth } from '../src/oauth/oauth.ts';
import { createOutbound } from '../src/outbound/outbound.ts';
import { createRegistries } from '../src/registries/registry.ts';
import { createSecrets } from '../src/secrets/secrets.ts';
import { createSigningKey, importSigningKey } from '../src/tokens/keys.ts';
import { benchSnapshot, PROVIDER_PATH } from './token-world.ts';

const secrets = createSecrets('the secret key of the benchmarks, and of nothing else');
const key = await importSigningKey(await createSigningKey('ES256'), new Date(0));
const snapshot = benchSnapshot([key], secrets.hash('bench-secret'));
// The last use of a secret is noted once a minute.
const prisma = { credential: { updateMany: async () => ({ count: 1 }) } };

const oauth = createOAuth({
  snapshots: { current: () => snapshot },
  database: { prisma } as unknown as OAuthDeps['database'],
  secrets,
  registries: createRegistries(createOutbound({ allowlist: [] })),
  attempts: createAttempts({ clock: systemClock }),
  failedSignIns: { note() {} },
  clock: systemClock,
  urls: { gateway: 'http://gateway.test', oauth: 'http://gateway.test' },
  onFault: (error) => {
    throw error;
  },
});
const server = createServer((request, response) => void oauth.handle(request, response));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port, path: `${PROVIDER_PATH}/oauth2/token` });
});
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
process.on('disconnect', () => process.exit());
