import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { type Control, createControl, isForControl } from '../control.ts';
import { createOwnHosts, strictByHost } from '../control-hosts.ts';
import type { Layers } from '../layers.ts';
import { listen } from '../listeners.ts';
import { watchSunsets } from '../management/lifecycle/sunset-watch.ts';
import { watchRetiredKeys } from '../management/oauth/signing-key-removal.ts';
import { watchSchemaRefreshes } from '../management/schema-refresh/watch.ts';
import { createOAuthPages } from '../oauth/oauth.ts';
import { refuseOwnCalls } from '../operations/own-calls.ts';
import { registerSchemaMetrics } from '../operations/schema-metrics.ts';
import { registerSunsetMetrics } from '../operations/sunset-metrics.ts';
import { watchRetention } from '../retention/retention.ts';
import { served } from '../tracing/served.ts';
import { createDeliverer } from '../webhooks/deliverer.ts';
import { addressOf, listening, type Running } from './running.ts';

/** Starts the control plane's listener, with the pages of OAuth providers, and what happens by itself: sunsets, retired keys, webhooks, and what is over goes. */
export async function startControl(
  config: Config,
  layers: Layers,
  { log, metrics }: { log: Logger; metrics: Registry },
): Promise<Running & Omit<Control, 'handler'>> {
  const { handler, ...entrance } = await createControl(config, layers);
  const deliverer = createDeliverer(layers);
  const pages = createOAuthPages(layers);
  const own = getRequestListener(handler.fetch);
  const isOwnHost = createOwnHosts(config.urls);
  const handle: RequestListener = (request, response) => {
    if (isOwnHost(request) || isForControl(request) || !pages(request, response)) void own(request, response);
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
  registerSunsetMetrics(metrics, sunsets.overdue);
  const schemas = watchSchemaRefreshes(layers);
  registerSchemaMetrics(metrics, schemas.unsettled);
  const retiredKeys = watchRetiredKeys(layers);
  const retention = watchRetention({ ...layers, kept: config.kept });
  await deliverer.start();
  return {
    ...listening(listener),
    ...entrance,
    async close() {
      layers.events.close();
      await listener.close();
      const watches = [sunsets, schemas, retiredKeys, retention];
      await Promise.all(watches.map(({ close }) => close()));
      await deliverer.close();
    },
  };
}
