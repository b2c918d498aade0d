// Programs that commands start, on every system. Windows runs no file by its first line: npm and the programs of packages are
// files that Node runs.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Packages with a program of the same or of another name. */
const PACKAGES = {
  biome: '@biomejs/biome',
  mesh: '@graphql-mesh/cli',
  prisma: 'prisma-cli',
  vite: 'vite',
  vitest: 'vitest',
};

/** Returns a program and its first arguments. Programs of packages are those of `folder`. */
export function programOf(name, { folder, platform = process.platform, env = process.env }) {
  if (name === 'npm') return platform === 'win32' ? [process.execPath, npmFile(env)] : ['npm'];
  const owner = PACKAGES[name];
  if (!owner) return [name];
  const path = join(folder, 'node_modules', owner);
  const { bin } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  return [process.execPath, join(path, typeof bin === 'string' ? bin : bin[name])];
}

/** The file of npm that runs this command, or else the one beside Node. */
const npmFile = ({ npm_execpath: called }) =>
  called?.endsWith('npm-cli.js')
    ? called
    : join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js');
