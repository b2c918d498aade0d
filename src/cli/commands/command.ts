import type { CommandContext } from '../command-context.ts';

/** The exit codes of all commands. */
export const exit = { done: 0, fault: 1, usage: 2, differs: 2 } as const;

/** One word of the command line. */
export type Command = {
  readonly name: string;
  /** One line of the list of commands. */
  readonly summary: string;
  /** What `gatehouse NAME --help` prints. */
  readonly help: string;
  /** Does 2 tell something else than a wrong call? Then that is 1. */
  readonly twoIsAnAnswer?: boolean;
  /** @returns the exit code. @throws Fault */
  run(args: readonly string[], world: CommandContext): Promise<number>;
};
