// The software bill of materials (CycloneDX): all packages of production by the lock files, those of the pages included.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

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

function billOf(cwd) {
  const args = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
    '--omit=dev',
  ];
  const options = {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  };
  return JSON.parse(execFileSync('npm', [...args, '--loglevel=error'], options));
}
