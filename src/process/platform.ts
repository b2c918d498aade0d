import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { demoClientKey } from '../demo/world.ts';
import type { Clock } from '../foundation/clock.ts';
import { listen } from '../http/listeners.ts';
import { refuseOwnCalls } from '../http/refuse-own-calls.ts';
import { watchFailedSignIns } from '../infrastructure/database/failed-sign-ins.ts';
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
import type { Config } from './settings/config.ts';
import { tellMeasures, Workers } from './workers.ts';

type SignInLinks = Pick<ControlPlane, 'adminToken' | 'signInUrl'>;
type Observers = { readonly log: Logger; readonly clock: Clock };

export type Platform = SignInLinks & {
  /** Resolves when every part of this process is Ready. Rejects with WorkerFailed when a gateway worker never is. */
  readonly ready: Promise<void>;
  /** Notes of the parts beside being Ready. */
  notes(): readonly string[];
  /** The client key of the demo application. */
  demoClientKey(): Promise<string | undefined>;
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
  const running = new Map<string, Pick<Running, 'readiness'> & Partial<Running>>();
  const closers: (() => Promise<void>)[] = [];
  let phase: 'starting' | 'complete' | 'stopping' = 'starting';
  let pseudonyms: readonly string[] = [];

  function run<Part extends Running>(name: string, part: Part): Part {
    running.set(name, part);
    closers.push(() => part.close());
    return part;
  }
  async function closeAll(): Promise<void> {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  }
  const readiness = () => ({
    start: { ready: phase === 'complete', ...(phase === 'stopping' && { note: phase }) },
    ...Object.fromEntries([...running].map(([name, part]) => [name, part.readiness()])),
  });
  const measures = async () => {
    const measured = await Promise.all([...running.values()].map((part) => part.measures?.() ?? []));
    return measured.flat();
  };

  try {
    if (cluster.isWorker) tellMeasures(metrics, config.workerSilenceMs);
    else {
      const { metricsToken } = config;
      const deps = { readiness, metrics: expositionOf(metrics, measures), metricsToken };
      closers.push(await startOperations(config, { ...deps, pseudonyms: () => pseudonyms }));
    }
    const layers = await openLayers(config, { log, clock });
    pseudonyms = layers.pseudonyms;
    closers.push(layers.close, watchFailedSignIns(layers).close);
    running.set('database', { readiness: () => databaseReadiness(config, layers) });
    running.set('limits', { readiness: () => limitsReadiness(layers) });
    registerMetrics(metrics, 'limits', () => layers.limits.status());
    registerMetrics(metrics, 'snapshot', () => ({ staleSeconds: staleSeconds(layers) }));
    const control = await startParts(config, layers, { log, metrics, run });

    const ready = Promise.all([
      layers.snapshots.settled(),
      ...[...running.values()].map((part) => part.ready),
    ]).then(() => {
      if (phase === 'starting') phase = 'complete';
    });
    return {
      ready,
      notes: () => Object.values(readiness()).flatMap(({ note }: Readiness) => note ?? []),
      adminToken: control?.adminToken,
      signInUrl: control?.signInUrl,
      demoClientKey: async () => (layers.snapshots.isFromDisk() ? undefined : demoClientKey(layers.database)),
      async close() {
        phase = 'stopping';
        for (const part of running.values()) part.drain?.();
        await sleep(config.drainMs);
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

type StartPartsInput = {
  readonly log: Logger;
  readonly metrics: Registry;
  run<Part extends Running>(name: string, part: Part): Part;
};

/** Starts the parts of this process. Only these are loaded: a gateway alone needs half of the memory of all parts. */
async function startParts(
  config: Config,
  layers: Layers,
  { log, metrics, run }: StartPartsInput,
): Promise<SignInLinks | undefined> {
  const { roles, demo, gatewayWorkers, workerSilenceMs } = config;
  let entrance: SignInLinks | undefined;
  if (roles.has('backends') && demo) {
    const { startBackends } = await import('./parts/backends.ts');
    run('backends', await startBackends(config));
  }
  if (roles.has('control')) {
    const { startControl } = await import('./parts/control/start.ts');
    entrance = run('control', await startControl(config, layers, { log, metrics }));
  }
  if (roles.has('graphql-server')) {
    const { startGraphQLServers } = await import('./parts/graphql-server.ts');
    run('graphql-server', await startGraphQLServers(config, layers));
  }
  if (roles.has('gateway') && gatewayWorkers > 1) {
    run('gateway', new Workers({ count: gatewayWorkers, silenceMs: workerSilenceMs, metrics, log }));
  } else if (roles.has('gateway')) {
    const { startGateway } = await import('./parts/gateway.ts');
    run('gateway', await startGateway(config, layers, metrics));
  }
  return entrance;
}

type StartOperationsDeps = OperationsDeps & { readonly pseudonyms: () => readonly string[] };

async function startOperations(config: Config, deps: StartOperationsDeps): Promise<() => Promise<void>> {
  const handle = getRequestListener(createOperations(deps).fetch);
  const listener = await listen(refuseOwnCalls(handle, deps), addressOf(config, 'operations'));
  return listener.close;
}

/** A gateway that loses the database goes on with its last snapshot, and says so. */
function databaseReadiness(config: Config, { snapshots }: Layers): Readiness {
  const since = snapshots.staleSince();
  if (!since) return { ready: true };
  const which = snapshots.isFromDisk() ? 'the snapshot on the disk' : 'the last snapshot';
  const served = holdsSnapshot(config) ? `; ${which} is served` : '';
  return { ready: true, note: `out of reach since ${since.toISOString()}${served}` };
}

function staleSeconds({ snapshots, clock }: Layers): number {
  const since = snapshots.staleSince();
  return since ? (clock().getTime() - since.getTime()) / 1000 : 0;
}

/** A process that loses Redis goes on with limits of its own, and says so. */
function limitsReadiness({ limits }: Layers): Readiness {
  return limits.status().counting === 'LOST'
    ? { ready: true, note: 'Redis is out of reach; this process counts alone' }
    : { ready: true };
}
