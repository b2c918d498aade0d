import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createDeliverer } from '../../../control-plane/events/webhooks/deliverer.ts';
import { watchCredentialEnds } from '../../../control-plane/jobs/credential-ends.ts';
import { watchEndedRegistrations } from '../../../control-plane/jobs/ended-registrations.ts';
import { watchMeteredHours } from '../../../control-plane/jobs/metered-hours.ts';
import { watchRetention } from '../../../control-plane/jobs/retention/retention-job.ts';
import { watchSchemaRefreshes } from '../../../control-plane/jobs/schema-refresh-watch.ts';
import { watchRetiredKeys } from '../../../control-plane/jobs/signing-key-removal.ts';
import { watchSunsets } from '../../../control-plane/jobs/sunset-watch.ts';
import { watchUsageAlerts } from '../../../control-plane/jobs/usage-alerts.ts';
import { createOAuthPages } from '../../../data-plane/oauth/oauth.ts';
import { directRequestOf } from '../../../http/ingress/endpoint.ts';
import { listen } from '../../../http/listeners.ts';
import { refuseOwnCalls } from '../../../http/refuse-own-calls.ts';
import { registerMetrics } from '../../../infrastructure/observability/metrics/register.ts';
import { served } from '../../../infrastructure/observability/traced-handler.ts';
import type { Layers } from '../../layers.ts';
import type { Config } from '../../settings/config.ts';
import { addressOf, listening, type Running } from '../running.ts';
import { createOwnHosts, strictByHost } from './hosts.ts';
import { type ControlPlane, createControl, isForControl } from './routes.ts';

/**
 * Starts the control plane's listener, the pages of OAuth providers and the background jobs.
 *
 * The jobs are sunsets, the retirement of keys, notices of ends and of usage, webhooks, the deletion of clients at issuers, and that of
 * what has expired.
 */
export async function startControl(
  config: Config,
  layers: Layers,
  { log, metrics }: { log: Logger; metrics: Registry },
): Promise<Running & Omit<ControlPlane, 'handler'>> {
  const { handler, ...entrance } = await createControl(config, layers);
  const deliverer = createDeliverer(layers);
  const pages = createOAuthPages(layers);
  const own = getRequestListener(handler.fetch);
  const isOwnHost = createOwnHosts(config.urls);
  const handle: RequestListener = (request, response) => {
    const isOwn = isOwnHost(request) || isForControl(request);
    if (isOwn || !pages(directRequestOf(request, response, layers.isTrustedProxy)))
      void own(request, response);
  };
  const listener = await listen(
    refuseOwnCalls(served(layers.tracing, strictByHost(config.urls, handle)), {
      pseudonyms: () => layers.pseudonyms,
    }),
    addressOf(config, 'control'),
  );
  const sunsets = watchSunsets({
    ...layers,
    onOverdue: (product) =>
      log.warn(product, 'The sunset has passed, and applications are still subscribed: see overdueSunsets'),
  });
  registerMetrics(metrics, 'sunsets', () => ({ overdue: sunsets.overdue() }));
  const schemas = watchSchemaRefreshes(layers);
  registerMetrics(metrics, 'schemas', schemas.unsettled);
  const retiredKeys = watchRetiredKeys(layers);
  const credentialEnds = watchCredentialEnds(layers);
  const meteredHours = watchMeteredHours(layers);
  const usageAlerts = watchUsageAlerts(layers);
  const endedRegistrations = watchEndedRegistrations(layers);
  const retention = watchRetention({ ...layers, kept: config.kept });
  await deliverer.start();
  return {
    ...listening(listener),
    ...entrance,
    async close() {
      layers.events.close();
      await listener.close();
      const watches = [
        sunsets,
        schemas,
        retiredKeys,
        credentialEnds,
        meteredHours,
        usageAlerts,
        endedRegistrations,
        retention,
      ];
      await Promise.all(watches.map(({ close }) => close()));
      await deliverer.close();
    },
  };
}
