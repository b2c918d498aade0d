import { type OverdueProduct, retireSunset, type SunsetDeps } from './sunset.ts';

/** Keeps products to their sunsets, as long as the process runs. */
export type SunsetWatch = {
  /** Looks at once; looks follow one another. It never fails: what stands in the way is told, and tried again. */
  look(): Promise<void>;
  /** How many products were overdue at the last look. */
  overdue(): number;
  /** Resolves when the look under way has ended. */
  close(): Promise<void>;
};

export type SunsetWatchOptions = SunsetDeps & {
  /** Told once of each product, as long as it is overdue. */
  readonly onOverdue: (product: OverdueProduct) => void;
  readonly onFault: (error: unknown) => void;
};

/** A product is retired at most so long after its sunset. */
const EVERY_MS = 60_000;

/** Looks now, for what has passed while nobody looked, and then once a minute. */
export function watchSunsets({ onOverdue, onFault, ...deps }: SunsetWatchOptions): SunsetWatch {
  let told: ReadonlySet<string> = new Set();
  let looking: Promise<void> = Promise.resolve();

  async function lookOnce(): Promise<void> {
    try {
      const { overdue, faults } = await retireSunset(deps);
      for (const product of overdue) if (!told.has(product.id)) onOverdue(product);
      told = new Set(overdue.map(({ id }) => id));
      for (const fault of faults) onFault(fault);
    } catch (error) {
      onFault(error);
    }
  }
  function look(): Promise<void> {
    looking = looking.then(lookOnce);
    return looking;
  }

  const timer = setInterval(look, EVERY_MS).unref();
  void look();
  return {
    look,
    overdue: () => told.size,
    close() {
      clearInterval(timer);
      return looking;
    },
  };
}
