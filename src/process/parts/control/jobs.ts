import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { watchChangeRequests } from '../../../control-plane/jobs/change-request-watch.ts';
import { watchCredentialEnds } from '../../../control-plane/jobs/credential-ends.ts';
import { watchEndedRegistrations } from '../../../control-plane/jobs/ended-registrations.ts';
import { watchMeteredHours } from '../../../control-plane/jobs/metered-hours.ts';
import { OutboxWatch } from '../../../control-plane/jobs/outbox-watch.ts';
import { watchRehearsals } from '../../../control-plane/jobs/rehearsal-watch.ts';
import { watchRetention } from '../../../control-plane/jobs/retention/retention-job.ts';
import { SchemaRefreshWatch } from '../../../control-plane/jobs/schema-refresh-watch.ts';
import { watchRetiredKeys } from '../../../control-plane/jobs/signing-key-removal.ts';
import { watchSunsetNotices } from '../../../control-plane/jobs/sunset-notices.ts';
import { SunsetWatch } from '../../../control-plane/jobs/sunset-watch.ts';
import { watchUsageAlerts } from '../../../control-plane/jobs/usage-alerts.ts';
import { UsageMerge } from '../../../control-plane/jobs/usage-merge.ts';
import { UsagePacking } from '../../../control-plane/jobs/usage-packing.ts';
import { watchWaves } from '../../../control-plane/jobs/wave-watch.ts';
import { schema } from '../../../control-plane/management/schema.ts';
import type { BackgroundJob } from '../../../foundation/background-job.ts';
import { watchVacuum } from '../../../infrastructure/database/vacuuming.ts';
import { registerMetrics } from '../../../infrastructure/observability/metrics/register.ts';
import { AppendedBatches } from '../../../infrastructure/usage/appended-batches.ts';
import type { Layers } from '../../layers.ts';
import type { Config } from '../../settings/config.ts';
import { managing } from './routes.ts';

/** Intervals at which usage is merged. An embedded database has some only where it was restored from a server's. */
const USAGE_MERGE_MS = { server: 1_000, embedded: 60_000 };

/** Starts the background jobs of the control plane. */
export function startJobs(
  config: Pick<Config, 'kept' | 'mail'>,
  layers: Layers,
  { log, metrics }: { readonly log: Logger; readonly metrics: Registry },
): readonly Pick<BackgroundJob, 'close'>[] {
  const sunsets = new SunsetWatch({
    ...layers,
    onOverdue: (product) =>
      log.warn(product, 'The sunset has passed, and applications are still subscribed: see overdueSunsets'),
  });
  registerMetrics(metrics, 'sunsets', () => ({ overdue: sunsets.overdue }));
  const outboxes = new OutboxWatch(layers);
  registerMetrics(metrics, 'outboxes', () => outboxes.waiting);
  const schemaRefreshes = new SchemaRefreshWatch(layers);
  registerMetrics(metrics, 'schemas', () => schemaRefreshes.unsettled);
  const usage = new UsageMerge({
    ...layers,
    batches: [new AppendedBatches(layers), ...(layers.usageStream?.batches() ?? [])],
    everyMs: USAGE_MERGE_MS[layers.database.kind],
  });
  registerMetrics(metrics, 'usage', () => usage.state());
  return [
    sunsets,
    usage,
    schemaRefreshes,
    outboxes,
    watchRetiredKeys(layers),
    watchCredentialEnds(layers),
    watchSunsetNotices(layers),
    watchChangeRequests({ ...managing(layers, config), schema }),
    watchWaves(managing(layers, config)),
    watchRehearsals(layers),
    watchMeteredHours(layers),
    watchUsageAlerts(layers),
    watchEndedRegistrations(layers),
    watchRetention({ ...layers, kept: config.kept }),
    new UsagePacking(layers),
    ...(layers.database.kind === 'embedded' ? [watchVacuum(layers.database, layers.onFault)] : []),
    ...(layers.usageStream && layers.database.kind === 'server' ? [layers.usageStream.publishChanges()] : []),
  ];
}
