import { GraphQLServers } from '../../data-plane/graphql-server/serve/graphql-servers.ts';
import { requestListener } from '../../data-plane/graphql-server/serve/listener.ts';
import { listen } from '../../http/listeners.ts';
import { strictTransport } from '../../http/strict-transport.ts';
import { served } from '../../infrastructure/observability/traced-handler.ts';
import type { Layers } from '../layers.ts';
import type { Config } from '../settings/config.ts';
import { addressOf, listening, type Running } from './running.ts';

/** Starts the listener of the GraphQL servers made from REST back-ends. */
export async function startGraphQLServers(config: Config, layers: Layers): Promise<Running> {
  const servers = new GraphQLServers({ ...layers, backendsUrl: config.urls.backends });
  const listener = await listen(
    served(layers.tracing, strictTransport(config.urls.graphqlServer, requestListener(servers, layers))),
    addressOf(config, 'graphqlServer'),
  );
  await layers.database.listen(() => void servers.refresh());
  return {
    ...listening(listener),
    readiness: () => ({ ready: servers.isReady() }),
    ready: servers.begun,
    async close() {
      servers.close();
      await listener.close();
    },
  };
}
