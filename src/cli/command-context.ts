import type { Clock } from '../foundation/clock.ts';
import type { Environment } from './environment.ts';

/** Standard output or standard error. */
export type Output = { write(text: string): unknown; readonly isTTY?: boolean };

/** Everything that a command uses outside of itself. Tests replace it. */
export type CommandContext = {
  readonly environment: Environment;
  /** The folder that the command was called in. */
  readonly folder: string;
  /** Data, and nothing else. */
  readonly out: Output;
  /** Everything that is no data: faults, notes, progress. */
  readonly err: Output;
  readonly fetch: typeof fetch;
  /** Opens an address in the browser of this machine, if it has one. */
  readonly openBrowser: (url: string) => void;
  /** Reads a line that somebody types or pastes. Undefined once the input has ended. */
  readonly readLine: () => Promise<string | undefined>;
  readonly clock: Clock;
  /** Starts the platform in this process, which is over when that is. */
  readonly start: () => Promise<unknown>;
};
