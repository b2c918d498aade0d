/** What is looked at again and again, as long as the process runs. */
export type BackgroundJob = {
  /** Looks at once; looks follow one another. It never fails: what stands in the way is told, and tried again. */
  look(): Promise<void>;
  /** Resolves when the look under way has ended. */
  close(): Promise<void>;
};

type BackgroundJobOptions = { readonly everyMs: number; readonly onFault: (error: unknown) => void };

/** Looks now, for what has passed while nobody looked, and then again and again. */
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
