import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createMailDeliverer } from '../../../control-plane/events/mail/mail-deliverer.ts';
import { createDeliverer } from '../../../control-plane/events/webhooks/deliverer.ts';
import { createOAuthPages } from '../../../data-plane/oauth/oauth.ts';
import { directRequestOf } from '../../../http/ingress/endpoint.ts';
import { listen } from '../../../http/listeners.ts';
import { refuseOwnCalls } from '../../../http/refuse-own-calls.ts';
import type { Mailer } from '../../../infrastructure/mail/mailer.ts';
import { served } from '../../../infrastructure/observability/traced-handler.ts';
import type { Layers } from '../../layers.ts';
import type { Config } from '../../settings/config.ts';
import { listening, publicAddressOf, type Running } from '../running.ts';
import { createOwnHosts, strictByHost } from './hosts.ts';
import { startJobs } from './jobs.ts';
import { type ControlPlane, createControl, isForControl } from './routes.ts';

/** Starts the control plane: listener, pages of OAuth providers, outboxes and background jobs. */
export async function startControl(
  config: Config,
  layers: Layers,
  { log, metrics }: { log: Logger; metrics: Registry },
): Promise<Running & Omit<ControlPlane, 'handler' | 'background'>> {
  const { handler, background, ...entrance } = await createControl(config, layers);
  const mailer = config.mail && (await startMailer(config.mail, layers.onFault));
  const deliverers = [
    createDeliverer(layers),
    ...(mailer ? [createMailDeliverer({ ...layers, mailer })] : []),
  ];
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
    publicAddressOf(config, layers, 'control'),
  );
  const jobs = startJobs(config, layers, { log, metrics });
  await Promise.all(deliverers.map((deliverer) => deliverer.start()));
  return {
    ...listening(listener),
    ...entrance,
    async close() {
      layers.events.close();
      await listener.close();
      // Before the outboxes: it may add a mail.
      await background.close();
      await Promise.all(jobs.map((job) => job.close()));
      await Promise.all(deliverers.map((deliverer) => deliverer.close()));
      mailer?.close();
    },
  };
}

/** Connects to the mail server. Its library is loaded only where there is one. */
async function startMailer(...settings: ConstructorParameters<typeof Mailer>): Promise<Mailer> {
  const { Mailer } = await import('../../../infrastructure/mail/mailer.ts');
  return new Mailer(...settings);
}
