// Types, lint, format, generated files in step, and what the platform is deployed with.
import { installIslands } from './islands.mjs';
import { goOnUnderPinnedNode } from './pinned-node.mjs';
import { generate, install, installBeside, runBeside, say, staleBundles } from './prepare.mjs';

install({ dev: true });
await goOnUnderPinnedNode();
const beside = [
  installIslands(),
  installBeside('deploy/lint', 'what checks images, Compose files, charts and workflows'),
  installBeside('docs', 'what the documentation site is built with'),
];
/** In what is committed there are none: what follows makes them anew. */
const stale = staleBundles();
generate({ dev: true });
await Promise.all(beside);
/** The native compiler: `typescript` itself is the one whose API Mesh imports. */
const tsc = (project, state) => {
  // Each further checker works out the types again that it shares with others.
  const kept = [
    '--checkers',
    '1',
    '--incremental',
    '--tsBuildInfoFile',
    `node_modules/.cache/${state}.tsbuildinfo`,
  ];
  return ['node_modules/typescript-native/bin/tsc', '--noEmit', ...kept, '-p', project];
};
const checks = [
  ['types', process.execPath, tsc('.', 'types')],
  ['types of the islands', process.execPath, tsc('web', 'islands')],
  ['lint and format', 'biome', ['check', '--error-on-warnings', '.']],
  ['conventions of the code', process.execPath, ['bin/conventions.mjs']],
  ['committed bundles in step', process.execPath, ['bin/bundle.mjs', '--check']],
  ['printed schemas in step', process.execPath, ['bin/run.mjs', 'bin/print-schemas.ts', '--check']],
  ['printed reference in step', process.execPath, ['bin/run.mjs', 'bin/print-reference.ts', '--check']],
  ['documentation site and its links', process.execPath, ['bin/docs.mjs']],
  ['licences of packages', process.execPath, ['bin/licences.mjs']],
  ['image, compose.yaml, chart and workflows', process.execPath, ['--import', 'tsx', 'deploy/lint/main.mjs']],
  ['SQL triggers in step', process.execPath, ['bin/run.mjs', 'bin/migrate-triggers.ts', '--check']],
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
// The first takes the longest. With the others behind it, none runs alone in the end while a processor rests.
const ended = await Promise.allSettled(
  checks.map(([, command, args], at) => runBeside(command, args, { isPatient: at > 0 })),
);
for (const [index, [name]] of checks.entries()) {
  const { reason } = ended[index];
  if (reason) say(reason.message);
  process.stdout.write(`${reason ? 'not ok' : 'ok'}  - ${name}\n`);
}
for (const file of stale) say(`${file} was older than its sources and is made anew: commit it.`);
process.exit(stale.length > 0 || ended.some(({ reason }) => reason) ? 1 : 0);
