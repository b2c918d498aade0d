import { resolve } from 'node:path';
import { readArguments } from '../arguments.ts';
import { fail } from '../command-fault.ts';
import { withPlatform } from '../platform.ts';
import { withProgress } from '../progress.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse backup FILE

Writes all that the database holds, as it is at one moment, into a new file, for an embedded database or a server alike.
The platform may run meanwhile. Its embedded database is then written by the platform itself, by its operations listener:
OPS_PORT, DATA_DIR and SECRET_KEY must be those of its process. Changes wait until it is written; calls go on.

The settings of the platform name the database: DATABASE_URL, or DATA_DIR. Secrets stay hashed or encrypted under
SECRET_KEY (or secret.key in DATA_DIR), and client ids are encrypted under it as well. Without it a backup cannot be
restored: keep that one elsewhere. Counters of rate limits are in Redis and in no backup.

Examples:
  DATABASE_URL=postgres://db/gatehouse gatehouse backup gatehouse.backup

Exit code: 0 done, 1 fault, and there is no file, 2 wrong call.
`;

export const backup: Command = {
  name: 'backup',
  summary: 'writes all that the database holds into a file',
  help,
  async run(args, context) {
    const [file, ...others] = readArguments(args, {}).positionals;
    if (file === undefined || others.length > 0)
      fail('USAGE', 'Name one file to write: gatehouse backup FILE.');
    const { rows, tables, migration } = await withPlatform(context, async (config) => {
      const { backUpPlatform } = await import('../maintenance/platform-database.ts');
      return withProgress(context, `Writing ${file}`, () =>
        backUpPlatform(config, resolve(context.folder, file), context.clock),
      );
    });
    context.out.write(`${file}: ${rows} rows of ${tables} tables, at ${migration}\n`);
    return exit.done;
  },
};
