import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { demoClientKey } from '../demo/world.ts';
import { startBackgroundJob } from '../foundation/background-job.ts';
import type { Clock } from '../foundation/clock.ts';
import { openFiles } from '../foundation/open-files.ts';
import { listen } from '../http/listeners.ts';
import { refuseOwnCalls } from '../http/refuse-own-calls.ts';
import type { Certificates } from '../infrastructure/certificates/certificates.ts';
import { watchFailedSignIns } from '../infrastructure/database/failed-sign-ins.ts';
import { severalPrimaries } from '../infrastructure/database/primary-server.ts';
import type { OpenUsageStream } from '../infrastructure/nats/open-usage-stream.ts';
import { expositionOf } from '../infrastructure/observability/metrics/exposition.ts';
import { registerMetrics } from '../infrastructure/observability/metrics/register.ts';
import {
  createOperations,
  type OperationsDeps,
  type Readiness,
} from '../infrastructure/observability/operations-listener.ts';
import { holdsSnapshot, type Layers, openLayers } from './layers.ts';
import type { ControlPlane } from './parts/control/routes.ts';
import { addressOf, type Running } from './parts/running.ts';
import { RunningParts } from './running-parts.ts';
import type { Config } from './settings/config.ts';
import { tellMeasures, Workers } from './workers.ts';

/** Interval at which certificates are read anew. */
const CERTIFICATES_MS = 60_000;

type SignInLinks = Pick<ControlPlane, 'adminToken' | 'signInUrl'>;
type Observers = { readonly log: Logger; readonly clock: Clock };

export type Platform = SignInLinks & {
  /** Resolves when every part of this process is Ready. Rejects with WorkerFailed when a gateway worker never is. */
  readonly ready: Promise<void>;
  /** Notes of the parts beside being Ready. */
  notes(): readonly string[];
  /** The client key of the demo application. */
  demoClientKey(): Promise<string | undefined>;
  /** Opens the files that it writes anew, after a rotation. */
  reopenFiles(): Promise<void>;
  /**
   * Reports Pending and serves on for DRAIN_SECONDS, so that load balancers send calls elsewhere.
   *
   * Then it lets calls in flight finish, and closes everything in the reverse order of its start.
   */
  close(): Promise<void>;
};

/**
 * Starts the parts that ROLES names: this is where they meet. Operations listen first, so that Pending can be seen; the
 * gateway comes last and ends first, since its calls may be answered by the others.
 *
 * @throws DataDirLocked, AddressTaken: the operator's to mend; nothing is left running then
 */
export async function startPlatform(config: Config, { log, clock }: Observers): Promise<Platform> {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const parts = new RunningParts();
  let pseudonyms: readonly string[] = [];
  let backup: OperationsDeps['backup'];
  try {
    if (cluster.isWorker) tellMeasures(metrics, config.workerSilenceMs);
    else {
      const { metricsToken } = config;
      const exposition = expositionOf(metrics, () => parts.measures());
      const deps = { readiness: () => parts.readiness(), metrics: exposition, metricsToken };
      const late = { backup: () => backup?.(), pseudonyms: () => pseudonyms };
      parts.onClose(await startOperations(config, { ...deps, ...late }));
    }
    const layers = await openLayers(config, { log, clock });
    pseudonyms = layers.pseudonyms;
    backup = await backupOf(config, layers);
    parts.onClose(layers.close);
    parts.onClose(watchFailedSignIns(layers).close);
    parts.watch('database', () => databaseReadiness(config, layers));
    parts.watch('limits', () => limitsReadiness(layers));
    parts.watch('files', filesReadiness);
    if (layers.usageStream) watchNats(layers.usageStream, { parts, metrics, clock });
    if (layers.certificates)
      parts.run('certificates', runCertificates(layers.certificates, { metrics, ...layers }));
    registerMetrics(metrics, 'limits', () => layers.limits.status());
    registerMetrics(metrics, 'snapshot', () => ({
      staleSeconds: staleSeconds(layers),
      polls: layers.database.polls(),
    }));
    registerMetrics(metrics, 'servers', () => layers.database.servers());
    const control = await startParts(config, layers, { log, metrics, parts });
    return {
      ready: parts.ready(layers.snapshots.settled()),
      notes: () => Object.values(parts.readiness()).flatMap(({ note }) => note ?? []),
      adminToken: control?.adminToken,
      signInUrl: control?.signInUrl,
      demoClientKey: async () => (layers.snapshots.isFromDisk() ? undefined : demoClientKey(layers.database)),
      reopenFiles: () => parts.reopenFiles(),
      close: () => parts.stop(config.drainMs),
    };
  } catch (error) {
    await parts.close();
    throw error;
  }
}

type WatchNatsDeps = {
  readonly parts: RunningParts;
  readonly metrics: Registry;
  readonly clock: Clock;
};

