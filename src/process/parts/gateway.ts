import cluster from 'node:cluster';
import type { Registry } from 'prom-client';
import { createGateway } from '../../data-plane/gateway/gateway.ts';
import { createResourceMetadata } from '../../data-plane/gateway/route/resource-metadata.ts';
import { createOAuth } from '../../data-plane/oauth/oauth.ts';
import { HealthChecks } from '../../data-plane/target-health/health-checks.ts';
import { startBackgroundJob } from '../../foundation/background-job.ts';
import type { BrokenRecord } from '../../http/broken-requests.ts';
import { createIngress } from '../../http/ingress/ingress-listener.ts';
import { listen } from '../../http/listeners.ts';
import { plainCalls } from '../../http/plain/plain-calls.ts';
import { createSecurityTxt } from '../../http/security-txt.ts';
import type { KeySetCounts } from '../../infrastructure/issuers/key-sets.ts';
import { openAccessLog } from '../../infrastructure/observability/access-log.ts';
import { registerMetrics } from '../../infrastructure/observability/metrics/register.ts';
import { served } from '../../infrastructure/observability/traced-handler.ts';
import { AppendedUsageStore } from '../../infrastructure/usage/appended-batches.ts';
import { DatabaseUsageStore, type UsageStore } from '../../infrastructure/usage/store.ts';
import type { Layers } from '../layers.ts';
import type { Config } from '../settings/config.ts';
import { balanceConnections } from '../worker-balance.ts';
import { listening, publicAddressOf, type Running, readyWith } from './running.ts';

/** Interval at which it is looked for health checks that are due. */
const HEALTH_CHECKS_MS = 500;

/** Time from the begin of a drain for callers who are between two calls. Each of their next answers ends its connection. */
const IDLE_GRACE_MS = 1_000;

/** Starts the gateway's listener: one ingress, and behind it APIs, the OAuth endpoints and security.txt. */
export async function startGateway(config: Config, layers: Layers, metrics: Registry): Promise<Running> {
  const accessLog = config.accessLog ? await openAccessLog(config.accessLog, layers) : undefined;
  const broken = new Map<string, number>();
  const onBroken = (record: BrokenRecord) => {
    broken.set(record.code, (broken.get(record.code) ?? 0) + 1);
    accessLog?.writeBroken(record);
  };
  const { cleansErrors, callerBounds } = config;
  const gateway = createGateway({
    ...layers,
    usage: usageStoreOf(layers),
    cleansErrors,
    callerBounds,
    onCall: accessLog && ((call) => accessLog.write(call)),
  });
  const oauth = createOAuth({ ...layers, onRefused: gateway.noteRefused });
  registerMetrics(metrics, 'accessLog', () => ({ lostLines: accessLog?.lostLines ?? 0 }));
  registerMetrics(metrics, 'brokenRequests', () => broken);
  registerMetrics(metrics, 'calls', () => gateway.metrics());
  registerMetrics(metrics, 'oauth', oauth.reuses);
  const securityTxt = createSecurityTxt({ contact: config.securityTxt, clock: layers.clock });
  const endpoints = [oauth.handle, createResourceMetadata(layers), securityTxt, gateway.handleRetired];
  const ingress = createIngress({ ...layers, onBroken }, { calls: gateway.handle, endpoints });
  const hasRoute = (path: string) => gateway.hasRoute(path) || oauth.hasRoute(path);
  const listener = await listen(served(layers.tracing, ingress), {
    ...publicAddressOf(config, layers, 'gateway'),
    isStrict: true,
    idleGraceMs: IDLE_GRACE_MS,
    takesPlain: config.readsPlainRequests ? plainCalls(config.urls, { hasRoute }) : undefined,
    onBroken,
  });
  if (cluster.isWorker) balanceConnections(listener);
  const healthChecks = new HealthChecks(layers);
  const { onFault } = layers;
  const checking = startBackgroundJob(() => healthChecks.begin(), { everyMs: HEALTH_CHECKS_MS, onFault });
  return {
    ...listening(listener),
    readiness: () => readyWith(keySetNote(gateway.metrics().keySets)),
    async reopenFiles() {
      await accessLog?.reopen();
    },
    async close() {
      await checking.close();
      await healthChecks.close();
      await listener.close();
      await gateway.close();
      await accessLog?.close();
    },
  };
}

/** An embedded database has one writer, for whom nobody waits. */
function usageStoreOf({ database, usageStream }: Pick<Layers, 'database' | 'usageStream'>): UsageStore {
  if (usageStream) return usageStream.store();
  return database.kind === 'embedded' ? new DatabaseUsageStore(database) : new AppendedUsageStore(database);
}

/** The note on external issuers that do not answer. The gateway serves all other calls. */
function keySetNote({ kept, missing }: KeySetCounts): string | undefined {
  if (kept + missing === 0) return undefined;
  return `External issuers do not answer: the keys of ${kept} are used on, and tokens of ${missing} are refused.`;
}
