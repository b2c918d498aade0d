// What tokens cost: issued, beside oidc-provider; checked, with a million of them revoked; revoked; and whether the
// time of a refusal tells a wrong secret from an unknown client. npm run bench:tokens
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Pool } from 'undici';
import { token as tokenStep } from '../src/data-plane/gateway/admission/token.ts';
import { TokenCache } from '../src/data-plane/gateway/admission/token-cache.ts';
import type { Call } from '../src/data-plane/gateway/call.ts';
import { RevocationMemory } from '../src/data-plane/snapshot/revocations.ts';
import type { Snapshot } from '../src/data-plane/snapshot/snapshot.ts';
import { systemClock } from '../src/foundation/clock.ts';
import { audienceOf } from '../src/infrastructure/tokens/claims.ts';
import { createSigningKey, importSigningKey } from '../src/infrastructure/tokens/keys.ts';
import { signAccessToken } from '../src/infrastructure/tokens/sign.ts';
import { authenticating } from './token-clients.ts';
import { revoking } from './token-revocation.ts';
import { benchSnapshot, CATALOG_PATH, CLIENT, ISSUER } from './token-world.ts';

const ROUNDS = 5;
const TOKENS_A_ROUND = 4_000;
const AT_ONCE = 16;
const CHECKED_TOKENS = 10_000;
const CHECKS = 1_000_000;
const REVOKED = 1_000_000;

type Server = {
  readonly process: ChildProcess;
  readonly pool: Pool;
  readonly path: string;
  readonly body: string;
};
type Figures = { readonly perSecond: number; readonly cpuMicroseconds: number };

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function start(file: string, parameters: Record<string, string>): Promise<Server> {
  const child = fork(new URL(file, import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--import', 'tsx'],
  });
  const [{ port, path }] = await once(child, 'message');
  const form = { grant_type: 'client_credentials', client_id: CLIENT, client_secret: 'bench-secret' };
  const body = new URLSearchParams({ ...form, scope: 'customer', ...parameters }).toString();
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: AT_ONCE });
  return { process: child, pool, path, body };
}

async function askToken({ pool, path, body }: Server): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await pool.request({ method: 'POST', path, headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${text}`);
}

/** CPU of the server's process so far, in microseconds. */
async function cpuOf({ process: child }: Server): Promise<number> {
  child.send('cpu');
  const [{ cpu }] = await once(child, 'message');
  return cpu.user + cpu.system;
}

async function measure(server: Server): Promise<Figures> {
  let left = TOKENS_A_ROUND;
  const [cpu, started] = [await cpuOf(server), performance.now()];
  const worker = async () => {
    while (left-- > 0) await askToken(server);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const seconds = (performance.now() - started) / 1000;
  return {
    perSecond: TOKENS_A_ROUND / seconds,
    cpuMicroseconds: ((await cpuOf(server)) - cpu) / TOKENS_A_ROUND,
  };
}

/**
 * Measures all in turn, round after round. Other work on the machine affects all alike.
 *
 * The first round warms up.
 */
async function issuing(): Promise<void> {
  const servers: Record<string, Server> = {
    'Gatehouse, ES256 JWT': await start('./token-server.ts', {}),
    'oidc-provider, opaque': await start('./peers/oidc-provider.mjs', {}),
    'oidc-provider, ES256 JWT': await start('./peers/oidc-provider.mjs', {
      resource: 'http://127.0.0.1/acme/sandbox',
    }),
  };
  const measured = new Map<string, Figures[]>();
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, server] of Object.entries(servers)) {
      const figures = await measure(server);
      if (round > 0) measured.set(name, [...(measured.get(name) ?? []), figures]);
    }
  for (const { pool, process: child } of Object.values(servers)) {
    await pool.close();
    child.disconnect();
  }
  console.log(`\nClient credentials, ${AT_ONCE} at once, ${ROUNDS} rounds of ${TOKENS_A_ROUND}, medians`);
  console.table(
    [...measured].map(([who, rounds]) => ({
      who,
      'tokens/s': Math.round(median(rounds.map(({ perSecond }) => perSecond))),
      'CPU µs/token': Math.round(median(rounds.map(({ cpuMicroseconds }) => cpuMicroseconds))),
    })),
  );
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function memory(): number {
  for (let time = 0; time < 3; time += 1) collect();
  return process.memoryUsage().heapUsed;
}

async function checking(): Promise<void> {
  const key = await importSigningKey(await createSigningKey('ES256'), new Date(0));
  const snapshot = benchSnapshot([key], '');
  const tokens = new TokenCache(systemClock);
  const texts: string[] = [];
  for (let count = 0; count < CHECKED_TOKENS; count += 1) {
    const { token } = await signAccessToken({
      key,
      clientKey: CLIENT,
      subject: 'alice',
      scopes: ['customer'],
      familyId: undefined,
      issuer: ISSUER,
      audience: audienceOf(ISSUER),
      lifetimeSeconds: 3600,
      now: new Date(),
    });
    texts.push(token);
  }
  const cold = process.cpuUsage();
  for (const text of texts) await tokens.verify(text, snapshot);
  const { user, system } = process.cpuUsage(cold);

  const check = (within: Snapshot, count: number) => {
    const catalog = within.catalogs.get(CATALOG_PATH);
    const client = catalog?.clients.get(CLIENT);
    if (!catalog) throw new Error('It has no catalog.');
    const started = process.cpuUsage();
    for (let at = 0; at < count; at += 1) {
      // As it comes in a header: a text of its own each time.
      const text = `Bearer ${texts[at % texts.length]}`.slice(7);
      const token = tokens.recall(text);
      if (!token) throw new Error('It was forgotten.');
      tokenStep({ token, client, catalog, snapshot: within } as Call, {} as never);
    }
    const used = process.cpuUsage(started);
    return (used.user + used.system) / count;
  };
  const before = memory();
  const revocations = new RevocationMemory(systemClock);
  for (let count = 0; count < REVOKED; count += 1)
    revocations.add({ id: randomBytes(32).toString('base64url'), expiresAt: Date.now() + 3_600_000 });
  const megabytes = (memory() - before) / 2 ** 20;
  const revoked = { ...snapshot, revocations };
  const rounds = Array.from({ length: ROUNDS + 1 }, () => [
    check(snapshot, CHECKS),
    check(revoked, CHECKS),
  ]).slice(1);
  const microseconds = (index: number) => median(rounds.map((round) => round[index] ?? 0)).toFixed(2);

  console.log(`\nChecking one of ${CHECKED_TOKENS} tokens, ${ROUNDS} rounds of ${CHECKS}, medians`);
  console.table([
    {
      what: 'seen for the first time (ES256)',
      'CPU µs': ((user + system) / CHECKED_TOKENS).toFixed(0),
      MB: '',
    },
    { what: 'seen before', 'CPU µs': microseconds(0), MB: '' },
    { what: 'seen before, a million revoked', 'CPU µs': microseconds(1), MB: megabytes.toFixed(0) },
  ]);
}

await issuing();
await checking();
await revoking();
await authenticating();
