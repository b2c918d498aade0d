import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { bundledEntry } from '../foundation/package-files.ts';
import { type ProcessMetrics, withEnded } from '../infrastructure/observability/metrics/exposition.ts';
import { registerMetrics } from '../infrastructure/observability/metrics/register.ts';
import type { Readiness } from '../infrastructure/observability/operations-listener.ts';
import { type ConnectionsMessage, WorkerBalance } from './worker-balance.ts';
import { HeartbeatWatch, heartbeatMs } from './worker-heartbeat.ts';

/** A worker ended before it was ever Ready. What stood in its way, it has said on standard error. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed';
}

/** Notes of a worker that is Ready, for example that Redis is out of reach. */
type Notes = readonly string[];
type ReadyMessage = { readonly notes: Notes };

type WorkersOptions = {
  readonly count: number;
  /** Silence after which a worker is taken for one that hangs. */
  readonly silenceMs: number;
  readonly metrics: Registry;
  readonly log: Logger;
};

/** Lifetime below which the replacement of a worker is delayed longer each time. */
const SOON_MS = 10_000;
const LATEST_MS = 30_000;
/** Time that the measures of a worker are waited for. Then its last ones stand. */
const MEASURES_WITHIN_MS = 1_000;

/** A worker's notes are looked at so often, and told when they are others. */
const NOTES_EVERY_MS = 500;

const MEASURE = 'measure';
const HEARTBEAT = 'heartbeat';
const MEASURED = 'measured';

/** Milliseconds until a worker is replaced whose predecessors, so many in a row, ended soon. */
const delayOf = (endedSoon: number) => (endedSoon === 0 ? 0 : Math.min(500 * 2 ** endedSoon, LATEST_MS));

/**
 * The processes that serve the gateway's port together in place of this one. Each that ends is replaced.
 *
 * Each takes connections from the one listening socket by itself (SCHED_NONE). With Node's own default, the primary
 * hands connections over in turn. A connection on its way to a worker that is killed then hangs for ever, and all wait
 * for the primary, which may be busy. A socket of its own for each worker (SO_REUSEPORT) would give a hanging one its
 * share of new connections, and lose those that wait when it ends. Kept connections come out uneven, so WorkerBalance
 * evens them.
 */
export class Workers {
  /** Resolves when each of them is Ready. Rejects with WorkerFailed when one ends before it ever was. */
  readonly ready: Promise<void>;

