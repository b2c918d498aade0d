import { systemClock } from '../foundation/clock.ts';
import { runCli } from './cli.ts';
import type { CommandContext } from './command-context.ts';
import { readEnvironment } from './environment.ts';

/**
 * Runs the command line in a process of its own.
 *
 * It sets the exit code instead of exiting, so that all output is written.
 *
 * @param start starts the platform: the command line is a part of it, and does not know the others
 */
export async function main(args: readonly string[], start: CommandContext['start']): Promise<void> {
  // Whoever reads the output may stop to, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.exitCode = await runCli(args, {
    environment: readEnvironment(),
    folder: process.cwd(),
    out: process.stdout,
    err: process.stderr,
    fetch,
    clock: systemClock,
    start,
  });
}
