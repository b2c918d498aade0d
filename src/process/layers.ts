import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { EventFeed } from '../control-plane/events/event-feed.ts';
import { openDetachedFeed } from '../data-plane/snapshot/detached-feed.ts';
import { openSnapshotDisk, type SnapshotDisk } from '../data-plane/snapshot/disk.ts';
import { createOrgNames } from '../data-plane/snapshot/org-names.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../data-plane/snapshot/snapshot-feed.ts';
import { type OwnServers, ownServers } from '../domain/addresses/own-servers.ts';
import type { Clock } from '../foundation/clock.ts';
import { orgTurns } from '../graphql/server/org-turns.ts';
import { type TrustedProxies, trustedProxies } from '../http/ingress/client-address.ts';
import { Certificates } from '../infrastructure/certificates/certificates.ts';
import { AUDIT, withAuditChain } from '../infrastructure/database/audit-chain.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { FailedSignIns } from '../infrastructure/database/failed-sign-ins.ts';
import { migrate } from '../infrastructure/database/migrate.ts';
import { serverAddresses } from '../infrastructure/database/server-address.ts';
import { tracedDatabase } from '../infrastructure/database/traced-database.ts';
import { ClientRegistrations } from '../infrastructure/issuers/client-registrations.ts';
import { createRateLimits } from '../infrastructure/limits/calls/create-rate-limits.ts';
import { DatabaseLimitCounts } from '../infrastructure/limits/calls/limit-count-store.ts';
import type { RateLimits } from '../infrastructure/limits/calls/rate-limits.ts';
import { Attempts } from '../infrastructure/limits/guesses/attempts.ts';
import type { OpenUsageStream } from '../infrastructure/nats/open-usage-stream.ts';
import type { Tracing } from '../infrastructure/observability/tracing.ts';
import { Outbound } from '../infrastructure/outbound/outbound.ts';
import { holdToFirstSecretKey } from '../infrastructure/secrets/first-secret-key.ts';
import { keyFingerprint } from '../infrastructure/secrets/key-fingerprint.ts';
import { createPasswords, type Passwords } from '../infrastructure/secrets/passwords.ts';
import { admitRetiredKeys, keepRetired } from '../infrastructure/secrets/retired-keys.ts';
import { secretKeyOf } from '../infrastructure/secrets/secret-key.ts';
import { Secrets } from '../infrastructure/secrets/secrets.ts';
import { LocalUsers, type LocalUsersDeps } from '../infrastructure/user-registries/local-users.ts';
import { Registries } from '../infrastructure/user-registries/registries.ts';
import { innerDoors } from './inner-doors.ts';
import { announcementOf, ProcessAddresses } from './process-addresses.ts';
import type { Config } from './settings/config.ts';
import { openDatabase, openUsageStream } from './stores.ts';

/** The services that the parts of a process share. */
export type Layers = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  readonly outbound: Outbound;
  readonly registrations: ClientRegistrations;
  /** Addresses of the platform's GraphQL servers. */
  readonly ownServers: OwnServers;
  readonly localUsers: LocalUsers;
  readonly registries: Registries;
  readonly limits: RateLimits;
  readonly attempts: Attempts;
  readonly failedSignIns: FailedSignIns;
  readonly snapshots: SnapshotFeed;
  /** The name of this platform for others, who need not know its hosts. Every process has the same. */
  readonly pseudonym: string;
  /** The same, and that of processes that have the other key while SECRET_KEY is rotated. */
  readonly pseudonyms: readonly string[];
  readonly isTrustedProxy: TrustedProxies;
  /** The certificates of the listeners; undefined where they speak HTTP. */
  readonly certificates: Certificates | undefined;
  readonly events: EventFeed;
  /** The stream of usage in NATS; undefined where gateways leave it in the database. */
  readonly usageStream: OpenUsageStream | undefined;
  readonly clock: Clock;
  /** Nothing is traced without it. */
  readonly tracing?: Tracing | undefined;
  readonly urls: Config['urls'];
  /** Tells the operator of a fault that a caller is not told. */
  readonly onFault: (error: unknown) => void;
  close(): Promise<void>;
};

