import pg from 'pg';
import type { DatabaseAddress } from './server-address.ts';

/** The answer of a server to the question whether it takes writes. */
export type ServerState = {
  readonly address: DatabaseAddress;
  readonly kind: 'PRIMARY' | 'STANDBY' | 'OUT_OF_REACH';
  /** The identity of its data. Servers that replicate one another share it. */
  readonly system?: string | undefined;
  /** Grows by one with each promotion. (PostgreSQL manual, "Timelines") */
  readonly timeline?: number | undefined;
  readonly fault?: Error;
};

/** The time limit of a look at one server. One that is gone without a word must not hold up a failover. */
const LOOK_MS = 3_000;
/** A standby, and a server that was made read-only, has this on. */
const IS_READ_ONLY = `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly"`;
/** The first eight digits of the name of a WAL file are its timeline. */
const IDENTITY = `SELECT system_identifier::text AS system,
    ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int AS timeline
  FROM pg_control_system()`;

type Identity = { readonly system: string; readonly timeline: number };

/** Asks a server on a connection of its own whether it takes writes. It never fails. */
export async function stateOf(address: DatabaseAddress, name: string): Promise<ServerState> {
  const client = new pg.Client({
    connectionString: address.url,
    application_name: name,
    connectionTimeoutMillis: LOOK_MS,
    query_timeout: LOOK_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ isReadOnly: boolean }>(IS_READ_ONLY);
    if (rows[0]?.isReadOnly) return { address, kind: 'STANDBY' };
    // A service that hides it has failovers of its own.
    const identity = await client.query<Identity>(IDENTITY).catch(() => undefined);
    return { address, kind: 'PRIMARY', ...identity?.rows[0] };
  } catch (error) {
    return { address, kind: 'OUT_OF_REACH', fault: error as Error };
  } finally {
    client.end().catch(() => {});
  }
}

/** Knowledge that a choice among servers depends on. */
type KnownServers = {
  readonly chosen: DatabaseAddress | undefined;
  /** The newest timeline that was seen, by system. */
  readonly newest: ReadonlyMap<string, number>;
};

/**
 * Chooses the server to use. Of several that take writes, as an old primary does that came back by itself, it is the one
 * that was promoted last. Of equal ones it is the one in use, then the first.
 */
export function choosePrimary(
  states: readonly ServerState[],
  { chosen, newest }: KnownServers,
): ServerState | undefined {
  const isCurrent = ({ kind, system = '', timeline = 0 }: ServerState) =>
    kind === 'PRIMARY' && timeline >= (newest.get(system) ?? 0);
  const inUse = ({ address }: ServerState) => address.name === chosen?.name;
  const candidates = states.filter(isCurrent);
  return [...candidates.filter(inUse), ...candidates].reduce<ServerState | undefined>(
    (best, each) => (best === undefined || isNewer(each, best) ? each : best),
    undefined,
  );
}

const isNewer = (one: ServerState, other: ServerState): boolean =>
  one.system !== undefined && one.system === other.system && (one.timeline ?? 0) > (other.timeline ?? 0);
