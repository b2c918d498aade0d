// The software bill of materials (CycloneDX): all packages of production by the lock files, those of the pages and of the
// committed bundles included: node bin/sbom.mjs
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundles } from './prepare.mjs';

export const SBOM = 'sbom.cdx.json';

/** Folders whose packages run in the platform, or in the browsers of its pages. */
const FOLDERS = ['.', 'web'];

/** Writes the bill of materials of what a release runs. */
export function writeSbom(file = SBOM) {
  const [platform, ...others] = FOLDERS.map((folder) => billOf(folder, ['--omit=dev']));
  const bundled = billOfBundles();
  const { name, version, description } = JSON.parse(readFileSync('package.json', 'utf8'));
  const all = (member, key) => [
    ...new Map(
      [bundled, platform, ...others].flatMap((bill) => bill[member]).map((one) => [one[key], one]),
    ).values(),
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

/** Packages of development that the bundles contain, so that they run although they are not installed. */
function billOfBundles() {
  const named = Object.values(bundles).flatMap(({ file }) => {
    const [, list] = /^\/\/ Packages in it: (.*)$/m.exec(readFileSync(file, 'utf8'));
    return list.split(' ');
  });
  const isIn = (ref) => named.includes(ref);
  const { components, dependencies } = billOf('.', []);
  return {
    components: components.filter((one) => isIn(one['bom-ref'])).map(asProduction),
    dependencies: dependencies
      .filter(({ ref }) => isIn(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isIn) })),
  };
}

function asProduction(component) {
  const properties = component.properties?.filter(({ name }) => name !== 'cdx:npm:package:development');
  return { ...component, properties };
}

function billOf(cwd, omit) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', ...omit];
  const options = {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  };
  return JSON.parse(execFileSync('npm', [...args, '--loglevel=error'], options));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeSbom();
