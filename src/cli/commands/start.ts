import { readArguments, takeNone } from '../arguments.ts';
import { type Command, exit } from './command.ts';

export const start: Command = {
  name: 'start',
  summary: 'starts the platform, in this folder',
  help: `gatehouse start

Starts the platform with the settings of the environment and keeps its data below .data of this folder, unless DATABASE_URL
or DATA_DIR say where. It says when it is ready, with the links to begin with, and ends with SIGINT or SIGTERM.

Exit code: 0 ended by a signal, 1 could not start or broke off, 2 wrong call.
`,
  async run(args, context) {
    takeNone(readArguments(args, {}).positionals);
    await context.start();
    return exit.done;
  },
};
