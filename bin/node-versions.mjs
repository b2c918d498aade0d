// The versions of Node that the product is meant to run on, and their programs from the npm registry.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/** Versions to test with. Commands start with the oldest, the third is the pinned one, the others are lines that are maintained. */
export const VERSIONS = ['20.19.0', '22.23.5', readFileSync(join(root, '.nvmrc'), 'utf8').trim(), '26.12.1'];

/** Returns the folder with the program `node` of a version. It is installed where it is missing. */
export function nodeFolder(version) {
  const folder = join(root, '.cache/nodes', version);
  const name = `node-${process.platform}-${process.arch}`;
  const programs = join(folder, 'node_modules', name, 'bin');
  if (!existsSync(join(programs, 'node'))) {
    mkdirSync(folder, { recursive: true });
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', '--prefix', folder, ...quiet, `${name}@${version}`], {
      stdio: 'inherit',
    });
  }
  return programs;
}
