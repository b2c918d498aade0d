// The software bill of materials (CycloneDX): all packages of production by the lock files, those of the pages and of the
// committed bundles included: node bin/sbom.mjs
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundles } from './prepare.mjs';
import { programOf } from './programs.mjs';

export const SBOM = 'sbom.cdx.json';

/** Folders whose packages run in the platform, or in the browsers of its pages. */
const FOLDERS = ['.', 'web'];

/** Writes the bill of materials of what a release runs. */
export function writeSbom(file = SBOM) {
  const [platform, ...others] = FOLDERS.map(billOf);
  const { name, version, description } = JSON.parse(readFileSync('package.json', 'utf8'));
  const all = (member, key) => [
    ...new Map([platform, ...others].flatMap((bill) => bill[member]).map((one) => [one[key], one])).values(),
  ];
  const bill = {
    ...platform,
    metadata: {
      ...platform.metadata,
      component: { ...platform.metadata.component, name, version, description },
    },
    components: all('components', 'bom-ref'),
    dependencies: all('dependencies', 'ref'),
  };
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
}

/** The bill of a folder. `npm sbom --omit=dev` leaves out what packages of development need as well, so it lists all here. */
function billOf(folder) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const [npm, ...first] = programOf('npm', {});
  const options = {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  };
  const bill = JSON.parse(execFileSync(npm, [...first, ...args, '--loglevel=error'], options));
  const runs = packagesThatRun(folder);
  const own = bill.metadata.component['bom-ref'];
  return {
    ...bill,
    components: bill.components.filter((one) => runs.has(one['bom-ref'])).map(asProduction),
    dependencies: bill.dependencies
      .filter(({ ref }) => ref === own || runs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => runs.has(one)) })),
  };
}

/** The packages of production by a lock file, and the development packages inside the bundles. */
function packagesThatRun(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const production = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`);
  return new Set([...production, ...(folder === '.' ? packagesInBundles() : [])]);
}

function packagesInBundles() {
  return Object.values(bundles).flatMap(({ file }) => {
    const [, list] = /^\/\/ Packages in it: (.*)$/m.exec(readFileSync(file, 'utf8'));
    return list.split(' ');
  });
}

function asProduction(component) {
  const properties = component.properties?.filter(({ name }) => name !== 'cdx:npm:package:development');
  return { ...component, properties };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeSbom();
