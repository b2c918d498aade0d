import type { Config } from '../config.ts';
import type { ConnectionBounds } from '../connection-limit.ts';
import { clientAddress, trustedProxies, trustsNobody } from '../domain/client-address.ts';
import type { Address, Listener } from '../listeners.ts';
import type { Readiness } from '../operations/operations.ts';
import type { Measures } from '../operations/worker-metrics.ts';
import { publicNetworkOf } from '../outbound/public-network.ts';

/** A part that runs: what it says of its readiness, and how it ends. */
export type Running = {
  /** When it is Ready for the first time; without it, it is from its start. */
  readonly ready?: Promise<void>;
  readonly readiness: () => Readiness;
  /** What other processes measured that it is made of. */
  measures?(): Promise<readonly Measures[]>;
  /** Goes on serving, and tells its callers that they had better go elsewhere. */
  drain(): void;
  /** Lets calls in flight finish. */
  close(): Promise<void>;
};

const settings = {
  gateway: 'GATEWAY_PORT',
  control: 'CONTROL_PORT',
  graphqlServer: 'GRAPHQL_SERVER_PORT',
  backends: 'BACKENDS_PORT',
  operations: 'OPS_PORT',
} as const satisfies Record<keyof Config['ports'], string>;

export function addressOf(config: Config, listener: keyof Config['ports']): Address {
  const { host, ports } = config;
  return { host, port: ports[listener], setting: settings[listener], connections: connectionBounds(config) };
}

function connectionBounds({ connectionsMax, trustedProxies: networks }: Config): ConnectionBounds {
  const isTrusted = trustedProxies(networks);
  return {
    max: connectionsMax,
    networkOf(socket) {
      const peer = clientAddress({ socket, headers: {} }, trustsNobody);
      return isTrusted(peer) ? undefined : publicNetworkOf(peer);
    },
  };
}

/** A part that is nothing but its listener. */
export const listening = ({ drain, close }: Listener): Running => ({
  readiness: () => ({ ready: true }),
  drain,
  close,
});
