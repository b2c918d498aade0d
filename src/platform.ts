import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createBackends } from './backends/backends.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { type Control, createControl } from './control.ts';
import { demoClientKey } from './demo.ts';
import { createGateway, refuseUnknownPath } from './gateway/gateway.ts';
import { createGraphQLServers } from './graphql-server/graphql-servers.ts';
import { type Layers, openLayers } from './layers.ts';
import { type Listener, listen } from './listeners.ts';
import { watchRetiredKeys } from './management/signing-key-removal.ts';
import { watchSunsets } from './management/sunset-watch.ts';
import { createOAuth } from './oauth/oauth.ts';
import { registerCallMetrics } from './operations/call-metrics.ts';
import { createOperations, type Readiness } from './operations/operations.ts';
import { registerSunsetMetrics } from './operations/sunset-metrics.ts';
import { createDeliverer } from './webhooks/deliverer.ts';

export type Platform = {
  /** Resolves when every part of this process is Ready. */
  readonly ready: Promise<void>;
  /** The first administrator's token, on the start that made it. */
  readonly adminToken: string | undefined;
  /** Where the administrator signs in to the console, once and within 15 minutes. */
  readonly signInUrl: string | undefined;
  /** The client key of the demo application. */
  demoClientKey(): Promise<string | undefined>;
  /** Says Pending, lets calls in flight finish, and closes everything in the reverse order of its start. */
  close(): Promise<void>;
};

/** A part that runs: what it says of its readiness, and how it ends. */
type Running = { readonly readiness: () => Readiness; close(): Promise<void> };

/**
 * Starts the parts that ROLES names: this is where they meet. Operations listen first, so that Pending can be seen.
 *
 * @throws DataDirLocked, AddressTaken: the operator's to mend; nothing is left running then
 */
export async function startPlatform(
  config: Config,
  { log, clock }: { log: Logger; clock: Clock },
): Promise<Platform> {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const running = new Map<string, Running>();
  const closers: (() => Promise<void>)[] = [];
  let isComplete = false;

  async function close(): Promise<void> {
    isComplete = false;
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  }
  function run(name: string, part: Running): void {
    running.set(name, part);
    closers.push(part.close);
  }
  try {
    const operations = createOperations({
      metrics,
      readiness: () => ({
        start: { ready: isComplete },
        ...Object.fromEntries([...running].map(([name, part]) => [name, part.readiness()])),
      }),
    });
    const operationsListener = await listen(
      getRequestListener(operations.fetch),
      address(config, 'operations'),
    );
    closers.push(operationsListener.close);
    const layers = await openLayers(config, { log, clock });
    run('database', { readiness: () => databaseReadiness(layers), close: layers.close });

    if (config.roles.has('backends') && config.demo) run('backends', await startBackends(config));
    const control = config.roles.has('control')
      ? await startControl(config, layers, { log, metrics })
      : undefined;
    if (control) run('control', control);
    if (config.roles.has('gateway')) run('gateway', await startGateway(config, layers, metrics));
    const servers = config.roles.has('graphql-server')
      ? await startGraphQLServers(config, layers)
      : undefined;
    if (servers) run('graphql-server', servers);

    const ready = Promise.all([servers?.ready, layers.snapshots.settled()]).then(() => {
      isComplete = true;
    });
    return {
      ready,
      adminToken: control?.adminToken,
      signInUrl: control?.signInUrl,
      demoClientKey: () => demoClientKey(layers.database),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const settings = {
  gateway: 'GATEWAY_PORT',
  control: 'CONTROL_PORT',
  graphqlServer: 'GRAPHQL_SERVER_PORT',
  backends: 'BACKENDS_PORT',
  operations: 'OPS_PORT',
} as const satisfies Record<keyof Config['ports'], string>;

function address({ host, ports }: Config, listener: keyof Config['ports']) {
  return { host, port: ports[listener], setting: settings[listener] };
}

/** A gateway that loses the database goes on with its last snapshot, and says so. */
function databaseReadiness({ snapshots }: Layers): Readiness {
  return snapshots.isStale()
    ? { ready: true, note: 'out of reach; the last snapshot is served' }
    : { ready: true };
}

const listening = (listener: Listener): Running => ({
  readiness: () => ({ ready: true }),
  close: listener.close,
});

async function startBackends(config: Config): Promise<Running> {
  return listening(await listen(getRequestListener(createBackends().fetch), address(config, 'backends')));
}

async function startControl(
  config: Config,
  layers: Layers,
  { log, metrics }: { log: Logger; metrics: Registry },
): Promise<Running & Omit<Control, 'handler'>> {
  const { handler, ...entrance } = await createControl(config, layers);
  const deliverer = createDeliverer(layers);
  const listener = await listen(getRequestListener(handler.fetch), address(config, 'control'));
  const sunsets = watchSunsets({
    ...layers,
    onOverdue: (product) =>
      log.warn(product, 'The sunset has passed, and applications are still subscribed: see overdueSunsets'),
  });
  registerSunsetMetrics(metrics, sunsets.overdue);
  const retiredKeys = watchRetiredKeys(layers);
  await deliverer.start();
  return {
    ...listening(listener),
    ...entrance,
    async close() {
      layers.events.close();
      await listener.close();
      await Promise.all([sunsets.close(), retiredKeys.close()]);
      await deliverer.close();
    },
  };
}

/** The gateway's listener: APIs first, then the OAuth endpoints, and whatever is neither. */
async function startGateway(config: Config, layers: Layers, metrics: Registry): Promise<Running> {
  const gateway = createGateway(layers);
  const oauth = createOAuth(layers);
  registerCallMetrics(metrics, gateway.metrics);
  const handle: RequestListener = (request, response) =>
    gateway.handle(request, response, (unrouted, answer) => {
      if (!oauth.handle(unrouted, answer)) refuseUnknownPath(unrouted, answer);
    });
  // A caller who expects 100 Continue gets it from the gateway, once the call is admitted.
  const listener = await listen(handle, { ...address(config, 'gateway'), onCheckContinue: handle });
  return {
    readiness: () => ({ ready: true }),
    async close() {
      await listener.close();
      await gateway.close();
    },
  };
}

async function startGraphQLServers(
  config: Config,
  layers: Layers,
): Promise<Running & { ready: Promise<void> }> {
  const servers = createGraphQLServers({ ...layers, backendsUrl: config.urls.backends });
  const listener = await listen(getRequestListener(servers.fetch), address(config, 'graphqlServer'));
  await layers.database.listen(() => void servers.refresh());
  return {
    readiness: () => ({ ready: servers.isReady() }),
    ready: servers.refresh(),
    async close() {
      servers.close();
      await listener.close();
    },
  };
}
