import { openFilesMax } from '../../foundation/open-files.ts';
import type { ConnectionBounds } from '../../http/connection-limit.ts';
import { clientAddress, trustedProxies, trustsNobody } from '../../http/ingress/client-address.ts';
import { publicNetworkOf } from '../../http/ingress/public-network.ts';
import type { ListenAddress, Listener } from '../../http/listeners.ts';
import type { ProcessMetrics } from '../../infrastructure/observability/metrics/exposition.ts';
import type { Readiness } from '../../infrastructure/observability/operations-listener.ts';
import type { Layers } from '../layers.ts';
import type { Config } from '../settings/config.ts';
import { connectionsOf } from '../settings/connections.ts';

/** A part that runs: what it says of its readiness, and how it ends. */
export type Running = {
  /** Resolves when the part is Ready for the first time. A part without it is Ready from its start. */
  readonly ready?: Promise<void>;
  readonly readiness: () => Readiness;
  /** Collects the measures of other processes of this part. */
  measures?(): Promise<readonly ProcessMetrics[]>;
  /** Opens the files that it writes anew. */
  reopenFiles?(): Promise<void>;
  /** Goes on serving, and tells its callers that they had better go elsewhere. */
  drain(): void;
  /** Lets calls in flight finish. */
  close(): Promise<void>;
};

/** The readiness of a part that serves whatever its note says. */
export const readyWith = (note: string | undefined): Readiness => ({
  ready: true,
  ...(note !== undefined && { note }),
});

const settings = {
  gateway: 'GATEWAY_PORT',
  control: 'CONTROL_PORT',
  graphqlServer: 'GRAPHQL_SERVER_PORT',
  backends: 'BACKENDS_PORT',
  operations: 'OPS_PORT',
} as const satisfies Record<keyof Config['ports'], string>;

/** The address of a listener for callers and people, with its certificates. */
export function publicAddressOf(
  config: Config,
  { certificates }: Pick<Layers, 'certificates'>,
  listener: 'gateway' | 'control',
): ListenAddress {
  const address = addressOf(config, listener);
  if (!config.tls || !certificates) return address;
  const { minVersion, asksClients } = config.tls;
  const tls = { certificates, minVersion, asksClients: asksClients && listener === 'gateway' };
  return { ...address, tls };
}

/** The address of a listener for this platform and its operators. */
export function addressOf(config: Config, listener: keyof Config['ports']): ListenAddress {
  const { host, ports } = config;
  const connections = connectionBounds(config, listener);
  return { host, port: ports[listener], setting: settings[listener], connections };
}

function connectionBounds(
  { connectionsMax, trustedProxies: networks }: Config,
  listener: keyof Config['ports'],
): ConnectionBounds {
  const isTrusted = trustedProxies(networks);
  return {
    max: connectionsOf({ max: connectionsMax, listener, filesMax: openFilesMax() }),
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
