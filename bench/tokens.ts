// What tokens cost: issued, beside oidc-provider; checked, with a million of them revoked; revoked; and whether the
// time of a refusal tells a wrong secret from an unknown client. npm run bench:tokens, or a part: -- issuing
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { token as tokenStep } from '../src/data-plane/gateway/admission/token.ts';
import { TokenCache } from '../src/data-plane/gateway/admission/token-cache.ts';
import type { Call } from '../src/data-plane/gateway/call.ts';
import { RevocationMemory } from '../src/data-plane/snapshot/revocations.ts';
import type { Snapshot } from '../src/data-plane/snapshot/snapshot.ts';
import { systemClock } from '../src/foundation/clock.ts';
import { audienceOf } from '../src/infrastructure/tokens/claims.ts';
import { createSigningKey, importSigningKey } from '../src/infrastructure/tokens/keys.ts';
import { signAccessToken } from '../src/infrastructure/tokens/sign.ts';
import { benchmark } from './gateway/benchmark.ts';
import { authenticating } from './token-clients.ts';
import { issuing } from './token-issuing.ts';
import { revoking } from './token-revocation.ts';
import { benchSnapshot, CATALOG_PATH, CLIENT, ISSUER } from './token-world.ts';

const ROUNDS = 5;
const CHECKED_TOKENS = 10_000;
const CHECKS = 1_000_000;
const REVOKED = 1_000_000;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

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
      const token = tokens.recall(text, '');
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

const RESULT = { file: 'bench/results/tokens.md', title: 'Access tokens beside oidc-provider' };
const parts: Readonly<Record<string, () => Promise<void>>> = {
  issuing: () => benchmark(issuing, RESULT),
  checking,
  revoking,
  authenticating,
};
const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !(name in parts));
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}.`);
for (const [name, measure] of Object.entries(parts))
  if (positionals.length === 0 || positionals.includes(name)) await measure();
