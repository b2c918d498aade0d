// npm run pack: the package that npx gatehouse runs, as gatehouse-VERSION.tgz. It brings what is generated, and installs
// its dependencies as a clone does, by the lock file: npm heeds no overrides and no lock file of what it installs itself.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildIslands } from './islands.mjs';
import { asPackaged, holds } from './package-docs.mjs';
import { generate, install, root } from './prepare.mjs';
import { SBOM, writeSbom } from './sbom.mjs';

const FOLDER = '.package';
const SOURCES = [
  'bin',
  'src',
  'web',
  'bundles',
  'prisma',
  'prisma.config.ts',
  'openapi',
  'examples',
  '.meshrc.yaml',
  'tsconfig.json',
];
const GENERATED = ['web/built', 'build'];
/** Documents, and files that bring the platform to others' servers. */
const BESIDE = [
  'README.md',
  'SECURITY.md',
  'docs/*.md',
  'docs/pictures',
  'deploy',
  'compose.yaml',
  ':!deploy/lint',
];

install({ dev: true });
generate({ dev: true });
await buildIslands();
rmSync(FOLDER, { recursive: true, force: true });
for (const path of [...committed(['package.json', 'package-lock.json', ...SOURCES]), ...GENERATED])
  copy(path, join('platform', path));
const beside = committed(BESIDE);
for (const path of beside) copy(path, path);
for (const page of beside.filter((path) => path.endsWith('.md')))
  writeFileSync(join(FOLDER, page), asPackaged(readFileSync(page, 'utf8'), page, holds(FOLDER)));
writeSbom(join(FOLDER, SBOM));
const { name, version, description, license, engines, type } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const bin = { [name]: 'platform/bin/gatehouse.mjs' };
writeFileSync(
  join(FOLDER, 'package.json'),
  JSON.stringify({ name, version, description, license, engines, type, bin }),
);
execFileSync('npm', ['pack', join(root, FOLDER), '--loglevel=error'], { stdio: 'inherit' });
rmSync(FOLDER, { recursive: true });

/** The files of git that the patterns name. */
function committed(patterns) {
  const listed = execFileSync('git', ['ls-files', '-z', ...patterns], { encoding: 'utf8' });
  return listed.split('\0').filter(Boolean);
}

function copy(path, place) {
  const target = join(FOLDER, place);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(path, target, { recursive: true });
}