  readonly #options: WorkersOptions;
  readonly #all = new Set<Worker>();
  readonly #ready = new Map<Worker, Notes>();
  readonly #balance = new WorkerBalance();
  /** The last measures of each worker. */
  readonly #measures = new Map<Worker, ProcessMetrics>();
  /** The counts of workers that have ended. */
  #counted: ProcessMetrics = [];
  #ended = 0;
  #isStopping = false;
  #resolveReady: () => void = () => {};
  #rejectReady: (error: Error) => void = () => {};

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.ready = new Promise((resolve, reject) => {
      this.#resolveReady = resolve;
      this.#rejectReady = reject;
    });
    // Whoever waits for it may not have begun to.
    this.ready.catch(() => {});
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({
      exec: fileURLToPath(bundledEntry('main')),
      args: [],
      execArgv: process.execArgv,
      serialization: 'advanced',
    });
    registerMetrics(options.metrics, 'workers', () => ({ ready: this.#ready.size, ended: this.#ended }));
    process.once('exit', () => this.#kill('SIGKILL'));
    for (let index = 0; index < options.count; index += 1) this.#start(0);
  }

  /** Ready as long as one worker is. Callers of the others are better off here than nowhere. */
  readonly readiness = (): Readiness => ({
    ready: this.#ready.size > 0,
    note: [
      `${this.#ready.size} of ${this.#options.count} workers are Ready`,
      ...notesOf(this.#ready.values()),
    ].join('; '),
  });

  /** Collects the measures of the workers, and the counts of those that have ended. */
  async measures(): Promise<readonly ProcessMetrics[]> {
    await Promise.all([...this.#ready.keys()].map(measure));
    return [this.#counted, ...this.#measures.values()];
  }

  /** Sends the workers SIGHUP: each opens its files anew. */
  async reopenFiles(): Promise<void> {
    this.#kill('SIGHUP');
  }

  /** Sends the workers SIGTERM. Each ends as any process does: after DRAIN_SECONDS, with its calls finished. */
  drain(): void {
    this.#isStopping = true;
    this.#kill('SIGTERM');
  }

  /** Resolves when they have ended. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map((worker) => once(worker, 'exit')));
  }

  #kill(signal: NodeJS.Signals): void {
    for (const worker of this.#all) worker.process.kill(signal);
  }

  /** Starts a worker, after so many in a row that ended soon. */
  #start(endedSoon: number): void {
    if (this.#isStopping) return;
    const startedAt = performance.now();
    const worker = cluster.fork();
    this.#all.add(worker);
    const heartbeats = new HeartbeatWatch({
      silenceMs: this.#options.silenceMs,
      onSilent: (milliseconds) => this.#killSilent(worker, milliseconds),
    });
    const leave = (code: number | null, signal: string | null) => {
      heartbeats.close();
      const soon = performance.now() - startedAt < SOON_MS ? endedSoon + 1 : 0;
      if (this.#leave(worker, { code, signal }))
        setTimeout((count: number) => this.#start(count), delayOf(soon), soon);
    };
    worker.on('message', (message: unknown) => {
      heartbeats.beat();
      this.#receive(worker, message);
    });
    worker.once('exit', leave);
    // A process that could not be started, for want of memory or processes, does not exit.
    worker.on('error', (error: Error) => {
      this.#options.log.error({ err: error }, 'A gateway worker fails');
      if (worker.process.pid === undefined) leave(null, null);
    });
  }

  #receive(worker: Worker, message: unknown): void {
    if (message === HEARTBEAT) return;
    if (Array.isArray(message)) {
      this.#measures.set(worker, message as ProcessMetrics);
      worker.emit(MEASURED);
    } else if ('connections' in (message as object)) {
      this.#balance.onCount(worker, message as ConnectionsMessage);
    } else this.#receiveReady(worker, message as ReadyMessage);
  }

  #receiveReady(worker: Worker, { notes }: ReadyMessage): void {
    const isNew = !this.#ready.has(worker);
    this.#ready.set(worker, notes);
    if (!isNew) return;
    this.#balance.add(worker);
    this.#options.log.info({ worker: worker.process.pid }, 'A gateway worker is Ready');
    if (this.#ready.size === this.#options.count) this.#resolveReady();
  }

  #killSilent(worker: Worker, milliseconds: number): void {
    this.#options.log.error(
      { worker: worker.process.pid },
      `A gateway worker was silent for ${milliseconds} ms; it is killed`,
    );
    worker.process.kill('SIGKILL');
  }

  /** Takes a worker that has ended out of the lists. @returns whether another one is to be started */
  #leave(worker: Worker, end: { readonly code: number | null; readonly signal: string | null }): boolean {
    this.#all.delete(worker);
    this.#counted = withEnded(this.#counted, this.#measures.get(worker) ?? []);
    this.#measures.delete(worker);
    this.#balance.leave(worker);
    const wasReady = this.#ready.delete(worker);
    if (this.#isStopping) return false;
    this.#ended += 1;
    const about = { worker: worker.process.pid, ...end };
    this.#options.log.error(about, 'A gateway worker has ended; it is replaced');
    if (!wasReady)
      this.#rejectReady(
        new WorkerFailed('A gateway worker ended before it was Ready; what it said stands above.'),
      );
    return true;
  }
}

async function measure(worker: Worker): Promise<void> {
  worker.send(MEASURE, () => {});
  await once(worker, MEASURED, { signal: AbortSignal.timeout(MEASURES_WITHIN_MS) }).catch(() => {});
}

/** Reports from a worker to its primary: heartbeats, and measures on request. */
export function tellMeasures(metrics: Registry, silenceMs: number): void {
  setInterval(() => process.send?.(HEARTBEAT), heartbeatMs(silenceMs)).unref();
  process.on('message', async (message) => {
    if (message === MEASURE) process.send?.(await metrics.getMetricsAsJSON());
  });
}

/** Tells the primary that this worker is Ready, and each later change of its notes. */
export function tellReady(notes: () => Notes): void {
  let last = notes();
  const tell = () => process.send?.({ notes: last } satisfies ReadyMessage);
  tell();
  setInterval(() => {
    const now = notes();
    if (now.join() === last.join()) return;
    last = now;
    tell();
  }, NOTES_EVERY_MS).unref();
}

/** Each note once, and of how many workers it is. */
function notesOf(all: Iterable<Notes>): string[] {
  const workers = new Map<string, number>();
  for (const note of [...all].flat()) workers.set(note, (workers.get(note) ?? 0) + 1);
  return [...workers].map(([note, count]) => `${count} of them: ${note}`);
}
