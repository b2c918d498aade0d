// npm run pack: the package that npx gatehouse runs, as gatehouse-VERSION.tgz, and its command line alone, as
// gatehouse-cli-VERSION.tgz. Both are bundled: of other packages the first needs two, and its first start makes nothing.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyInto, makeCommandLine, makePackage } from './package.mjs';
import { asPackaged, holds } from './package-docs.mjs';
import { root } from './prepare.mjs';

const FOLDER = '.package';
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

await makePackage(FOLDER);
const beside = execFileSync('git', ['ls-files', '-z', ...BESIDE], { encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);
for (const path of beside) copyInto(FOLDER, path);
for (const page of beside.filter((path) => path.endsWith('.md')))
  writeFileSync(join(FOLDER, page), asPackaged(readFileSync(page, 'utf8'), page, holds(FOLDER)));
pack();
makeCommandLine(FOLDER);
pack();

function pack() {
  execFileSync('npm', ['pack', join(root, FOLDER), '--loglevel=error'], { stdio: 'inherit' });
  rmSync(FOLDER, { recursive: true });
}
