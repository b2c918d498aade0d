// Conventions of the code that neither types nor Biome see: what docstrings begin with, literals that are spread, and
// the length of functions.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';

const { conventionFaults } = await tsImport('./conventions/conventions.ts', import.meta.url);

/** The files that git knows or would take in, without what is deleted. */
const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'];
const gone = new Set(execFileSync('git', ['ls-files', '--deleted'], { encoding: 'utf8' }).split('\n'));
const files = execFileSync('git', list, { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.types\.ts$|^bundles\//.test(file) && !gone.has(file));

const faults = files.flatMap((file) =>
  conventionFaults(file, readFileSync(file, 'utf8')).map((fault) => `${file}:${fault}`),
);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exit(faults.length > 0 ? 1 : 0);
