import type { CommandContext } from '../command-context.ts';

/** The exit codes of all commands. */
export const exit = { done: 0, fault: 1, usage: 2, differs: 2, found: 2 } as const;

/** One word of the command line. */
export type Command = {
  readonly name: string;
  /** One line of the list of commands. */
  readonly summary: string;
  /** The output of `gatehouse NAME --help`. */
  readonly help: string;
  /** Tells whether exit code 2 is a result. A wrong call then exits with 1. */
  readonly twoIsAnAnswer?: boolean;
  /** @returns the exit code. @throws Fault */
  run(args: readonly string[], context: CommandContext): Promise<number>;
};
