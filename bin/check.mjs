// Types, lint, format, and generated files in step.
import { installIslands } from './islands.mjs';
import { generate, install, run } from './prepare.mjs';

install({ dev: true });
generate();
await installIslands();
const checks = [
  ['types', 'tsc', ['--noEmit', '-p', '.']],
  ['types of the islands', 'tsc', ['--noEmit', '-p', 'src/islands']],
  ['lint and format', 'biome', ['check', '--error-on-warnings', '.']],
  ['printed schemas in step', process.execPath, ['bin/run.mjs', 'bin/print-schemas.ts', '--check']],
  [
    'migrations in step',
    'prisma',
    [
      'migrate',
      'diff',
      '--from-migrations',
      'prisma/migrations',
      '--to-schema',
      'prisma/schema.prisma',
      '--exit-code',
    ],
  ],
];
for (const [name, command, args] of checks) {
  run(command, args);
  process.stdout.write(`ok  - ${name}\n`);
}
