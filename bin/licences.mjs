// Checks the licence of every package that runs in the platform, its pages, tests and checks: node bin/licences.mjs
// The peers that benchmarks measure are neither changed nor passed on.
import { readFileSync } from 'node:fs';
import satisfies from 'spdx-satisfies';

/** Licences that ask for no more than a notice. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
];

/** Packages under other terms, and why each may be used. None is changed; none is linked into what we publish as ours. */
const ADMITTED = [
  { name: /^caniuse-lite$/, license: 'CC-BY-4.0', why: 'data about browsers, which only builds read' },
  { name: /^elkjs$/, license: 'EPL-2.0', why: "of Prisma's command line, which never loads it" },
  { name: /^axe-core$/, license: 'MPL-2.0', why: 'tests alone' },
  { name: /^lightningcss(-|$)/, license: 'MPL-2.0', why: 'tests, and builds of the pages' },
  { name: /^spdx-exceptions$/, license: 'CC-BY-3.0', why: 'this check alone' },
  { name: /^spdx-ranges$/, license: '(MIT AND CC-BY-3.0)', why: 'this check alone' },
  { name: /^argparse$/, license: 'PSF-2.0', why: "the licence of Python's library, which asks for a notice" },
];

const lockFiles = [
  'package-lock.json',
  'web/package-lock.json',
  'deploy/lint/package-lock.json',
  'docs/package-lock.json',
];
const faults = lockFiles.flatMap(faultsOf);
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exit(faults.length > 0 ? 1 : 0);

function faultsOf(lockFile) {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'));
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.link)
    .map(([path, entry]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), ...entry }))
    .filter(({ name, license }) => !isPermissive(license) && !isAdmitted(name, license))
    .map(
      ({ name, version, license }) =>
        `${lockFile}: ${name}@${version} is under ${license ?? 'no licence that it names'}`,
    );
}

function isAdmitted(name, license) {
  return ADMITTED.some((one) => one.name.test(name) && one.license === license);
}

/** Some old packages write "MIT and ISC" where SPDX asks for "MIT AND ISC". */
function isPermissive(license) {
  try {
    return satisfies(license.replace(' and ', ' AND '), PERMISSIVE);
  } catch {
    return false;
  }
}
