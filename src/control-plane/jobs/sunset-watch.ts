import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import { type OverdueProduct, retireSunset, type SunsetDeps } from '../management/lifecycle/sunset.ts';

type SunsetWatchOptions = SunsetDeps & {
  /** Called once for each product, as long as it is overdue. */
  readonly onOverdue: (product: OverdueProduct) => void;
  readonly onFault: (error: unknown) => void;
};

/** A product is retired at most so long after its sunset. */
const EVERY_MS = 60_000;

/** Retires products at their sunset, as long as the process runs. */
export class SunsetWatch {
  readonly #options: SunsetWatchOptions;
  readonly #job: BackgroundJob;
  /** The ids of products that were overdue at the last look. */
  #announced: ReadonlySet<string> = new Set();

  constructor(options: SunsetWatchOptions) {
    this.#options = options;
    this.#job = startBackgroundJob(() => this.#look(), { everyMs: EVERY_MS, onFault: options.onFault });
  }

  /** Number of products that were overdue at the last look. */
  get overdue(): number {
    return this.#announced.size;
  }

  /** Looks now. */
  look(): Promise<void> {
    return this.#job.look();
  }

  close(): Promise<void> {
    return this.#job.close();
  }

  async #look(): Promise<void> {
    const { onOverdue, onFault, ...deps } = this.#options;
    const { overdue, faults } = await retireSunset(deps);
    for (const product of overdue) if (!this.#announced.has(product.id)) onOverdue(product);
    this.#announced = new Set(overdue.map(({ id }) => id));
    for (const fault of faults) onFault(fault);
  }
}
