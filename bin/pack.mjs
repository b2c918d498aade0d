// npm run pack: the files of a release, in the folder release. They are the package that npx gatehouse runs, its command line
// alone, the chart, what an image is built of, the bill of materials, and the checksums of all.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { copyInto, makeCommandLine, makePackage, SOURCES } from './package.mjs';
import { asPackaged, holds } from './package-docs.mjs';
import { install, installBeside, root, say } from './prepare.mjs';
import { SBOM } from './sbom.mjs';

const RELEASE = 'release';
const FOLDER = '.package';
/** Documents, and files that bring the platform to others' servers. */
const BESIDE = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/*.md',
  'docs/pictures',
  'deploy',
  'compose.yaml',
  ':!deploy/lint',
];

install({ dev: true });
await installBeside('deploy/lint', 'Helm, which packs the chart');
const { helm } = await import('../deploy/lint/helm.mjs');
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
rmSync(RELEASE, { recursive: true, force: true });
mkdirSync(RELEASE);

await makePackage(FOLDER);
copyFileSync(join(FOLDER, SBOM), join(RELEASE, `gatehouse-${version}.cdx.json`));
const beside = execFileSync('git', ['ls-files', '-z', ...BESIDE], { encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);
for (const path of beside) copyInto(FOLDER, path);
for (const page of beside.filter((path) => path.endsWith('.md')))
  writeFileSync(join(FOLDER, page), asPackaged(readFileSync(page, 'utf8'), page, holds(FOLDER)));
pack();
makeCommandLine(FOLDER);
pack();
await packChart();
packImageContext();
writeFileSync(join(RELEASE, 'SHA256SUMS'), checksums());
say(`release/ holds version ${version}:\n${readFileSync(join(RELEASE, 'SHA256SUMS'), 'utf8').trimEnd()}`);

function pack() {
  execFileSync('npm', ['pack', join(root, FOLDER), '--pack-destination', RELEASE, '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  rmSync(FOLDER, { recursive: true });
}

async function packChart() {
  const { code, said } = await helm('package', 'deploy/helm/gatehouse', '--destination', FOLDER);
  if (code !== 0) throw new Error(said);
  // Helm would give it the name of the package.
  renameSync(join(FOLDER, `gatehouse-${version}.tgz`), join(RELEASE, `gatehouse-chart-${version}.tgz`));
  rmSync(FOLDER, { recursive: true });
}

/** Packs what `docker build -` takes, of files that git knows. */
function packImageContext() {
  const paths = ['Dockerfile', '.dockerignore', 'package.json', 'package-lock.json', ...SOURCES];
  const file = join(RELEASE, `gatehouse-image-${version}.tar.gz`);
  // A commit of the files as they are; none where they are as at HEAD.
  const now = execFileSync('git', ['stash', 'create'], { encoding: 'utf8' }).trim() || 'HEAD';
  execFileSync('git', ['archive', '--format=tar.gz', `--output=${file}`, now, ...paths]);
}

function checksums() {
  const lines = readdirSync(RELEASE).map((name) => {
    const hash = createHash('sha256').update(readFileSync(join(RELEASE, name)));
    return `${hash.digest('hex')}  ${name}\n`;
  });
  return lines.join('');
}
