// The token endpoint of one provider, over a snapshot made by hand: what bench/tokens.ts measures.

import type { OAuthDeps } from '../src/data-plane/oauth/endpoint.ts';
import { createOAuth } from '../src/data-plane/oauth/oauth.ts';
import { type Clock, systemClock } from '../src/foundation/clock.ts';
import { directRequestOf } from '../src/http/ingress/endpoint.ts';
import { listen } from '../src/http/listeners.ts';
import { plainCalls } from '../src/http/plain/plain-calls.ts';
import { Attempts } from '../src/infrastructure/limits/guesses/attempts.ts';
import { Outbound } from '../src/infrastructure/outbound/outbound.ts';
import { Secrets } from '../src/infrastructure/secrets/secrets.ts';
import { createSigningKey, importSigningKey } from '../src/infrastructure/tokens/keys.ts';
import { Registries } from '../src/infrastructure/user-registries/registries.ts';
import { benchSnapshot } from './token-world.ts';

const secrets = new Secrets('the secret key of the benchmarks, and of nothing else');
const key = await importSigningKey(await createSigningKey('ES256'), new Date(0));
const snapshot = benchSnapshot([key], secrets.hash('bench-secret'));
let requests = 0;
/** The clock. It goes on by a minute with each thousand requests: a consumer org gets 1,200 tokens a minute. */
const clock: Clock = () => new Date(systemClock().getTime() + Math.floor(requests / 1_000) * 60_000);
// The last use of a secret is noted once a minute.
const prisma = { credential: { updateMany: async () => ({ count: 1 }) } };

const oauth = createOAuth({
  snapshots: { current: () => snapshot },
  database: { prisma } as unknown as OAuthDeps['database'],
  secrets,
  localUsers: { passwordChangedAt: async () => undefined, changePassword: async () => {} },
  registries: new Registries({
    outbound: new Outbound({ allowlist: [] }),
    localUsers: { authenticate: async () => undefined },
  }),
  attempts: new Attempts({ clock }),
  failedSignIns: { note() {} },
  clock,
  urls: { gateway: 'http://gateway.test', oauth: 'http://gateway.test' },
  onFault: (error) => {
    throw error;
  },
});
await listen(
  (request, response) => {
    requests += 1;
    void oauth.handle(directRequestOf(request, response));
  },
  {
    host: '127.0.0.1',
    port: Number(process.env['PORT']),
    setting: 'GATEWAY_PORT',
    takesPlain: plainCalls({}, oauth),
  },
);
