// The folder that a release consists of, for the npm package and for the image: what runs, and nothing that makes it.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildIslands } from './islands.mjs';
import { allNotices } from './notices.mjs';
import { COMPLETE, EXTERNAL, generate, install } from './prepare.mjs';
import { SBOM, writeSbom } from './sbom.mjs';

/** The sources of a release, which the image is made of, too. */
export const SOURCES = [
  '.meshrc.yaml',
  'LICENSE',
  'bin',
  'bundles',
  'examples',
  'openapi',
  'prisma',
  'prisma.config.ts',
  'src',
  'tsconfig.json',
  'web',
];
/** Paths that a running platform reads. */
const RUNS = ['LICENSE', 'dist', 'web/built', 'prisma/migrations', 'openapi', 'examples'];
/** Imports of other files, as esbuild and as people write them. What is loaded when it is needed is not among them. */
const STATIC_IMPORT = /\b(?:from|import) ?["'](\.[^"']+)["']/g;

/** Makes the folder anew. The packages it depends on are to be installed beside it. */
export async function makePackage(folder) {
  install();
  generate();
  await buildIslands();
  rmSync(folder, { recursive: true, force: true });
  for (const path of [...RUNS, ...loadedWith('bin/gatehouse.mjs'), ...loadedWith('bin/start.mjs')])
    copyInto(folder, path);
  writeFileSync(join(folder, COMPLETE), '');
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest()));
  writeSbom(join(folder, SBOM));
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES'), allNotices());
}

/**
 * Makes the command line alone, for scripts that speak to a platform elsewhere.
 *
 * It has no other packages. Commands that work on a database ask for the whole package.
 */
export function makeCommandLine(folder) {
  rmSync(folder, { recursive: true, force: true });
  const paths = [...loadedWith('bin/gatehouse.mjs'), ...loadedWith('dist/cli/main.js')];
  for (const path of ['LICENSE', ...paths]) copyInto(folder, path);
  writeFileSync(join(folder, COMPLETE), '');
  const { name, description, ...whole } = manifest();
  const own = { name: `${name}-cli`, description: `The command line of ${name}: ${description}` };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...own, ...whole, imports: undefined, dependencies: undefined }),
  );
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES'), allNotices());
}

/** Returns the files that Node loads with one of them, itself included. */
function loadedWith(file, known = new Set()) {
  if (known.has(file)) return known;
  known.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(STATIC_IMPORT))
    loadedWith(join(dirname(file), path), known);
  return known;
}

/** Copies a file or a folder to the same path of the package. */
export function copyInto(folder, path) {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(path, target, { recursive: true });
}

/** Brings the packages that it depends on, as this clone has them. An image then installs none. */
export function bringPackages(folder) {
  for (const name of EXTERNAL.filter(isInstalled)) {
    const owner = name.split('/')[0];
    for (const one of readdirSync(join('node_modules', owner)))
      copyInto(folder, join('node_modules', owner, one));
  }
}

const isInstalled = (name) => existsSync(join('node_modules', name));

/** The package.json of the package: it needs no more than what cannot be bundled. */
function manifest() {
  const { name, version, description, license, engines, type, bin, imports, dependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  const needed = EXTERNAL.filter(isInstalled).map((one) => [one, dependencies[one]]);
  return {
    name,
    version,
    description,
    license,
    engines,
    type,
    bin,
    imports,
    dependencies: Object.fromEntries(needed),
  };
}