/**
 * Opens the shared layers: migrates the database, and reads the snapshot where one is held.
 *
 * A database that is out of reach is waited for.
 *
 * @throws DataDirLocked when another process uses the data directory, DataDirUnusable when it cannot be made,
 *   UnsealError when the secret key is another one, CertificateUnusable for a certificate that cannot be used
 */
export async function openLayers(
  config: Config,
  { log, clock }: { log: Logger; clock: Clock },
): Promise<Layers> {
  const onFault = (error: unknown) => log.error({ err: error }, 'fault');
  const tracing =
    config.tracing &&
    new (await import('../infrastructure/observability/open-telemetry.ts')).OpenTelemetry(
      config.tracing,
      onFault,
    );
  const certificates = config.tls && (await Certificates.read(config.tls.paths, clock));
  const opened = await openDatabase(config, { clock, onFault });
  const secrets = new Secrets(config.secretKey ?? secretKeyOf(config.dataDir), config.secretKeyOld);
  if (keepsSnapshot(config)) admitRetiredKeys(config.dataDir, secrets);
  const chained = withAuditChain(opened, secrets.signer(AUDIT));
  const database = tracing ? tracedDatabase(chained, tracing) : chained;
  const servers = ownServers(serverUrls(config));
  const pseudonym = pseudonymOf(secrets);
  const later: LaterLayers = { published: undefined, processes: undefined };
  const outbound = openOutbound(config, { database, pseudonym, trusted: servers.origins, tracing, later });
  const usageStream = await openUsageStream(config, { database, clock, onFault });
  const passwords = createPasswords({ turn: ([org = '']) => orgTurns.turn(org) });
  const limits = openLimits(config, { database, clock, onFault });
  const attempts = new Attempts({ clock, redisUrl: config.redisUrl, onFault });
  const snapshots = await openSnapshots(config, { database, secrets, clock, onFault });
  if (holdsSnapshot(config)) later.published = snapshots;
  later.processes = await listenForProcesses(config, { database, onFault });
  return {
    database,
    secrets,
    passwords,
    outbound,
    registrations: new ClientRegistrations({ outboundOf: (orgId) => outbound.forOrg(orgId), clock }),
    ownServers: servers,
    ...peopleIn({ database, passwords, clock }, outbound),
    limits,
    attempts,
    failedSignIns: openFailedSignIns(log, { database, clock }),
    snapshots,
    pseudonym,
    pseudonyms: [pseudonym, ...(secrets.beside ? [pseudonymOf(secrets.beside)] : [])],
    isTrustedProxy: trustedProxies(config.trustedProxies),
    certificates,
    events: new EventFeed(database),
    usageStream,
    clock,
    tracing,
    urls: config.urls,
    onFault,
    async close() {
      attempts.close();
      await snapshots.close();
      await later.processes?.close();
      await Promise.all([limits.close(), outbound.close(), usageStream?.close()]);
      await database.close();
      await tracing?.close();
    },
  };
}

function openFailedSignIns(log: Logger, deps: Pick<Layers, 'database' | 'clock'>): FailedSignIns {
  return new FailedSignIns({
    ...deps,
    onStrangers: (failures) => log.warn(failures, 'Access tokens that nobody has were shown'),
  });
}

function openLimits(
  { redisUrl }: Config,
  { database, clock, onFault }: Pick<Layers, 'database' | 'clock' | 'onFault'>,
): RateLimits {
  return createRateLimits({ store: new DatabaseLimitCounts(database), clock, redisUrl, onFault });
}

/** Layers that open after the outgoing calls, which look them up. */
type LaterLayers = { published: SnapshotFeed | undefined; processes: ProcessAddresses | undefined };

type OutboundLayers = Pick<Layers, 'database' | 'pseudonym' | 'tracing'> & {
  readonly trusted: ReadonlySet<string>;
  readonly later: LaterLayers;
};

