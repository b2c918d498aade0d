import type { RequestListener } from 'node:http';
import type { Registry } from 'prom-client';
import { createGateway, refuseUnknownPath } from '../../data-plane/gateway/gateway.ts';
import { createOAuth } from '../../data-plane/oauth/oauth.ts';
import type { BrokenRecord } from '../../http/broken-requests.ts';
import { listen } from '../../http/listeners.ts';
import { createSecurityTxt } from '../../http/security-txt.ts';
import { strictTransport } from '../../http/strict-transport.ts';
import { openAccessLog } from '../../infrastructure/observability/access-log.ts';
import { registerBrokenRequestMetrics } from '../../infrastructure/observability/metrics/broken-requests.ts';
import { registerCallMetrics } from '../../infrastructure/observability/metrics/calls.ts';
import { registerOAuthMetrics } from '../../infrastructure/observability/metrics/oauth.ts';
import { served } from '../../infrastructure/observability/traced-handler.ts';
import type { Layers } from '../layers.ts';
import type { Config } from '../settings/config.ts';
import { addressOf, listening, type Running } from './running.ts';

/** Starts the gateway's listener: APIs first, then the OAuth endpoints, and whatever is neither. */
export async function startGateway(config: Config, layers: Layers, metrics: Registry): Promise<Running> {
  const accessLog = config.accessLog ? await openAccessLog(config.accessLog, layers) : undefined;
  const countBroken = registerBrokenRequestMetrics(metrics);
  const onBroken = (record: BrokenRecord) => {
    countBroken(record.code);
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
  registerCallMetrics(metrics, gateway.metrics);
  registerOAuthMetrics(metrics, oauth.reuses);
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
