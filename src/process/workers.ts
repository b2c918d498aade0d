import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type ProcessMetrics, withEnded } from '../infrastructure/observability/metrics/exposition.ts';
import { registerMetrics } from '../infrastructure/observability/metrics/register.ts';
import type { Readiness } from '../infrastructure/observability/operations-listener.ts';
import { sayEvery, watchSilence } from './worker-heartbeat.ts';

/** The processes that serve the gateway's listener in place of this one. */
export type Workers = {
  /** Resolves when each of them is Ready. Rejects with WorkerFailed when one ends before it ever was. */
  readonly ready: Promise<void>;
  /** Ready as long as one worker is. Callers of the others are better off here than nowhere. */
  readonly readiness: () => Readiness;
  /** Collects the measures of the workers, and the counts of those that have ended. */
  measures(): Promise<readonly ProcessMetrics[]>;
  /** Sends the workers SIGTERM. Each ends as any process does: after DRAIN_SECONDS, with its calls finished. */
  drain(): void;
  /** Resolves when they have ended. */
  close(): Promise<void>;
};

/** A worker ended before it was ever Ready. What stood in its way, it has said on standard error. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed';
}

/** Notes of a worker that is Ready, for example that Redis is out of reach. */
type Notes = readonly string[];
type ReadyMessage = { readonly notes: Notes };

export type WorkersOptions = {
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
const ALIVE = 'alive';
const MEASURED = 'measured';

/** Milliseconds until a worker is replaced whose predecessors, so many in a row, ended soon. */
const delayOf = (endedSoon: number) => (endedSoon === 0 ? 0 : Math.min(500 * 2 ** endedSoon, LATEST_MS));

/**
 * Starts processes that serve the gateway's port together, and replaces each that ends.
 *
 * Each takes connections from the one listening socket by itself (SCHED_NONE). With Node's own default, the primary
 * hands connections over in turn. A connection on its way to a worker that is killed then hangs for ever, and all wait
 * for the primary, which may be busy. The default would spread kept connections more evenly (of 64: 32 and 32, against
 * up to 41 and 23). But a busy process takes none, so the difference is least where it would matter most.
 */
export function startWorkers({ count, silenceMs, metrics, log }: WorkersOptions): Workers {
  const all = new Set<Worker>();
  const readyOnes = new Map<Worker, Notes>();
  const newest = new Map<Worker, ProcessMetrics>();
  let counted: ProcessMetrics = [];
  let ended = 0;
  let isStopping = false;
  let settle: { resolve: () => void; reject: (error: Error) => void };
  const ready = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Whoever waits for it may not have begun to.
  ready.catch(() => {});

  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('../main.ts', import.meta.url)),
    args: [],
    execArgv: [...process.execArgv, '--enable-source-maps'],
    serialization: 'advanced',
  });
  registerMetrics(metrics, 'workers', () => ({ ready: readyOnes.size, ended }));
  process.once('exit', () => {
    for (const worker of all) worker.process.kill('SIGKILL');
  });

  function receiveReady(worker: Worker, { notes }: ReadyMessage): void {
    const isNew = !readyOnes.has(worker);
    readyOnes.set(worker, notes);
    if (!isNew) return;
    log.info({ worker: worker.process.pid }, 'A gateway worker is Ready');
    if (readyOnes.size === count) settle.resolve();
  }
  /** One of them after the other in the same place. */
  function fill(endedSoon: number): void {
    if (isStopping) return;
    const startedAt = performance.now();
    const worker = cluster.fork();
    all.add(worker);
    const silence = watchSilence({
      silenceMs,
      onSilent(milliseconds) {
        log.error(
          { worker: worker.process.pid },
          `A gateway worker was silent for ${milliseconds} ms; it is killed`,
        );
        worker.process.kill('SIGKILL');
      },
    });
    worker.on('message', (message: unknown) => {
      silence.hear();
      if (message === ALIVE) return;
      if (!Array.isArray(message)) return receiveReady(worker, message as ReadyMessage);
      newest.set(worker, message as ProcessMetrics);
      worker.emit(MEASURED);
    });
    worker.once('exit', (code: number | null, signal: string | null) => leave(code, signal));
    // A process that could not be started, for want of memory or processes, does not exit.
    worker.on('error', (error: Error) => {
      log.error({ err: error }, 'A gateway worker fails');
      if (worker.process.pid === undefined) leave(null, null);
    });

    function leave(code: number | null, signal: string | null): void {
      silence.close();
      all.delete(worker);
      counted = withEnded(counted, newest.get(worker) ?? []);
      newest.delete(worker);
      const wasReady = readyOnes.delete(worker);
      if (isStopping) return;
      ended += 1;
      log.error({ worker: worker.process.pid, code, signal }, 'A gateway worker has ended; it is replaced');
      if (!wasReady)
        settle.reject(
          new WorkerFailed('A gateway worker ended before it was Ready; what it said stands above.'),
        );
      const soon = performance.now() - startedAt < SOON_MS ? endedSoon + 1 : 0;
      setTimeout(fill, delayOf(soon), soon);
    }
  }
  for (let place = 0; place < count; place += 1) fill(0);

  async function measure(worker: Worker): Promise<void> {
    worker.send(MEASURE, () => {});
    await once(worker, MEASURED, { signal: AbortSignal.timeout(MEASURES_WITHIN_MS) }).catch(() => {});
  }

  return {
    ready,
    readiness: () => ({
      ready: readyOnes.size > 0,
      note: [`${readyOnes.size} of ${count} workers are Ready`, ...notesOf(readyOnes.values())].join('; '),
    }),
    async measures() {
      await Promise.all([...readyOnes.keys()].map(measure));
      return [counted, ...newest.values()];
    },
    drain() {
      isStopping = true;
      for (const worker of all) worker.process.kill('SIGTERM');
    },
    async close() {
      await Promise.all([...all].map((worker) => once(worker, 'exit')));
    },
  };
}

/** Reports from a worker to its primary: signs of life, and measures on request. */
export function tellMeasures(metrics: Registry, silenceMs: number): void {
  setInterval(() => process.send?.(ALIVE), sayEvery(silenceMs)).unref();
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