function openOutbound(
  config: Config,
  { database, pseudonym, trusted, tracing, later }: OutboundLayers,
): Outbound {
  return new Outbound({
    pseudonym,
    orgName: createOrgNames({ database, snapshot: () => later.published?.current() }),
    allowlist: config.targetAllowlist,
    consumerAllowlist: config.consumerTargetAllowlist,
    forbidden: innerDoors(config),
    announced: {
      hasPort: (port) => later.processes?.hasPort(port) ?? false,
      includes: (address, port) => later.processes?.includes(address, port) ?? false,
    },
    trusted,
    tracing,
  });
}

/** Reads the snapshot where one is held, of a database that is migrated first. */
function openSnapshots(
  config: Config,
  layers: Pick<Layers, 'database' | 'secrets' | 'clock' | 'onFault'>,
): Promise<SnapshotFeed> {
  const { database, secrets, onFault } = layers;
  const open = holdsSnapshot(config) ? openSnapshotFeed : openDetachedFeed;
  return open({
    ...layers,
    gatewayUrl: config.urls.gateway,
    portals: config.urls.knowsPortals ? config.urls : undefined,
    async prepare() {
      await migrate(database, { onFault });
      await holdToFirstSecretKey({ database, secrets });
      if (keepsSnapshot(config) && cluster.isPrimary) keepRetired(config.dataDir, secrets);
    },
    ...snapshotDisks(config, layers),
  });
}

/** An embedded database belongs to one process. Of several workers of a gateway their primary speaks for all. */
async function listenForProcesses(
  config: Config,
  deps: Pick<Layers, 'database' | 'onFault'>,
): Promise<ProcessAddresses | undefined> {
  if (config.databaseUrl === undefined) return undefined;
  const announcement = await announcementOf(config);
  const own = cluster.isPrimary ? announcement : undefined;
  return new ProcessAddresses({ ...deps, own, machine: announcement.machine });
}

const pseudonymOf = (secrets: Secrets) => `gatehouse-${keyFingerprint(secrets).slice(0, 8)}`;

/**
 * Tells whether a process holds the snapshot.
 *
 * Calls and the pages of OAuth providers are served from it. It also knows the callers of GraphQL servers.
 */
export function holdsSnapshot({ roles }: Config): boolean {
  return roles.has('gateway') || roles.has('graphql-server') || roles.has('control');
}

/** Tells whether a process is a gateway with a database, which can do without it. */
const keepsSnapshot = ({ databaseUrl, roles }: Config) => databaseUrl !== undefined && roles.has('gateway');

/**
 * Returns the disks of the snapshot that a gateway keeps and starts from.
 *
 * The primary keeps it for all workers. A gateway that is alone in its process starts from it: other parts
 * cannot do without the database.
 */
function snapshotDisks(
  { roles, databaseUrl, dataDir, urls }: Config,
  deps: Pick<Layers, 'secrets' | 'clock'>,
): { keepOn?: SnapshotDisk; startFrom?: SnapshotDisk } {
  if (databaseUrl === undefined || !roles.has('gateway')) return {};
  const servers = serverAddresses(databaseUrl);
  const names = servers.map(({ url }) => new URL(url)).map(({ host, pathname }) => [host, pathname]);
  const disk = openSnapshotDisk({ ...deps, dataDir, platform: [...names.flat(), urls.gateway] });
  return { ...(cluster.isPrimary && { keepOn: disk }), ...(roles.size === 1 && { startFrom: disk }) };
}

/** Lists the addresses of the GraphQL servers: the public one, and that within this process. */
function serverUrls({ roles, urls, host, ports }: Config): string[] {
  const own = `http://${host.includes(':') ? `[${host}]` : host}:${ports.graphqlServer}`;
  return roles.has('graphql-server') ? [urls.graphqlServer, own] : [urls.graphqlServer];
}

/** The people whom the platform keeps, and the registries of those whom others keep. */
function peopleIn(deps: LocalUsersDeps, outbound: Outbound): Pick<Layers, 'localUsers' | 'registries'> {
  const localUsers = new LocalUsers(deps);
  return { localUsers, registries: new Registries({ outbound, localUsers }) };
}
