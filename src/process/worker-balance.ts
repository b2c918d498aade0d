import type { Worker } from 'node:cluster';
import type { Listener } from '../http/listeners.ts';

/** Interval at which a worker counts its connections. */
const COUNT_MS = 5_000;
/** Part of the fair share, and connections, that a worker may have above it. */
const TOLERATED = 0.1;
const TOLERATED_MIN = 2;
/** Connections that a worker gives up at a time. So many TLS handshakes cost less than a tenth of a core. */
const GIVEN_UP_MAX = 500;

/** Message of a worker: its used connections. */
export type ConnectionsMessage = { readonly connections: number };
/** Message of the primary: the connections to give up. */
type GiveUpMessage = { readonly giveUp: number };

/** Tells how many connections a worker has too many. */
export function excessOf(own: number, counts: readonly number[]): number {
  const fair = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const excess = own - fair;
  if (excess <= Math.max(fair * TOLERATED, TOLERATED_MIN)) return 0;
  return Math.min(Math.floor(excess), GIVEN_UP_MAX);
}

/**
 * Keeps connections even among workers.
 *
 * Callers keep their connections. Those of a worker that was replaced, or was busy while many connected, would stay with
 * the others. Whoever has too many gives some up, and the least busy worker takes most of what comes instead.
 */
export class WorkerBalance {
  readonly #counts = new Map<Worker, number>();

  /** Begins to count on a worker that is Ready. */
  add(worker: Worker): void {
    this.#counts.set(worker, 0);
  }

  leave(worker: Worker): void {
    this.#counts.delete(worker);
  }

  onCount(worker: Worker, { connections }: ConnectionsMessage): void {
    this.#counts.set(worker, connections);
    const giveUp = excessOf(connections, [...this.#counts.values()]);
    if (giveUp > 0) worker.send({ giveUp } satisfies GiveUpMessage, () => {});
  }
}

/** Tells the primary of a worker's connections, and gives up those that are too many. */
export function balanceConnections(listener: Listener): void {
  setInterval(() => {
    process.send?.({ connections: listener.usedConnections() } satisfies ConnectionsMessage);
  }, COUNT_MS).unref();
  process.on('message', (message: Partial<GiveUpMessage> | string) => {
    if (typeof message === 'object' && message.giveUp !== undefined) listener.giveUp(message.giveUp);
  });
}
