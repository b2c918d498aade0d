// Holds prisma/triggers and the migrations in step. With --check it fails where they differ; with --append FILE it adds the
// statements that are missing to a migration that is being written.
import { appendFileSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openEmbedded } from '../src/infrastructure/database/embedded.ts';
import { migrate } from '../src/infrastructure/database/migrate.ts';
import { definitionsIn, migrationOf, replaceDefinitions } from './sql-triggers.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean' }, append: { type: 'string' } } });
const database = await openEmbedded({});
await migrate(database);
// Triggers may name columns that the new migration adds.
if (values.append) await database.execute(readFileSync(values.append, 'utf8'));
const migrated = await definitionsIn(database);
await replaceDefinitions(database);
const sql = migrationOf(migrated, await definitionsIn(database));
await database.close();

if (values.append && sql) appendFileSync(values.append, `\n${sql}\n`);
if (values.check && sql) {
  process.stderr.write(
    `prisma/triggers differs from what the migrations make. "npm run migration NAME" writes this:\n${sql}\n`,
  );
  process.exitCode = 1;
}