/** A process that loses NATS goes on, and says so. */
function watchNats(stream: OpenUsageStream, { parts, metrics, clock }: WatchNatsDeps): void {
  const lost = () => stream.lostSince();
  parts.watch('nats', () => {
    const since = lost();
    const note = since && `out of reach since ${since.toISOString()}; usage waits in memory`;
    return { ready: true, ...withNote(note) };
  });
  registerMetrics(metrics, 'nats', () => {
    const since = lost();
    return { lostSeconds: since ? (clock().getTime() - since.getTime()) / 1000 : 0 };
  });
}

/** Returns what writes backups of the embedded database. A server is backed up beside the platform. */
async function backupOf({ dataDir }: Config, layers: Layers): Promise<OperationsDeps['backup']> {
  if (layers.database.kind !== 'embedded') return undefined;
  const { RunningBackup } = await import('./running-backup.ts');
  const running = new RunningBackup({ ...layers, dataDir });
  return () => (request, response) => running.handle(request, response);
}

/** Reads renewed certificates, and tells of those that end soon. */
function runCertificates(
  certificates: Certificates,
  { metrics, onFault }: { readonly metrics: Registry } & Pick<Layers, 'onFault'>,
): Running {
  const everyMs = CERTIFICATES_MS;
  const refreshing = startBackgroundJob(() => certificates.refresh(), { everyMs, onFault });
  registerMetrics(metrics, 'certificates', () => certificates.states());
  return {
    readiness: () => ({ ready: true, ...withNote(certificates.note()) }),
    reopenFiles: () => refreshing.look(),
    drain() {},
    close: () => refreshing.close(),
  };
}

const withNote = (note: string | undefined) => (note === undefined ? {} : { note });

type StartPartsInput = {
  readonly log: Logger;
  readonly metrics: Registry;
  readonly parts: RunningParts;
};

/** Starts the parts of this process. Only these are loaded: a gateway alone needs half of the memory of all parts. */
async function startParts(
  config: Config,
  layers: Layers,
  { log, metrics, parts }: StartPartsInput,
): Promise<SignInLinks | undefined> {
  const { roles, demo, gatewayWorkers, workerSilenceMs } = config;
  let entrance: SignInLinks | undefined;
  if (roles.has('backends') && demo) {
    const { startBackends } = await import('./parts/backends.ts');
    parts.run('backends', await startBackends(config));
  }
  if (roles.has('control')) {
    const { startControl } = await import('./parts/control/start.ts');
    entrance = parts.run('control', await startControl(config, layers, { log, metrics }));
  }
  if (roles.has('graphql-server')) {
    const { startGraphQLServers } = await import('./parts/graphql-server.ts');
    parts.run('graphql-server', await startGraphQLServers(config, layers));
  }
  if (roles.has('gateway') && gatewayWorkers > 1) {
    parts.run('gateway', new Workers({ count: gatewayWorkers, silenceMs: workerSilenceMs, metrics, log }));
  } else if (roles.has('gateway')) {
    const { startGateway } = await import('./parts/gateway.ts');
    parts.run('gateway', await startGateway(config, layers, metrics));
  }
  return entrance;
}

type StartOperationsDeps = OperationsDeps & { readonly pseudonyms: () => readonly string[] };

async function startOperations(config: Config, deps: StartOperationsDeps): Promise<() => Promise<void>> {
  const handle = refuseOwnCalls(createOperations(deps), deps);
  const listener = await listen(handle, addressOf(config, 'operations'));
  return listener.close;
}

/** The part of the open files from which on it is said. */
const NEARLY_ALL = 0.8;
const FULL = 'Its disk has no room left, so that nothing can be changed. Calls are answered. Make room.';
const POLLED =
  'Its notices do not arrive, so it is asked each second. Set DATABASE_LISTEN_URL to an address without the pooler.';

/** A gateway that loses the database goes on with its last snapshot, and says so. */
function databaseReadiness(config: Config, { database, snapshots }: Layers): Readiness {
  const since = snapshots.staleSince();
  if (database.isFull()) return { ready: true, note: FULL };
  if (!since) {
    const note = severalPrimaries(database.servers()) ?? (database.polls() ? POLLED : undefined);
    return { ready: true, ...withNote(note) };
  }
  // It may be there, and only take long to be read.
  if (snapshots.isFromDisk())
    return {
      ready: true,
      note: `not read yet; the snapshot on the disk is served, of ${since.toISOString()}`,
    };
  const served = holdsSnapshot(config) ? '; the last snapshot is served' : '';
  return { ready: true, note: `out of reach since ${since.toISOString()}${served}` };
}

function staleSeconds({ snapshots, clock }: Layers): number {
  const since = snapshots.staleSince();
  return since ? (clock().getTime() - since.getTime()) / 1000 : 0;
}

/** A process that can open hardly any more files refuses connections, and says so. */
function filesReadiness(): Readiness {
  const { open, max } = openFiles() ?? { open: 0, max: 1 };
  if (open < max * NEARLY_ALL) return { ready: true };
  return { ready: true, note: `${open} of ${max} files are open; raise the limit (ulimit -n)` };
}

/** A process that loses Redis goes on with limits of its own, and says so. */
function limitsReadiness({ limits }: Layers): Readiness {
  return limits.status().counting === 'LOST'
    ? { ready: true, note: 'Redis is out of reach; this process counts alone' }
    : { ready: true };
}
