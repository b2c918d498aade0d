import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { token as tokenStep } from '../src/data-plane/gateway/admission/token.ts';
import { TokenCache } from '../src/data-plane/gateway/admission/token-cache.ts';
import type { Call } from '../src/data-plane/gateway/call.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../src/data-plane/snapshot/snapshot-feed.ts';
import type { Database } from '../src/infrastructure/database/database.ts';
import { openEmbedded } from '../src/infrastructure/database/embedded.ts';
import { migrate } from '../src/infrastructure/database/migrate.ts';
import { openServer } from '../src/infrastructure/database/postgres-server.ts';
import { createServerDatabase } from '../test/support/database.ts';
import { bearer, CATALOG, CLIENT, client, GATEWAY_URL, type OAuthWorld } from '../test/support/oauth.ts';
import { serverUrl } from '../test/support/servers.ts';
import { openStoredOAuth } from '../test/support/stored-oauth.ts';

const SIZES = [100_000, 1_000_000];
const ROUNDS = 50;

/** A database that two nodes share; an embedded one has them in one process. */
type Processes = { readonly database: Database; readonly other: Database; close(): Promise<void> };

async function openFile(): Promise<Processes> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const database = await openEmbedded({ dataDir });
  return {
    database,
    other: database,
    close: async () => rmSync(dataDir, { recursive: true }),
  };
}

async function openPostgres(address: string): Promise<Processes> {
  const { url, drop } = await createServerDatabase(address);
  const [database, other] = [await openServer(url), await openServer(url)];
  return { database, other, close: () => other.close().then(drop) };
}

/** Inserts rows in the order of the indexes. A million at random would take the embedded database minutes. */
const fill = ({ query }: Database, size: number) =>
  query(
    `INSERT INTO "Revocation" ("id", "expiresAt")
     SELECT lpad(n::text, 43, '0'), '2026-01-01T12:00:00Z' FROM generate_series(1, $1) AS n`,
    [size],
  );

/**
 * Measures from the answer of a revocation until another node refuses the token.
 *
 * That node remembers the token as good.
 */
async function refusalMs(world: OAuthWorld, feed: SnapshotFeed): Promise<number> {
  const tokens = new TokenCache(() => world.state.now);
  const text = await bearer(world);
  const token = await tokens.verify(text, feed.current());
  const isRefused = () => {
    const snapshot = feed.current();
    const catalog = snapshot.catalogs.get(CATALOG);
    const call = { token, client: catalog?.clients.get(CLIENT), catalog, snapshot };
    try {
      tokenStep(call as Call, {} as never);
      return false;
    } catch {
      return true;
    }
  };
  if (isRefused()) throw new Error('It is refused before it is revoked.');
  const { status } = await world.post('revoke', { ...client(), token: text });
  const answeredAt = performance.now();
  if (status !== 200) throw new Error(`It is not revoked: ${status}`);
  while (!isRefused()) await setImmediate();
  return performance.now() - answeredAt;
}

async function measure(name: string, open: () => Promise<Processes>, size: number) {
  const { database, other, close } = await open();
  await migrate(database);
  await fill(database, size);
  const stored = await openStoredOAuth({ database });
  const started = performance.now();
  const { world } = stored;
  const feed = await openSnapshotFeed({
    database: other,
    secrets: world.secrets,
    gatewayUrl: GATEWAY_URL,
    clock: () => world.state.now,
  });
  const readMs = performance.now() - started;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await refusalMs(world, feed));
  times.sort((a, b) => a - b);
  feed.close();
  await stored.close();
  await close();
  return {
    where: name,
    'revoked before': size,
    'read at the start, s': (readMs / 1000).toFixed(1),
    'refused after, ms (median)': times[ROUNDS / 2]?.toFixed(1),
    'at most, ms': times.at(-1)?.toFixed(1),
  };
}

/** Measures how long another node still admits a revoked token. */
export async function revoking(sizes: readonly number[] = SIZES): Promise<void> {
  const postgres = await serverUrl('PostgreSQL server');
  console.log(`\nFrom the answer of a revocation to the refusal at another node, ${ROUNDS} times`);
  for (const size of sizes) {
    console.table([await measure('embedded', openFile, size)]);
    if (postgres) console.table([await measure('PostgreSQL', () => openPostgres(postgres), size)]);
  }
}
