/** A task that is repeated as long as the process runs. */
export type BackgroundJob = {
  /** Runs the task now; runs follow one another. It never fails: errors are reported, and the task runs again. */
  look(): Promise<void>;
  /** Resolves when the present run has ended. */
  close(): Promise<void>;
};

type BackgroundJobOptions = { readonly everyMs: number; readonly onFault: (error: unknown) => void };

/** Runs a task now, to catch up, and then at an interval. */
export function startBackgroundJob(
  lookOnce: () => Promise<void>,
  { everyMs, onFault }: BackgroundJobOptions,
): BackgroundJob {
  let looking: Promise<void> = Promise.resolve();
  function look(): Promise<void> {
    looking = looking.then(lookOnce).catch(onFault);
    return looking;
  }
  const timer = setInterval(look, everyMs).unref();
  void look();
  return {
    look,
    close() {
      clearInterval(timer);
      return looking;
    },
  };
}
