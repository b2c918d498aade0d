import type { RequestListener } from 'node:http';
import type { Registry } from 'prom-client';
import { createGateway, refuseUnknownPath } from '../../data-plane/gateway/gateway.ts';
import { createOAuth } from '../../data-plane/oauth/oauth.ts';
import type { BrokenRecord } from '../../http/broken-requests.ts';
import { listen } from '../../http/listeners.ts';
import { createSecurityTxt } from '../../http/security-txt.ts';
import { strictTransport } from '../../http/strict-transport.ts';
import { openAccessLog } from '../../infrastructure/observability/access-log.ts';
import { registerMetrics } from '../../infrastructure/observability/metrics/register.ts';
import { served } from '../../infrastructure/observability/traced-handler.ts';
import type { Layers } from '../layers.ts';
import type { Config } from '../settings/config.ts';
import { addressOf, listening, type Running } from './running.ts';

/** Starts the gateway's listener: APIs first, then the OAuth endpoints, and whatever is neither. */
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
    cleansErrors,
    callerBounds,
    onCall: accessLog?.write,
    onBroken,
  });
  const oauth = createOAuth(layers);
  registerMetrics(metrics, 'brokenRequests', () => broken);
  registerMetrics(metrics, 'calls', gateway.metrics);
  registerMetrics(metrics, 'oauth', oauth.reuses);
  const tellsSecurity = createSecurityTxt({ contact: config.securityTxt, clock: layers.clock });
  const otherwise = strictTransport(config.urls.gateway, (request, response) => {
    if (oauth.handle(request, response) || tellsSecurity(request, response)) return;
    refuseUnknownPath(request, response);
  });
  const handle: RequestListener = (request, response) => gateway.handle(request, response, otherwise);
  const listener = await listen(served(layers.tracing, handle), {
    ...addressOf(config, 'gateway'),
    isStrict: true,
    onBroken,
  });
  return {
    ...listening(listener),
    async close() {
      await listener.close();
      await gateway.close();
      await accessLog?.close();
    },
  };
}
