import { readArguments, takeNone } from '../arguments.ts';
import { withPlatform } from '../platform.ts';
import { withProgress } from '../progress.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse migrate

Brings the database to the version of this package, as every start of the platform does: each migration is one
transaction, and of several processes one applies it. Prints the names of those that were missing.

The settings of the platform name the database: DATABASE_URL, or DATA_DIR while the platform is stopped.

Exit code: 0 it is up to date, 1 fault, 2 wrong call.
`;

export const migrate: Command = {
  name: 'migrate',
  summary: 'brings the database to the version of this package',
  help,
  async run(args, context) {
    takeNone(readArguments(args, {}).positionals);
    const names = await withPlatform(context, async (config) => {
      const { migrateDatabase } = await import('../maintenance/platform-database.ts');
      return withProgress(context, 'Migrating', () => migrateDatabase(config));
    });
    for (const name of names) context.out.write(`${name}\n`);
    if (names.length === 0) context.err.write('The database is up to date.\n');
    return exit.done;
  },
};
