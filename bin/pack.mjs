// npm run pack: the package that npx gatehouse runs, as gatehouse-VERSION.tgz. It brings what is generated, and installs
// its dependencies as a clone does, by the lock file: npm heeds no overrides and no lock file of what it installs itself.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildIslands } from './islands.mjs';
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

install({ dev: true });
generate({ dev: true });
await buildIslands();
rmSync(FOLDER, { recursive: true, force: true });
const committed = execFileSync('git', ['ls-files', '-z', 'package.json', 'package-lock.json', ...SOURCES], {
  encoding: 'utf8',
});
for (const path of [...committed.split('\0').filter(Boolean), ...GENERATED]) {
  const target = join(FOLDER, 'platform', path);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(path, target, { recursive: true });
}
for (const file of ['README.md', 'SECURITY.md']) cpSync(file, join(FOLDER, file));
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
