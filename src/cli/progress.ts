import type { CommandContext } from './command-context.ts';

const SHOWN_EVERY_MS = 1_000;
const CLEAR_LINE = '\r\x1b[K';

/**
 * Prints work and its duration on a terminal, once it has taken a second.
 *
 * @param doing names the work, as it is then
 */
export async function withProgress<T>(
  { err, clock }: CommandContext,
  doing: string | (() => string),
  work: () => Promise<T>,
): Promise<T> {
  if (err.isTTY !== true) return work();
  const begin = clock().getTime();
  const timer = setInterval(() => {
    err.write(
      `${CLEAR_LINE}${typeof doing === 'string' ? doing : doing()} … ${Math.round((clock().getTime() - begin) / 1000)} s`,
    );
  }, SHOWN_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    err.write(CLEAR_LINE);
  }
}
