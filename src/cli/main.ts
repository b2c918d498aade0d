import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
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
    openBrowser,
    readLine,
    clock: systemClock,
    start,
  });
}

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Leaves the browser to the system. Without one nothing happens: the address is printed, too. */
function openBrowser(url: string): void {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

async function readLine(): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return line;
    return undefined;
  } finally {
    lines.close();
  }
}
