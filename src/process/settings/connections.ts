import type { Config } from './config.ts';

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
