// Writes the migration that brings the database to prisma/schema.prisma and prisma/triggers: npm run migration NAME
import { mkdirSync, renameSync } from 'node:fs';
import { generate, install, run } from './prepare.mjs';

const name = process.argv[2];
if (!/^[a-z0-9_]+$/.test(name ?? '')) {
  process.stderr.write('Give the migration a name of lower case letters, digits and underscores.\n');
  process.exit(2);
}
install({ dev: true });
generate({ dev: true });
const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
const folder = `prisma/migrations/${stamp}_${name}`;
// Beside the migrations until it is whole: Prisma refuses to read a folder that has no migration.sql yet.
const draft = `node_modules/.cache/${stamp}_${name}.sql`;
mkdirSync('node_modules/.cache', { recursive: true });
run('prisma', [
  'migrate',
  'diff',
  '--from-migrations',
  'prisma/migrations',
  '--to-schema',
  'prisma/schema.prisma',
  '--script',
  '-o',
  draft,
]);
run(process.execPath, ['bin/run.mjs', 'bin/migrate-triggers.ts', '--append', draft]);
mkdirSync(folder);
renameSync(draft, `${folder}/migration.sql`);
process.stdout.write(`${folder}/migration.sql\n`);
