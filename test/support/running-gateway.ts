import { createGateway, type Gateway } from '../../src/data-plane/gateway/gateway.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../../src/data-plane/snapshot/snapshot-feed.ts';
import { ownServers } from '../../src/domain/addresses/own-servers.ts';
import { Outbound } from '../../src/infrastructure/outbound/outbound.ts';
import type { CatalogWorld } from './catalog.ts';
import { ingressOf, type Listening, listen, personDeps } from './gateway.ts';
import { testLimits } from './test-limits.ts';

export type RunningGateway = {
  readonly gateway: Gateway;
  readonly feed: SnapshotFeed;
  readonly server: Listening;
  close(): Promise<void>;
};

/** Runs a gateway over the database of a world, as a process does. */
export async function runGateway({ database, deps }: CatalogWorld): Promise<RunningGateway> {
  const { secrets, clock } = deps;
  const feed = await openSnapshotFeed({ database, secrets, gatewayUrl: 'http://gateway.test', clock });
  const outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
  const gateway = createGateway({
    ...personDeps({ outbound, clock }),
    snapshots: feed,
    urls: { gateway: 'http://gateway.test' },
    limits: testLimits(),
    pseudonym: 'gatehouse-here',
    ownServers: ownServers([]),
    secrets,
    outbound,
    database,
    clock,
    isBusy: () => false,
    onFault: (fault) => {
      throw fault;
    },
  });
  const server = await listen(ingressOf({ calls: gateway.handle }));
  return {
    gateway,
    feed,
    server,
    close: async () => {
      await server.close();
      await gateway.close();
      await feed.close();
      await outbound.close();
    },
  };
}
