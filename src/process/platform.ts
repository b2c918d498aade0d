import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { demoClientKey } from '../demo/world.ts';
import { startBackgroundJob } from '../foundation/background-job.ts';
import type { Clock } from '../foundation/clock.ts';
import { listen } from '../http/listeners.ts';
import { refuseOwnCalls } from '../http/refuse-own-calls.ts';
import type { Certificates } from '../infrastructure/certificates/certificates.ts';
import { watchFailedSignIns } from '../infrastructure/database/failed-sign-ins.ts';
import { expositionOf } from '../infrastructure/observability/metrics/exposition.ts';
import { registerMetrics } from '../infrastructure/observability/metrics/register.ts';
import {
  createOperations,
  type OperationsDeps,
} from '../infrastructure/observability/operations-listener.ts';
import { type Layers, openLayers } from './layers.ts';
import { databaseNote, filesNote, limitsNote, natsNote } from './notes.ts';
import type { ControlPlane } from './parts/control/routes.ts';
import { addressOf, type Running, readyWith } from './parts/running.ts';
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
  // Operations listen before these are known.
  let pseudonyms: readonly string[] = [];
  let backup: OperationsDeps['backup'];
  try {
    if (cluster.isWorker) tellMeasures(metrics, config.workerSilenceMs);
    else {
      parts.onClose(
        await startOperations(config, {
          readiness: () => parts.readiness(),
          metrics: expositionOf(metrics, () => parts.measures()),
          metricsToken: config.metricsToken,
          backup: () => backup?.(),
          pseudonyms: () => pseudonyms,
        }),
      );
    }
    const layers = await openLayers(config, { log, clock });
    pseudonyms = layers.pseudonyms;
    backup = await backupOf(config, layers);
    parts.onClose(layers.close);
    parts.onClose(watchFailedSignIns(layers).close);
    observe(config, layers, { metrics, parts });
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

/** Says by notes and metrics how the layers of the process are. */
function observe(config: Config, layers: Layers, { metrics, parts }: Omit<StartPartsInput, 'log'>): void {
  const { usageStream, certificates, limits, snapshots, database, clock } = layers;
  parts.watch('database', () => databaseNote(config, layers));
  parts.watch('limits', () => limitsNote(layers));
  parts.watch('files', filesNote);
  if (usageStream) {
    parts.watch('nats', () => natsNote(usageStream));
    registerMetrics(metrics, 'nats', () => ({ lostSeconds: secondsSince(usageStream.lostSince(), clock) }));
  }
  if (certificates) parts.run('certificates', runCertificates(certificates, { metrics, ...layers }));
  registerMetrics(metrics, 'limits', () => limits.status());
  registerMetrics(metrics, 'snapshot', () => ({
    staleSeconds: secondsSince(snapshots.staleSince(), clock),
    polls: database.polls(),
  }));
  registerMetrics(metrics, 'servers', () => database.servers());
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
    readiness: () => readyWith(certificates.note()),
    reopenFiles: () => refreshing.look(),
    drain() {},
    close: () => refreshing.close(),
  };
}

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
  let signInLinks: SignInLinks | undefined;
  if (roles.has('backends') && demo) {
    const { startBackends } = await import('./parts/backends.ts');
    parts.run('backends', await startBackends(config));
  }
  if (roles.has('control')) {
    const { startControl } = await import('./parts/control/start.ts');
    signInLinks = parts.run('control', await startControl(config, layers, { log, metrics }));
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
  return signInLinks;
}

type StartOperationsDeps = OperationsDeps & { readonly pseudonyms: () => readonly string[] };

async function startOperations(config: Config, deps: StartOperationsDeps): Promise<() => Promise<void>> {
  const handle = refuseOwnCalls(createOperations(deps), deps);
  const listener = await listen(handle, addressOf(config, 'operations'));
  return listener.close;
}

function secondsSince(since: Date | undefined, clock: Clock): number {
  return since ? (clock().getTime() - since.getTime()) / 1000 : 0;
}
