import { type BackgroundJob, startBackgroundJob } from '../../foundation/background-job.ts';
import { type OverdueProduct, retireSunset, type SunsetDeps } from '../management/lifecycle/sunset.ts';

/** Retires products at their sunset, as long as the process runs. */
type SunsetWatch = BackgroundJob & {
  /** Number of products that were overdue at the last look. */
  overdue(): number;
};

type SunsetWatchOptions = SunsetDeps & {
  /** Called once for each product, as long as it is overdue. */
  readonly onOverdue: (product: OverdueProduct) => void;
  readonly onFault: (error: unknown) => void;
};

/** A product is retired at most so long after its sunset. */
const EVERY_MS = 60_000;

export function watchSunsets({ onOverdue, onFault, ...deps }: SunsetWatchOptions): SunsetWatch {
  let announced: ReadonlySet<string> = new Set();

  async function lookOnce(): Promise<void> {
    const { overdue, faults } = await retireSunset(deps);
    for (const product of overdue) if (!announced.has(product.id)) onOverdue(product);
    announced = new Set(overdue.map(({ id }) => id));
    for (const fault of faults) onFault(fault);
  }
  return { ...startBackgroundJob(lookOnce, { everyMs: EVERY_MS, onFault }), overdue: () => announced.size };
}
