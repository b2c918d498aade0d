import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the package. What runs is bundled: no module knows how deep it lies. */
const ROOT = nearestPackage(new URL('.', import.meta.url));

function nearestPackage(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : nearestPackage(new URL('..', folder));
}

/** The path of a file of the package, for example `openapi/customerdb.v1.yaml`. */
export const packageFile = (path: string): string => fileURLToPath(new URL(path, ROOT));

/** The address of a bundled entry, named as its source is in `src`: `main`. */
export const bundledEntry = (name: string): URL => new URL(`dist/${name}.js`, ROOT);
