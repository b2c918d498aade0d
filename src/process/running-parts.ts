import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessMetrics } from '../infrastructure/observability/metrics/exposition.ts';
import type { Readiness } from '../infrastructure/observability/operations-listener.ts';
import { type Running, readyWith } from './parts/running.ts';

/** The parts of this process, in the order of their start. They are closed in the reverse order. */
export class RunningParts {
  readonly #parts = new Map<string, Pick<Running, 'readiness'> & Partial<Running>>();
  readonly #closers: (() => Promise<void>)[] = [];
  #phase: 'starting' | 'complete' | 'stopping' = 'starting';

  run<Part extends Running>(name: string, part: Part): Part {
    this.#parts.set(name, part);
    this.onClose(() => part.close());
    return part;
  }

  /** Adds the note on something that is no part. It never makes the process Pending. */
  watch(name: string, note: () => string | undefined): void {
    this.#parts.set(name, { readiness: () => readyWith(note()) });
  }

  onClose(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  /** Resolves when all of them are Ready, and what else is waited for. The start is complete then. */
  async ready(also: Promise<unknown>): Promise<void> {
    await Promise.all([also, ...[...this.#parts.values()].map((part) => part.ready)]);
    if (this.#phase === 'starting') this.#phase = 'complete';
  }

  readiness(): Readonly<Record<string, Readiness>> {
    const phase = this.#phase;
    return {
      start: { ready: phase === 'complete', ...(phase === 'stopping' && { note: phase }) },
      ...Object.fromEntries([...this.#parts].map(([name, part]) => [name, part.readiness()])),
    };
  }

  async measures(): Promise<readonly ProcessMetrics[]> {
    const measured = await Promise.all([...this.#parts.values()].map((part) => part.measures?.() ?? []));
    return measured.flat();
  }

  /** Opens the files that its parts write anew, after a rotation. */
  async reopenFiles(): Promise<void> {
    await Promise.all([...this.#parts.values()].map((part) => part.reopenFiles?.()));
  }

  /** Reports Pending and serves on for a while before it closes everything. */
  async stop(drainMs: number): Promise<void> {
    this.#phase = 'stopping';
    for (const part of this.#parts.values()) part.drain?.();
    await sleep(drainMs);
    await this.close();
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }
}
