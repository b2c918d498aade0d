import { resolve } from 'node:path';
import { readArguments } from '../arguments.ts';
import { fail } from '../command-fault.ts';
import { withPlatform } from '../platform.ts';
import { withProgress } from '../progress.ts';
import { type Command, exit } from './command.ts';

const help = `gatehouse restore FILE [--replace]

Puts a backup into the database that the settings of the platform name (DATABASE_URL, or DATA_DIR while the platform is
stopped), which must be empty: all of it or, where something is wrong, nothing. A backup of an embedded database may go
to a server, and the other way round; one of an older version is migrated.

      --replace             in the place of all that the database holds

SECRET_KEY must be that of the platform that was backed up. Start the platform's processes afterwards, or start them anew.

Examples:
  DATABASE_URL=postgres://db/gatehouse gatehouse restore gatehouse.backup --replace

Exit code: 0 done, 1 fault, and nothing has changed, 2 wrong call.
`;

export const restore: Command = {
  name: 'restore',
  summary: 'puts a backup into an empty database',
  help,
  async run(args, context) {
    const { values, positionals } = readArguments(args, { replace: { type: 'boolean' } });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) fail('USAGE', 'Name one backup: gatehouse restore FILE.');
    const { rows, tables, migrations } = await withPlatform(context, async (config) => {
      const { restorePlatform } = await import('../maintenance/platform-database.ts');
      return withProgress(context, `Restoring ${file}`, () =>
        restorePlatform(config, resolve(context.folder, file), { replace: values.replace ?? false }),
      );
    });
    context.out.write(`${file}: ${rows} rows of ${tables} tables\n`);
    for (const name of migrations) context.out.write(`migrated: ${name}\n`);
    return exit.done;
  },
};
