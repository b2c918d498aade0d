import { openFilesMax } from '../../foundation/open-files.ts';
import type { ConnectionBounds } from '../../http/connection-limit.ts';
import { clientAddress, trustedProxies, trustsNobody } from '../../http/ingress/client-address.ts';
import { publicNetworkOf } from '../../http/ingress/public-network.ts';
import type { ListenAddress, Listener } from '../../http/listeners.ts';
import type { ProcessMetrics } from '../../infrastructure/observability/metrics/exposition.ts';
import type { Readiness } from '../../infrastructure/observability/operations-listener.ts';
import type { Config } from '../settings/config.ts';

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

const settings = {
  gateway: 'GATEWAY_PORT',
  control: 'CONTROL_PORT',
  graphqlServer: 'GRAPHQL_SERVER_PORT',
  backends: 'BACKENDS_PORT',
  operations: 'OPS_PORT',
} as const satisfies Record<keyof Config['ports'], string>;

export function addressOf(config: Config, listener: keyof Config['ports']): ListenAddress {
  const { host, ports } = config;
  const connections = connectionBounds(config, listener);
  return { host, port: ports[listener], setting: settings[listener], connections };
}

/** Files that a process has open without callers: its code, its database and Redis. */
const OWN_FILES = 200;
const LEAST_CONNECTIONS = 10;

type ConnectionShare = {
  /** CONNECTIONS_MAX. */
  readonly max: number;
  readonly listener: keyof Config['ports'];
  /** The files that the process may have open. Undefined where the system does not say. */
  readonly filesMax: number | undefined;
};

/**
 * Returns the connections that a listener may have open.
 *
 * Half of the files are for callers of the gateway. The rest is for calls to back-ends, and for the other listeners.
 */
export function connectionsOf({ max, listener, filesMax }: ConnectionShare): number {
  if (filesMax === undefined) return max;
  const share = listener === 'gateway' ? 1 / 2 : 1 / 16;
  return Math.min(max, Math.max(LEAST_CONNECTIONS, Math.floor((filesMax - OWN_FILES) * share)));
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
